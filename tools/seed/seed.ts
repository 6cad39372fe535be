// Fills a database with a realistic estate. The same seed gives the same rows, and a failure leaves no rows behind.
//
//   await seedDatabase(connection, { sizes: scaled(fullSize, 0.1), seed: 1 });
//
// Everything happens in one transaction, with one COPY per table. Triggers, indexes and foreign keys are disabled
// meanwhile (bulk.ts), and the rows that triggers would have written are computed at the end (derive.ts).
import pg from "pg";
import { clientConfig, type Connection } from "#server/db/pool.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { suspendUpkeep } from "./bulk.ts";
import { copyIn, field } from "./copy.ts";
import { newEstate, type TableRows } from "./estate.ts";
import { makeCatalog } from "./estate/catalog.ts";
import { makeChanges } from "./estate/changes.ts";
import { makeHealth } from "./estate/health.ts";
import { makeIncidents } from "./estate/incidents.ts";
import { makeMessages } from "./estate/messages.ts";
import { makePeople } from "./estate/people.ts";
import { makeTopology } from "./estate/topology.ts";
import { makeWork } from "./estate/work.ts";
import { derive } from "./derive.ts";
import { loadStatuses } from "./statuses.ts";
import type { Sizes } from "./sizes.ts";

export interface SeedOptions {
  sizes: Sizes;
  seed?: number;
  /** The end of the estate's time span. Default: now. Set it to get the same rows including timestamps. */
  until?: Date;
  /** Whether to add the estate to a database that is not empty. */
  add?: boolean;
  signal?: AbortSignal | undefined;
  progress?: SeedProgress;
}

export interface SeedProgress {
  table(name: string, expected: number): void;
  rows(count: number): void;
  done(): void;
  /** Called before each step after the rows are loaded, such as creating an index. */
  step(what: string): void;
}

const silent: SeedProgress = { table() {}, rows() {}, done() {}, step() {} };

export interface Seeded {
  rows: ReadonlyMap<string, number>;
}

export async function seedDatabase(connection: Connection, options: SeedOptions): Promise<Seeded> {
  const { sizes, seed = 1, until = new Date(), add = false, signal, progress = silent } = options;
  const estate = newEstate({ seed, until, sizes });
  const client = new pg.Client(clientConfig(connection, "quarterdeck seed"));
  // If the connection fails while no statement runs, the next statement reports the error.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await client.query(
      "set local maintenance_work_mem = '256MB'; set local work_mem = '128MB'; set local statement_timeout = 0",
    );
    await refuse(client, { seed, add });

    const people = makePeople(estate);
    const catalog = makeCatalog(estate, people);
    const health = makeHealth(estate, catalog, people);
    const topology = makeTopology(estate, catalog, health, people);
    const tables: TableRows[] = [
      ...people.tables,
      ...catalog.tables,
      ...health.tables,
      ...topology.tables,
      ...makeChanges(estate, catalog, people),
      ...makeIncidents(estate, catalog, health, topology, people),
      ...makeWork(estate, catalog, health, topology, people),
      ...makeMessages(estate, catalog, health, topology, people),
    ];
    const counts = new Map(tables.map(({ table, count }) => [table, count]));
    const upkeep = await suspendUpkeep(
      client,
      new Map([
        ...counts,
        ["config_change_tallies", sizes.configs],
        ["check_statuses_1h", sizes.statuses / 6],
        ["check_statuses_1d", sizes.statuses / 60],
      ]),
    );
    const clocks = await clockColumns(client);
    const timed = ({ table, count, rows }: TableRows): TableRows => ({
      table,
      count,
      rows: withTimes(rows, clocks.get(table) ?? [], estate.ago(0)),
    });
    const loaded = new Map<string, number>();
    for (const table of tables) {
      progress.table(table.table, table.count);
      loaded.set(table.table, await load(client, timed(table), { signal, onRows: progress.rows }));
      progress.done();
    }
    progress.table("check_statuses", sizes.statuses);
    loaded.set("check_statuses", await loadStatuses(client, estate, health.checks, { signal, onRows: progress.rows }));
    progress.done();

    const onStep = (what: string) => {
      signal?.throwIfAborted();
      progress.step(what);
    };
    await derive(client, { estate, checks: health.checks, tables: [...loaded.keys()], onStep });
    await upkeep.resume(onStep);
    await client.query("insert into settings (name, value) values ($1, $2)", [
      nameOf(seed),
      JSON.stringify({ sizes, until }),
    ]);
    onStep("commit");
    await client.query("commit");
    // VACUUM updates the statistics for the planner and the visibility map for index-only scans; it cannot run in a
    // transaction.
    for (const table of loaded.keys()) {
      progress.step(`vacuum ${table}`);
      await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`);
    }
    progress.step("");
    return { rows: loaded };
  } finally {
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
}

const nameOf = (seed: number) => `seed.${seed}`;

async function refuse(client: pg.Client, { seed, add }: { seed: number; add: boolean }): Promise<void> {
  const { rows } = await client.query("select from settings where name = $1", [nameOf(seed)]);
  if (rows.length > 0)
    throw new StartRefused(
      `This database already holds the estate of seed ${seed}. Add another estate with --add --seed ${seed + 1}, or seed an empty data directory: DATA_DIR=… npm run seed.`,
    );
  if (add) return;
  const { rows: found } = await client.query<{ what: string | null }>(
    `select case when exists (select from config_items) then 'config items'
                 when exists (select from canaries) then 'canaries'
                 when exists (select from components) then 'components'
                 when exists (select from incidents) then 'incidents'
                 when exists (select from playbooks) then 'playbooks' end as what`,
  );
  const what = found[0]!.what;
  if (what !== null)
    throw new StartRefused(
      `This database already has ${what}. Use --add to add the estate anyway, or seed an empty data directory: DATA_DIR=… npm run seed.`,
    );
}

/** Returns the columns of each table with the current time as default. */
async function clockColumns(client: pg.Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select d.adrelid::regclass::text as table, array_agg(a.attname::text) as columns
     from   pg_attrdef d
     join   pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where  pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
     group  by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Sets every time column, so that the same seed and end give the same rows. */
function* withTimes(rows: TableRows["rows"], columns: readonly string[], end: string) {
  for (const row of rows) {
    const at = row["created_at"] ?? end;
    const times: Record<string, unknown> = {};
    for (const column of columns) if (!(column in row)) times[column] = at;
    yield { ...row, ...times };
  }
}

async function load(
  client: pg.Client,
  { table, rows }: TableRows,
  options: { signal: AbortSignal | undefined; onRows: (rows: number) => void },
): Promise<number> {
  const from = rows[Symbol.iterator]();
  const first = from.next();
  if (first.done) return 0;
  const columns = Object.keys(first.value);
  const line = (row: Readonly<Record<string, unknown>>) => {
    let text = field(row[columns[0]!]);
    for (let at = 1; at < columns.length; at += 1) text += `\t${field(row[columns[at]!])}`;
    return `${text}\n`;
  };
  function* lines() {
    yield line(first.value as Readonly<Record<string, unknown>>);
    for (let next = from.next(); !next.done; next = from.next()) yield line(next.value);
  }
  return copyIn(client, { table: pg.escapeIdentifier(table), columns, lines: lines() }, options);
}
