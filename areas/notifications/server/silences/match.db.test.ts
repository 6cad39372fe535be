import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Databases } from "#server/db/pool.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { createSilences, type SilenceSubject } from "./match.ts";
import { loadSubjects } from "./subjects.ts";

const { databases } = await testDatabase();
/** Counts the statements that evaluate selectors. */
let selecting = 0;
/** The error that these statements fail with. */
let selectingFails: Error | undefined;
const counted: Databases = {
  ...databases,
  reading: (...args) => {
    selecting += 1;
    if (selectingFails) throw selectingFails;
    return databases.reading(...args);
  },
};
const system = await runSystem(counted);
const silences = createSilences(system);
afterAll(async () => {
  silences.close();
  await system.stop();
});
const db = databases.system;

async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(values);
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(values).map((value) => (typeof value === "object" && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`)))})
    returning id`.execute(db);
  return rows[0]!.id;
}

const config = (name: string, more: Record<string, unknown> = {}) =>
  insert("config_items", { name, type: "Kubernetes::Pod", config_class: "Pod", ...more });
const canary = await insert("canaries", { name: "shop", spec: {} });
const check = (name: string, more: Record<string, unknown> = {}) =>
  insert("checks", { canary_id: canary, type: "http", name, status: "unhealthy", ...more });

async function subject(kind: "config" | "component" | "check" | "canary", id: string): Promise<SilenceSubject> {
  const message = { event: { name: `${kind}.failed`, id } };
  return (await loadSubjects(db, [message], { withDocuments: false })).get(message)!;
}

/** Replaces all silences, and waits until this process has loaded them. */
async function silence(...rows: Record<string, unknown>[]): Promise<string[]> {
  await sql`delete from notification_silences`.execute(db);
  const ids: string[] = [];
  for (const row of rows)
    ids.push(await insert("notification_silences", { name: `silence ${ids.length + 1}`, ...row }));
  // The marker is the last row, so when the marker is loaded, all other rows are loaded as well.
  const marker = await check(`marker ${Math.random()}`);
  const [id] = [await insert("notification_silences", { name: "marker", check_id: marker })];
  await until(async () => (await silences.match(await subject("check", marker), new Date()))?.id === id);
  return ids;
}

const matches = async (kind: Parameters<typeof subject>[0], id: string, at = new Date()) =>
  (await silences.match(await subject(kind, id), at))?.name;

test("a silence for a resource hides messages about it; a recursive silence also hides messages about its descendants", async () => {
  const root = await config("cluster");
  const below = await config("node", { parent_id: root, path: root });
  const leaf = await config("pod", { parent_id: below, path: `${root}.${below}` });
  const parent = await insert("components", { name: "shop" });
  const child = await insert("components", { name: "cart", parent_id: parent, path: parent });
  const own = await check("own");
  await silence({ config_id: root }, { component_id: parent, recursive: true }, { check_id: own });
  expect(await matches("config", root)).toBe("silence 1");
  expect(await matches("config", leaf)).toBeUndefined();
  expect(await matches("component", child)).toBe("silence 2");
  expect(await matches("check", own)).toBe("silence 3");
  expect(await matches("check", await check("other"))).toBeUndefined();
  await silence({ config_id: root, recursive: true });
  expect(await matches("config", below)).toBe("silence 1");
  expect(await matches("config", leaf)).toBe("silence 1");
});

test("a silence for a canary hides messages about its checks", async () => {
  const other = await insert("canaries", { name: "other", spec: {} });
  await silence({ canary_id: canary });
  expect(await matches("check", await check("of the canary"))).toBe("silence 1");
  expect(await matches("check", await check("of another", { canary_id: other }))).toBeUndefined();
});

test("a silence applies only between its start and its end, and in its windows", async () => {
  const id = await check("timed");
  const hour = 3_600_000;
  const at = (offset: number) => new Date(Date.now() + offset).toISOString();
  await silence({ check_id: id, from: at(hour), until: at(2 * hour) });
  expect(await matches("check", id)).toBeUndefined();
  expect(await matches("check", id, new Date(Date.now() + 1.5 * hour))).toBe("silence 1");
  expect(await matches("check", id, new Date(Date.now() + 2.5 * hour))).toBeUndefined();
  await silence({ check_id: id, schedule: "0 2 * * *", duration_minutes: 60, time_zone: "Asia/Tokyo" });
  expect(await matches("check", id, new Date("2026-07-01T17:30:00Z"))).toBe("silence 1");
  expect(await matches("check", id, new Date("2026-07-01T18:30:00Z"))).toBeUndefined();
});

test("a filter and selectors hide messages about every resource that they match", async () => {
  const web = await check("web", { labels: { app: "web" } });
  const pod = await config("web-1", { labels: { app: "web" }, tags: { cluster: "north" }, health: "unhealthy" });
  await silence({ filter: "check.labels.app == 'web' || cluster == 'south'" });
  expect(await matches("check", web)).toBe("silence 1");
  expect(await matches("config", pod)).toBeUndefined();
  await silence(
    { selectors: [{ types: ["Kubernetes::Node"] }, { tagSelector: "cluster=north" }] },
    { selectors: [{ labelSelector: "app=web", health: "unhealthy" }] },
  );
  expect((await silences.matchAll(await subject("config", pod), new Date())).map(({ name }) => name)).toEqual([
    "silence 1",
    "silence 2",
  ]);
  // Checks have no tags, so the first silence cannot match them.
  expect(await matches("check", web)).toBe("silence 2");
  await sql`update config_items set deleted_at = now() where id = ${pod}`.execute(db);
  expect(await matches("config", pod)).toBe("silence 1");
});

test("a filter that fails is disabled with its error until the filter changes", async () => {
  const id = await check("filtered");
  const [silenceId] = await silence({ filter: "check.name == 'filtered' && 1 / 0 == 1" });
  const error = async () =>
    (await db.selectFrom("notification_silences").select("error").where("id", "=", silenceId!).executeTakeFirst())!
      .error;
  expect(await matches("check", id)).toBeUndefined();
  await until(error, (text) => text?.includes("Division by zero") === true);
  await sql`update notification_silences set description = 'why' where id = ${silenceId!}`.execute(db);
  expect(await error()).toContain("Division by zero");
  await sql`update notification_silences set filter = 'check.name == "filtered"' where id = ${silenceId!}`.execute(db);
  expect(await error()).toBeNull();
  await until(async () => (await matches("check", id)) === "silence 1");
});

test("a selector that matches no kind of resource is disabled with its error", async () => {
  const [silenceId] = await silence({ selectors: [{ search: "nonsense=1" }] });
  await matches("check", await check("selected"));
  const error = async () =>
    (await db.selectFrom("notification_silences").select("error").where("id", "=", silenceId!).executeTakeFirst())!
      .error;
  expect(await until(error, (text) => text !== null)).toContain("has a field that no");
});

test("a silence stays in force if its selector timed out or failed because of a server error", async () => {
  const id = await check("busy", { labels: { app: "busy" } });
  const late: unknown = await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 1`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    })
    .catch((error: unknown) => error);
  expect(late).toMatchObject({ code: "57014" });
  const [silenceId] = await silence({ selectors: [{ labelSelector: "app=busy" }] });
  for (const error of [late as Error, new TypeError("a bug")]) {
    selectingFails = error;
    expect(await matches("check", id)).toBeUndefined();
    selectingFails = undefined;
    expect(await matches("check", id)).toBe("silence 1");
  }
  // An update that stores an error would not wait, so it would be visible after this update.
  await sql`update notification_silences set description = 'later' where id = ${silenceId!}`.execute(db);
  const { rows } = await sql`select error from notification_silences where id = ${silenceId!}`.execute(db);
  expect(rows).toEqual([{ error: null }]);
});

test("mentions() lists the documents that the filters of silences use, so that subjects contain these documents", async () => {
  await silence({ filter: "config.name == 'a'" });
  expect(await silences.mentions()).toEqual(new Set());
  await silence({ filter: "config.config.replicas == 0" }, { filter: "canary.spec.interval == 5" });
  expect(await silences.mentions()).toEqual(new Set(["config.config", "canary.spec"]));
});

test("matchers hide only alerts whose labels match all of them", async () => {
  const labels = { alertname: "Down", severity: "critical" };
  const alert = await check("alert", { type: "alert", labels });
  const ordinary = await check("ordinary", { labels });
  const matcher = (name: string, value: string, isRegex = false, isEqual = true) => ({ name, value, isRegex, isEqual });
  await silence({ matchers: [matcher("alertname", "Down"), matcher("severity", "crit.*|high", true)] });
  expect(await matches("check", alert)).toBe("silence 1");
  expect(await matches("check", ordinary)).toBeUndefined();
  await silence({ matchers: [matcher("alertname", "Down"), matcher("severity", "critical", false, false)] });
  expect(await matches("check", alert)).toBeUndefined();
});

test("10,000 events are compared with 1,000 silences in a few statements", async () => {
  const { rows: checks } = await sql<{ id: string; name: string }>`
    insert into checks (canary_id, type, name, labels, status)
    select ${canary}, 'http', 'many ' || n, jsonb_build_object('number', n::text), 'unhealthy' from generate_series(1, 500) n
    returning id, name`.execute(db);
  const byName = new Map(checks.map(({ id, name }) => [name, id]));
  const rows = Array.from({ length: 1_000 }, (_, n): Record<string, unknown> => {
    // A hundred silences each have a selector, a filter, a closed window or matchers; the rest are for a single
    // resource.
    if (n % 10 === 0) return { selectors: [{ labelSelector: `number=${n / 10}` }] };
    if (n % 100 === 1) return { filter: `check.labels.number == "${200 + (n - 1) / 100}"` };
    if (n % 10 === 2)
      return {
        selectors: null,
        filter: "true",
        from: "2020-01-01",
        until: "2099-01-01",
        schedule: "0 0 1 1 *",
        duration_minutes: 1,
      };
    if (n % 10 === 3) return { matchers: [{ name: "number", value: "300", isRegex: false, isEqual: true }] };
    return { check_id: byName.get(`many ${300 + (n % 100)}`) };
  });
  await sql`delete from notification_silences`.execute(db);
  await sql`
    insert into notification_silences (name, filter, selectors, matchers, check_id, "from", until, schedule, duration_minutes)
    select 'many', w.filter, w.selectors, w.matchers, w.check_id, w."from", w.until, w.schedule, w.duration_minutes
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
             filter text, selectors jsonb, matchers jsonb, check_id uuid, "from" timestamptz, until timestamptz, schedule text, duration_minutes integer
           )`.execute(db);
  const fresh = createSilences(system);
  const messages = Array.from({ length: 10_000 }, (_, n) => ({
    event: { name: "check.failed", id: checks[n % checks.length]!.id },
    number: Number(checks[n % checks.length]!.name.slice("many ".length)),
  }));
  const subjects = await loadSubjects(db, messages, { withDocuments: false });
  selecting = 0;
  const at = new Date("2026-07-01T12:00:00Z");
  const results = await Promise.all(messages.map(async (message) => fresh.match(subjects.get(message)!, at)));
  fresh.close();
  const isNamed = (n: number) => n >= 300 && n < 400 && (n % 10 >= 4 || (n % 10 === 1 && n !== 301));
  const isSilenced = (n: number) => n < 100 || (n >= 200 && n < 210) || isNamed(n);
  const wrong: number[] = [];
  for (const [index, found] of results.entries())
    if ((found !== undefined) !== isSilenced(messages[index]!.number)) wrong.push(messages[index]!.number);
  expect(wrong).toEqual([]);
  // 500 resources of one kind and 100 selectors fit into one statement.
  expect(selecting).toBe(1);
}, 120_000);
