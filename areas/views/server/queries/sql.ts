// Reads the rows of a query of another database. The statement runs in a read-only transaction where the database has
// them. Values of variables are bound, so that they cannot become part of the statement.
import {
  eachMysqlRow,
  eachPostgresRow,
  postgresReader,
  withMysql,
  withPostgres,
  withSqlServer,
  type OpenConnection,
} from "#areas/connections/server/index.ts";
import { boundText, sqlServerBatch } from "#areas/playbooks/server/index.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { QueryRun } from "./query-run.ts";
import { sendObjects, type RowSink } from "./row-sink.ts";

type Spec = NonNullable<QuerySpec["sql"]>;
type Row = Readonly<Record<string, unknown>>;
type Database = "postgres" | "mysql" | "sqlserver";

const schemes: readonly (readonly [RegExp, Database])[] = [
  [/^postgres(?:ql)?:\/\/|^\s*(?:host|user|dbname|port)\s*=/i, "postgres"],
  [/^(?:mysql|mariadb):\/\/|@tcp\(|^tcp\(/i, "mysql"],
  [/^(?:sqlserver|mssql):\/\/|^\s*(?:server|data source)\s*=/i, "sqlserver"],
];
const types: Readonly<Record<string, Database>> = { postgres: "postgres", mysql: "mysql", sql_server: "sqlserver" };

const databaseOf = ({ url, type }: OpenConnection): Database | undefined =>
  types[type] ?? schemes.find(([scheme]) => scheme.test(url ?? ""))?.[1];

const answerMs = 60_000;

export async function readSql(
  spec: Spec & { parameters: readonly string[] },
  run: QueryRun,
  sink: RowSink,
): Promise<void> {
  const connection = await run.connection(spec);
  const database = databaseOf(connection);
  if (!database)
    throw new Error("The address does not show the kind of database: use postgres://, mysql:// or sqlserver://.");
  const bound = boundText(spec.query, spec.parameters, database);
  const rows: Row[] = [];
  const enough = new AbortController();
  let tooMany: unknown;
  const each = (row: Row) => {
    if (tooMany !== undefined) return;
    try {
      sink.count(0, lengthOf(row));
      if (rows.length > sink.maxRows) sink.count(rows.length, 0);
      rows.push(row);
    } catch (error) {
      tooMany = error;
      enough.abort();
    }
  };
  const way = { outbound: run.outbound, signal: AbortSignal.any([run.signal, enough.signal]) };
  try {
    await readers[database](connection, way, bound, each);
  } catch (error) {
    throw tooMany ?? error;
  }
  await sendObjects(sink, rows, { scrubber: run.scrubber });
}

type Way = Parameters<typeof withPostgres>[1];
type Reading = (
  connection: OpenConnection,
  way: Way,
  bound: ReturnType<typeof boundText>,
  each: (row: Row) => void,
) => Promise<unknown>;

const readers: Readonly<Record<Database, Reading>> = {
  postgres: (connection, way, { text, values }, each) =>
    withPostgres(
      connection,
      way,
      async (client) => {
        await client.query("begin transaction read only");
        const ask = { text, types: { getTypeParser: postgresReader }, answerMs, ...(values && { values }) };
        return eachPostgresRow(client, ask, each);
      },
      { answerMs: undefined },
    ),
  mysql: (connection, way, { text, values }, each) =>
    withMysql(connection, way, async (client) => {
      await client.query("start transaction read only");
      return eachMysqlRow(client, { sql: text, timeout: answerMs, ...(values && { values: [...values] }) }, each);
    }),
  sqlserver: (connection, way, bound, each) =>
    withSqlServer(connection, way, (ask) => ask(sqlServerBatch(bound), each), { answerMs }),
};

const lengthOf = (row: Row) =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 8),
    0,
  );
