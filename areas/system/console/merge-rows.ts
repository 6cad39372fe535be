// Merges rows that belong together: the roles of one process, and the runs of one job.
import type { SystemProcess, SystemRun } from "../contract.ts";

export interface MergedProcess extends SystemProcess {
  roles: ReadonlySet<SystemProcess["role"]>;
}

export function mergeProcesses(processes: readonly SystemProcess[]): readonly MergedProcess[] {
  const same = Map.groupBy(processes, ({ hostname, pid }) => `${hostname} ${pid}`);
  return [...same.values()].map((rows) => {
    const first = rows.toSorted((a, b) => a.started_at.localeCompare(b.started_at))[0]!;
    return {
      ...first,
      roles: new Set(rows.map(({ role }) => role)),
      rss_bytes: Math.max(...rows.map(({ rss_bytes: bytes }) => bytes)),
    };
  });
}

/** The work of a process in words. */
export function rolesOf({ roles }: Pick<MergedProcess, "roles">): string {
  if (roles.has("all") || (roles.has("web") && roles.has("worker"))) return "Web and worker";
  return roles.has("web") ? "Web" : "Worker";
}

/** Separates the jobs whose last run needs attention from the others; both are undefined while they are loading. */
export function splitRuns(overview: { runs: readonly SystemRun[]; problems: readonly SystemRun[] } | undefined) {
  if (!overview) return { problems: undefined, others: undefined };
  const problems = latestRuns(overview.problems);
  const listed = new Set(problems.map(({ id }) => id));
  return { problems, others: latestRuns(overview.runs).filter(({ id }) => !listed.has(id)) };
}

/** The newest run of each job and resource. `runs` has the newest first. */
export const latestRuns = (runs: readonly SystemRun[]): readonly SystemRun[] =>
  [
    ...Map.groupBy(runs, ({ name, resource_type: type, resource_id: id }) => JSON.stringify([name, type, id])).values(),
  ].map((same) => same[0]!);
