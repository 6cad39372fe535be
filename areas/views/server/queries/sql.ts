// Reads rows from another database. The statement runs in a read-only transaction if the database supports this.
// Variable values are bound as parameters, so that they cannot change the statement.
import {
  eachMysqlRow,
  eachPostgresRow,
  postgresReader,
  rowStream,
  withMysql,
  withPostgres,
  withSqlServer,
  type EachRow,
  type OpenConnection,
} from "#areas/connections/server/index.ts";
import { boundText, sqlServerBatch } from "#areas/playbooks/server/index.ts";
import type { QuerySpec } from "../spec/query-spec.ts";
import type { QueryRun } from "./query-run.ts";
import { sendRows, type RowSink } from "./row-sink.ts";

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
    throw new Error("The URL does not contain the type of the database: use postgres://, mysql:// or sqlserver://.");
  const bound = boundText(spec.query, spec.parameters, database);
  const stream = rowStream<Row>(run.signal, (each, signal) =>
    readers[database](connection, { outbound: run.outbound, signal }, bound, each),
  );
  // All rows of a statement have the same columns.
  const start = await stream.next();
  if (start.done) return sink.columns([]);
  const first: Row = start.value;
  const names = Object.keys(first);
  try {
    await sink.columns(names);
    await sendRows(sink, names, startingWith(first, stream), run.scrubber);
  } finally {
    await stream.return(undefined);
  }
}

async function* startingWith(first: Row, rest: AsyncGenerator<Row>): AsyncGenerator<Row> {
  yield first;
  yield* rest;
}

type Way = Parameters<typeof withPostgres>[1];
type Reading = (
  connection: OpenConnection,
  way: Way,
  bound: ReturnType<typeof boundText>,
  each: EachRow<Row>,
) => Promise<unknown>;

const readers: Readonly<Record<Database, Reading>> = {
  postgres: (connection, way, { text, values = [] }, each) =>
    withPostgres(
      connection,
      way,
      async (client) => {
        await client.query("begin transaction read only");
        const ask = { text, types: { getTypeParser: readerOf }, answerMs, values, isSingle: true };
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

const [json, jsonb] = [114, 3802];

/** SQLite stores documents as text, so they are not parsed. */
const readerOf = (type: number) => (type === json || type === jsonb ? (text: string) => text : postgresReader(type));
