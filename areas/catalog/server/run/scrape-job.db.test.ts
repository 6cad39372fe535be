// Tests the runs of scrapers and their records in the job history.
import { pino } from "pino";
import { expect, test } from "vitest";
import { localAgent } from "#language/local-agent.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase } from "#tests/support/database.ts";
import { entry, listed, runScrapers } from "#tests/support/running-scrapers.ts";
import { runScraper } from "./run-scraper.ts";

const { system, kindNamed, sources, ask, create, write, finishedRun, again, present } = await runScrapers(
  (await testDatabase()).databases,
);

test("a new scraper runs immediately, then on its schedule, and the history contains the summary", async () => {
  let size = 1;
  sources.set(
    "plain",
    listed(() => [{ id: "a", size }, { id: "b" }]),
  );
  const rules = { changes: { mapping: [{ filter: "change_type == 'diff'", severity: "high" }] } };
  const id = await create("plain", { schedule: "@every 1h", things: [entry("plain", { transform: rules })] });
  expect(await finishedRun(id)).toMatchObject({
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
  expect((await finishedRun(id, 2)).details!.scrape_summary!.config_types["Thing"]).toMatchObject({
    added: 0,
    updated: 0,
    unchanged: 2,
  });
  size = 2;
  await again(id);
  expect((await finishedRun(id, 3)).details!.scrape_summary!.config_types["Thing"]).toMatchObject({
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

test("a source that fails halfway deletes nothing and reports the reason, and a source without items fails the run", async () => {
  let fails = false;
  sources.set("half", async function* () {
    yield { document: { id: "a" } };
    if (fails) throw new Error("the source went away");
    yield { document: { id: "b" } };
    yield { document: { id: "c" } };
  });
  sources.set("none", async function* () {
    yield* [];
    throw new Error("no answer");
  });
  const id = await create("half", { things: [entry("half")] });
  await finishedRun(id);
  expect(await present(id)).toEqual(["a", "b", "c"]);
  fails = true;
  await again(id);
  expect(await finishedRun(id, 2)).toMatchObject({
    status: "WARNING",
    success_count: 1,
    error_count: 1,
    details: {
      errors: [expect.stringContaining("the source went away")],
      scrape_summary: {
        warnings: [
          {
            error: "Because of errors, no items were deleted: 2 items were not seen by this run.",
            count: 1,
          },
        ],
      },
    },
  });
  expect(await present(id)).toEqual(["a", "b", "c"]);

  const failing = await create("none", { things: [entry("none")] });
  expect(await finishedRun(failing)).toMatchObject({
    status: "FAILED",
    details: { errors: [expect.stringContaining("no answer")] },
  });
});

test("if an entry fails, the items of all entries are kept, and the next run records the number of deleted items", async () => {
  let broken = false;
  let first = [{ id: "a" }, { id: "b" }];
  sources.set(
    "first",
    listed(() => first),
  );
  sources.set("second", async function* () {
    if (broken) throw new Error("the second source went away");
    yield { document: { id: "c" } };
  });
  const id = await create("both", { things: [entry("first"), entry("second")] });
  expect((await finishedRun(id)).details).not.toHaveProperty("deleted");
  broken = true;
  first = [{ id: "a" }];
  await again(id);
  expect((await finishedRun(id, 2)).status).toBe("WARNING");
  expect(await present(id)).toEqual(["a", "b", "c"]);
  broken = false;
  await again(id);
  expect(await finishedRun(id, 3)).toMatchObject({
    status: "SUCCESS",
    details: { deleted: 1, scrape_summary: { config_types: { Thing: { deleted: 1 } } } },
  });
  expect(await present(id)).toEqual(["a", "c"]);
});

test("in full mode, an item is not deleted if a document reports only a change of the item", async () => {
  let documents: object[] = [
    { id: "a", config: { size: 1 } },
    { id: "b", config: {} },
  ];
  sources.set(
    "changes-only",
    listed(() => documents),
  );
  const id = await create("changes-only", { full: true, things: [entry("changes-only")] });
  await finishedRun(id);
  expect(await present(id)).toEqual(["a", "b"]);
  documents = [{ changes: [{ external_id: "a", external_change_id: "1", change_type: "Deployed" }] }];
  await again(id);
  expect(await finishedRun(id, 2)).toMatchObject({ status: "SUCCESS", details: { deleted: 1 } });
  expect(await present(id)).toEqual(["a"]);
});

test.each([[{ things: [] }], [{ things: null }], [{}]])(
  "a scraper whose spec became %j fails and deletes nothing",
  async (spec) => {
    sources.set(
      "emptied",
      listed(() => [{ id: "a" }]),
    );
    const id = await create("emptied", { things: [entry("emptied")] });
    await finishedRun(id);
    await write(id, { spec });
    expect(await finishedRun(id, 2)).toMatchObject({
      status: "FAILED",
      details: { errors: [expect.stringContaining("The spec has no entry")] },
    });
    expect(await present(id)).toEqual(["a"]);
  },
);

test("an invalid entry does not affect the others, and types that cannot be run are reported", async () => {
  sources.set(
    "good",
    listed(() => [{ id: "a" }, {}]),
  );
  const id = await create("mixed", {
    things: [entry("good"), { from: 5 }, entry("good", { from: "{{ .nothing.at.all }}" })],
    aws: [{}],
    slack: [],
  });
  const run = await finishedRun(id);
  expect(run.status).toBe("WARNING");
  expect(run.details!.errors).toEqual([
    "Scrapers of the type aws cannot be run by this version of Quarterdeck yet.",
    "things 1: The id is missing: $.id does not match anything.",
    "things 2: from must be a string.",
    expect.stringMatching(/^things 3: /),
  ]);
  expect(await present(id)).toEqual(["a"]);
});

test("the first errors are listed, and all errors are counted", async () => {
  sources.set(
    "many",
    listed(() => [{ id: "a" }, ...Array.from({ length: 300 }, () => ({}))]),
  );
  const run = await finishedRun(await create("many", { things: [entry("many")] }));
  expect([run.error_count, run.details!.errors!.length]).toEqual([300, 50]);
  expect(run.details!.errors!.at(-1)).toBe("There were 300 errors in total; the first 49 are listed.");
});

test("errors and warnings of a kind are reported without secrets, and do not stop the run", async () => {
  sources.set("reporting", async function* (run) {
    run.scrubber.know("s3cr3t-word");
    yield { document: { id: "a" } };
    run.fail("no answer from s3cr3t-word", { type: "Thing" });
    run.warn("slow: s3cr3t-word");
    yield { document: { id: "b" } };
  });
  const id = await create("reporting", { things: [entry("reporting")] });
  const run = await finishedRun(id);
  expect(run).toMatchObject({ status: "WARNING", success_count: 2, error_count: 1 });
  expect(JSON.stringify(run)).not.toContain("s3cr3t-word");
  expect(run.details!.scrape_summary!.warnings).toEqual([{ error: expect.stringContaining("slow: "), count: 1 }]);
});

test("the summary counts the changes by outcome, and lists the failing expressions", async () => {
  const change = (type: string, more: object = {}) => ({ externalId: type, type, ...more });
  sources.set("changing", async function* () {
    yield { document: { id: "a" }, changes: [change("Noise"), change("Heartbeat"), change("Deployed")] };
    yield { changes: [change("Moved", { of: { externalId: "unknown", type: "Thing" }, summary: "to the cellar" })] };
  });
  const transform = {
    changes: {
      exclude: ["change_type == 'Noise'"],
      mapping: [
        { filter: "change_type == 'Heartbeat'", action: "ignore" },
        { filter: "details > 1", severity: "high" },
      ],
    },
    relationship: [{ name: { expr: "config + 1" } }],
  };
  const { status, details } = await finishedRun(
    await create("changing", { things: [entry("changing", { transform })] }),
  );
  expect(status).toBe("SUCCESS");
  expect(details!.scrape_summary).toMatchObject({
    config_types: {
      Thing: {
        changes: 1,
        change: {
          ignored: { Noise: 1 },
          ignored_by_action: { ignore: { Heartbeat: 1 } },
          orphaned: { Moved: { ids: ["unknown"], count: 1 } },
        },
        warnings: [expect.stringContaining("Rule 1 of relationship cannot be evaluated")],
      },
    },
    orphaned_changes: [
      { external_id: "unknown", config_type: "Thing", change_type: "Moved", summary: "to the cellar" },
    ],
    warnings: [
      { error: expect.stringContaining("Rule 1 of relationship"), expr: "config + 1", count: 1 },
      { error: expect.stringContaining("Rule 2 of changes.mapping"), expr: "details > 1", count: 3 },
    ],
  });
});

test("a connection is used on behalf of the scraper", async () => {
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
    await run.connection({ connection: "connection://ops/missing" });
    yield* [];
  });
  const id = await create("reaching", {
    things: [entry("reaching", { connection: "connection://ops/cmdb" }), entry("lost")],
  });
  const run = await finishedRun(id);
  expect(reached).toEqual([{ url: "http://cmdb.test/x", name: "cmdb", filled: "reaching/y" }]);
  expect(run.details!.errors).toEqual([expect.stringContaining("missing")]);
  expect(await ask("select subject_kind, purpose from connection_uses where subject_id = $1", [id])).toEqual([
    { subject_kind: "scraper", purpose: "scrape" },
  ]);
});

test("logLevel sets the log level of the runs of a scraper", async () => {
  sources.set("loud", async function* ({ fail }) {
    yield { document: { id: "a" } };
    fail("The rest is missing.");
  });
  const lines: { level: number; scraper: string; msg: string; entry: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const id = await create("loud", { schedule: "@never" });
  const messagesAt = async (logLevel: string | undefined) => {
    lines.length = 0;
    const spec = { things: [{ from: "loud", id: "$.id", type: "Thing" }], ...(logLevel && { logLevel }) };
    await runScraper(
      system,
      { id, name: "loud", namespace: "ops", agentId: localAgent, spec, trust: "operator" },
      { signal: new AbortController().signal, scrubber: createScrubber(), log, kindNamed },
    );
    return lines.map(({ msg }) => msg);
  };
  expect(await messagesAt(undefined)).toEqual([]);
  expect(await messagesAt("loudest")).toEqual([]);
  expect(await messagesAt("debug")).toEqual([
    "reading a scraper entry",
    "a scraper could not read something",
    "finished reading a scraper entry",
  ]);
  expect(lines[0]).toMatchObject({ scraper: "ops/loud", entry: "things 1" });
  expect(lines[2]).toMatchObject({ item: 1, error: 1 });
  expect(await messagesAt("trace")).toContain("a scraper found an item");
});
