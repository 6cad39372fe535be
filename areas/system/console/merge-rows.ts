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

/** Separates the jobs whose last run needs attention. */
export function splitRuns(runs: readonly SystemRun[] | undefined) {
  const { problems = [], others = [] } = Object.groupBy(runs ?? [], ({ status }) =>
    status === "FAILED" || status === "WARNING" ? "problems" : "others",
  );
  return runs ? { problems, others } : { problems: undefined, others: undefined };
}

/** The newest run of each job and resource. `runs` has the newest first. */
export const latestRuns = (runs: readonly SystemRun[]): readonly SystemRun[] =>
  [
    ...Map.groupBy(runs, ({ name, resource_type: type, resource_id: id }) => JSON.stringify([name, type, id])).values(),
  ].map((same) => same[0]!);
