import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import { jobColumnsFor } from "./job-columns.tsx";
import type { Job } from "./jobs-query.ts";

const job = (part: Partial<Job>) =>
  ({
    agent: { id: null, name: null },
    details: null,
    success_count: 0,
    error_count: 0,
    recovered_at: null,
    ...part,
  }) as Job;
const titles = (...jobs: Job[]) => jobColumnsFor(jobs).map(({ title }) => title);

test("SE-40 the history has the documented columns, and the agent column is shown if a run has an agent", () => {
  const shown = ["Timestamp", "Job Name", "Resource", "Status", "Duration", "Statistics"];
  expect(titles(job({}))).toEqual(shown);
  expect(titles(job({}), job({ agent: { id: "1", name: "north" } }))).toEqual(shown.toSpliced(2, 0, "Agent"));
});

test("a run with an error shows the error on a line below the job name", () => {
  const failed = job({ status: "FAILED", details: { errors: ["no host\nat line 1"] } });
  const [detailed, ...others] = jobColumnsFor([job({}), failed]).filter(({ detail }) => detail);
  expect([detailed?.title, others]).toEqual(["Job Name", []]);
  expect(detailed?.detail?.(failed)).toBeTruthy();
  expect(detailed?.detail?.(job({}))).toBeUndefined();
  const error = jobColumnsFor([failed], { isNarrow: true }).find(({ narrow }) => narrow === "text");
  expect([error?.value?.(failed), error?.value?.(job({}))]).toEqual(["no host", undefined]);
});

test("the error of a run shows that a later run succeeded, without the colour of a failure", async () => {
  const drawn = async (run: Job) => {
    const [detailed] = jobColumnsFor([run]).filter(({ detail }) => detail);
    return (await draw(detailed?.detail?.(run))).element;
  };
  const failed = job({ status: "FAILED", details: { errors: ["no host"] } });
  expect((await drawn(failed)).querySelector(".text-unhealthy-text")?.textContent).toBe("no host");
  const recovered = await drawn({ ...failed, recovered_at: new Date(Date.now() - 3_600_000).toISOString() });
  expect(recovered.textContent).toBe("no host · recovered 1h ago");
  expect(recovered.querySelector(".text-unhealthy-text")).toBeNull();
});
