// Combines the runs of the same job and resource, so that frequent jobs do not hide the others.
import type { SystemRun } from "../contract.ts";

export interface LatestRun extends SystemRun {
  /** The number of runs in the list. */
  times: number;
}

/** The newest run of each job and resource. `runs` has the newest first. */
export const latestRuns = (runs: readonly SystemRun[]): readonly LatestRun[] =>
  [
    ...Map.groupBy(runs, ({ name, resource_type: type, resource_id: id }) => JSON.stringify([name, type, id])).values(),
  ].map((same) => ({ ...same[0]!, times: same.length }));
