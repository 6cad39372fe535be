// Validates writes of playbooks, updates their schedules, and publishes an event when the approvers change. Each
// request changes one playbook.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import { changed, writeHook, name, outcomes } from "#server/db/write-hook.ts";
import type { Row, WriteHooks } from "#server/db/writes.ts";
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Engine } from "../runs/engine.ts";
import { kindsIn, type PlaybookSpec } from "../spec.ts";
import { syncSchedules } from "../triggers/schedules.ts";

const approvalOf = ({ spec }: Row) => JSON.stringify((spec as { approval?: unknown } | null)?.approval ?? null);

/**
 * Commands run with the permissions of the server. Unchanged commands are accepted, so that people without this right
 * can edit the other fields.
 */
export function refuseCommands(
  { kinds }: Pick<Engine, "kinds">,
  actor: Actor,
  rows: readonly Row[],
  before: readonly Row[],
): void {
  const commandsIn = (row: Row) =>
    ((row["spec"] as PlaybookSpec | undefined)?.actions ?? []).flatMap((action) =>
      kindsIn(action, kinds)
        .filter((kind) => kind.onlyAdmins)
        .map(({ type }) => JSON.stringify(action[type])),
    );
  const known = new Set(before.flatMap(commandsIn));
  for (const row of rows)
    if (commandsIn(row).some((command) => !known.has(command)))
      onlyAdmins(actor, { what: "command", env: { allowExec: true } });
}

export const playbookWritesWith = (engine: Pick<Engine, "kinds" | "spec">): WriteHooks => {
  const { spec } = engine;
  return {
    playbooks: writeHook({
      shape: z.object({ name, title: z.string().optional(), spec }),
      sealed: { spec },
      async prepare({ actor }, rows, before) {
        if (before.length > 1)
          throw problem.invalid("Only one playbook can be changed at a time.", {
            hint: "Select it by its id: ?id=eq.…",
          });
        refuseCommands(engine, actor, outcomes(rows, before), before);
        return rows;
      },
      async after({ publish, tx, verb }, written, before) {
        if (verb !== "delete")
          for (const row of written)
            await syncSchedules(tx, {
              id: row["id"] as string,
              spec: row["spec"] as PlaybookSpec,
              deleted_at: row["deleted_at"] as string | null,
            });
        for (const { was, is } of changed(before, written))
          if (approvalOf(was) !== approvalOf(is))
            await publish({ name: "playbook.spec.approval.updated", id: is["id"] as string });
      },
    }),
  };
};
