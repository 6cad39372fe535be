import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());
const check = idOf("check", 1);

const run = (time: string, status = true, duration = 10) =>
  ask("insert into check_statuses (check_id, time, status, duration) values ($1, $2, $3, $4)", [
    check,
    time,
    status,
    duration,
  ]);
const homeOf = (time: string) =>
  queryValue("select tableoid::regclass::text from check_statuses where check_id = $1 and time = $2", [check, time]);

test("stores a run in the partition of its UTC day", () =>
  undone(async () => {
    const home = await queryValue(
      "select 'check_statuses_' || to_char(now() at time zone 'utc' + interval '1 day', 'YYYYMMDD')",
    );
    const tomorrow = String(
      await queryValue("select to_char(now() at time zone 'utc' + interval '1 day', 'YYYY-MM-DD\"T\"23:59:59Z')"),
    );
    await run(tomorrow);
    expect(await homeOf(tomorrow)).toBe(home);
  }));

test("stores a run without a partition, and moves it when the partition is created", () =>
  undone(async () => {
    const long = "2020-02-29T12:00:00Z";
    await run(long);
    expect(await homeOf(long)).toBe("check_statuses_default");
    expect(await queryValue("select make_check_status_partitions('2020-02-28', '2020-03-01')")).toBe(3);
    expect(await homeOf(long)).toBe("check_statuses_20200229");
    expect(await queryValue("select make_check_status_partitions('2020-02-28', '2020-03-01')")).toBe(0);
    await expect(run(long)).rejects.toMatchObject({ code: "23505" });
  }));

test("has partitions for a week ahead, and creates each once", async () => {
  // Midnight may have passed since the schema was created.
  expect(Number(await queryValue("select make_check_status_partitions()"))).toBeLessThanOrEqual(1);
  expect(await queryValue("select make_check_status_partitions()")).toBe(0);
  const partitions = "select count(*)::int from pg_inherits where inhparent = 'check_statuses'::regclass";
  expect(Number(await queryValue(partitions))).toBeGreaterThanOrEqual(10);
});

test("drops old runs by day, including runs without a partition", () =>
  undone(async () => {
    await run("2020-02-29T12:00:00Z");
    await run("2020-03-01T12:00:00Z");
    await run("2019-01-01T12:00:00Z");
    await ask("select make_check_status_partitions('2020-02-29', '2020-03-01')");
    expect(await queryValue("select drop_check_status_partitions('2020-03-01')")).toBe(1);
    expect(await ask("select time from check_statuses where time < '2021-01-01'")).toHaveLength(1);
  }));

test("computes hourly and daily sums of runs, with the same result each time", () =>
  undone(async () => {
    await ask("delete from check_statuses_1h");
    await ask("delete from check_statuses_1d");
    await run("2026-03-01T10:01:00Z", true, 100);
    await run("2026-03-01T10:59:59Z", false, 300);
    await run("2026-03-01T23:00:00Z", true, 50);
    for (let times = 0; times < 2; times += 1) {
      await ask("select roll_up_check_hours('2026-03-01T10:30:00Z'), roll_up_check_days('2026-03-01T10:30:00Z')");
      const hours =
        "select to_char(created_at at time zone 'utc', 'HH24') as hour, duration::int, total, passed, failed from check_statuses_1h where created_at < '2026-03-02' order by created_at";
      expect(await ask(hours)).toEqual([
        { hour: "10", duration: 400, total: 2, passed: 1, failed: 1 },
        { hour: "23", duration: 50, total: 1, passed: 1, failed: 0 },
      ]);
      expect(
        await ask("select duration::int, total, passed, failed from check_statuses_1d where created_at < '2026-03-02'"),
      ).toEqual([{ duration: 450, total: 3, passed: 2, failed: 1 }]);
    }
  }));

test("summarises all runs of the last hour, or only the last run if there were no runs in that hour", () =>
  undone(async () => {
    const summary = () =>
      ask("select passed::int, failed::int, p50, p99, mean from check_status_summaries where check_id = $1", [check]);
    // Check 1 of the estate runs every five minutes and takes 10, 11, 12, … milliseconds. When the new run is added,
    // the oldest of the first thirteen runs is more than an hour old.
    expect(await summary()).toEqual([{ passed: 13, failed: 0, p50: 16, p99: 22, mean: 16 }]);
    await ask(
      "insert into check_statuses (check_id, time, status, duration) values ($1, clock_timestamp(), false, 1000)",
      [check],
    );
    expect(await summary()).toMatchObject([{ passed: 12, failed: 1, p99: 1000 }]);
    expect(
      await ask("select passed::int, failed::int, p50 from check_status_summaries where check_id = $1", [
        idOf("check", 12),
      ]),
    ).toEqual([{ passed: 0, failed: 1, p50: 120 }]);
    expect(await queryValue("select uptime from check_summary where id = $1", [check])).toMatchObject({
      passed: 12,
      failed: 1,
    });
    expect(
      Object.keys((await queryValue("select latency from check_summary where id = $1", [check])) as object).toSorted(),
    ).toEqual(["avg", "p50", "p95", "p97", "p99", "rolling1h"]);
  }));

test("keeps the summary when older runs are written later", () =>
  undone(async () => {
    const before = await ask("select * from check_status_summaries where check_id = $1", [check]);
    await run("2020-02-29T12:00:00Z", false);
    expect(await ask("select * from check_status_summaries where check_id = $1", [check])).toEqual(before);
  }));

test("recomputes stale summaries", () =>
  undone(async () => {
    await ask(
      "update check_status_summaries set updated_at = now() - interval '10 minutes', passed = 99 where check_id = $1",
      [check],
    );
    expect(await queryValue("select age_check_summaries()")).toBe(1);
    expect(await queryValue("select passed::int from check_status_summaries where check_id = $1", [check])).toBe(12);
  }));

test("updates the status change time only when the status changes, not at every run", () =>
  undone(async () => {
    await ask("alter table checks disable trigger touched");
    await ask("update checks set updated_at = '2026-01-01', last_transition_time = '2026-01-01'");
    await ask("alter table checks enable trigger touched");
    const state = () =>
      ask(
        "select last_transition_time > '2026-01-01' as moved, updated_at > '2026-01-01' as touched from checks where id = $1",
        [check],
      );
    await ask("update checks set status = 'healthy', last_runtime = now() where id = $1", [check]);
    expect(await state()).toEqual([{ moved: false, touched: false }]);
    await ask("update checks set status = 'unhealthy', last_runtime = now() where id = $1", [check]);
    expect(await state()).toEqual([{ moved: true, touched: false }]);
  }));

test("a restored check has the links that people created, but not the links of selectors", () =>
  undone(async () => {
    const [other, component] = [idOf("check", 2), idOf("component", 1)];
    const tables = ["check_config_relationships", "check_component_relationships"];
    const live = (table: string, id: string) =>
      ask(`select from ${table} where check_id = $1 and deleted_at is null`, [id]);
    for (const table of tables) {
      await ask(`update ${table} set selector_id = 'manual' where check_id = $1`, [check]);
      await ask(`update ${table} set selector_id = 'check/0815' where check_id = $1`, [other]);
    }
    await ask("update checks set deleted_at = '2026-10-01' where id = any ($1)", [[check, other]]);
    for (const table of tables) expect(await live(table, check)).toEqual([]);
    // If the component was deleted in the meantime, the link is restored together with the component.
    await ask("update components set deleted_at = '2026-10-02' where id = $1", [component]);
    await ask("update checks set deleted_at = null where id = any ($1)", [[check, other]]);
    expect(await live("check_config_relationships", check)).toHaveLength(1);
    expect(await live("check_component_relationships", check)).toEqual([]);
    await ask("update components set deleted_at = null where id = $1", [component]);
    expect(await live("check_component_relationships", check)).toHaveLength(1);
    for (const table of tables) expect(await live(table, other)).toEqual([]);
  }));

test("deletes the checks of a canary, their links, and the canaries created from them", () =>
  undone(async () => {
    await ask("insert into canaries (name, spec, source) values ('made', '{}', $1)", [`check=${check}`]);
    await ask("update canaries set deleted_at = now() where id = $1", [idOf("canary", 1)]);
    expect(await queryValue("select deleted_at is not null from checks where id = $1", [check])).toBe(true);
    expect(await queryValue("select deleted_at is not null from canaries where name = 'made'")).toBe(true);
    expect(await ask("select from checks_by_component where id = $1", [check])).toEqual([]);
    expect(await ask("select from checks_by_config where id = $1", [check])).toEqual([]);
    expect(await ask("select from check_labels where value = '1'")).toEqual([]);
  }));

test("overrides labels of the canary with labels of the check", async () => {
  expect(await queryValue("select labels from check_summary where id = $1", [check])).toEqual({
    tier: "one",
    team: "b",
    number: "1",
  });
  expect(await ask("select key from checks_labels_keys")).toEqual([{ key: "label:number" }, { key: "label:team" }]);
});

test("lists a canary with several jobs only once", async () => {
  await undone(async () => {
    await ask(
      "insert into job_history (name, resource_type, resource_id, status) values ('Other', 'canary', $1, 'FAILED')",
      [idOf("canary", 1)],
    );
    expect(await ask("select job_name from canaries_with_status where id = $1", [idOf("canary", 1)])).toHaveLength(1);
  });
});
