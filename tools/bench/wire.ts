// HTTP as the wire has it: a raw socket, kept alive, one request in flight. A client library spends as much on an answer as a
// good server does, and would be measured with it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const headEnd = Buffer.from("\r\n\r\n");

export interface WireAnswer {
  status: number;
  /** The header lines as they came. */
  head: string;
  body: Buffer;
}

/** The first answer in what has arrived, or undefined while it is not complete. Answers have a length: none is chunked. */
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
  /** Sends a whole request and waits for its answer; one at a time. */
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
      else reject(new Error("The server hung up."));
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
