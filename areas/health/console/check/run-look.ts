// How a run of a check is shown: what came of it, in a mark and a word.
import type { Meaning } from "#console/widgets/StatusMark.tsx";
import type { Run } from "./check-query.ts";

export interface RunLook {
  meaning: Meaning;
  word: string;
  /** What else has to be known to read it right. */
  note: string | undefined;
}

export function lookOf(run: Pick<Run, "status" | "invalid" | "could_not_check" | "in_maintenance">): RunLook {
  if (run.could_not_check) return { meaning: "unchecked", word: "Could not be checked", note: "Could not be checked" };
  const note = run.in_maintenance ? "Maintenance" : run.invalid ? "Invalid check" : undefined;
  return run.status ? { meaning: "healthy", word: "Passed", note } : { meaning: "unhealthy", word: "Failed", note };
}
