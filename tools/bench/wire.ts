// HTTP over a raw keep-alive socket with one request in flight. A client library uses as much CPU per response as a
// good server, and would distort the measurement.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const headEnd = Buffer.from("\r\n\r\n");

export interface WireAnswer {
  status: number;
  /** The unparsed header lines. */
  head: string;
  body: Buffer;
}

/**
 * Parses the first response in the buffer; undefined while it is incomplete. Responses have a Content-Length and are
 * never chunked.
 */
export function readAnswer(data: Buffer): WireAnswer | undefined {
  const end = data.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = data.toString("latin1", 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const from = end + headEnd.length;
  if (data.length < from + length) return undefined;
  return { status: Number(head.slice(9, 12)), head, body: data.subarray(from, from + length) };
}

export interface Wire {
  /** Sends a complete request and waits for its response; one at a time. */
  ask(request: string): Promise<WireAnswer>;
  close(): void;
}

export function openWire(host: string, port: number): Wire {
  let socket: Socket | undefined;
  return {
    async ask(request) {
      if (!socket || socket.destroyed) {
        socket = connect({ host, port, noDelay: true });
        await once(socket, "connect");
      }
      return answerFrom(socket, request);
    },
    close: () => socket?.destroy(),
  };
}

function answerFrom(socket: Socket, request: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let pending: Buffer | undefined;
    const settle = (answer: WireAnswer | undefined) => {
      socket.off("data", take).off("error", reject).off("close", lost);
      if (answer) resolve(answer);
      else reject(new Error("The server closed the connection."));
    };
    const lost = () => settle(undefined);
    const take = (chunk: Buffer) => {
      pending = pending ? Buffer.concat([pending, chunk]) : chunk;
      const answer = readAnswer(pending);
      if (answer) settle(answer);
    };
    socket.on("data", take).on("error", reject).on("close", lost);
    socket.write(request);
  });
}
