// Only administrators may write checks that run commands, read files on the server or write to a cluster.
import { onlyAdmins } from "#server/exec/only-admins.ts";
import type { Actor } from "#server/http/actor.ts";
import { kindNamed } from "../checks/index.ts";
import { listsOf } from "./written-checks.ts";

/** Finds a kind that runs commands or reads files on the server; only administrators may write such kinds. */
export const actingType = (spec: unknown) => listsOf(spec).find(({ type }) => kindNamed(type)?.onlyAdmins)?.type;

const runsCommands = new Set(["exec", "junit"]);

/** Labels and other fields may be part of a command, so only administrators may write the whole canary. */
export function refuseOthers(actor: Actor, specs: readonly unknown[]): void {
  for (const spec of specs) {
    const type = actingType(spec);
    if (type === undefined) continue;
    // Disabled commands are not refused here but reported by the run, because they may be enabled later.
    if (runsCommands.has(type)) onlyAdmins(actor, { what: "command", env: { allowExec: true } });
    else onlyAdmins(actor, { what: type === "kubernetesResource" ? "objects" : "file" });
  }
}
