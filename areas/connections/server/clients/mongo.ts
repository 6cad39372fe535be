// A session with MongoDB. It is tested against a fake server that implements the documented wire protocol, because
// Debian has no MongoDB package.
import { resolveSrv, resolveTxt } from "node:dns/promises";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Db, MongoClientOptions } from "mongodb";
import { readAddress, signInOf, type Address } from "../connection/address.ts";
import { ConnectionFailure, refusedCredentials } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import { closing, openSocket, timeoutMs, tlsOf, tlsOptionsOf, type Way } from "../connection/session.ts";

const mechanisms = ["DEFAULT", "SCRAM-SHA-1", "SCRAM-SHA-256", "PLAIN"] as const;

/** Signs in, runs `work`, and closes the connection. */
export async function withMongo<T>(
  connection: OpenConnection,
  way: Way,
  work: (db: Db, as: { user: string }) => Promise<T>,
): Promise<T> {
  const { outbound, signal } = way;
  const at = await closing(
    signal,
    () => {},
    () => readMongoAddress(connection.url),
  );
  const { host, port, query } = at;
  const { user, password } = signInOf(at, connection);
  const hasTls = (query.get("tls") ?? query.get("ssl")) === "true";
  const { BSON, MongoClient } = await import("mongodb");
  // The driver retries and reports a failure only after its timeout, so a probe first checks that the server responds.
  const probe = await openSocket(way, { host, port, tls: hasTls ? tlsOf(connection) : undefined });
  const hello = BSON.serialize({ hello: 1, $db: "admin" });
  await closing(
    signal,
    () => probe.destroy(),
    () => greeting(probe, hello),
  );
  const pinned = await outbound.address({ host, port, signal });
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family);
  const options: MongoClientOptions = {
    // Connects only to the configured server, because the replica set members that it announces may have arbitrary
    // addresses.
    directConnection: true,
    lookup,
    ...(user === "" ? {} : { auth: { username: user, password } }),
    authSource: query.get("authSource") ?? (at.path || "admin"),
    authMechanism: readMechanism(query.get("authMechanism")),
    tls: hasTls,
    ...(hasTls ? tlsOptions(host, connection) : {}),
    appName: "quarterdeck",
    maxPoolSize: 1,
    retryReads: false,
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
  };
  const client = new MongoClient(`mongodb://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`, options);
  const failed = new Promise<never>((_, reject) => {
    client.on("serverHeartbeatFailed", ({ failure }) => reject(failure));
  });
  try {
    return await closing(
      signal,
      () => client.close(true).catch(() => {}),
      () => Promise.race([failed, work(client.db(at.path || "admin"), { user })]),
    );
  } catch (error) {
    throw refusal(error) ?? error;
  }
}

function tlsOptions(...target: Parameters<typeof tlsOptionsOf>): MongoClientOptions {
  const { servername, rejectUnauthorized, ca } = tlsOptionsOf(...target);
  return {
    ...(servername === undefined ? {} : { servername }),
    rejectUnauthorized: rejectUnauthorized ?? true,
    ...(ca === undefined ? {} : { ca }),
  };
}

function readMechanism(word: string | null): (typeof mechanisms)[number] {
  const mechanism = mechanisms.find((item) => item === (word ?? "DEFAULT"));
  if (mechanism) return mechanism;
  throw new ConnectionFailure("The authMechanism in the URL is not supported", "Use SCRAM-SHA-256.");
}

/** The opcode of OP_MSG, which is used for every command. */
const messageCode = 2013;

/** Sends hello and waits for a reply in the MongoDB protocol. */
const greeting = (socket: Socket, hello: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    const other = new ConnectionFailure(
      "The server did not reply in the MongoDB protocol",
      "Check the port; add tls=true to the URL if the server requires TLS.",
    );
    let bytes = Buffer.alloc(0);
    socket.on("data", (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      if (bytes.length < 16) return;
      if (bytes.readInt32LE(12) === messageCode) resolve();
      else reject(other);
    });
    socket.on("close", () => reject(other));
    const head = Buffer.alloc(21);
    head.writeInt32LE(head.length + hello.length, 0);
    head.writeInt32LE(1, 4);
    head.writeInt32LE(messageCode, 12);
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.write(Buffer.concat([head, hello]));
  });

function refusal(error: unknown): ConnectionFailure | undefined {
  const { code, codeName } = error as { code?: number; codeName?: string };
  if (code === 18 || codeName === "AuthenticationFailed") return refusedCredentials();
  if (code === 13 || codeName === "Unauthorized")
    return new ConnectionFailure("The server requires a username and a password", "Fill in username and password.");
  return undefined;
}

/** Uses only one server: the first of the list, or of the DNS records. */
async function readMongoAddress(url: string | null): Promise<Address> {
  const first = url?.replace(/^(mongodb:\/\/(?:[^@/]*@)?[^,/?]+)(?:,[^/?]*)/i, "$1") ?? null;
  const at = readAddress(first, { mongodb: 27017, "mongodb+srv": 27017 });
  if (at.scheme !== "mongodb+srv") return at;
  const [record] = await resolveSrv(`_mongodb._tcp.${at.host}`);
  if (!record?.name.endsWith(at.host.slice(at.host.indexOf("."))))
    throw new ConnectionFailure("DNS has no SRV record for that name", "Check the host name in the URL.");
  const options = await resolveTxt(at.host).catch(() => []);
  const query = new URLSearchParams([["tls", "true"], ...new URLSearchParams(options.flat().join("")), ...at.query]);
  return { ...at, host: record.name, port: record.port, query: lastOfEach(query) };
}

/** Options in the address override options from DNS. */
const lastOfEach = (query: URLSearchParams) => new URLSearchParams([...new Map(query)]);
