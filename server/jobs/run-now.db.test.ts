import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { defineJob } from "./definition.ts";
import { recordEnd, recordStart } from "./history.ts";
import { runJobNow } from "./run-now.ts";

const { databases: db } = await testDatabase();

test("a run that finished before the request is returned as finished, even if it is recorded later", async () => {
  const job = defineJob<{ id: string }>({
    name: "slow",
    singletonKey: ({ id }) => id,
    resource: ({ id }) => ({ type: "ship", id }),
    run: () => {},
  });
  const data = { id: randomUUID() };
  // A web process runs no jobs, so the job waits, and no second job can be sent.
  const web = await runSystem(db, { role: "web", jobs: [job] });
  await web.jobs.send(db.system, job, data);
  const run = { id: randomUUID(), name: "slow", resource: { type: "ship", id: data.id }, startedAt: new Date() };
  await recordStart(db.system, run);

  const { signal } = new AbortController();
  let polls = 0;
  signal.throwIfAborted = () => void (polls += 1);
  const requested = runJobNow({ db, jobs: web.jobs }, { job, data }, { isAsync: false, signal });
  await until(() => polls > 1);
  await recordEnd(db.system, run, { status: "SUCCESS", successes: 1, failures: 0, details: {}, durationMs: 0 });
  expect(await requested).toEqual({ job_history_id: run.id, status: "SUCCESS" });
  await web.stop();
});
