// A session with PostgreSQL.
import pg, { type Client, type CustomTypesConfig, type QueryResult } from "pg";
import { readAddress, signInOf, type Address } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials, wantsTls } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, timeoutMs, type Way } from "../connection/session.ts";
import { onTooLarge, postgresFraming, rowTooLarge } from "./large-rows.ts";
import { rowStream, type Answered, type EachRow } from "./row-stream.ts";
import { withTlsFallback, readTlsMode, tlsByMode, type TlsMode } from "../connection/tls-mode.ts";

/**
 * libpq's `allow` tries a connection without TLS first, which helps only with servers that refuse TLS. This code tries
 * TLS first.
 */
const sslModes: Readonly<Record<string, TlsMode>> = {
  disable: "disable",
  allow: "prefer",
  prefer: "prefer",
  require: "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
};

/** Signs in, runs `work`, and closes the connection. */
export async function withPostgres<T>(
  connection: OpenConnection,
  { outbound, signal }: Way,
  work: (client: Client) => Promise<T>,
  { answerMs }: { answerMs: number | undefined } = { answerMs: timeoutMs },
): Promise<T> {
  const at = readPostgresAddress(connection);
  const { host, port, path, query } = at;
  const { user, password } = signInOf(at, connection);
  const { address } = await outbound.address({ host, port, signal });
  const attempt = async (mode: TlsMode) => {
    const client = new pg.Client({
      host: address,
      port,
      user,
      // Passed as a function, because the driver replaces an empty string with a password from the environment.
      password: () => password,
      database: path || "postgres",
      ssl: tlsByMode(mode, host, connection),
      connectionTimeoutMillis: timeoutMs,
      ...(answerMs !== undefined && { query_timeout: answerMs }),
      application_name: "quarterdeck",
    });
    client.on("error", () => {});
    return closing(
      signal,
      () => client.end().catch(() => {}),
      async () => {
        await client.connect();
        return work(client);
      },
    );
  };
  const mode = readTlsMode("sslmode", query.get("sslmode") ?? "prefer", sslModes);
  try {
    return await withTlsFallback(mode, attempt, (error) => /does not support SSL/.test((error as Error).message));
  } catch (error) {
    throw refusal(error) ?? error;
  }
}

interface Ask {
  text: string;
  types: CustomTypesConfig;
  /** The values of $1, $2 …; if they are given, the text must be a single statement. */
  values?: readonly unknown[] | undefined;
  /** Refuses a text with several statements, even without values. The statement cannot leave its transaction. */
  isSingle?: boolean;
  /** Timeout for the query. Default: none, the query may take as long as the session lasts. */
  answerMs?: number | undefined;
}

/**
 * Calls `each` for every row of a query. With a query timeout the driver buffers all rows, so the session must be
 * opened without a timeout.
 */
export async function eachPostgresRow(
  client: Client,
  { text, types, values, isSingle, answerMs }: Ask,
  each: EachRow<Readonly<Record<string, unknown>>>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const late =
      answerMs === undefined
        ? undefined
        : setTimeout(() => reject(new Error(`The query did not finish within ${answerMs} ms`)), answerMs);
    const flow = client.connection.stream;
    const config = { text, types, ...(values && { values: [...values] }), ...(isSingle && { queryMode: "extended" }) };
    const query = new pg.Query<Record<string, unknown>>(config);
    query
      .on("row", (row) => each(row, flow))
      .on("error", reject)
      .on("end", (answer: QueryResult | readonly QueryResult[]) => resolve(answeredOf(answer)));
    client.query(query);
    const unwatched = onTooLarge(flow, postgresFraming, () => reject(rowTooLarge()));
    const done = () => {
      clearTimeout(late);
      unwatched();
    };
    query.on("error", done).on("end", done);
  });
}

/** If the text has several statements, the result of the last statement is used. */
function answeredOf(answer: QueryResult | readonly QueryResult[]): Answered {
  const { fields, rowCount } = Array.isArray(answer) ? (answer.at(-1) as QueryResult) : (answer as QueryResult);
  return { columns: fields.map(({ name }) => name), changed: rowCount ?? 0 };
}

/** Returns the rows as a pull stream, paced by the consumer. */
export const postgresRows = (connection: OpenConnection, way: Way, ask: Ask) =>
  rowStream<Readonly<Record<string, unknown>>>(way.signal, (each, signal) =>
    withPostgres(connection, { ...way, signal }, (client) => eachPostgresRow(client, ask, each), {
      answerMs: undefined,
    }),
  );

function refusal(error: unknown): ConnectionFailure | undefined {
  const { code, message } = error as { code?: string; message: string };
  if (code === "28P01") return refusedCredentials();
  if (code === "28000" && /no encryption|SSL off/.test(message)) return wantsTls("Add sslmode=require to the URL.");
  if (code === "28000")
    return new ConnectionFailure(
      "The server does not allow this user to connect from this host",
      "Check the username and the server's pg_hba.conf.",
    );
  if (code === "3D000")
    return new ConnectionFailure("The database does not exist", "Check the database name in the URL.");
  return undefined;
}

/** Parses `postgres://…`, or keywords: `host=db port=5432 dbname=orders sslmode=require`. */
function readPostgresAddress(connection: Pick<OpenConnection, "url" | "password" | "username">): Address {
  const { url } = connection;
  const isWords = url !== null && /^\s*[a-z_]+\s*=/.test(url);
  if (!isWords) return readAddress(url, { postgres: 5432, postgresql: 5432 });
  const query = new URLSearchParams();
  for (const [, name, quoted, plain] of url.matchAll(/([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S*))/g))
    query.set(name!, (quoted ?? plain ?? "").replaceAll(/\\(.)/g, "$1"));
  const word = (name: string) => query.get(name) ?? "";
  // Templates escape values for a URL, so the values of keywords are unescaped.
  const meant = (name: string, field: string | null) =>
    field !== null && word(name) === encodeURIComponent(field) ? field : word(name);
  return {
    scheme: "postgres",
    host: word("host") || "localhost",
    port: Number(word("port")) || 5432,
    user: meant("user", connection.username),
    password: meant("password", connection.password),
    path: word("dbname"),
    query,
  };
}
