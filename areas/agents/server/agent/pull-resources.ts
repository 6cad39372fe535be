// Stores the resources that people created on the server for this agent. They run here like resources from files.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/writes.ts";
import { systemActor } from "#server/http/actor.ts";
import { sentVersions, storeSent } from "#areas/connections/server/index.ts";
import type { PulledTable } from "../upstream/pull.ts";
import type { Refusals } from "./refusals.ts";
import { Refused, type PulledRow, type Upstream } from "./upstream.ts";

const kinds = [
  { kind: "canary", table: "canaries", columns: ["name", "namespace", "labels", "annotations", "spec"] },
  { kind: "scrapeconfig", table: "config_scrapers", columns: ["name", "namespace", "description", "spec"] },
  { kind: "topology", table: "topologies", columns: ["name", "namespace", "labels", "spec", "schedule"] },
] as const;

/** The source of pulled resources. */
const source = "Upstream";
/** After this time all resources are pulled again, in case a change was missed. */
const fullPullMs = 3_600_000;

type Stores = Pick<System, "db" | "writes" | "secrets" | "log">;

/** Returns a function that pulls the changes since its last call. `expected` is the number of resources by table. */
export function createPull(
  system: Stores,
  upstream: Pick<Upstream, "pull" | "pullConnections">,
  refusals: Refusals,
): (expected?: Readonly<Record<string, number>>) => Promise<void> {
  const since = new Map<PulledTable, string>();
  /**
   * By table, the expected and the stored number of resources after a full pull. They differ if a resource cannot be
   * stored; another full pull would not help.
   */
  const differences = new Map<PulledTable, string>();
  let fullAt = -Infinity;

  async function pullTable({ kind, table, columns }: (typeof kinds)[number], isFull: boolean): Promise<void> {
    const rows = await upstream.pull(kind, isFull ? undefined : since.get(table));
    // A resource runs as soon as it is stored.
    if (rows.length > 0) await pullConnections(system, upstream);
    for (const row of rows)
      // An invalid resource must not stop the others.
      await store(system, table, columns, row).catch((error: unknown) =>
        system.log.warn({ err: error, table, id: row.id, name: row.name }, "a resource of the server cannot be stored"),
      );
    if (isFull) await endOthers(system, table, rows);
    const last = rows
      .map(changedAt)
      .sort((a, b) => Date.parse(a) - Date.parse(b))
      .at(-1);
    if (last !== undefined) since.set(table, last);
  }

  /** If a resource moved to another agent, no answer contains it; only the number of resources shows the move. */
  async function pullIfDifferent(kind: (typeof kinds)[number], wanted: number): Promise<void> {
    const stored = await countStored(system, kind.table);
    if (stored === wanted || differences.get(kind.table) === `${wanted}/${stored}`) return;
    await pullTable(kind, true);
    differences.set(kind.table, `${wanted}/${await countStored(system, kind.table)}`);
  }

  /** The server refuses to send credentials over plain http. This must not stop the pushes. */
  async function unlessRefused(kind: (typeof kinds)[number], isFull: boolean, wanted: number | undefined) {
    try {
      await pullTable(kind, isFull);
      if (!isFull && wanted !== undefined) await pullIfDifferent(kind, wanted);
      await refusals.set(kind.table, undefined);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 403) throw error;
      await refusals.set(kind.table, error.message);
    }
  }

  return async (expected = {}) => {
    const isFull = performance.now() - fullAt > fullPullMs;
    if (await hasResources(system)) await pullConnections(system, upstream);
    for (const kind of kinds) await unlessRefused(kind, isFull, expected[kind.table]);
    if (isFull) fullAt = performance.now();
  };
}

/** The server lists the connections that the resources may use, and sends those that are new or have changed. */
async function pullConnections(system: Stores, upstream: Pick<Upstream, "pullConnections">): Promise<void> {
  const listed = await upstream.pullConnections(await sentVersions(system));
  if (listed) await storeSent(system, listed);
}

async function hasResources({ db }: Stores): Promise<boolean> {
  const some = kinds.map(
    ({ table }) => sql`exists (select from ${sql.table(table)} where source = ${source} and deleted_at is null)`,
  );
  const { rows } = await sql<{ has: boolean }>`
    select ${sql.join([...some, sql`exists (select from sent_connections)`], sql` or `)} as has`.execute(db.system);
  return rows[0]!.has;
}

async function countStored({ db }: Stores, table: PulledTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where source = ${source} and deleted_at is null`.execute(
    db.system,
  );
  return rows[0]!.count;
}

/** The time of the last change of a row. The server selects rows by this time. */
const changedAt = ({ created_at: created, updated_at: updated, deleted_at: deleted }: PulledRow) =>
  [created, updated, deleted].reduce<string>(
    (latest, at) => (at && (latest === "" || Date.parse(at) >= Date.parse(latest)) ? at : latest),
    "",
  );

const store = ({ db, writes }: Stores, table: PulledTable, columns: readonly string[], pulled: PulledRow) =>
  db.system.transaction().execute(async (tx) => {
    const before = await lock(tx, table, pulled.id);
    const isDeleted = (pulled.deleted_at ?? null) !== null;
    if (before.length === 0 && isDeleted) return;
    if (isDeleted) return end({ writes }, tx, table, before);
    const row = Object.fromEntries(columns.map((column) => [column, pulled[column] ?? null]));
    await writes.through(tx, systemActor, {
      relation: table,
      verb: before.length > 0 ? "update" : "insert",
      rows: [before.length > 0 ? { ...row, deleted_at: null } : { ...row, id: pulled.id, source }],
      lockBefore: async () => before,
      statement: (rows) => write(tx, table, pulled.id, rows[0]!, before.length > 0),
    });
  });

async function lock(tx: Tx, table: PulledTable, id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id} for update`.execute(tx);
  return rows;
}

async function write(tx: Tx, table: PulledTable, id: string, row: Row, isStored: boolean): Promise<Row[]> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql`select ${names} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`;
  const { rows } = isStored
    ? await sql<Row>`update ${sql.table(table)} set (${names}) = (${values}) where id = ${id} returning *`.execute(tx)
    : await sql<Row>`insert into ${sql.table(table)} (${names}) ${values} returning *`.execute(tx);
  return rows;
}

async function end(
  { writes }: Pick<Stores, "writes">,
  tx: Tx,
  table: PulledTable,
  before: readonly Row[],
): Promise<void> {
  await writes.through(tx, systemActor, {
    relation: table,
    verb: "update",
    rows: [{ deleted_at: new Date().toISOString() }],
    lockBefore: async () => before,
    statement: ([row]) => write(tx, table, before[0]!["id"] as string, row!, true),
  });
}

async function endOthers(system: Stores, table: PulledTable, pulled: readonly PulledRow[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id
    from   ${sql.table(table)}
    where  source = ${source}
    and    deleted_at is null
    and    id <> all(${pulled.map(({ id }) => id)}::uuid[])`.execute(system.db.system);
  for (const { id } of rows)
    await system.db.system.transaction().execute(async (tx) => end(system, tx, table, await lock(tx, table, id)));
}
