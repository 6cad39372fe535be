// Simulates a MongoDB, which Debian does not package: its wire protocol (OP_MSG, and OP_QUERY for the handshake) with
// hello, SCRAM-SHA-256 (RFC 7677), ping and buildInfo, as documented.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { BSON } from "mongodb";
import type { Issued } from "../support/certificates.ts";

type Document = Record<string, unknown>;

/** Starts a server without TLS and a server with TLS. */
export async function startMongo({ cert, key }: Issued, password: string) {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    serve(socket, password);
  };
  const servers = [createServer(take), createTlsServer({ cert, key }, take)];
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))));
  const [plainPort = 0, tlsPort = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  return { plainPort, tlsPort, stop };
}

const code = { reply: 1, query: 2004, message: 2013 } as const;

function serve(socket: Socket, password: string): void {
  const answer = talkWith(password);
  let bytes = Buffer.alloc(0);
  socket.on("data", (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
    while (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
      const message = bytes.subarray(0, bytes.readInt32LE(0));
      bytes = bytes.subarray(message.length);
      const id = message.readInt32LE(4);
      const operation = message.readInt32LE(12);
      if (operation === code.message) {
        const said = BSON.serialize(answer(BSON.deserialize(message.subarray(21))));
        socket.write(framed(id, code.message, Buffer.concat([Buffer.alloc(5), said])));
      } else if (operation === code.query) {
        // Skips the flags, the collection's name, and the numbers to skip and to return.
        const asked = message.subarray(message.indexOf(0, 20) + 9);
        const head = Buffer.alloc(20);
        head.writeInt32LE(1, 16);
        socket.write(framed(id, code.reply, Buffer.concat([head, BSON.serialize(answer(BSON.deserialize(asked)))])));
      } else socket.destroy();
    }
  });
}

function framed(to: number, operation: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32LE(body.length + 16, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(operation, 12);
  return Buffer.concat([head, body]);
}

const refused = (number: number, name: string, text: string) => ({ ok: 0, code: number, codeName: name, errmsg: text });

/** Handles one session and keeps the state of its authentication. */
function talkWith(password: string): (asked: Document) => Document {
  const salt = randomBytes(28);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const clientKey = hmac(salted, "Client Key");
  const storedKey = createHash("sha256").update(clientKey).digest();
  let firstMessages = "";
  let isIn = false;
  const hello = {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    minWireVersion: 0,
    maxWireVersion: 21,
    saslSupportedMechs: ["SCRAM-SHA-256"],
    ok: 1,
  };
  const text = (payload: unknown) => Buffer.from((payload as { buffer: Uint8Array }).buffer).toString();
  const payload = (said: string) => new BSON.Binary(Buffer.from(said));
  return (asked) => {
    if ("hello" in asked || "ismaster" in asked || "isMaster" in asked) return hello;
    if ("saslStart" in asked) {
      const [, first = ""] = /^n,,(.*)$/s.exec(text(asked["payload"])) ?? [];
      const [, nonce = ""] = /r=([^,]+)/.exec(first) ?? [];
      const said = `r=${nonce}${randomBytes(18).toString("base64")},s=${salt.toString("base64")},i=${iterations}`;
      firstMessages = `${first},${said}`;
      return { conversationId: 1, done: false, payload: payload(said), ok: 1 };
    }
    if ("saslContinue" in asked) {
      const [, without = "", proof = ""] = /^(.*),p=(.*)$/s.exec(text(asked["payload"])) ?? [];
      if (proof === "") return { conversationId: 1, done: true, payload: payload(""), ok: 1 };
      const whole = `${firstMessages},${without}`;
      const signature = hmac(storedKey, whole);
      const shown = Buffer.from(proof, "base64").map((byte, at) => byte ^ signature[at]!);
      if (!/n=ada,/.test(firstMessages) || !createHash("sha256").update(shown).digest().equals(storedKey))
        return refused(18, "AuthenticationFailed", "Authentication failed.");
      isIn = true;
      const verified = hmac(hmac(salted, "Server Key"), whole).toString("base64");
      return { conversationId: 1, done: true, payload: payload(`v=${verified}`), ok: 1 };
    }
    if ("endSessions" in asked) return { ok: 1 };
    if (!isIn) return refused(13, "Unauthorized", "Command requires authentication");
    if ("ping" in asked) return { ok: 1 };
    if ("buildInfo" in asked) return { version: "8.0.4", ok: 1 };
    return refused(59, "CommandNotFound", "no such command");
  };
}
