// @vitest-environment node
import { expect, test } from "vitest";
import type { SystemProcess, SystemRun } from "../contract.ts";
import { latestRuns, mergeProcesses, rolesOf, splitRuns } from "./merge-rows.ts";

const row = (role: SystemProcess["role"], pid: number, more: Partial<SystemProcess> = {}): SystemProcess => ({
  id: `${role} ${pid}`,
  role,
  hostname: "deck-1",
  pid,
  version: "1.0.0",
  started_at: "2026-11-17T10:00:00Z",
  last_seen_at: "2026-11-17T10:05:00Z",
  rss_bytes: 100,
  rss_trend: [],
  ...more,
});

test("a process with two roles has one row, and its memory is added only once", () => {
  const merged = mergeProcesses([row("web", 7), row("worker", 7, { rss_bytes: 120 }), row("worker", 8)]);
  expect(merged.map((process) => [process.pid, rolesOf(process), process.rss_bytes])).toEqual([
    [7, "Web and worker", 120],
    [8, "Worker", 100],
  ]);
});

test("equal process ids on two hosts are two processes", () => {
  expect(mergeProcesses([row("all", 7), row("web", 7, { hostname: "deck-2" })]).map(rolesOf)).toEqual([
    "Web and worker",
    "Web",
  ]);
});

const run = (id: string, name: string, resource_id: string | null = null) =>
  ({ id, name, resource_type: resource_id && "config_scraper", resource_id }) as SystemRun;

test("the newest run of each job and resource is kept", () => {
  const runs = [run("5", "Scrape", "a"), run("4", "Topology"), run("3", "Scrape", "b"), run("2", "Topology")];
  expect(latestRuns(runs).map(({ id }) => id)).toEqual(["5", "4", "3"]);
});

test("jobs whose last run failed or ended with a warning are listed separately", () => {
  const sweep = { ...run("4", "Sweep"), status: "FAILED" as const };
  // This job has not run recently, so it is not among the newest runs.
  const polish = { ...run("1", "Polish"), status: "WARNING" as const };
  const rinse = [run("3", "Rinse"), run("2", "Rinse")];
  const { problems, others } = splitRuns({ runs: [sweep, ...rinse], problems: [sweep, polish] });
  expect([problems, others].map((runs) => runs?.map(({ id }) => id))).toEqual([["4", "1"], ["3"]]);
  expect(splitRuns(undefined)).toEqual({ problems: undefined, others: undefined });
});
