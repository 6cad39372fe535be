import { expect, test } from "vitest";
import { jobColumnsFor } from "./job-columns.tsx";
import type { Job } from "./jobs-query.ts";

const job = (part: Partial<Job>) => ({ agent: { id: null, name: null }, details: null, ...part }) as Job;
const titles = (...jobs: Job[]) => jobColumnsFor(jobs).map(({ title }) => title);

test("SE-40 the history has the documented columns; the agent is shown if a run has one", () => {
  const shown = ["Timestamp", "Job Name", "Resource", "Status", "Duration", "Statistics"];
  expect(titles(job({}))).toEqual(shown);
  expect(titles(job({}), job({ agent: { id: "1", name: "north" } }))).toEqual(shown.toSpliced(2, 0, "Agent"));
});

test("runs have a line for their error only if one of them has an error", () => {
  const detailOf = (...jobs: Job[]) => jobColumnsFor(jobs)[0]?.detail;
  expect(detailOf(job({}))).toBeUndefined();
  const failed = job({ status: "FAILED", details: { errors: ["no host"] } });
  expect(detailOf(job({}), failed)?.(failed)).toBeTruthy();
  expect(detailOf(job({}), failed)?.(job({}))).toBeUndefined();
});
