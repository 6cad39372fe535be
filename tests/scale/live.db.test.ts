// Tests that every change of each exposed table reaches the live stream: by SQL statement, by COPY, by the data API and
// by a job. One browser listens during the whole file.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { health } from "#areas/health/server/index.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { copyIn, field } from "../../tools/seed/copy.ts";
import { insertEstate } from "../support/estate.ts";
import { openEventStream } from "../support/event-stream.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
const client = new pg.Client(server.database.connection);
await client.connect();
afterAll(() => client.end());
await insertEstate(client);
const cookie = await server.signIn();
const stream = await openEventStream(`${server.url}/api/events`, { cookie });
afterAll(() => stream.close());

const tables = [...server.system.catalog.current.relations.values()]
  .filter(({ kind, exposed }) => kind === "table" && exposed)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
const names = tables.map(({ name }) => name);

/** Runs `work` and waits until all expected tables were reported; returns the tables that were not. */
async function silentOf(expected: readonly string[], work: () => Promise<void>, heard = byBrowser): Promise<string[]> {
  const known = heard();
  await work();
  const missing = () => expected.filter((name) => !known().has(name));
  return until(missing, (left) => left.length === 0).catch(missing);
}

function byBrowser(): () => Set<string> {
  stream.messages.length = 0;
  return () => new Set(stream.messages.map(({ data }) => (data as { relation: string }).relation));
}

/**
 * Browsers are disconnected when people change. This listener inside the server uses the same reader and stays
 * connected.
 */
function inside(): () => Set<string> {
  const heard = new Set<string>();
  afterAll(server.system.live.on(names, ({ relation }) => void heard.add(relation)));
  return () => heard;
}

const quoted = (name: string) => pg.escapeIdentifier(name);

test("the live stream reports an SQL update of every exposed table", async () => {
  expect(names.length).toBeGreaterThan(50);
  await client.query("alter table audit_log disable trigger audit_log_kept");
  const silent = await silentOf(names, async () => {
    for (const { name, columns } of tables) {
      const column = [...columns.values()].find(({ generated }) => !generated)!.name;
      const { rowCount } = await client.query(`update ${quoted(name)} set ${quoted(column)} = ${quoted(column)}`);
      if (rowCount === 0) throw new Error(`the estate has no row in ${name}`);
    }
  });
  expect(silent).toEqual([]);
});

test("the live stream reports a write through the data API", async () => {
  const accepted: string[] = [];
  const silent = await silentOf(accepted, async () => {
    for (const { name, columns, readonly, primaryKey } of tables) {
      const [key] = primaryKey;
      const text = [...columns.values()].find(
        (item) => item.type === "text" && item.name !== key && !item.generated && !item.secret && !item.values,
      );
      if (readonly || primaryKey.length !== 1 || !text) continue;
      const { rows } = await client.query<{ key: string }>(
        `select ${quoted(key!)}::text as key from ${quoted(name)} limit 1`,
      );
      const path = `/api/db/${name}?${key}=eq.${encodeURIComponent(rows[0]!.key)}`;
      const found = await server.fetch(`${path}&select=${text.name}`, { headers: { cookie } });
      const answer = await server.fetch(path, {
        method: "PATCH",
        headers: { cookie, origin: server.url, "content-type": "application/json", prefer: "return=minimal" },
        body: JSON.stringify(((await found.json()) as unknown[])[0]),
      });
      // A write may be rejected and then has no effect.
      if (answer.ok) accepted.push(name);
    }
  });
  expect(silent).toEqual([]);
  expect(accepted.length).toBeGreaterThan(15);
});

test("the live stream reports the writes of a job", async () => {
  const job = health.jobs!.find(({ name }) => name === "health.roll-up-hours")!;
  const silent = await silentOf(["check_statuses_1h", "job_history"], async () => {
    await server.system.jobs.send(server.system.db.system, job, {});
  });
  expect(silent).toEqual([]);
});

/**
 * The running product locks the same tables in a different order. Each statement is a separate transaction, so that it
 * locks few tables, and is retried after a deadlock.
 */
async function insist(statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    for (let isDone = false; !isDone;)
      try {
        await client.query(statement);
        isDone = true;
      } catch (error) {
        if (!hasSqlState(error, "40P01")) throw error;
      }
}

// Runs last, because it drops the constraints so that the same rows can be inserted twice.
test("the live stream reports COPY, delete and truncate of every exposed table", async () => {
  const { rows: keys } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop
     from   pg_constraint
     where  connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f') and conparentid = 0
     order  by contype`,
  );
  const { rows: indexes } = await client.query<{ drop: string }>(
    `select format('drop index if exists %s', indexrelid::regclass) as drop
     from   pg_index i
     join   pg_class c on c.oid = i.indrelid
     where  c.relnamespace = 'public'::regnamespace and i.indisunique and not c.relispartition`,
  );
  // Other triggers depend on the dropped constraints, so they are disabled.
  const triggers = names.flatMap((name) => [
    `alter table ${quoted(name)} disable trigger user`,
    ...["insert", "update", "delete", "truncate"].map(
      (verb) => `alter table ${quoted(name)} enable trigger changes_${verb}`,
    ),
  ]);
  // Workers have nothing to do for these rows.
  const notes = ["truncate config_search_waiting, config_group_dirt, config_change_notes"];
  await insist([...triggers, ...notes, ...[...keys, ...indexes].map(({ drop }) => drop)]);

  const copied = await silentOf(
    names,
    async () => {
      for (const { name, columns } of tables) {
        const own = [...columns.values()].filter(({ generated }) => !generated).map((column) => column.name);
        const { rows } = await client.query<Record<string, string | null>>(
          `select ${own.map((column) => `${quoted(column)}::text`).join(", ")} from ${quoted(name)} limit 1`,
        );
        const line = `${own.map((column) => field(rows[0]![column])).join("\t")}\n`;
        if ((await copyIn(client, { table: quoted(name), columns: own, lines: [line] })) !== 1) throw new Error(name);
      }
    },
    inside,
  );
  expect(copied).toEqual([]);

  const deleted = await silentOf(
    names,
    async () => {
      for (const name of names)
        await client.query(`delete from ${quoted(name)} where ctid in (select ctid from ${quoted(name)} limit 1)`);
    },
    inside,
  );
  expect(deleted).toEqual([]);
  const emptied = await silentOf(
    names,
    async () => {
      for (const name of names) await client.query(`truncate ${quoted(name)}`);
    },
    inside,
  );
  expect(emptied).toEqual([]);
});
