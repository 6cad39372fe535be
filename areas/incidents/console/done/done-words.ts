// Describes the rule that decides a condition of the definition of done, and why its script fails.
import type { Evidence } from "../parts/incident-query.ts";

type Decided = Pick<Evidence, "type" | "script" | "script_result" | "done">;

interface DoneWords {
  rule: string;
  /** The error of the script. */
  problem: string | undefined;
}

const isResult = (text: string) => text === "true" || text === "false";

export function doneWords({ type, script, script_result: result }: Decided): DoneWords {
  if (script)
    return {
      rule: `Done while ${script} is true`,
      problem: result && !isResult(result.trim()) ? `The script fails: ${result}` : undefined,
    };
  const isWatched = type === "check" || type === "topology" || type === "config";
  return {
    rule: isWatched ? "Done while it is healthy" : "Done when a person marks it as resolved",
    problem: undefined,
  };
}
