// The message about the outcome of a command on several checks.
import type { SeveralDone } from "../../contract.ts";

/** The maximum number of names in a message. */
const NAMED = 3;

/** Such as "2 checks paused. Not paused: api (It was deleted.), db (You are not allowed to update its canary.)" */
export function outcomeWords(verb: string, { done, failed }: SeveralDone): string {
  const subject = done.length === 1 ? done[0]!.name : `${done.length.toLocaleString("en")} checks`;
  const success = done.length === 0 ? [] : [`${subject} ${verb}${failed.length > 0 ? "." : ""}`];
  if (failed.length === 0) return success.join("");
  const named = failed.slice(0, NAMED).map(({ name, error }) => `${name} (${error})`);
  const more = failed.length > NAMED ? [`and ${(failed.length - NAMED).toLocaleString("en")} more`] : [];
  return [...success, `Not ${verb}: ${[...named, ...more].join(", ")}`].join(" ");
}
