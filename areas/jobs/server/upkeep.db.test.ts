import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { jobs as area } from "./index.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db, { jobs: area.jobs! });
afterAll(() => system.stop());

test("the clean-ups run as jobs and report the number of deleted rows", async () => {
  const old = { name: "long ago", status: "SUCCESS" as const, created_at: "2020-01-01T00:00:00Z" };
  await db.system.insertInto("job_history").values([old, old]).execute();
  for (const job of area.jobs!) await system.jobs.send(db.system, job, {});
  const runs = () => db.system.selectFrom("job_history").select(["name", "status", "success_count"]).execute();
  // The schedule may start the same jobs again in the meantime.
  const ended = await until(runs, (rows) =>
    ["Clean up changes", "Clean up job history"].every((title) =>
      rows.some(({ name, status }) => name === title && status === "SUCCESS"),
    ),
  );
  expect(ended).toContainEqual({ name: "Clean up changes", status: "SUCCESS", success_count: 0 });
  expect(ended).toContainEqual({ name: "Clean up job history", status: "SUCCESS", success_count: 2 });
});
