import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { closeInsights } from "./close-insights.ts";

const database = await testDatabase();
const { ask } = await estateIn(database);
const system = await runSystem(database.databases, { jobs: [closeInsights] });
afterAll(() => system.stop());

const runs = () =>
  ask<{ details: { errors?: string[] } | null }>(
    "select details from job_history where name = 'Close insights' and time_end is not null order by time_start",
  );

async function close() {
  const before = (await runs()).length;
  await until(async () => (await system.jobs.send(database.databases.system, closeInsights, {})) !== null);
  return (await until(runs, (all) => all.length > before)).at(-1)!;
}

test("closes an insight that has been resolved for a week, and reopens it if it is found again", async () => {
  const insight = (name: string, status: string) =>
    ask("insert into config_analysis (config_id, analyzer, status) values ($1, $2, $3)", [
      idOf("config", 3),
      name,
      status,
    ]);
  for (const name of ["new", "week", "open", "silent"]) await insight(name, "open");
  await insight("at once", "resolved");
  await ask("update config_analysis set status = 'resolved' where analyzer in ('new', 'week')");
  await ask(
    "update config_analysis set status = 'silenced', last_observed = now() - interval '90 days' where analyzer = 'silent'",
  );
  // A trigger sets resolved_at for all writers.
  expect(
    await ask(
      "select analyzer from config_analysis where analyzer not like 'analyzer-%' and resolved_at > now() - interval '1 minute' order by 1",
    ),
  ).toEqual([{ analyzer: "at once" }, { analyzer: "new" }, { analyzer: "week" }]);
  // The age is measured from resolved_at, not from last_observed.
  await ask("update config_analysis set last_observed = now() - interval '90 days' where analyzer = 'new'");
  await ask("update config_analysis set resolved_at = now() - interval '8 days' where analyzer = 'week'");
  await close();
  const statuses = () =>
    ask("select analyzer, status from config_analysis where analyzer in ('new', 'week', 'open', 'silent') order by 1");
  expect(await statuses()).toEqual([
    { analyzer: "new", status: "resolved" },
    { analyzer: "open", status: "open" },
    { analyzer: "silent", status: "silenced" },
    { analyzer: "week", status: "closed" },
  ]);
  await ask("update config_analysis set status = 'open' where analyzer = 'week'");
  await ask("update config_analysis set status = 'resolved' where analyzer = 'week'");
  await close();
  expect((await statuses()).at(-1)).toEqual({ analyzer: "week", status: "resolved" });

  await ask("insert into properties (name, value) values ('config_analysis.set_status_closed_days', 'soon')");
  expect((await close()).details!.errors![0]).toContain("The property config_analysis.set_status_closed_days");
});
