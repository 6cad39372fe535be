// A session with SQL Server. It is tested against a fake server that implements TDS as documented by Microsoft, because
// SQL Server is not available for tests.
import { readAddress, signInOf, type Address } from "../connection/address.ts";
import { ConnectionFailure, noAnswer, refusedCredentials, wantsTls } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOptionsOf, type Way } from "../connection/session.ts";
import { maxRowBytes, rowTooLarge } from "./large-rows.ts";
import { rowStream, type Answered, type EachRow } from "./row-stream.ts";
import { loadTedious, type Tedious, type TediousConnection } from "./tedious-driver.ts";
import { readTlsMode, type TlsMode } from "../connection/tls-mode.ts";

const encryptWords: Readonly<Record<string, TlsMode>> = {
  disable: "disable",
  false: "disable",
  no: "disable",
  optional: "disable",
  true: "verify-full",
  yes: "verify-full",
  mandatory: "verify-full",
  strict: "verify-full",
};

export type SqlServerRow = Readonly<Record<string, unknown>>;

/** Runs one batch and returns its rows. With `each`, the rows are passed to `each` one by one and are not returned. */
export type AskSqlServer = (
  sql: string,
  each?: EachRow<SqlServerRow>,
  answered?: (answer: Answered) => void,
) => Promise<SqlServerRow[]>;

/** Signs in, runs `work`, and closes the connection. */
export async function withSqlServer<T>(
  connection: OpenConnection,
  way: Way,
  work: (ask: AskSqlServer) => Promise<T>,
  { answerMs = timeoutMs }: { answerMs?: number } = {},
): Promise<T> {
  const at = readSqlServerAddress(connection.url);
  const { host, port, query } = at;
  const { user, password } = signInOf(at, connection);
  const word = (query.get("encrypt") ?? "").toLowerCase();
  // Default: encrypted without checking the certificate. Without encryption the password would be readable on the
  // network.
  const mode: TlsMode = word === "" ? "require" : readTlsMode("encrypt", word, encryptWords);
  const isTrusting =
    connection.insecure_tls || mode === "require" || /^(?:true|yes)$/i.test(query.get("trustservercertificate") ?? "");
  const tedious = loadTedious();
  const socket = await openSocket(way, { host, port });
  const { ca } = tlsOptionsOf(host, connection);
  const client = new tedious.Connection({
    server: host,
    authentication: { type: "default", options: { userName: user, password } },
    options: {
      connector: () => Promise.resolve(socket),
      port,
      appName: "quarterdeck",
      encrypt: word === "strict" ? "strict" : mode !== "disable",
      trustServerCertificate: isTrusting,
      ...(ca === undefined ? {} : { cryptoCredentialsDetails: { ca } }),
      database: at.path || query.get("database") || undefined,
      connectTimeout: timeoutMs,
      requestTimeout: answerMs,
      // The server truncates longer values, so a value of this length counts as truncated.
      textsize: maxRowBytes,
      maxRetriesOnTransientErrors: 0,
    },
  });
  client.on("error", () => {});
  const close = () => {
    client.close();
    socket.destroy();
  };
  return closing(way.signal, close, async () => {
    try {
      await connected(client);
      return await work((sql, each, answered) => rowsOf(client, { sql, each, answered, Request: tedious.Request }));
    } catch (error) {
      throw refusal(error) ?? error;
    }
  });
}

/** Returns the rows of one batch as a pull stream, paced by the consumer. */
export const sqlServerRows = (connection: OpenConnection, way: Way, sql: string) =>
  rowStream<SqlServerRow>(way.signal, (each, signal) =>
    // The response has no separate timeout; closing the session stops the response.
    withSqlServer(connection, { ...way, signal }, (ask) => ask(sql, each), { answerMs: 0 }),
  );

const connected = (client: TediousConnection) =>
  new Promise<void>((resolve, reject) => client.connect((error) => (error ? reject(error) : resolve())));

interface Batch {
  sql: string;
  each: EachRow<SqlServerRow> | undefined;
  answered: ((answer: Answered) => void) | undefined;
  Request: Tedious["Request"];
}

const rowsOf = (client: TediousConnection, { sql, each, answered, Request }: Batch) =>
  new Promise<SqlServerRow[]>((resolve, reject) => {
    const rows: SqlServerRow[] = [];
    const take = each ?? ((row) => rows.push(row));
    let columnNames: string[] = [];
    const request = new Request(sql, (error, changed = 0) => {
      if (error) return reject(error);
      answered?.({ columns: columnNames, changed });
      resolve(rows);
    });
    request.on("columnMetadata", (columns) => (columnNames = columns.map(({ colName }) => colName)));
    request.on("row", (columns) => {
      if (columns.some(({ value }) => isCut(value))) return reject(rowTooLarge());
      take(Object.fromEntries(columns.map(({ value, metadata }) => [metadata.colName, value])), request);
    });
    client.execSqlBatch(request);
  });

/** Strings may have two bytes per character. */
const isCut = (value: unknown) =>
  (typeof value === "string" && value.length >= maxRowBytes / 2) ||
  (value instanceof Uint8Array && value.length >= maxRowBytes);

function refusal(error: unknown): ConnectionFailure | undefined {
  const { code, message, number } = error as { code?: string; message: string; number?: number };
  if (number === 4060 || /Cannot open database/.test(message))
    return new ConnectionFailure("The database does not exist", "Check the database name in the URL.");
  if (code === "ELOGIN") return refusedCredentials();
  if (code === "EENCRYPT" && /did not negotiate/.test(message))
    return new ConnectionFailure(
      "The server does not offer TLS",
      "Turn on TLS on the server, or add encrypt=disable to the URL.",
    );
  if (code === "EENCRYPT" || /requires encryption/.test(message)) return wantsTls("Add encrypt=true to the URL.");
  if (code === "ETIMEOUT") return noAnswer();
  return undefined;
}

/** Parses `sqlserver://…`, or keywords: `Server=host,1433;Database=orders;User Id=ada;Encrypt=true`. */
function readSqlServerAddress(url: string | null): Address {
  if (url === null || !/^[a-z ]+=/i.test(url)) {
    const at = readAddress(url, { sqlserver: 1433, mssql: 1433 });
    const query = new URLSearchParams(
      [...at.query].map(([name, value]) => [name.toLowerCase(), value] as [string, string]),
    );
    return { ...at, query };
  }
  const words = new Map(
    url
      .split(";")
      .map((part) => part.split(/=(.*)/s, 2))
      .map(([name = "", value = ""]) => [name.trim().toLowerCase().replaceAll(" ", ""), value.trim()] as const),
  );
  const word = (...names: string[]) => names.map((name) => words.get(name)).find((value) => value !== undefined) ?? "";
  const [host = "", port] = word("server", "datasource", "address").replace(/^tcp:/i, "").split(",");
  return {
    scheme: "sqlserver",
    host,
    port: Number(port) || Number(word("port")) || 1433,
    user: word("userid", "uid", "user"),
    password: word("password", "pwd"),
    path: word("database", "initialcatalog"),
    query: new URLSearchParams([...words]),
  };
}
