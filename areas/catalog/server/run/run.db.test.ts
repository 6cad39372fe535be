// Scrapers are run by the product's own jobs on a real database, with a kind whose source a test holds in its hands.
import { pino } from "pino";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { createScrubber } from "#server/scrub.ts";
import { text } from "#server/spec/parts.ts";
import { testDatabase } from "../../../../tests/database.ts";
import { runSystem, until, type RunningSystem } from "../../../../tests/running-system.ts";
import { defineScraper, RateLimited, type ScrapeRun } from "../scraper-kind.ts";
import type { Scraped } from "../scrape/found.ts";
import { scraperEntry } from "../spec/entry.ts";
import { endSome } from "./end-scrapers.ts";
import { runScraper } from "./run-scraper.ts";
import type { KindNamed } from "./runnable.ts";
import { scrapeJobWith } from "./scrape-job.ts";
import { turnSenderWith } from "./turn-sender.ts";
import { syncTurn } from "./turns.ts";
import { scraperWatchesWith } from "./watches.ts";

type Source = (run: ScrapeRun, spec: { from: string; connection?: string | undefined }) => AsyncIterable<Scraped>;
/** What is found, by the word `from` of an entry. */
const sources = new Map<string, Source>();
const watched = new Map<string, Source>();

const things = defineScraper({
  type: "things",
  title: "Things",
  icon: "box",
  spec: scraperEntry({ from: text, connection: text.optional(), password: text.optional() }),
  scrape: (spec, run) => sources.get(spec.from)!(run, spec),
  watch: (spec, run) => watched.get(spec.from)?.(run, spec) ?? silence(run),
});
const kindNamed: KindNamed = (type) => (type === "things" ? things : undefined);

async function* silence({ signal }: ScrapeRun): AsyncGenerator<Scraped> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  yield* [];
}

const database = await testDatabase();
const { databases } = database;
const job = scrapeJobWith(kindNamed);
const systems: RunningSystem[] = [];
for (let count = 0; count < 2; count += 1) systems.push(await runSystem(databases, { jobs: [job] }));
const [system] = systems as [RunningSystem, RunningSystem];
const senders = await Promise.all(systems.map((one) => turnSenderWith(job, 50).start(one)));
const times = { batchMs: 20, firstBackoffMs: 20, mostBackoffMs: 50 };
const watching = await Promise.all(systems.map((one) => scraperWatchesWith(kindNamed, times).start(one)));
afterAll(async () => {
  await Promise.all([...senders, ...watching].map((one) => one.stop()));
  await Promise.all(systems.map((one) => one.stop()));
});

const ask = async <Row extends object = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row>(statement, values)).rows;

const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await write(id, { deleted_at: new Date().toISOString() });
});

async function create(name: string, spec: object): Promise<string> {
  return databases.system.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto("config_scrapers")
      .values({ name, namespace: "ops", source: "UI", spec: spec as Json })
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncTurn(tx, row);
    made.push(row.id);
    return row.id;
  });
}

async function write(id: string, change: { spec?: Json; deleted_at?: string }): Promise<void> {
  await databases.system.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("config_scrapers")
      .set(change)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncTurn(tx, row);
  });
}

interface RunRow {
  id: string;
  status: string;
  success_count: number;
  error_count: number;
  details: {
    errors?: string[];
    scrape_summary?: { config_types: Record<string, object>; warnings: unknown[] };
    rate_limit_reset?: string;
  } | null;
}

const runsOf = (id: string) =>
  ask<RunRow>(
    `select id, status, success_count, error_count, details from job_history
     where resource_type = 'config_scraper' and resource_id = $1 and name = 'Scraper' order by time_start`,
    [id],
  );

/** Waits for so many runs that are over, and gives the last. */
async function ran(id: string, count = 1): Promise<RunRow> {
  const runs = await until(
    () => runsOf(id),
    (all) => all.filter(({ status }) => status !== "RUNNING").length >= count,
  );
  return runs.findLast(({ status }) => status !== "RUNNING")!;
}

/** By the schedule, as if its time had come. */
const again = (id: string) => ask("update scraper_turns set due_at = now() where scraper_id = $1", [id]);

const itemsOf = (id: string) =>
  ask<{ name: string; config: unknown; deleted_at: string | null; delete_reason: string | null }>(
    "select name, config, deleted_at, delete_reason from config_items where scraper_id = $1 order by name",
    [id],
  );
const present = async (id: string) =>
  (await itemsOf(id)).filter((one) => one.deleted_at === null).map((one) => one.name);

const entry = (from: string, more: object = {}) => ({ from, id: "$.id", type: "Thing", ...more });
const listed = (documents: () => readonly object[]): Source =>
  async function* () {
    for (const document of documents()) yield { document };
  };

test("a new scraper is run at once, then by its schedule; what it did stands in the history", async () => {
  let size = 1;
  sources.set(
    "plain",
    listed(() => [{ id: "a", size }, { id: "b" }]),
  );
  const rules = { changes: { mapping: [{ filter: "change_type == 'diff'", severity: "high" }] } };
  const id = await create("plain", { schedule: "@every 1h", things: [entry("plain", { transform: rules })] });
  expect(await ran(id)).toMatchObject({
    status: "SUCCESS",
    success_count: 2,
    error_count: 0,
    details: { scrape_summary: { config_types: { Thing: { added: 2, updated: 0, unchanged: 0 } } } },
  });
  expect(await present(id)).toEqual(["a", "b"]);
  const [turn] = await ask<{ is_later: boolean }>(
    "select due_at > now() + interval '1 minute' as is_later from scraper_turns where scraper_id = $1",
    [id],
  );
  expect(turn!.is_later).toBe(true);

  await again(id);
  expect((await ran(id, 2)).details!.scrape_summary!.config_types["Thing"]).toMatchObject({
    added: 0,
    updated: 0,
    unchanged: 2,
  });
  size = 2;
  await again(id);
  expect((await ran(id, 3)).details!.scrape_summary!.config_types["Thing"]).toMatchObject({
    updated: 1,
    unchanged: 1,
    changes: 1,
  });
  expect(
    await ask(
      "select c.change_type, c.severity from config_changes c join config_items i on i.id = c.config_id where i.scraper_id = $1",
      [id],
    ),
  ).toEqual([{ change_type: "diff", severity: "high" }]);
});

test("a source that fails halfway deletes nothing and says why; one that only fails has failed", async () => {
  let fails = false;
  sources.set("half", async function* () {
    yield { document: { id: "a" } };
    if (fails) throw new Error("the source went away");
    yield { document: { id: "b" } };
    yield { document: { id: "c" } };
  });
  sources.set("none", async function* () {
    yield* [];
    throw new Error("nobody is there");
  });
  const id = await create("half", { things: [entry("half")] });
  await ran(id);
  expect(await present(id)).toEqual(["a", "b", "c"]);
  fails = true;
  await again(id);
  expect(await ran(id, 2)).toMatchObject({
    status: "WARNING",
    success_count: 1,
    error_count: 1,
    details: {
      errors: [expect.stringContaining("the source went away")],
      scrape_summary: {
        warnings: [
          {
            error:
              "Because of the errors nothing was deleted: 2 items were not seen by this run, and stay as they were.",
            count: 1,
          },
        ],
      },
    },
  });
  expect(await present(id)).toEqual(["a", "b", "c"]);

  const failing = await create("none", { things: [entry("none")] });
  expect(await ran(failing)).toMatchObject({
    status: "FAILED",
    details: { errors: [expect.stringContaining("nobody is there")] },
  });
});

test("an entry that cannot work takes nothing from the others, and types that nobody can run are told", async () => {
  sources.set(
    "good",
    listed(() => [{ id: "a" }, {}]),
  );
  const id = await create("mixed", {
    things: [entry("good"), { from: 5 }, entry("good", { from: "{{ .nothing.at.all }}" })],
    aws: [{}],
    slack: [],
  });
  const run = await ran(id);
  expect(run.status).toBe("WARNING");
  expect(run.details!.errors).toEqual([
    "Scrapers of the type aws cannot be run by this version of Quarterdeck yet.",
    "things 1: There is no id: $.id finds nothing.",
    "things 2: from must be a text.",
    expect.stringMatching(/^things 3: /),
  ]);
  expect(await present(id)).toEqual(["a"]);
});

test("of many errors the first are told, and all are counted", async () => {
  sources.set(
    "many",
    listed(() => [{ id: "a" }, ...Array.from({ length: 300 }, () => ({}))]),
  );
  const run = await ran(await create("many", { things: [entry("many")] }));
  expect([run.error_count, run.details!.errors!.length]).toEqual([300, 50]);
  expect(run.details!.errors!.at(-1)).toBe("There were 300 errors in all. Of these the first 49 are told.");
});

test("a kind tells what it could not read and goes on; secrets are in nothing that is told", async () => {
  sources.set("telling", async function* (run) {
    run.scrubber.know("s3cr3t-word");
    yield { document: { id: "a" } };
    run.fail("no answer from s3cr3t-word", { type: "Thing" });
    run.warn("slow: s3cr3t-word");
    yield { document: { id: "b" } };
  });
  const id = await create("telling", { things: [entry("telling")] });
  const run = await ran(id);
  expect(run).toMatchObject({ status: "WARNING", success_count: 2, error_count: 1 });
  expect(JSON.stringify(run)).not.toContain("s3cr3t-word");
  expect(run.details!.scrape_summary!.warnings).toEqual([{ error: expect.stringContaining("slow: "), count: 1 }]);
});

test("a source that wants to be left alone is", async () => {
  const reset = new Date(Date.now() + 3_600_000);
  let asked = 0;
  sources.set("limited", async function* () {
    asked += 1;
    yield* [];
    throw new RateLimited(reset);
  });
  const id = await create("limited", { things: [entry("limited")] });
  expect((await ran(id)).details).toMatchObject({ rate_limit_reset: reset.toISOString() });
  await again(id);
  // Others that are due are run meanwhile.
  sources.set(
    "other",
    listed(() => []),
  );
  await ran(await create("other", { things: [entry("other")] }));
  expect(asked).toBe(1);
  // Who changes it wants it tried.
  await write(id, { spec: { things: [entry("limited")], schedule: "@every 2h" } });
  await ran(id, 2);
  expect(asked).toBe(2);
});

/** Hangs until its run is ended, whether it heeds that or not. */
function hanging(): { source: Source; begun: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const source: Source = async function* () {
    yield { document: { id: "a" } };
    begun.resolve();
    await new Promise(() => {});
  };
  return { source, begun: begun.promise };
}

test("one that is edited while it runs stops at once and is run anew; one that is deleted stops, and its items go", async () => {
  const first = hanging();
  sources.set("edited", first.source);
  const id = await create("edited", { things: [entry("edited")] });
  await first.begun;
  sources.set(
    "better",
    listed(() => [{ id: "b" }]),
  );
  await write(id, { spec: { things: [entry("better")] } });
  await ran(id, 2);
  expect((await runsOf(id)).map(({ status, details }) => [status, details?.errors])).toEqual([
    ["STOPPED", ["The scraper was changed while it ran, so this run was ended. It is run anew, unless it was paused."]],
    ["SUCCESS", undefined],
  ]);
  expect(await present(id)).toEqual(["b"]);

  const second = hanging();
  sources.set("deleted", second.source);
  await write(id, { spec: { things: [entry("deleted")] } });
  await second.begun;
  await write(id, { deleted_at: new Date().toISOString() });
  expect(await ran(id, 3)).toMatchObject({
    status: "STOPPED",
    details: { errors: ["The scraper was deleted while it ran, so this run was ended."] },
  });
  while ((await endSome(system)) > 0);
  expect(await itemsOf(id)).toEqual([expect.objectContaining({ name: "b", delete_reason: "SCRAPER_DELETED" })]);
});

test("time that is up ends the source; what it told is kept, and nothing is deleted", async () => {
  const { source } = hanging();
  sources.set("slow", source);
  const id = await create("slow", { timeout: "1s", things: [entry("slow")] });
  expect(await ran(id)).toMatchObject({
    status: "WARNING",
    success_count: 1,
    error_count: 1,
    // And not that nobody answers, which would send somebody looking for a firewall.
    details: { errors: [expect.stringMatching(/^things 1: It took longer than 1 s and was ended\..+timeout/)] },
  });
  expect(await present(id)).toEqual(["a"]);
});

test("one that is paused is not run by itself; the usual schedule is a property", async () => {
  sources.set(
    "paused",
    listed(() => []),
  );
  const id = await create("paused", { schedule: "@never", things: [entry("paused")] });
  expect(await ask("select * from scraper_turns where scraper_id = $1", [id])).toEqual([]);
  await ask("insert into properties (name, value) values ('scrapers.default.schedule', '@every 5s')");
  await write(id, { spec: { things: [entry("paused")] } });
  await ran(id);
  const [turn] = await until(
    () =>
      ask<{ seconds: number }>(
        "select extract(epoch from due_at - now())::float8 as seconds from scraper_turns where scraper_id = $1 and not is_changed",
        [id],
      ),
    (rows) => rows.length === 1,
  );
  // Never more often than every 29 s.
  expect(turn!.seconds).toBeGreaterThan(5);
  expect(turn!.seconds).toBeLessThan(45);
  await ask("delete from properties where name = 'scrapers.default.schedule'");
});

test("one run of a scraper at a time, however many processes there are", async () => {
  let [running, most, count] = [0, 0, 0];
  sources.set("alone", async function* () {
    running += 1;
    count += 1;
    most = Math.max(most, running);
    await until(() => count > 1 || running > 1, Boolean, 400).catch(() => {});
    running -= 1;
    yield { document: { id: "a" } };
  });
  const id = await create("alone", { things: [entry("alone")] });
  await until(
    () => running,
    (now) => now === 1,
  );
  // Due again while it runs, seen by both processes.
  await again(id);
  expect(await system.jobs.send(databases.system, job, { scraper_id: id })).toBeNull();
  await ran(id);
  expect(most).toBe(1);
});

test("connections are reached in the name of the scraper", async () => {
  await ask(
    "insert into connections (name, namespace, type, url, source) values ('cmdb', 'ops', 'http', 'http://cmdb.test/x', 'UI')",
  );
  const reached: unknown[] = [];
  sources.set("reaching", async function* (run, { connection }) {
    const { url, name } = await run.connection({ connection });
    reached.push({ url, name, filled: await run.fill("{{.scraper.name}}/{{.x}}", { x: "y" }) });
    yield* [];
  });
  sources.set("lost", async function* (run) {
    await run.connection({ connection: "connection://ops/nobody" });
    yield* [];
  });
  const id = await create("reaching", {
    things: [entry("reaching", { connection: "connection://ops/cmdb" }), entry("lost")],
  });
  const run = await ran(id);
  expect(reached).toEqual([{ url: "http://cmdb.test/x", name: "cmdb", filled: "reaching/y" }]);
  expect(run.details!.errors).toEqual([expect.stringContaining("nobody")]);
  expect(await ask("select subject_kind, purpose from connection_uses where subject_id = $1", [id])).toEqual([
    { subject_kind: "scraper", purpose: "scrape" },
  ]);
});

test("between runs a kind tells what happens; a watch that fails is begun again, and ends when the scraper is paused", async () => {
  sources.set(
    "cluster",
    listed(() => [{ id: "a" }]),
  );
  let begun = 0;
  let ended = 0;
  const told: Scraped[][] = [[{ document: { id: "w1" } }, { document: { id: "w2" } }], [{ document: { id: "w3" } }]];
  watched.set("cluster", async function* (run) {
    const news = told[begun];
    begun += 1;
    yield* news ?? [];
    if (begun < 3) throw new Error("the stream broke");
    run.signal.addEventListener("abort", () => (ended += 1));
    await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
  });
  const retention = { staleItemAge: "1h" };
  const id = await create("cluster", { retention, things: [entry("cluster")] });
  await until(
    () => present(id),
    (names) => names.join(" ") === "a w1 w2 w3",
  );
  await until(
    () => begun,
    (count) => count === 3,
  );
  await until(
    () => runsOf(id),
    (runs) => runs[0]?.status === "SUCCESS",
  );
  expect(
    await ask("select status, details from job_history where resource_id = $1 and name = 'Scraper watch'", [id]),
  ).toEqual([
    { status: "FAILED", details: { errors: [expect.stringMatching(/the stream broke.* Listening is begun again/)] } },
  ]);
  await write(id, { spec: { schedule: "@never", things: [entry("cluster")] } });
  await until(
    () => ended,
    (count) => count === 1,
  );
  expect(begun).toBe(3);
});

test("a watch follows the plugins as they are now", async () => {
  sources.set(
    "watching",
    listed(() => []),
  );
  let begun = 0;
  watched.set("watching", async function* (run) {
    begun += 1;
    yield { document: { id: `w${begun}` } };
    await new Promise((resolve) => run.signal.addEventListener("abort", resolve));
  });
  const id = await create("watching", { retention: { staleItemAge: "keep" }, things: [entry("watching")] });
  const aliases = async () =>
    (
      await ask<{ external_id: string[] }>("select external_id from config_items where scraper_id = $1 order by name", [
        id,
      ])
    ).map(({ external_id }) => external_id.join(" "));
  await until(aliases, (all) => all.join() === "w1");
  await ask("insert into scrape_plugins (name, spec, source) values ('watched', $1, 'UI')", [
    JSON.stringify({ aliases: [{ values: ["plugin/{{.name}}"] }] }),
  ]);
  await until(aliases, (all) => all.join() === "w1,w2 plugin/w2");
  await ask("update scrape_plugins set deleted_at = now() where name = 'watched'");
  expect(await until(aliases, (all) => all.length === 3)).toEqual(["w1", "w2 plugin/w2", "w3"]);
});

test("a scraper says how loud its runs are in the log of the server", async () => {
  sources.set("loud", async function* ({ fail }) {
    yield { document: { id: "a" } };
    fail("The rest is missing.");
  });
  const lines: { level: number; scraper: string; msg: string; entry: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const id = await create("loud", { schedule: "@never" });
  const saidAt = async (logLevel: string | undefined) => {
    lines.length = 0;
    const spec = { things: [{ from: "loud", id: "$.id", type: "Thing" }], ...(logLevel && { logLevel }) };
    await runScraper(
      system,
      { id, name: "loud", namespace: "ops", agentId: localAgent, spec, trust: "operator" },
      { signal: new AbortController().signal, scrubber: createScrubber(), log, kindNamed },
    );
    return lines.map(({ msg }) => msg);
  };
  expect(await saidAt(undefined)).toEqual([]);
  expect(await saidAt("loudest")).toEqual([]);
  expect(await saidAt("debug")).toEqual([
    "an entry of a scraper is read",
    "a scraper could not read something",
    "an entry of a scraper was read",
  ]);
  expect(lines[0]).toMatchObject({ scraper: "ops/loud", entry: "things 1" });
  expect(lines[2]).toMatchObject({ item: 1, error: 1 });
  expect(await saidAt("trace")).toContain("a scraper found an item");
});
