// A WebSocket that only receives (RFC 6455), over an open socket: the handshake and the incoming messages.
import { createHash, randomBytes } from "node:crypto";
import type { Socket } from "node:net";

export interface Upgrade {
  url: URL;
  headers: Readonly<Record<string, string>>;
  protocols: readonly string[];
}

/** The server did not accept the upgrade. */
export class UpgradeRefused extends Error {
  override readonly name = "UpgradeRefused";
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`The server does not open a WebSocket (${status})`);
    this.status = status;
    this.body = body;
  }
}

const maxHeadBytes = 64 * 1024;
const maxMessageBytes = 16 * 1024 * 1024;
const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export async function openWebSocket(
  socket: Socket,
  { url, headers, protocols }: Upgrade,
): Promise<AsyncGenerator<Buffer>> {
  const key = randomBytes(16).toString("base64");
  const lines = Object.entries({
    host: url.host,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
    "sec-websocket-protocol": protocols.join(", "),
    "user-agent": "Quarterdeck",
    ...headers,
  }).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, "")}`);
  socket.write([`GET ${url.pathname}${url.search} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  const incoming = readerOf(socket);
  const { status, fields } = readHead(await incoming.until("\r\n\r\n", maxHeadBytes));
  if (status !== 101) throw new UpgradeRefused(status, await bodyOf(incoming, fields));
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  if (fields.get("sec-websocket-accept") !== accept || !protocols.includes(fields.get("sec-websocket-protocol") ?? ""))
    throw new UpgradeRefused(status, "");
  return messages(socket, incoming);
}

async function* messages(socket: Socket, incoming: Reader): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const head = await incoming.exactlyOrEnd(2);
    if (!head) return;
    const [isLast, opcode] = [(head[0]! & 0x80) !== 0, head[0]! & 0x0f];
    let length = head[1]! & 0x7f;
    if (length === 126) length = (await incoming.exactly(2)).readUInt16BE();
    else if (length === 127) length = Number((await incoming.exactly(8)).readBigUInt64BE());
    if (size + length > maxMessageBytes) throw new Error("The server sends too much at once.");
    const body = await incoming.exactly(length);
    if (opcode === opcodes.close) return;
    if (opcode === opcodes.ping) socket.write(masked(opcodes.pong, body));
    if (opcode > opcodes.binary) continue;
    parts.push(body);
    size += length;
    if (!isLast) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
}

/** Frames of a client are masked. Control frames are shorter than 126 bytes. */
function masked(opcode: number, body: Buffer): Buffer {
  const mask = randomBytes(4);
  const hidden = body.map((byte, index) => byte ^ mask[index % 4]!);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length]), mask, hidden]);
}

function readHead(head: string): { status: number; fields: ReadonlyMap<string, string> } {
  const [first = "", ...lines] = head.split("\r\n");
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(/^HTTP\/1\.\d (\d{3})/.exec(first)?.[1] ?? 0), fields: new Map(fields) };
}

async function bodyOf(incoming: Reader, fields: ReadonlyMap<string, string>): Promise<string> {
  const length = Number(fields.get("content-length") ?? 0);
  if (!(length > 0 && length <= maxHeadBytes)) return "";
  return (await incoming.exactly(length)).toString("utf8");
}

interface Reader {
  until(mark: string, maxBytes: number): Promise<string>;
  exactly(count: number): Promise<Buffer>;
  /** Undefined at the end of the stream. */
  exactlyOrEnd(count: number): Promise<Buffer | undefined>;
}

function readerOf(socket: Socket): Reader {
  const pieces: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (done) return false;
    held = held.length === 0 ? value : Buffer.concat([held, value]);
    return true;
  };
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  const hungUp = () => Object.assign(new Error("The other side hung up"), { code: "ECONNRESET" });
  const reader: Reader = {
    async until(mark, maxBytes) {
      for (;;) {
        const end = held.indexOf(mark);
        if (end !== -1) return take(end + mark.length).toString("latin1");
        if (held.length > maxBytes || !(await more())) throw hungUp();
      }
    },
    async exactly(count) {
      while (held.length < count) if (!(await more())) throw hungUp();
      return take(count);
    },
    async exactlyOrEnd(count) {
      while (held.length < count) if (!(await more())) return undefined;
      return take(count);
    },
  };
  return reader;
}
