// A session with Redis or a compatible server.
import type { Redis } from "ioredis";
import type { TlsTarget } from "#server/outbound/outbound.ts";
import { readAddress, signInOf } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOf, type Way } from "../connection/session.ts";

/** Signs in, selects the database, runs `work`, and closes the connection. */
export async function withRedis<T>(
  connection: OpenConnection,
  way: Way,
  work: (client: Redis, as: { user: string; db: number }) => Promise<T>,
  { tls = tlsOf(connection) }: { tls?: TlsTarget } = {},
): Promise<T> {
  const at = readAddress(connection.url, { redis: 6379, rediss: 6379 });
  const { host, port } = at;
  const { user, password } = signInOf(at, connection);
  const db = Number(connection.properties["db"] ?? (at.path || "0"));
  if (!Number.isInteger(db) || db < 0)
    throw new ConnectionFailure("The database must be a number", "Redis databases are numbered from 0.");
  const { AbstractConnector, Redis: Driver } = await import("ioredis");
  const socket = await openSocket(way, { host, port, tls: at.scheme === "rediss" ? tls : undefined });
  class OpenSocket extends AbstractConnector {
    constructor() {
      super(timeoutMs);
    }
    connect() {
      return Promise.resolve(socket);
    }
  }
  const client = new Driver({
    Connector: OpenSocket,
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    // Protocol 3 signs in with its first command, and reports a refused sign-in with an error that is not specific
    // enough.
    protocol: 2,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on("error", () => {});
  const close = () => {
    client.disconnect();
    socket.destroy();
  };
  return closing(way.signal, close, async () => {
    try {
      await client.connect();
      if (password !== "") await client.call("AUTH", ...(user === "" ? [] : [user]), password);
      await client.ping();
      await client.select(db);
      return await work(client, { user, db });
    } catch (error) {
      throw refusal(error as Error) ?? error;
    }
  });
}

function refusal({ message }: Error): ConnectionFailure | undefined {
  if (/^WRONGPASS|invalid password/i.test(message)) return refusedCredentials();
  if (message.startsWith("NOAUTH"))
    return new ConnectionFailure(
      "The server requires a password",
      "Fill in the password, and the username if the server has users.",
    );
  if (/without any password configured|no password is set/i.test(message))
    return new ConnectionFailure("The server is configured without a password", "Leave the password empty.");
  if (/DB index is out of range/i.test(message))
    return new ConnectionFailure(
      "The server has no database with that number",
      "Check the database; most servers have 0 to 15.",
    );
  if (/Connection is closed|Protocol error|Stream isn't writeable/i.test(message))
    return new ConnectionFailure(
      "The server closed the connection",
      "Check the port; use rediss:// if the server expects TLS, otherwise redis://.",
    );
  return undefined;
}
