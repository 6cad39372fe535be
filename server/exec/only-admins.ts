// Used by the write hooks of kinds that make the server run a command, read a file or write into a cluster. Such a spec
// acts with the rights of the server, so only administrators may save it.
import { Problem, problem } from "#language/problem.ts";
import { isAdministrator } from "../db/policy.ts";
import type { Env } from "../env/env.ts";
import type { Actor } from "../http/actor.ts";

type Written = { what: "command"; env: Pick<Env, "allowExec"> } | { what: "file" | "objects" | "resources" };

const written = {
  command: "a command for the server to run",
  file: "a file for the server to read",
  objects: "objects for the server to put into a cluster",
  resources: "a setting that makes the server take over resources from elsewhere",
};

export function onlyAdmins(actor: Actor | null, spec: Written): void {
  const { what } = spec;
  if (!isAdministrator(actor))
    throw new Problem("forbidden", `Only administrators may save ${written[what]}.`, {
      hint: "Ask an administrator to save it.",
      // Only administrators have this right; rules cannot grant it.
      parts: { action: "write", object: "rbac" },
    });
  if (what === "command" && !spec.env.allowExec)
    throw problem.invalid("Commands are disabled on this server.", { hint: "The operator can set ALLOW_EXEC=true." });
}
