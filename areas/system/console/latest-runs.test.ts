// @vitest-environment node
import { expect, test } from "vitest";
import type { SystemRun } from "../contract.ts";
import { latestRuns } from "./latest-runs.ts";

const run = (id: string, name: string, resource_id: string | null = null) =>
  ({ id, name, resource_type: resource_id && "config_scraper", resource_id }) as SystemRun;

test("the newest run of each job and resource is kept, with the number of its runs", () => {
  const runs = [run("5", "Scrape", "a"), run("4", "Topology"), run("3", "Scrape", "b"), run("2", "Topology")];
  expect(latestRuns(runs).map(({ id, times }) => [id, times])).toEqual([
    ["5", 1],
    ["4", 2],
    ["3", 1],
  ]);
});
