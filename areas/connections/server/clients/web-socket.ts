// A WebSocket that only receives, over an open socket. The package `ws` is loaded on first use.
import { on } from "node:events";
import type { IncomingMessage } from "node:http";
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
    super(`The server refused the WebSocket (${status})`);
    this.status = status;
    this.body = body;
  }
}

const maxBodyBytes = 64 * 1024;
const maxMessageBytes = 16 * 1024 * 1024;
/** Maximum number of waiting messages. The socket is paused when this number is reached. */
const maxWaiting = 4;

export async function openWebSocket(
  socket: Socket,
  { url, headers, protocols }: Upgrade,
): Promise<AsyncGenerator<Buffer>> {
  const { WebSocket } = await import("ws");
  const sent = Object.entries({ "user-agent": "Quarterdeck", ...headers });
  const client = new WebSocket(url, [...protocols], {
    createConnection: () => socket,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, value.replaceAll(/[\r\n]/g, "")])),
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  // Errors after the reader has stopped have no other listener and would end the process.
  client.on("error", () => {});
  // Listens before the handshake ends, because the first messages may arrive with the handshake response.
  const received = on(client, "message", { close: ["close"], highWaterMark: maxWaiting });
  await new Promise<void>((resolve, reject) => {
    client.once("open", resolve);
    client.once("error", reject);
    client.once("unexpected-response", (_request, response) => {
      bodyOf(response).then((body) => reject(new UpgradeRefused(response.statusCode ?? 0, body)), reject);
    });
  });
  return messagesIn(received, socket);
}

async function* messagesIn(received: AsyncIterable<unknown[]>, socket: Socket): AsyncGenerator<Buffer> {
  for await (const [message] of received) yield message as Buffer;
  // `ws` reports the loss of the socket as a normal end.
  if (socket.errored) throw socket.errored;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    if ((size += piece.length) >= maxBodyBytes) break;
  }
  return Buffer.concat(pieces).toString("utf8", 0, maxBodyBytes);
}
