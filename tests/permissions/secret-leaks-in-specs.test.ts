// Puts a marker into every field of a spec that can hold a credential, for every kind of check and scraper and every
// other table with a spec. The specs are saved through the data API and from files, and run. Then all responses and all
// stored data are searched: no marker may be found.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import type { z } from "zod";
import { afterAll, expect, test, vi } from "vitest";
import { roles, type Role } from "#language/roles.ts";
import { describeError, withoutSecrets } from "#server/log.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { maskSpec } from "#server/spec/masked-spec.ts";
import { secretsColumnOf } from "#server/spec/sealed-columns.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { loadTopology } from "#areas/topology/server/run/load.ts";
import { openCanarySpec } from "#areas/health/server/spec/opened-checks.ts";
import { loadScrapers } from "#areas/catalog/server/run/load.ts";
import { openEventStream } from "../support/event-stream.ts";
import { startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startTestServer } from "../support/test-server.ts";
import { openEstate, type Reply, type Someone } from "./estate-server.ts";
import { markerStart, type MarkedSpec } from "./marked-specs.ts";
import { marked, specsOfEveryKind } from "./specs-of-every-kind.ts";
import { specsOfOtherTables } from "./specs-of-other-tables.ts";

/** Starts servers and workers and runs checks, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 600_000 });

const finder = createScrubber();
finder.know(markerStart);

/** Returns the text around a marker, in plain or encoded form; undefined if no marker is found. */
function foundIn(text: string): string | undefined {
  const at = text.indexOf(markerStart);
  if (at >= 0) return text.slice(Math.max(0, at - 120), at + 60);
  return finder.text(text) === text ? undefined : "in another encoding";
}

const lines: string[] = [];
const log = pino(
  { level: "trace", formatters: { log: withoutSecrets }, serializers: { err: describeError } },
  { write: (line: string) => void lines.push(line) },
);
const manifests = mkdtempSync(join(scratchFolder(), "spec-leaks-"));
afterAll(() => rmSync(manifests, { recursive: true }));
const { server, db, person } = await openEstate(
  await startTestServer({ log, env: { MANIFESTS_DIR: manifests, ALLOW_EXEC: "true" } }),
);
const people = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await person({ roles: [role] })])),
) as Record<Role, Someone>;

/** This server echoes the whole request in its error, as broken services do. */
const echo = await startLocalServer();
echo.answer = (request, response, body) => {
  const message = `cannot handle ${request.url} ${JSON.stringify(request.headers)} ${body}`;
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ message, error: message, errors: [message] }));
};

const { checkSpecs, scraperSpecs, canaryOf, scraperOf, simpleCanary, topologySpec } = specsOfEveryKind(echo.url);

interface Heard {
  who: string;
  what: string;
  text: string;
}
const heard: Heard[] = [];
async function ask(who: Role, path: string, asking: Parameters<Someone["ask"]>[1] = {}): Promise<Reply> {
  const reply = await people[who].ask(path, asking);
  heard.push({
    who,
    what: `${asking.method ?? "GET"} ${path}`,
    text: `${JSON.stringify([...reply.headers])}\n${reply.text}`,
  });
  return reply;
}

const sealedText = /v1\.[\w-]{16}\.[\w-]{40,}/;
function leaks() {
  const looked = heard.splice(0);
  const found = looked.flatMap(({ who, what, text }) => {
    const leak = foundIn(text) ?? sealedText.exec(text)?.[0];
    return leak === undefined ? [] : [{ who, what, leak }];
  });
  return { found, looked };
}

const full = { prefer: "return=representation" };

test("every field that a schema marks as secret contains a marker, and every kind has such fields", () => {
  const all: (MarkedSpec & { kind: { type: string; spec: z.ZodType } })[] = [...checkSpecs, ...scraperSpecs];
  expect(all.filter(({ markers }) => markers.length < 6).map(({ kind }) => kind.type)).toEqual([]);
  expect(all.flatMap(({ kind, unfilled }) => unfilled.map((path) => `${kind.type}.${path}`))).toEqual([]);
});

test("fields that exclude each other are masked as well", () => {
  const left = [...checkSpecs, ...scraperSpecs].map(({ kind, excluded }) => ({
    type: kind.type,
    found: foundIn(JSON.stringify(maskSpec(kind.spec, excluded).masked)),
  }));
  expect(left.filter(({ found }) => found !== undefined)).toEqual([]);
});

test("specs of every kind are saved through the data API, and neither responses nor the live stream contain a marker", async () => {
  const streams = await Promise.all(
    Object.entries(people).map(async ([who, { token }]) => ({
      who,
      stream: await openEventStream(`${server.url}/api/events`, { authorization: `Bearer ${token}` }),
    })),
  );
  const rows = [
    ["canaries", "a-simple", simpleCanary] as const,
    ...checkSpecs.map((generated) => ["canaries", `a-${generated.kind.type}`, canaryOf(generated)] as const),
    ...scraperSpecs.map((generated) => ["config_scrapers", `a-${generated.kind.type}`, scraperOf(generated)] as const),
    ["topologies", "a-topology", topologySpec] as const,
  ];
  for (const [table, name, spec] of rows) {
    const reply = await ask("admin", `/${table}`, {
      method: "POST",
      headers: full,
      body: { name, namespace: "leaks", spec },
    });
    expect({ name, status: reply.status, text: reply.status === 201 ? "" : reply.text }).toEqual({
      name,
      status: 201,
      text: "",
    });
  }
  await until(() => streams.some(({ stream }) => JSON.stringify(stream.messages).includes("config_scrapers")));
  for (const { who, stream } of streams) {
    heard.push({ who, what: "live", text: JSON.stringify(stream.messages) });
    stream.close();
  }
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked.length).toBe(rows.length + streams.length);
});

test("every other table with a user-written document also encrypts its credentials", async () => {
  const rows = specsOfOtherTables(echo.url);
  for (const [table, body] of rows) {
    const reply = await ask("admin", `/${table}`, { method: "POST", headers: full, body });
    expect({ table, status: reply.status, text: reply.status === 201 ? "" : reply.text }).toEqual({
      table,
      status: 201,
      text: "",
    });
    expect({ table, isMasked: reply.text.includes("***") }).toEqual({ table, isMasked: true });
    const { id } = (reply.body as { id: string }[])[0]!;
    const changed = await ask("admin", `/${table}?id=eq.${id}`, {
      method: "PATCH",
      headers: full,
      body: { ...(reply.body as object[])[0], ...body },
    });
    expect({ table, status: changed.status, text: changed.status === 200 ? "" : changed.text }).toEqual({
      table,
      status: 200,
      text: "",
    });
  }
  expect(leaks().found).toEqual([]);
  // A table with a user-written spec must declare that the spec is encrypted.
  const sealed = new Set(
    serverAreas
      .flatMap(({ writes }) => Object.entries(writes ?? {}))
      .filter(([, hook]) => hook.sealed)
      .map(([name]) => name),
  );
  const { relations } = server.system.catalog.current;
  const written = [...relations.values()].filter(
    ({ kind, exposed, readonly, columns }) => kind === "table" && exposed && !readonly && columns.has("spec"),
  );
  expect(written.map(({ name }) => name).filter((name) => !sealed.has(name) && name !== "playbook_runs")).toEqual([]);
  for (const name of sealed)
    expect(relations.get(name)!.columns.get(secretsColumnOf("spec"))?.secret ?? name === "notifications").toBe(true);
});

test("specs of every kind are also loaded from files", async () => {
  const document = (kind: string, group: string, name: string, spec: unknown) =>
    JSON.stringify({ apiVersion: `${group}.flanksource.com/v1`, kind, metadata: { name, namespace: "files" }, spec });
  writeFileSync(
    join(manifests, "kinds.yaml"),
    [
      ...checkSpecs.map((generated) => document("Canary", "canaries", `f-${generated.kind.type}`, canaryOf(generated))),
      ...scraperSpecs.map((generated) =>
        document("ScrapeConfig", "configs", `f-${generated.kind.type}`, scraperOf(generated)),
      ),
      document("Topology", "canaries", "f-topology", topologySpec),
    ].join("\n---\n"),
  );
  const countOf = async (table: "canaries" | "config_scrapers") =>
    (
      await db
        .selectFrom(table)
        .select("id")
        .where("namespace", "=", "files")
        .where("source", "like", "file:%")
        .execute()
    ).length;
  const counts = await until(
    async () => ({ canaries: await countOf("canaries"), scrapers: await countOf("config_scrapers") }),
    ({ canaries, scrapers }) => canaries === checkSpecs.length && scrapers === scraperSpecs.length,
    240_000,
  );
  expect(counts).toEqual({ canaries: checkSpecs.length, scrapers: scraperSpecs.length });
  await until(
    () => db.selectFrom("topologies").select("id").where("namespace", "=", "files").execute(),
    ({ length }) => length === 1,
  );
});

test("the stored specs decrypt to exactly the specs that were written", async () => {
  const canaries = await db
    .selectFrom("canaries")
    .select(["id", "name", "namespace", "spec", "spec_secrets"])
    .where("namespace", "in", ["leaks", "files"])
    .where("source", "not like", "component/%")
    .execute();
  for (const canary of canaries.filter(({ name }) => name !== "a-simple")) {
    const generated = checkSpecs.find(({ kind }) => canary.name.slice(2) === kind.type)!;
    expect(openCanarySpec(server.system.secrets, canary)).toEqual(JSON.parse(JSON.stringify(canaryOf(generated))));
  }
  const scrapers = (await loadScrapers(server.system)).filter(
    ({ namespace }) => namespace === "leaks" || namespace === "files",
  );
  expect(scrapers).toHaveLength(2 * scraperSpecs.length);
  for (const scraper of scrapers) {
    const generated = scraperSpecs.find(({ kind }) => scraper.name.slice(2) === kind.type)!;
    expect(scraper.spec).toEqual(JSON.parse(JSON.stringify(scraperOf(generated))));
  }
  const topologies = await db
    .selectFrom("topologies")
    .select("id")
    .where("namespace", "in", ["leaks", "files"])
    .execute();
  expect(topologies).toHaveLength(2);
  for (const { id } of topologies)
    expect((await loadTopology(server.system, id))?.spec).toEqual(JSON.parse(JSON.stringify(topologySpec)));
});

test("topologies run with the credentials, and a dry run returns no credentials", async () => {
  const runs = () =>
    db
      .selectFrom("job_history")
      .innerJoin("topologies", (join) => join.on(sql`topologies.id::text`, "=", sql`job_history.resource_id`))
      .select(["topologies.id", "job_history.details"])
      .where("topologies.namespace", "in", ["leaks", "files"])
      .where("job_history.name", "=", "Topology")
      .where("job_history.status", "!=", "RUNNING")
      .execute();
  const done = await until(runs, ({ length }) => length >= 2, 240_000);
  for (const { details } of done) expect(JSON.stringify(details)).toContain("The lookup of c-http failed");
  const sent = echo.requests.map((request) => JSON.stringify(request)).join("\n");
  for (const name of ["push", "pushed"]) expect(sent).toContain(marked(name));
  const inline = await db.selectFrom("canaries").select("spec").where("source", "like", "component/%").execute();
  expect(inline.length).toBeGreaterThanOrEqual(2);
  const reply = await ask("admin", "/api/topology/dry-run", { method: "POST", body: { id: done[0]!.id } });
  expect(reply.status).toBe(200);
  expect(leaks().found).toEqual([]);
});

test("checks and scrapers of every kind run with the credentials", async () => {
  const waiting = async () =>
    (
      await db
        .selectFrom("checks")
        .innerJoin("canaries", "canaries.id", "checks.canary_id")
        .select("checks.type")
        .where("canaries.namespace", "in", ["leaks", "files"])
        .where("checks.type", "!=", "webhook")
        .where("checks.last_runtime", "is", null)
        .where("checks.could_not_check_since", "is", null)
        .execute()
    ).map(({ type }) => type);
  await until(async () => (await waiting()).length === 0, Boolean, 240_000);
  const runs = async () =>
    (
      await db
        .selectFrom("job_history")
        .select("resource_id")
        .distinct()
        .where("name", "=", "Scraper")
        .where("status", "!=", "RUNNING")
        .execute()
    ).length;
  await until(async () => (await runs()) >= 2 * scraperSpecs.length, Boolean, 240_000);
  // The markers were sent, so the echo server has returned them in its errors.
  const sent = echo.requests.map((request) => JSON.stringify(request)).join("\n");
  const repeated = ["query", "bearer", "header", "body", "prometheus"].filter((name) => sent.includes(marked(name)));
  expect(repeated).toHaveLength(5);
  for (const name of ["basic", "address"]) expect(sent).toContain(btoa(`ada:${marked(name)}`));
});

const isNear =
  /canar|check|component|scrap|topolog|team|notif|playbook|view|logging|incident|applic|audit|job|event|artifact/;
const exported = [
  "canaries",
  "checks",
  "config_scrapers",
  "audit_log",
  "job_history",
  "job_histories",
  "check_statuses",
];
const calls = [
  "/api/kinds/check",
  "/api/kinds/scraper",
  "/api/openapi.json",
  "/metrics",
  "/api/canary/api/summary",
  "/api/catalog/changes",
];

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const go = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, go));
}

test("no role can read a marker in tables, views, exports, calls, search, metrics or the audit log", async () => {
  const relations = [...server.system.catalog.current.relations.values()].filter(({ exposed }) => exposed);
  const checks = await db
    .selectFrom("checks")
    .innerJoin("canaries", "canaries.id", "checks.canary_id")
    .select("checks.id")
    .where("canaries.namespace", "=", "leaks")
    .execute();
  for (const who of Object.keys(people) as Role[]) {
    // A few rows of unrelated tables are enough here; the last test reads all rows of all tables.
    await inParallel(relations, ({ name }) => ask(who, `/${name}?limit=${isNear.test(name) ? 1_000 : 10}`));
    await inParallel(exported, (name) => ask(who, `/${name}?limit=1000`, { headers: { accept: "text/csv" } }));
    await inParallel(calls, (path) => ask(who, path));
    await inParallel(checks, async ({ id }) => {
      await ask(who, `/api/canary/api?check=${id}`);
      await ask(who, `/api/canary/api/graph?check=${id}`);
    });
    await ask(who, "/api/resources/search", {
      method: "POST",
      body: { limit: 1000, checks: [{ namespace: "leaks" }], canaries: [{ namespace: "leaks" }] },
    });
    // A filter cannot be used to guess a secret either.
    for (const query of [
      `canaries?spec->http->0->password->>value=like.${markerStart}*`,
      `canaries?spec->>http=like.*${markerStart}*`,
      `checks?spec->>url=like.*${markerStart}*`,
      `checks?name=like.*${markerStart}*`,
      `config_scrapers?spec->>http=like.*${markerStart}*`,
    ]) {
      const { status, body } = await people[who].ask(`/${query}`);
      expect({ who, query, body: status === 200 ? body : [] }).toEqual({ who, query, body: [] });
    }
    for (const query of [
      "canaries?spec_secrets=like.*",
      "canaries?select=spec_secrets",
      "checks?order=spec_secrets",
      "checks?select=canary_secrets",
    ])
      expect((await ask(who, `/${query}`)).status).toBeGreaterThanOrEqual(400);
  }
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked.filter(({ text }) => text.includes("***")).length).toBeGreaterThan(20);
});

test("the log contains no marker", () => {
  expect(lines.length).toBeGreaterThan(500);
  // The log contains requests that have the marker in their URL.
  const others = lines.filter((line) => !/"url":"[^"]*like\./.test(line));
  expect(others.map(foundIn).filter((found) => found !== undefined)).toEqual([]);
});

test("no row of any table contains a marker in plain text", async () => {
  const { pools } = server.system.db;
  const { rows: tables } = await pools.system.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from   pg_class c join pg_namespace n on n.oid = c.relnamespace
    where  c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`);
  const found: { name: string; leak: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await pools.system.query<{ text: string }>(`select t::text as text from ${name} t`);
    for (const { text } of rows) {
      const leak = foundIn(text);
      if (leak !== undefined) found.push({ name, leak });
    }
  }
  expect(found).toEqual([]);
});
