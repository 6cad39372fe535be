// A session with MySQL or MariaDB.
import type { Duplex } from "node:stream";
import type { ConnectionOptions } from "node:tls";
import type { Connection as PlainConnection, QueryOptions } from "mysql2";
import type { Connection } from "mysql2/promise";
import { readAddress, signInOf } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials, wantsTls } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, type Way } from "../connection/session.ts";
import { mysqlFraming, onTooLarge, rowTooLarge } from "./large-rows.ts";
import { mysqlUrl } from "./mysql-url.ts";
import { rowStream, type Answered, type EachRow } from "./row-stream.ts";
import { withTlsFallback, readTlsMode, tlsByMode, type TlsMode } from "../connection/tls-mode.ts";

/** Values of the MySQL clients (ssl-mode) and of other drivers (tls, ssl). */
const tlsWords: Readonly<Record<string, TlsMode>> = {
  disabled: "disable",
  preferred: "prefer",
  required: "require",
  verify_ca: "verify-ca",
  verify_identity: "verify-full",
  false: "disable",
  true: "verify-full",
  "skip-verify": "require",
};

/** Signs in, runs `work`, and closes the connection. */
export async function withMysql<T>(
  connection: OpenConnection,
  way: Way,
  work: (client: Connection) => Promise<T>,
): Promise<T> {
  const at = readAddress(mysqlUrl(connection.url), { mysql: 3306, mariadb: 3306 });
  const { host, port, path, query } = at;
  const { user, password } = signInOf(at, connection);
  const driver = await import("mysql2/promise");
  const attempt = async (mode: TlsMode) => {
    const socket = await openSocket(way, { host, port });
    const tls = tlsByMode(mode, host, connection);
    let client: Connection | undefined;
    const close = () => {
      client?.destroy();
      socket.destroy();
    };
    return closing(way.signal, close, async () => {
      client = await driver.createConnection({
        stream: socket,
        host,
        port,
        user,
        password,
        ...(path === "" ? {} : { database: path }),
        ...(tls === false ? {} : { ssl: sslOf(tls, mode) }),
        connectTimeout: timeoutMs,
        // Without this flag, a server could request files of this machine.
        flags: ["-LOCAL_FILES"],
      });
      client.on("error", () => {});
      const done = await work(client);
      await client.end();
      return done;
    });
  };
  const word = query.get("ssl-mode") ?? query.get("tls") ?? query.get("ssl") ?? "preferred";
  const mode = readTlsMode("TLS mode", word, tlsWords);
  try {
    const isWithoutTls = (error: unknown) => (error as { code?: string }).code === "HANDSHAKE_NO_SSL_SUPPORT";
    return await withTlsFallback(mode, attempt, isWithoutTls);
  } catch (error) {
    throw refusal(error, mode) ?? error;
  }
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Calls `each` for every row of a query. A statement that changes rows does not yield rows. Values are bound on the
 * server.
 */
export const eachMysqlRow = (client: Connection, ask: QueryOptions, each: EachRow<Row>): Promise<Answered> =>
  new Promise((resolve, reject) => {
    // Uses the callback API of the driver, because the promise API would buffer all rows.
    const { connection } = client as unknown as { connection: PlainConnection & { stream: Duplex } };
    let columns: string[] | undefined;
    let changed = 0;
    const unwatched = onTooLarge(connection.stream, mysqlFraming, () => reject(rowTooLarge()));
    const query = ask.values === undefined ? connection.query(ask) : connection.execute(ask);
    query
      .on("error", reject)
      // A result without columns is a status report.
      .on("fields", (fields: readonly { name: string }[] | undefined) => (columns = fields?.map(({ name }) => name)))
      .on("result", (row: Row & { affectedRows?: number }) => {
        changed = columns ? changed + 1 : (row.affectedRows ?? 0);
        if (columns) each(row, connection);
      })
      .on("end", () => {
        unwatched();
        resolve({ columns: columns ?? [], changed });
      });
  });

/** Returns the rows as a pull stream, paced by the consumer. */
export const mysqlRows = (connection: OpenConnection, way: Way, ask: QueryOptions) =>
  rowStream<Row>(way.signal, (each, signal) =>
    withMysql(connection, { ...way, signal }, (client) => eachMysqlRow(client, ask, each)),
  );

const sslOf = ({ rejectUnauthorized, ca }: ConnectionOptions, mode: TlsMode) => ({
  rejectUnauthorized: rejectUnauthorized ?? true,
  verifyIdentity: mode === "verify-full" && rejectUnauthorized !== false,
  ...(ca === undefined ? {} : { ca: ca as string[] }),
});

function refusal(error: unknown, mode: TlsMode): ConnectionFailure | undefined {
  switch ((error as { errno?: number }).errno) {
    case 1045:
    case 1698:
      // A server that requires TLS sends the same error to a client without TLS.
      return mode === "disable"
        ? new ConnectionFailure(
            "The server refused the username or password over an unencrypted connection",
            "Check username and password; if the server requires TLS, add ssl-mode=REQUIRED to the URL.",
          )
        : refusedCredentials();
    case 1044:
      return new ConnectionFailure(
        "This user is not allowed to use that database",
        "Grant access, or check the database name in the URL.",
      );
    case 1049:
      return new ConnectionFailure("The database does not exist", "Check the database name in the URL.");
    case 1130:
      return new ConnectionFailure(
        "The server refuses sign-ins from this host",
        "Allow the user to sign in from this host.",
      );
    case 3159:
    case 1759:
      return wantsTls("Add ssl-mode=REQUIRED to the URL.");
    default:
      return undefined;
  }
}
