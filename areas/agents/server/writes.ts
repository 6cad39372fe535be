// Agents register themselves; people can only describe and delete them.
import { z } from "zod";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";

/** The server sets these columns: person_id at registration, the others when the agent connects. */
const ownedByServer = [
  "person_id",
  "last_seen",
  "last_received",
  "username",
  "tls",
  "reported_status",
  "waiting_since",
  "waiting_results",
];

export const agentWrites: WriteHooks = {
  agents: writeHook({
    shape: z.object({ name, properties: z.record(z.string(), z.unknown(), "must be an object").nullable().optional() }),
    async prepare({ actor, verb }, rows, before) {
      if (actor.kind === "system") return rows;
      if (before.some(({ id }) => id === localAgent))
        throw problem.conflict('The agent "local" is this system itself and cannot be changed.');
      const owned = rows.flatMap((row) =>
        ownedByServer.filter((key) =>
          verb === "insert"
            ? (row[key] ?? null) !== null
            : before.some((stored) => (row[key] ?? stored[key]) !== stored[key]),
        ),
      );
      if (owned.length > 0)
        throw problem.badParts(owned.map((path) => ({ path, message: "is set by the agent itself" })));
      return rows;
    },
  }),
};
