// Maps the result of a run to its icon and label.
import type { Meaning } from "#console/widgets/StatusMark.tsx";
import type { Run } from "./check-query.ts";

export interface RunLook {
  meaning: Meaning;
  word: string;
  /** A note that explains how to interpret the result. */
  note: string | undefined;
}

export function lookOf(run: Pick<Run, "status" | "invalid" | "could_not_check" | "in_maintenance">): RunLook {
  if (run.could_not_check) return { meaning: "unchecked", word: "Could not be checked", note: "Could not be checked" };
  const note = run.in_maintenance ? "Maintenance" : run.invalid ? "Invalid check" : undefined;
  return run.status ? { meaning: "healthy", word: "Passed", note } : { meaning: "unhealthy", word: "Failed", note };
}

/** Minimum number of result changes. Fewer changes may be one failure and its recovery. */
const MIN_CHANGES = 3;

/** The failed runs of a check whose result changes often; undefined for a check that constantly fails or passes. */
export function flappingOf(
  runs: readonly Pick<Run, "status" | "could_not_check">[],
): { failed: number; runs: number } | undefined {
  const counted = runs.filter(({ could_not_check: isUnknown }) => !isUnknown);
  const changes = counted.filter(({ status }, index) => index > 0 && status !== counted[index - 1]!.status).length;
  if (changes < MIN_CHANGES) return undefined;
  return { failed: counted.filter(({ status }) => !status).length, runs: counted.length };
}
