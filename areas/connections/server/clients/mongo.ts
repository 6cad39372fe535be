// A session with MongoDB. Proven against a stand-in that speaks its documented wire protocol: Debian has no MongoDB.
import { resolveSrv, resolveTxt } from "node:dns/promises";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Db, MongoClientOptions } from "mongodb";
import { readAddress, signInOf, type Address } from "../address.ts";
import { ConnectionFailure, refusedCredentials } from "../failure.ts";
import type { OpenConnection } from "../sealed.ts";
import { closing, openSocket, patienceMs, tlsOf, tlsOptionsOf, type Way } from "../session.ts";

const mechanisms = ["DEFAULT", "SCRAM-SHA-1", "SCRAM-SHA-256", "PLAIN"] as const;

/** Signs in, does the work, and hangs up. */
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
  // The driver tries again and again, and lets go of what hangs only when its time is up: who does not greet is told at once.
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
    // Only the server that was asked for: what it says of others may lead anywhere.
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
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
    socketTimeoutMS: patienceMs,
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

function tlsOptions(...given: Parameters<typeof tlsOptionsOf>): MongoClientOptions {
  const { servername, rejectUnauthorized, ca } = tlsOptionsOf(...given);
  return {
    ...(servername === undefined ? {} : { servername }),
    rejectUnauthorized: rejectUnauthorized ?? true,
    ...(ca === undefined ? {} : { ca }),
  };
}

function readMechanism(word: string | null): (typeof mechanisms)[number] {
  const mechanism = mechanisms.find((one) => one === (word ?? "DEFAULT"));
  if (mechanism) return mechanism;
  throw new ConnectionFailure("The URL asks for a way to sign in that is not offered here", "Use SCRAM-SHA-256.");
}

/** OP_MSG, the one that every command travels in. */
const messageCode = 2013;

/** Asks for hello, and waits until it is answered in the same language. */
const greeting = (socket: Socket, hello: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    const other = new ConnectionFailure(
      "It does not answer as a MongoDB",
      "Check the port; write tls=true into the URL if the server wants TLS.",
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
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.write(Buffer.concat([head, hello]));
  });

function refusal(error: unknown): ConnectionFailure | undefined {
  const { code, codeName } = error as { code?: number; codeName?: string };
  if (code === 18 || codeName === "AuthenticationFailed") return refusedCredentials();
  if (code === 13 || codeName === "Unauthorized")
    return new ConnectionFailure("The server wants a user and a password", "Fill in username and password.");
  return undefined;
}

/** One server is tried. Of several, and of those that DNS lists, the first. */
async function readMongoAddress(url: string | null): Promise<Address> {
  const one = url?.replace(/^(mongodb:\/\/(?:[^@/]*@)?[^,/?]+)(?:,[^/?]*)/i, "$1") ?? null;
  const at = readAddress(one, { mongodb: 27017, "mongodb+srv": 27017 });
  if (at.scheme !== "mongodb+srv") return at;
  const [first] = await resolveSrv(`_mongodb._tcp.${at.host}`);
  if (!first?.name.endsWith(at.host.slice(at.host.indexOf("."))))
    throw new ConnectionFailure("DNS lists no server under that name", "Check the host name in the URL.");
  const told = await resolveTxt(at.host).catch(() => []);
  const query = new URLSearchParams([["tls", "true"], ...new URLSearchParams(told.flat().join("")), ...at.query]);
  return { ...at, host: first.name, port: first.port, query: lastOfEach(query) };
}

/** What the address says itself holds over what DNS says. */
const lastOfEach = (query: URLSearchParams) => new URLSearchParams([...new Map(query)]);
