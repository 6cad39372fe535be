import Fastify from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import type { Role } from "#language/roles.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openEventStream, type EventStream } from "#tests/support/event-stream.ts";
import { runSystem, until, type RunningSystem, type SystemParts } from "#tests/support/running-system.ts";
import type { Actor } from "./http/actor.ts";
import { liveRoutes, type Change } from "./live.ts";
import { prune } from "./live/prune.ts";

const { databases: db, url } = await testDatabase();
const endings: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const person = (role: Role): Actor => ({
  kind: "person",
  id: `a ${role}`,
  name: role,
  email: null,
  avatar: null,
  roles: [role],
  rules: [],
  session: { id: "one", aal: "aal1", authenticatedAt: "2026-11-15T00:00:00Z" },
});
const actors = { admin: person("admin"), viewer: person("viewer") };

interface LiveServer {
  system: RunningSystem;
  close(): Promise<unknown>;
  listen(role?: keyof typeof actors, lastEventId?: string): Promise<EventStream>;
}

/** Serves the live stream over HTTP; a header identifies the actor instead of a session. */
async function serve(live: SystemParts["live"] = {}): Promise<LiveServer> {
  const system = await runSystem(db, { role: "web", live });
  const app = Fastify({ forceCloseConnections: "idle" });
  app.decorateRequest("actor", null);
  app.addHook("onRequest", async (request) => {
    request.actor = actors[request.headers["x-who"] as keyof typeof actors];
  });
  app.setErrorHandler((error, _, reply) =>
    reply.code((error as { status?: number }).status ?? 500).send({ message: (error as Error).message }),
  );
  liveRoutes(app, system);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  endings.push(
    () => system.stop(),
    () => app.close(),
  );
  return {
    system,
    close: () => app.close(),
    async listen(role = "admin", lastEventId) {
      const stream = await openEventStream(`${url}/api/events`, {
        "x-who": role,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
      });
      endings.push(() => stream.close());
      return stream;
    },
  };
}

const run = (id: string) =>
  db.system.insertInto("job_history").values({ id, name: "live", status: "SUCCESS" }).execute();
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const idsIn = (messages: { data: unknown }[], relation = "job_history") =>
  messages.flatMap(({ data }) => {
    const change = data as Change;
    return change.relation === relation ? (change.ids ?? ["too many"]) : [];
  });

test("a browser receives the ids of changed rows and a cursor to resume from", async () => {
  const { listen, system } = await serve();
  const stream = await listen();
  expect(stream.status).toBe(200);
  expect(stream.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(stream.headers["cache-control"]).toBe("no-store");
  expect(stream.headers["content-encoding"]).toBeUndefined();
  await until(() => system.live.connected);
  await run(uuid(1));
  await until(() => stream.messages.length);
  expect(stream.messages).toEqual([
    { event: "change", data: { relation: "job_history", ids: [uuid(1)] }, id: expect.stringMatching(/^\d+-\d+:\d+:/) },
  ]);
});

test("every change of overlapping transactions is sent exactly once", async () => {
  const { listen, system } = await serve();
  const streams = await Promise.all([listen(), listen()]);
  await until(() => system.live.connected);
  // A transaction that starts first and ends last must not delay the changes of others, and its own change must also be
  // sent.
  const release = Promise.withResolvers<void>();
  const longTransaction = db.system.transaction().execute(async (tx) => {
    await tx
      .insertInto("job_history")
      .values({ id: uuid(9_999), name: "live", status: "SUCCESS" })
      .execute();
    await release.promise;
  });
  const writers = 3;
  const each = 40;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < each; n += 1)
        await db.system.transaction().execute(async (tx) => {
          await tx
            .insertInto("job_history")
            .values({ id: uuid(1_000 * (writer + 1) + n), name: "live", status: "SUCCESS" })
            .execute();
          await sql`select pg_sleep(random() * 0.02)`.execute(tx);
        });
    }),
  );
  for (const stream of streams) await until(() => idsIn(stream.messages).length >= writers * each);
  release.resolve();
  await longTransaction;
  const expected = [uuid(9_999)];
  for (let writer = 1; writer <= writers; writer += 1)
    for (let n = 0; n < each; n += 1) expected.push(uuid(1_000 * writer + n));
  for (const stream of streams) {
    await until(() => idsIn(stream.messages).length >= expected.length);
    expect(idsIn(stream.messages).toSorted()).toEqual(expected.toSorted());
  }
});

test("changes of a busy table are sent at most every 250 ms, and the rows are not listed if there are too many", async () => {
  const { listen, system } = await serve();
  const stream = await listen();
  await until(() => system.live.connected);
  await sql`insert into job_history (name, status) select 'many', 'SUCCESS' from generate_series(1, 101)`.execute(
    db.system,
  );
  await until(() => stream.messages.length);
  expect(stream.messages[0]!.data).toEqual({ relation: "job_history", ids: null });
  const began = performance.now();
  for (let n = 0; stream.messages.length < 4; n += 1) await run(uuid(20_000 + n));
  // The first change is sent at once, then at most one every 250 ms, however fast this machine writes.
  const windows = Math.ceil((performance.now() - began) / 250);
  expect(stream.messages.length).toBeLessThanOrEqual(2 + windows);
});

test("a reconnecting browser receives exactly the changes that it missed", async () => {
  const { listen, system } = await serve();
  const first = await listen();
  await until(() => system.live.connected);
  await run(uuid(31));
  await until(() => first.messages.length);
  const lastId = first.lastId()!;
  first.close();
  await first.ended;
  await until(() => system.live.streams === 0);
  await run(uuid(32));
  await run(uuid(33));
  const second = await listen("admin", lastId);
  await until(() => second.messages.length);
  await run(uuid(34));
  await until(() => idsIn(second.messages).length === 3);
  expect(idsIn(second.messages)).toEqual(expect.arrayContaining([uuid(32), uuid(33), uuid(34)]));
});

test("a browser with an expired, foreign or invalid cursor receives a reset", async () => {
  const { listen, system } = await serve();
  const stream = await listen();
  await until(() => system.live.connected);
  await run(uuid(41));
  await until(() => stream.messages.length);
  const [at, snapshot] = stream.lastId()!.split("-") as [string, string];
  const cursors = {
    tooOld: `${Number(at) - 16 * 60}-${snapshot}`,
    foreign: `${at}-900000000:900000000:`,
    nonsense: "42",
  };
  for (const [name, cursor] of Object.entries(cursors)) {
    const back = await listen("admin", cursor);
    await until(() => back.messages.length);
    expect([name, back.messages[0]!.event]).toEqual([name, "reset"]);
    expect(back.lastId()).toMatch(/^\d+-\d+:\d+:/);
  }
});

test("actors do not receive changes of tables that they cannot read or that are not exposed", async () => {
  await sql`create table hidden (id text primary key)`.execute(db.system);
  await sql`comment on table hidden is 'For the test. @watched'`.execute(db.system);
  await watch("hidden");
  const { listen, system } = await serve();
  const inside: Change[] = [];
  endings.push(system.live.on(["hidden"], (change) => inside.push(change)));
  const [admin, viewer] = [await listen("admin"), await listen("viewer")];
  await until(() => system.live.connected);
  await sql`insert into processes (id, role, hostname, pid, version, rss_bytes) values (${uuid(51)}, 'web', 'test', 1, '1', 1)`.execute(
    db.system,
  );
  await sql`insert into hidden values ('secret')`.execute(db.system);
  await run(uuid(52));
  await until(() => idsIn(viewer.messages).includes(uuid(52)));
  await until(() => idsIn(admin.messages).includes(uuid(52)));
  const relations = (stream: EventStream) => new Set(stream.messages.map(({ data }) => (data as Change).relation));
  expect(relations(viewer)).toEqual(new Set(["job_history"]));
  expect(relations(admin)).toEqual(new Set(["job_history", "processes"]));
  expect(inside).toEqual([{ relation: "hidden", ids: ["secret"] }]);
});

test("an idle stream sends heartbeats", async () => {
  const { listen } = await serve({
    times: { heartbeatMs: 30, stalledMs: 30_000, checkMs: 60_000, disconnectedMs: 5_000 },
  });
  const stream = await listen();
  await until(() => stream.heartbeats() > 2);
  expect(stream.lastId()).toMatch(/^\d+-\d+:\d+:/);
});

test("a stream ends when its session ends, and other streams continue", async () => {
  let isSignedIn = true;
  const stillValid = async (actor: Actor) => isSignedIn || actor !== actors.viewer;
  const { listen, system } = await serve({
    stillValid,
    times: { heartbeatMs: 15_000, stalledMs: 30_000, checkMs: 20, disconnectedMs: 5_000 },
  });
  const [admin, viewer] = [await listen("admin"), await listen("viewer")];
  await until(() => system.live.streams === 2);
  isSignedIn = false;
  await viewer.ended;
  expect(system.live.streams).toBe(1);
  system.live.drop((actor) => actor === actors.admin);
  await admin.ended;
  await until(() => system.live.streams === 0);
});

test("the number of streams is limited per person and in total", async () => {
  const { listen } = await serve({ limits: { streams: 3, perActor: 2 } });
  expect((await listen("viewer")).status).toBe(200);
  expect((await listen("viewer")).status).toBe(200);
  expect((await listen("viewer")).status).toBe(429);
  expect((await listen("admin")).status).toBe(200);
  expect((await listen("admin")).status).toBe(503);
});

test("a stopping server ends its streams at once", async () => {
  const { listen, close } = await serve();
  const streams = await Promise.all([listen(), listen()]);
  await close();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.every(({ isEnded }) => isEnded())).toBe(true);
});

test("changes are read only while there are subscribers, and once for all of them", async () => {
  let reads = 0;
  const counted = db.system.withPlugin({
    transformQuery: ({ node }) => ((reads += 1), node),
    transformResult: async ({ result }) => result,
  });
  const { listen, system } = await serve({ db: { ...db, system: counted } });
  await run(uuid(61));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reads).toBe(0);
  const streams = await Promise.all([listen(), listen(), listen(), listen()]);
  await until(() => system.live.connected);
  await run(uuid(62));
  for (const stream of streams) await until(() => idsIn(stream.messages).length);
  // The reads are the initial position, possibly twice because LISTEN became active in between, and the change.
  expect(reads).toBeLessThanOrEqual(3);
  for (const stream of streams) stream.close();
  await until(() => system.live.streams === 0);
  expect(system.live.connected).toBe(false);
  const before = reads;
  await run(uuid(63));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reads).toBe(before);
});

test("subscribers see a lost connection, and afterwards receive the changes they missed", async () => {
  const { system } = await serve();
  const heard: Change[] = [];
  endings.push(system.live.on(["job_history"], (change) => heard.push(change)));
  await until(() => system.live.connected);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quarterdeck listening' and datname = current_database()`.execute(
    db.system,
  );
  await until(() => !system.live.connected);
  await run(uuid(71));
  await until(() => system.live.connected);
  expect(heard).toEqual([{ relation: "job_history", ids: [uuid(71)] }]);
});

test("streams end while changes cannot be read, and new streams are refused until changes can be read again", async () => {
  const times = { heartbeatMs: 15_000, stalledMs: 30_000, checkMs: 60_000, disconnectedMs: 50 };
  const { listen, system } = await serve({ times });
  const stream = await listen();
  await until(() => system.live.connected);
  const database = new URL(url).pathname.slice(1);
  const elsewhere = new pg.Client(new URL("/postgres", url).href);
  await elsewhere.connect();
  try {
    await elsewhere.query(`alter database "${database}" with allow_connections false`);
    await elsewhere.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
    await stream.ended;
    expect((await listen()).status).toBe(503);
  } finally {
    await elsewhere.query(`alter database "${database}" with allow_connections true`);
    await elsewhere.end();
  }
  expect((await listen()).status).toBe(200);
});

test("prune deletes old changes, except changes that a reader may still need", async () => {
  const count = async () =>
    (
      await db.system
        .selectFrom("changes")
        .select(sql<number>`count(*)`.as("n"))
        .executeTakeFirstOrThrow()
    ).n;
  await db.system.deleteFrom("changes").execute();
  await run(uuid(81));
  await prune(db.system);
  await run(uuid(82));
  expect(await prune(db.system)).toBe(0);
  await sql`
    update settings
    set    value = jsonb_set(value::jsonb, '{at}', to_jsonb(now() - interval '16 minutes'))::text
    where  name = 'changes_prunable'`.execute(db.system);
  expect(await prune(db.system)).toBe(1);
  expect(await count()).toBe(1);
});

/** Creates the triggers that the schema runner creates for a tagged table. */
async function watch(table: string): Promise<void> {
  for (const [verb, tables] of [
    ["insert", "new table as came"],
    ["update", "new table as came"],
    ["delete", "old table as gone"],
  ])
    await sql
      .raw(
        `create trigger changes_${verb} after ${verb} on ${table} referencing ${tables} for each statement execute function record_changes('id')`,
      )
      .execute(db.system);
}
