// Validates writes of log backends. A backend that reads files or runs a program acts with the rights of the server, so
// only administrators may write it.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import { entriesIn, logBackendSpec } from "./spec.ts";

export function refuseOthers(actor: Actor, specs: readonly unknown[]): void {
  for (const spec of specs)
    if (entriesIn(spec).some(({ reader }) => reader.onlyAdmins)) onlyAdmins(actor, { what: "file" });
}

export const logWrites: WriteHooks = {
  logging_backends: writeHook({
    shape: z.object({ name, spec: logBackendSpec }),
    defaults: { spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: logBackendSpec },
    async prepare({ actor, verb }, rows, before) {
      if (verb !== "delete")
        refuseOthers(
          actor,
          [...rows, ...before].map((row) => row["spec"]),
        );
      return rows;
    },
  }),
};
