// Simulates SQL Server, because Debian has no package of it: the part of TDS 7.4 needed to sign in and run one query
// (MS-TDS). TLS begins inside the protocol, with the handshake wrapped in TDS packets.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { duplexPair, type Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Issued } from "../support/certificates.ts";

const packet = { batch: 1, answer: 4, login: 16, prelogin: 18 } as const;

/** Starts a server without TLS and a server that requires TLS. `batches` contains the texts that clients sent. */
export async function startSqlServer({ cert, key }: Issued, password: string) {
  const sockets = new Set<Socket>();
  const batches: string[] = [];
  const start = async (tls: Issued | undefined) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
      serve(socket, { password, tls, batches });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return server;
  };
  const servers = await Promise.all([start(undefined), start({ cert, key })]);
  const [plainPort = 0, tlsPort = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  return { plainPort, tlsPort, batches, stop };
}

interface Serving {
  password: string;
  tls: Issued | undefined;
  batches: string[];
}

function serve(socket: Socket, { password, tls, batches }: Serving): void {
  let talk: Duplex = socket;
  let database = "master";
  const say = (body: Buffer) => talk.write(framed(packet.answer, body));
  const hear = readPackets((type, body) => {
    if (type === packet.prelogin) {
      const isAsked = encryptionOf(body) !== 2;
      // 2 means that TLS is not supported, 3 that TLS is required.
      say(preloginAnswer(tls ? 3 : 2));
      if (tls && isAsked) talk = encrypted(socket, tls, hear);
    } else if (type === packet.login) {
      const login = readLogin(body);
      database = login.database || database;
      say(loginAnswer({ ...login, database }, password, tls !== undefined && talk === socket));
    } else if (type === packet.batch) {
      const batch = body.subarray(body.readUInt32LE(0)).toString("utf16le");
      batches.push(batch);
      say(batchAnswer(batch, database));
    }
  });
  socket.on("data", (bytes: Buffer) => {
    if (talk === socket) hear(bytes);
  });
}

/** Wraps the handshake in packets until the client sends unwrapped TLS records. */
function encrypted(socket: Socket, { cert, key }: Issued, hear: (bytes: Buffer) => void): Duplex {
  const [inner, outer] = duplexPair();
  let isBegun = false;
  const unwrap = readPackets((_type, body) => outer.write(body));
  socket.on("data", (bytes: Buffer) => {
    isBegun ||= bytes[0] !== packet.prelogin;
    if (isBegun) outer.write(bytes);
    else unwrap(bytes);
  });
  outer.on("data", (bytes: Buffer) => socket.write(isBegun ? bytes : framed(packet.prelogin, bytes)));
  const secure = new TLSSocket(inner, { isServer: true, cert, key, maxVersion: "TLSv1.2" });
  secure.on("error", () => socket.destroy());
  secure.on("data", hear);
  return secure;
}

function readPackets(take: (type: number, body: Buffer) => void): (bytes: Buffer) => void {
  let bytes = Buffer.alloc(0);
  let body = Buffer.alloc(0);
  return (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    while (bytes.length >= 8 && bytes.length >= bytes.readUInt16BE(2)) {
      const length = bytes.readUInt16BE(2);
      const [type, status] = [bytes[0]!, bytes[1]!];
      body = Buffer.concat([body, bytes.subarray(8, length)]);
      bytes = bytes.subarray(length);
      if ((status & 1) === 0) continue;
      const whole = body;
      body = Buffer.alloc(0);
      take(type, whole);
    }
  };
}

function framed(type: number, body: Buffer): Buffer {
  const head = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0]);
  head.writeUInt16BE(body.length + 8, 2);
  return Buffer.concat([head, body]);
}

/** The options are a list; each entry has the offset and length of its value. */
function encryptionOf(body: Buffer): number {
  for (let at = 0; body[at] !== 0xff; at += 5) if (body[at] === 1) return body[body.readUInt16BE(at + 1)]!;
  return 2;
}

const preloginAnswer = (encryption: number) =>
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 4, 0, 0, 0, encryption]);

const wide = (text: string) => Buffer.from(text, "utf16le");
const short = (text: string) => Buffer.concat([Buffer.from([text.length]), wide(text)]);
const long = (text: string) => Buffer.concat([Buffer.from([text.length & 0xff, text.length >> 8]), wide(text)]);
const token = (kind: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([kind, body.length & 0xff, body.length >> 8]), body]);
};
const done = (status: number) => Buffer.from([0xfd, status, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

function failed(number: number, text: string): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(number);
  head[4] = 1;
  head[5] = 14;
  return Buffer.concat([token(0xaa, head, long(text), short("stand-in"), short(""), Buffer.alloc(4)), done(2)]);
}

interface Login {
  user: string;
  sentPassword: string;
  database: string;
}

function readLogin(body: Buffer): Login {
  const field = (at: number) =>
    body.subarray(body.readUInt16LE(at), body.readUInt16LE(at) + body.readUInt16LE(at + 2) * 2);
  // The protocol obfuscates the password: xor with 0xA5 and swapped nibbles.
  const shown = field(44).map((byte) => (((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) & 0xff);
  return {
    user: field(40).toString("utf16le"),
    sentPassword: Buffer.from(shown).toString("utf16le"),
    database: field(68).toString("utf16le"),
  };
}

function loginAnswer({ user, sentPassword, database }: Login, password: string, lacksTls: boolean): Buffer {
  if (lacksTls) return failed(17_836, "Encryption is required");
  if (user !== "ada" || sentPassword !== password) return failed(18_456, `Login failed for user '${user}'.`);
  if (database !== "master" && database !== "orders")
    return failed(4060, `Cannot open database "${database}" requested by the login. The login failed.`);
  const version = Buffer.from([0x74, 0, 0, 4]);
  const acknowledged = token(
    0xad,
    Buffer.from([1]),
    version,
    short("Microsoft SQL Server"),
    Buffer.from([16, 0, 16, 0]),
  );
  return Buffer.concat([acknowledged, done(0)]);
}

/**
 * Returns the columns that a batch selects: server properties, the number of changed rows, or literals with names
 * (`select 'paid' as state`).
 */
function batchAnswer(sql: string, database: string): Buffer {
  const asked = /ProductVersion/.test(sql)
    ? { version: "16.0.4000.0", name: database, login: "ada" }
    : /@@rowcount as changed/.test(sql)
      ? { changed: "3" }
      : Object.fromEntries([...sql.matchAll(/'([^']*)' as (\w+)/g)].map(([, value, name]) => [name!, value!]));
  const values = Object.values(asked);
  if (values.length === 0) return done(0);
  const column = (name: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 0, 9, 0, 0xe7, 0, 1, 9, 4, 0xd0, 0, 0x34]), short(name)]);
  const columns = Buffer.concat([Buffer.from([0x81, values.length, 0]), ...Object.keys(asked).map(column)]);
  const row = Buffer.concat([
    Buffer.from([0xd1]),
    ...values.map((value) => Buffer.concat([Buffer.from([value.length * 2, 0]), wide(value)])),
  ]);
  return Buffer.concat([columns, row, done(0x10)]);
}
