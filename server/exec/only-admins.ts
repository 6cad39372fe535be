// For the doors of kinds that make the server run a command or read a file: what is written there acts with the server's
// hands, so only administrators write it.
import { Problem, problem } from "#language/problem.ts";
import { isAdministrator } from "../db/policy.ts";
import type { Env } from "../env.ts";
import type { Actor } from "../http/actor.ts";

type Written = { what: "command"; env: Pick<Env, "allowExec"> } | { what: "file" };

const verbs = { command: "run", file: "read" };

export function onlyAdmins(actor: Actor | null, written: Written): void {
  const { what } = written;
  if (!isAdministrator(actor))
    throw new Problem("forbidden", `Only administrators may write down a ${what} for the server to ${verbs[what]}.`, {
      hint: "Ask an administrator to save it.",
      // What only administrators hold, whatever the rules say.
      parts: { action: "write", object: "rbac" },
    });
  if (what === "command" && !written.env.allowExec)
    throw problem.invalid("Commands are switched off here.", { hint: "The operator can set ALLOW_EXEC=true." });
}
