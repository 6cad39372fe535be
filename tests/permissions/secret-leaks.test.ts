// Stores a unique word in every secret field of every connection type, and then searches for it in all responses and
// all stored data. New types are included automatically.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { FieldMarks } from "#language/field-marks.ts";
import type { Problem } from "#language/problem.ts";
import { roles, type Role } from "#language/roles.ts";
import type { System } from "#server/area.ts";
import { systemActor } from "#server/http/actor.ts";
import { describeKind } from "#server/kinds.ts";
import { describeError, withoutSecrets } from "#server/log.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import { tryOut } from "#areas/connections/server/trial.ts";
import { openEventStream } from "../support/event-stream.ts";
import { startLocalServer } from "../support/local-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer, openStored } from "../support/test-server.ts";
import { openEstate, type Reply, type Someone } from "./estate-server.ts";

/** The prefix to search for; a message may quote only part of a value. */
const start = "cnry8Xq2";
const word = `${start}Vw7Lk`;
const finder = createScrubber();
finder.know(start);

/** Returns the text around the word, in plain or encoded form, short enough for the output of a failed test. */
const foundIn = (text: string) => {
  const at = text.indexOf(start);
  if (at >= 0) return text.slice(Math.max(0, at - 80), at + 80);
  return finder.text(text) === text ? undefined : "in another guise";
};

const lines: string[] = [];
const log = pino(
  { level: "trace", formatters: { log: withoutSecrets }, serializers: { err: describeError } },
  { write: (line: string) => void lines.push(line) },
);
const { server, db, person } = await openEstate(await startTestServer({ log }));

const people: Record<Role | "limited", Someone> = {
  ...(Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, await person({ roles: [role] })])),
  ) as Record<Role, Someone>),
  limited: await person({ rules: [{ action: "read", object: "connections" }] }),
};
const { admin } = people;

/** This server echoes the whole request in its error, as broken services do. */
const echo = await startLocalServer();
echo.answer = (request, response, body) => {
  const message = `cannot handle ${request.url} ${JSON.stringify(request.headers)} ${body}`;
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ message, error: message, errors: [message] }));
};

/** Every response, with the role and the request. */
const responses: { who: string; what: string; text: string }[] = [];
async function ask(who: keyof typeof people, path: string, asking: Parameters<Someone["ask"]>[1] = {}): Promise<Reply> {
  const reply = await people[who].ask(path, asking);
  const headers = JSON.stringify([...reply.headers]);
  responses.push({ who, what: `${asking.method ?? "GET"} ${path}`, text: `${headers}\n${reply.text}` });
  return reply;
}

const sealed = /v1\.[\w-]{16}\.[\w-]{40,}/;

/** Returns the responses that contain the word or an encrypted value, and all searched responses. */
function leaks() {
  const looked = responses.splice(0);
  const found = looked.flatMap(({ who, what, text }) => {
    const leak = foundIn(text) ?? sealed.exec(text)?.[0];
    return leak === undefined ? [] : [{ who, what, leak }];
  });
  return { found, looked };
}

type Row = Record<string, unknown>;
interface JsonField extends FieldMarks {
  type?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  $ref?: string;
}

/**
 * Returns two connections of a type in the form that its form would write, with the secret word in every secret field.
 */
function connectionsOf(type: (typeof connectionTypes)[number]): Row[] {
  const schema = describeKind(type).schema as {
    properties: Record<string, JsonField>;
    $defs?: Record<string, JsonField>;
  };
  const row: Row = {};
  const properties: Row = {
    region: "eu",
    api_key: `${word}-key`,
    "client-secret": `${word}-client`,
    accessToken: `${word}-token`,
  };
  for (const [name, propertySchema] of Object.entries(schema.properties)) {
    const field = { ...schema.$defs?.[propertySchema.$ref?.split("/").at(-1) ?? ""], ...propertySchema };
    const value = field.secret ? `${word}-${type.type}-${name}` : plainValue(name, field);
    const [place, property] = (field.kept ?? "").split(/\.(.*)/s) as [string, string | undefined];
    if (property !== undefined) properties[property] = value;
    else if (place !== "") row[place] = value;
  }
  const connection = { ...row, namespace: "leaks", type: type.type, properties };
  const at = `${new URL(echo.url).host}/${type.type}`;
  return [
    { ...connection, ...(type.url ? {} : { url: `http://${at}` }), name: `c-${type.type}` },
    // Users put passwords into URLs that they write by hand.
    { ...connection, url: `http://ada:${word}@${at}?token=${word}&region=eu`, name: `u-${type.type}` },
  ];
}

function plainValue(name: string, { default: usual, enum: words, type, minimum, placeholder }: JsonField): unknown {
  if (usual !== undefined) return usual;
  if (words) return words[0];
  if (type === "integer" || type === "number") return minimum ?? 1;
  if (type === "boolean") return false;
  if (name === "hostKey") return `SHA256:${"A".repeat(43)}`;
  if (/host|server/i.test(name)) return "127.0.0.1";
  return placeholder && !placeholder.includes("$(") ? placeholder : `plain-${name}`;
}

/** Matches relations about connections or about past actions. */
const isNear = /connection|permission|audit|job|event|processes|mails|artifact|properties/;

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const go = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, go));
}

const full = { prefer: "return=representation" };
const stored: { id: string; type: string; properties: Row }[] = [];

test("connections of every type are stored with a marker word in their secret fields, and neither responses nor the live stream contain the word", async () => {
  const streams = await Promise.all(
    Object.entries(people).map(async ([who, { token }]) => ({
      who,
      stream: await openEventStream(`${server.url}/api/events`, { authorization: `Bearer ${token}` }),
    })),
  );
  const rows = [
    ...connectionTypes.flatMap(connectionsOf),
    {
      name: "c-unheard-of",
      namespace: "leaks",
      type: "unheard-of",
      url: `x://a:${word}@b`,
      username: word,
      password: word,
      certificate: `-----BEGIN KEY-----\n${word}\n-----END KEY-----`,
    },
  ];
  await inParallel(rows, async (body) => {
    const reply = await ask("admin", "/connections", { method: "POST", headers: full, body });
    expect({ type: body["type"], status: reply.status, text: reply.status === 201 ? "" : reply.text }).toEqual({
      type: body["type"],
      status: 201,
      text: "",
    });
    const properties = body["properties"] as Row | undefined;
    stored.push({
      id: (reply.body as { id: string }[])[0]!.id,
      type: String(body["type"]),
      properties: properties ?? {},
    });
  });
  // Every stream that may receive the change has received it.
  await until(() => streams.some(({ stream }) => JSON.stringify(stream.messages).includes("connections")));
  for (const { who, stream } of streams) {
    responses.push({ who, what: "live", text: JSON.stringify(stream.messages) });
    stream.close();
  }
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked.length).toBe(rows.length + streams.length);
});

test("every secret field is stored, and its decrypted value contains the marker word", async () => {
  for (const { id, type } of stored) {
    const opened = JSON.stringify(await openStored(server.system, id));
    const secrets = Object.entries(
      connectionTypes.find((connectionType) => connectionType.type === type)?.spec.shape ?? {},
    ).filter(([, field]) => (field.meta() as FieldMarks | undefined)?.secret);
    for (const [name] of secrets) expect(opened).toContain(`${word}-${type}-${name}`);
    expect(opened).toContain(word);
  }
});

test("CO-25 no response of the data API contains secrets of a connection, for any role and format", async () => {
  const relations = [...server.system.catalog.current.relations.values()].filter(({ exposed }) => exposed);
  const csv = { headers: { accept: "text/csv" } };
  for (const who of Object.keys(people) as (keyof typeof people)[]) {
    // A few rows of unrelated relations are enough.
    await inParallel(relations, ({ name }) => ask(who, `/${name}?limit=${isNear.test(name) ? 1_000 : 10}`));
    for (const name of ["connections", "connections_list", "audit_log", "job_history", "job_histories"])
      await ask(who, `/${name}`, csv);
    for (const query of [
      "select=*,permissions(*)",
      "select=name,url,username,password,certificate,properties",
      "select=properties->api_key,properties->>accessToken",
      "select=count(),url",
      "select=password.max()",
      "select=type,properties.max()",
      `password=eq.${word}`,
      `password=like.*${word}*`,
      `sealed_url=like.*`,
      `or=(name.eq.x,password.gt.a)`,
      `properties->>api_key=like.c*`,
      "order=password",
      "order=data_key",
    ])
      await ask(who, `/connections?namespace=eq.leaks&${query}`);
    // A filter cannot be used to guess a secret either.
    for (const query of [`properties->>api_key=eq.${word}-key`, `url=like.*${word}*`]) {
      const found = await ask(who, `/connections?${query}`);
      expect(found.status === 200 ? found.body : []).toEqual([]);
    }
    await ask(who, "/permissions?select=*,connections(*)");
    for (const path of ["/api/kinds/connection", "/api/openapi.json", "/metrics", "/api/auth/whoami"])
      await ask(who, path);
    await ask(who, "/api/resources/search", {
      method: "POST",
      body: { limit: 100, connections: [{ namespace: "leaks" }] },
    });
  }
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked.length).toBeGreaterThan(500);
  expect(looked.filter(({ text }) => text.includes("c-postgres")).length).toBeGreaterThan(5);
});

test("no error response contains secrets", async () => {
  const bad: [string, Parameters<Someone["ask"]>[1]][] = [
    [
      "/connections",
      { method: "POST", body: { name: "c-postgres", namespace: "leaks", type: "postgres", password: word } },
    ],
    ["/connections", { method: "POST", body: { type: "postgres", password: word, url: `x://a:${word}@b` } }],
    ["/connections", { method: "POST", body: { name: "x", type: "postgres", password: { file: word } } }],
    ["/connections", { method: "POST", body: { name: "x", type: "postgres", password: [word] } }],
    ["/connections", { method: "POST", body: { name: "x", type: "postgres", properties: { api_key: { a: word } } } }],
    ["/connections", { method: "POST", body: { name: "x", type: "postgres", source: "nowhere", password: word } }],
    ["/connections", { method: "POST", body: { name: "x", type: null, password: word, insecure_tls: word } }],
    ["/connections?namespace=eq.leaks", { method: "PATCH", body: { password: word } }],
    ["/connections?namespace=eq.leaks", { method: "PATCH", body: { url: `x://a:${word}@b`, deleted_at: word } }],
    ["/connections?name=eq.c-postgres", { method: "PATCH", body: { password: word, created_at: "never" } }],
    ["/connections?name=eq.c-postgres", { method: "PATCH", body: { name: "", password: word } }],
    ["/connections?name=eq.c-postgres", { method: "PATCH", body: { sealed_url: word } }],
    [
      "/connections?on_conflict=password",
      {
        method: "POST",
        headers: { prefer: "resolution=merge-duplicates" },
        body: { name: "x", type: "x", password: word },
      },
    ],
  ];
  for (const who of ["admin", "editor", "viewer"] as const)
    for (const [path, asking] of bad) {
      const reply = await ask(who, path, asking);
      expect({ path, asking, isRefused: reply.status >= 400 }).toEqual({ path, asking, isRefused: true });
    }
  // These bodies are invalid JSON.
  for (const body of [`{"password":"${word}"`, `{"password":${word}}`, word]) {
    const answer = await server.fetch("/api/db/connections", {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body,
    });
    responses.push({ who: "admin", what: `POST ${body}`, text: await answer.text() });
    expect(answer.status).toBe(400);
  }
  expect(leaks().found).toEqual([]);
});

test("a failed connection test does not return secrets, even if the response of the target contains them", async () => {
  const real = server.system.outbound("operator");
  // Every target leads to the echo server.
  const outbound: Outbound = {
    ...real,
    address: async () => ({ address: "127.0.0.1", family: 4 }),
    connect: (target) =>
      real.connect({ ...target, host: "127.0.0.1", port: Number(new URL(echo.url).port), tls: undefined }),
    fetch: (url, options) => {
      const { pathname, search, username, password } = new URL(url);
      const there = new URL(`${pathname}${search}`, echo.url);
      return real.fetch(Object.assign(there, { username, password }), options);
    },
  };
  const system: System = { ...server.system, outbound: () => outbound };
  const origin = { address: "127.0.0.1", userAgent: "", requestId: "" };
  const asked = { actor: systemActor, origin, sends: true, signal: new AbortController().signal, limitMs: 1_500 };
  await inParallel(stored, async ({ id, type }) => {
    const answer = await tryOut(system, id, asked).catch((error: unknown) => ({
      ...(error as Problem),
      message: (error as Problem).message,
    }));
    responses.push({ who: "admin", what: `test ${type}`, text: JSON.stringify(answer) });
  });
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked).toHaveLength(stored.length);
  // The secrets were sent, so the echo server has returned them in its errors.
  expect(echo.requests.filter((request) => foundIn(JSON.stringify(request))).length).toBeGreaterThan(10);
  expect(looked.filter(({ text }) => text.includes("***")).length).toBeGreaterThan(3);
  const { id } = stored.find(({ type }) => type === "postgres")!;
  expect((await ask("admin", `/api/connection/test/${id}`, { method: "POST", body: {} })).status).toBe(400);
});

test("changes and deletions are reported without earlier values of secrets", async () => {
  await inParallel(stored, async ({ id, properties }) => {
    const change = { password: `${word}-again`, properties: { ...properties, api_key: `${word}-again` } };
    expect(
      (await ask("admin", `/connections?id=eq.${id}`, { method: "PATCH", headers: full, body: change })).status,
    ).toBe(200);
    expect((await ask("admin", `/connections?id=eq.${id}`, { method: "DELETE", headers: full })).status).toBeLessThan(
      300,
    );
  });
  await ask("admin", "/audit_log?resource_type=eq.connections");
  const { found, looked } = leaks();
  expect(found).toEqual([]);
  expect(looked.at(-1)!.text).toContain("c-postgres");
});

test("the log contains neither the stored secret nor an encrypted value", () => {
  expect(lines.length).toBeGreaterThan(500);
  // A request with a guess of the secret in its URL does not return a row, and the log contains the URL.
  const others = lines.filter((line) => !/"url":"[^"]*(?:api_key=eq\.|url=like\.\*)cnry/.test(line));
  expect(lines.length - others.length).toBe(2 * Object.keys(people).length);
  expect(others.map(foundIn).filter((found) => found !== undefined)).toEqual([]);
});

test("no table row and no database file, including the write-ahead log, contains the secret in plain text", async () => {
  const { pools } = server.system.db;
  const { rows: tables } = await pools.system.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from   pg_class c join pg_namespace n on n.oid = c.relnamespace
    where  c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`);
  expect(tables.length).toBeGreaterThan(60);
  let rowCount = 0;
  for (const { name } of tables) {
    const { rows } = await pools.system.query<{ text: string }>(`select t::text as text from ${name} t`);
    rowCount += rows.length;
    for (const { text } of rows) expect({ name, found: foundIn(text) }).toEqual({ name, found: undefined });
  }
  expect(rowCount).toBeGreaterThan(500);

  await pools.system.query("checkpoint");
  const { rows: places } = await pools.system.query<{ folder: string; own: string; wal: string }>(`
    select current_setting('data_directory') as folder,
           'base/' || (select oid from pg_database where datname = current_database()) as own,
           'pg_wal' as wal`);
  const { folder, own, wal } = places[0]!;
  const files = [own, wal].flatMap((part) =>
    readdirSync(join(folder, part), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, part, entry.name)),
  );
  const bytes = files.map((file) => ({ file, content: readFileSync(file) }));
  // A value that is not secret is found, which proves that the search reads the right files.
  expect(bytes.some(({ content }) => content.includes("c-postgres"))).toBe(true);
  expect(bytes.filter(({ content }) => content.includes(start)).map(({ file }) => file)).toEqual([]);
  expect(await db.selectFrom("connections").select("id").execute()).not.toEqual([]);
});
