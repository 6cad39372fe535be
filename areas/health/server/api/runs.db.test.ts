import { sql } from "kysely";
import { expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { CheckGraph } from "../../contract.ts";
import type { CheckSummary } from "../../model.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });
const check = idOf("check", 1);
await sql`delete from check_statuses`.execute(db);

interface Run {
  at: string;
  status?: boolean | null;
  duration?: number | null;
  invalid?: boolean;
  could_not_check?: boolean;
  in_maintenance?: boolean;
  message?: string;
  details?: object;
}
const run = (id: string, { at, ...row }: Run) =>
  db
    .insertInto("check_statuses")
    .values({
      check_id: id,
      time: at,
      status: true,
      duration: 10,
      ...row,
      details: JSON.stringify(row.details ?? null),
    })
    .execute();

const graph = async (query: string, who = viewer) => {
  const { status, body } = await who.ask(`/api/canary/api/graph?${query}`);
  return { ...(body as CheckGraph), statusCode: status, points: (body as CheckGraph).status };
};
const noon = "2026-11-10T12:";

test("HL-63 DA-81 returns points of equal length and sums of the whole span", async () => {
  await run(check, { at: `${noon}00:10Z`, duration: 10 });
  await run(check, { at: `${noon}00:40Z`, duration: 30 });
  await run(check, { at: `${noon}05:00Z`, duration: 100, status: false });
  await run(check, { at: `${noon}05:30Z`, duration: 50 });
  // Runs before and after the span.
  await run(check, { at: "2026-11-10T11:59:59Z", status: false });
  await run(check, { at: `2026-11-10T13:00:00Z`, status: false });
  const found = await graph(`check=${check}&count=300&start=${noon}00:00Z&end=2026-11-10T13:00:00Z`);
  expect(found).toMatchObject({
    runnerName: "local",
    bucket_seconds: 60,
    uptime: { passed: 3, failed: 1 },
    latency: { p99: 100, p97: 100, p95: 100, p50: 30, rolling1h: expect.any(Number) },
  });
  expect(found.points).toEqual([
    {
      time: `${noon}00:00+00:00`,
      status: true,
      duration: 20,
      passed: 2,
      failed: 0,
      could_not_check: 0,
      in_maintenance: 0,
    },
    {
      time: `${noon}05:00+00:00`,
      status: false,
      duration: 75,
      passed: 1,
      failed: 1,
      could_not_check: 0,
      in_maintenance: 0,
    },
  ]);
  const coarse = await graph(`check=${check}&count=2&start=${noon}00:00Z&end=2026-11-10T13:00:00Z`);
  expect(coarse.points).toMatchObject([{ status: false, passed: 3, failed: 1, duration: 47.5 }]);
});

test("excludes invalid runs, maintenance and could_not_check from uptime, and counts them separately", async () => {
  const other = idOf("check", 2);
  await run(other, { at: `${noon}00:00Z`, status: null, duration: null, could_not_check: true });
  await run(other, { at: `${noon}01:00Z`, status: false, in_maintenance: true });
  await run(other, { at: `${noon}02:00Z`, status: false, invalid: true });
  await run(other, { at: `${noon}03:00Z`, status: true, duration: 7 });
  const { points, uptime, latency } = await graph(`check=${other}&start=${noon}00:00Z&end=2026-11-10T13:00:00Z`);
  expect(uptime).toEqual({ passed: 1, failed: 0 });
  expect(points.map(({ status }) => status)).toEqual([null, null, false, true]);
  expect(points[0]).toMatchObject({ duration: null, could_not_check: 1, passed: 0, failed: 0 });
  expect(points[1]).toMatchObject({ in_maintenance: 1, passed: 0, failed: 0 });
  expect(latency).toMatchObject({ p99: 10, p50: 10 });
});

test("reads hourly sums for the time before the oldest run, and daily sums for the time before the hourly sums", async () => {
  const old = idOf("check", 3);
  const sums = (table: "check_statuses_1h" | "check_statuses_1d", at: string, passed: number, failed: number) =>
    db
      .insertInto(table)
      .values({
        check_id: old,
        created_at: at,
        duration: 20 * (passed + failed),
        total: passed + failed,
        passed,
        failed,
      })
      .execute();
  await sums("check_statuses_1d", "2026-10-01T00:00:00Z", 1000, 0);
  // The daily sum of 9999 covers a day with hourly sums, and the hourly sum of 7777 covers an hour with stored runs. No
  // run may be counted twice.
  await sums("check_statuses_1d", "2026-10-02T00:00:00Z", 9999, 9999);
  await sums("check_statuses_1h", "2026-10-02T10:00:00Z", 60, 2);
  await sums("check_statuses_1h", "2026-10-05T10:00:00Z", 7777, 7777);
  await run(old, { at: "2026-10-05T10:30:00Z" });
  await run(old, { at: "2026-10-05T10:31:00Z", status: false });
  const precise = await graph(`check=${old}&start=2026-09-30T00:00:00Z&end=2026-10-06T00:00:00Z`);
  expect(precise.uptime).toEqual({ passed: 1061, failed: 3 });
  expect(precise.points.map(({ status, passed }) => [status, passed])).toEqual([
    [true, 1000],
    [false, 60],
    [false, 1],
  ]);
  // Long spans are computed from sums, even where runs are kept.
  const long = await graph(`check=${old}&start=2025-10-06T00:00:00Z&end=2026-10-06T00:00:00Z`);
  expect(long.uptime).toEqual({ passed: 1000 + 60 + 7777, failed: 2 + 7777 });
  expect(long.points.length).toBeLessThanOrEqual(300);
});

const cards = async (query: string) => {
  const { body } = await viewer.ask(`/api/canary/api?${query}`);
  return (body as { checks: CheckSummary[] }).checks;
};

test("HL-39 DA-82 lists the runs of a check as evidence, with messages only on request", async () => {
  const span = `start=${noon}00:00Z&end=2026-11-10T13:00:00Z`;
  await db
    .updateTable("check_statuses")
    .set({ message: "slow", error: "refused" })
    .where("status", "=", false)
    .execute();
  const [card] = await cards(`check=${check}&includeMessages=true&${span}`);
  expect(card).toMatchObject({
    name: "check 1",
    type: "http",
    endpoint: "https://example.org/1",
    uptime: { passed: 3, failed: 1 },
    latency: { p99: 100 },
  });
  expect(card!.checkStatuses!.map(({ time, status, duration }) => [time, status, duration])).toEqual([
    [`${noon}05:30+00:00`, true, 50],
    [`${noon}05:00+00:00`, false, 100],
    [`${noon}00:40+00:00`, true, 30],
    [`${noon}00:10+00:00`, true, 10],
  ]);
  expect(card!.checkStatuses![1]).toMatchObject({ message: "slow", error: "refused" });
  const [bare] = await cards(`check=${check}&count=1&${span}`);
  expect(bare!.checkStatuses).toEqual([
    { time: `${noon}05:30+00:00`, status: true, duration: 50, could_not_check: false, in_maintenance: false },
  ]);
  expect(await cards(`check=${idOf("nobody", 1)}`)).toEqual([]);
  expect((await cards(`start=${noon}00:00Z`)).length).toBe(12);
});

test("HL-38 returns a check in detail: its row with relationships, and its card with endpoint and uptime", async () => {
  const select =
    "*,components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))";
  const { body } = await viewer.ask(`/checks?id=eq.${check}&select=${select}`);
  const [row] = body as Record<string, unknown>[];
  expect(row).toMatchObject({
    id: check,
    name: "check 1",
    icon: "http",
    status: expect.stringMatching(/^(un)?healthy$/),
    type: "http",
    canary_id: idOf("canary", 1),
    agent_id: "00000000-0000-0000-0000-000000000000",
    namespace: "default",
    labels: expect.any(Object),
    last_runtime: expect.any(String),
    spec: { url: "https://example.org/1" },
    components: [{ components: { id: expect.any(String), name: expect.any(String) } }],
    configs: [{ configs: { id: expect.any(String), name: expect.any(String), type: expect.any(String) } }],
  });
  for (const nullable of ["severity", "next_runtime", "last_transition_time"]) expect(row).toHaveProperty(nullable);
  const [card] = await cards(`check=${check}&start=${noon}00:00Z&end=2026-11-10T13:00:00Z`);
  expect(card).toMatchObject({ id: check, endpoint: "https://example.org/1", uptime: { passed: 3, failed: 1 } });
});

test("returns the stored details of a run", async () => {
  await run(check, { at: "2026-11-11T12:00:00.123Z", details: { code: 503 } });
  const details = (query: string) => viewer.ask(`/api/canary/api/details?${query}`);
  expect((await details(`key=${check}&time=2026-11-11T12:00:00.123Z`)).body).toEqual({ code: 503 });
  expect((await details(`key=${check}&time=2026-11-11T12:00:01Z`)).status).toBe(404);
  for (const missing of [`key=${check}`, "time=2026-11-11T12:00:00Z", `key=x&time=2026-11-11T12:00:00Z`])
    expect((await details(missing)).status).toBe(400);
});

test("restricts the history to the visible checks", async () => {
  const some = await person({ rules: [{ action: "read", canary_id: idOf("canary", 2) }] });
  const span = `start=${noon}00:00Z&end=2026-11-10T13:00:00Z`;
  expect((await graph(`check=${idOf("check", 2)}&${span}`, some)).uptime).toEqual({ passed: 1, failed: 0 });
  expect((await graph(`check=${check}&${span}`, some)).statusCode).toBe(404);
  expect((await some.ask(`/api/canary/api/details?key=${check}&time=2026-11-11T12:00:00.123Z`)).status).toBe(404);
  expect((await some.ask(`/api/canary/api?check=${check}`)).body).toMatchObject({ checks: [] });
  const stranger = await person();
  expect((await graph(`check=${check}`, stranger)).statusCode).toBe(403);
  expect((await graph(`check=${idOf("nobody", 1)}`)).statusCode).toBe(404);
  for (const bad of [`check=${check}&count=0`, `check=${check}&start=soon`, "start=1h"])
    expect((await graph(bad)).statusCode).toBe(400);
});
