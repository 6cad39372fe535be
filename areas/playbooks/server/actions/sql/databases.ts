// Runs a statement on each kind of database, or tries it without keeping its changes.
import {
  DriverMissing,
  eachMysqlRow,
  eachPostgresRow,
  takeRows,
  withMysql,
  withPostgres,
  withSqlServer,
  type Answered,
  type OpenConnection,
  type TakenRows,
} from "#areas/connections/server/index.ts";
import { print } from "#lib/expression/values.ts";
import { ActionInvalid, type ActionContext } from "../../action-kind.ts";
import { boundText, sqlServerBatch, type Bound } from "./bound-text.ts";
import type { Database } from "./tokens.ts";

type Way = Pick<ActionContext, "outbound" | "signal" | "scrubber">;

export interface Statement {
  connection: OpenConnection;
  query: string;
  parameters?: readonly unknown[] | undefined;
}

export interface Found extends Answered {
  rows: TakenRows;
}

/** Limits for a trial, which must not hold locks that others wait for. */
const trialMs = 5_000;
const lockMs = 2_000;

interface DatabaseClient {
  run(statement: Statement, way: Way): Promise<Found>;
  /** Returns a description of the statement's effect. */
  try(statement: Statement, way: Way): Promise<string>;
}

const asText = { getTypeParser: () => (text: string) => text };

const postgres: DatabaseClient = {
  run: ({ connection, query, parameters }, way) =>
    withPostgres(
      connection,
      way,
      async (client) => {
        const rows = takeRows();
        const ask = { ...boundText(query, parameters, "postgres"), types: asText };
        return { ...(await eachPostgresRow(client, ask, rows.add)), rows };
      },
      { answerMs: undefined },
    ),
  try: ({ connection, query, parameters }, way) =>
    withPostgres(connection, way, async (client) => {
      const { text, values = [] } = boundText(query, parameters, "postgres");
      await client.query("begin");
      try {
        await client.query(`set local statement_timeout = ${trialMs}; set local lock_timeout = ${lockMs}`);
        // The extended protocol allows only one statement.
        const ask = { text, values: [...values], queryMode: "extended" };
        const { rowCount } = await client.query(ask);
        return changedRows(rowCount ?? 0);
      } finally {
        await client.query("rollback");
      }
    }),
};

const mysql: DatabaseClient = {
  run: ({ connection, query, parameters }, way) =>
    withMysql(connection, way, async (client) => {
      const rows = takeRows();
      const { text: sql, values } = boundText(query, parameters, "mysql");
      const ask = values
        ? { sql, values: [...values] }
        : { sql, typeCast: (field: { string(): string | null }) => field.string() };
      return { ...(await eachMysqlRow(client, ask, rows.add)), rows };
    }),
  try: ({ connection, query, parameters }, way) =>
    withMysql(connection, way, async (client) => {
      const { text, values } = boundText(query, parameters, "mysql");
      const ask = { sql: `explain ${text}`, timeout: trialMs, ...(values && { values: [...values] }) };
      const steps: string[] = [];
      await eachMysqlRow(client, ask, ({ table, type, key, rows }) => {
        steps.push(
          `${printed(table) ?? "–"}: about ${printed(rows) ?? "0"} rows, access ${printed(type) ?? "–"}, key ${printed(key) ?? "none"}`,
        );
      });
      return steps.join("\n");
    }),
};

const sqlserver: DatabaseClient = {
  async run({ connection, query, parameters }, way) {
    const rows = takeRows();
    let answer: Answered = { columns: [], changed: 0 };
    const batch = sqlServerBatch(boundText(query, parameters, "sqlserver"));
    const work = () =>
      withSqlServer(connection, way, (ask) => ask(batch, rows.add, (found) => (answer = found)), { answerMs: 0 });
    await withDriver(work);
    return { ...answer, rows };
  },
  async try({ connection, query, parameters }, way) {
    const bound: Bound = boundText(query, parameters, "sqlserver");
    const batch = `set xact_abort on; set lock_timeout ${lockMs}; begin transaction;
${sqlServerBatch(bound)}
;select @@rowcount as changed; rollback transaction;`;
    const work = () => withSqlServer(connection, way, (ask) => ask(batch), { answerMs: trialMs });
    const rows = await withDriver(work);
    return changedRows(Number(rows.at(-1)?.["changed"] ?? 0));
  },
};

export const databases: Readonly<Record<Database, DatabaseClient>> = { postgres, mysql, sqlserver };

async function withDriver<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DriverMissing) throw new ActionInvalid(`${error.message}. ${error.fix}`);
    throw error;
  }
}

const changedRows = (count: number) => (count === 1 ? "It changes 1 row." : `It changes ${count} rows.`);

/** All values of a result are strings or null. */
export function printed(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return typeof value === "object" ? JSON.stringify(value) : print(value);
}
