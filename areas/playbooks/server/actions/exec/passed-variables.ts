// The server variables that scripts get: those that the property shell.allowed.envs lists, if the operator allows them
// with ALLOW_ENV. Without ALLOW_ENV, everybody who can set properties could read all secrets of the server.
import type { ActionContext } from "../../action-kind.ts";

export async function passedVariables({
  property,
  system,
  scrubber,
}: Pick<ActionContext, "property" | "system" | "scrubber">): Promise<Record<string, string>> {
  const names = ((await property("shell.allowed.envs")) ?? "").split(/[\s,]+/);
  const passed = names.flatMap((name): [string, string][] => {
    const value = system.env.allowedVariables.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  scrubber.know(...passed.map(([, value]) => value));
  return Object.fromEntries(passed);
}
