// A load generator in a process of its own: raw sockets, kept alive, one request in flight on each. It spends far less
// per request than any server, so that the server is what is measured. Told by its parent what to do; answers once.
import { connect } from "node:net";

export interface LoadOrder {
  host: string;
  port: number;
  /** Whole requests, sent in turn. */
  requests: readonly string[];
  connections: number;
  ms: number;
}

export interface LoadReport {
  answered: number;
  /** Answers that were not a 200, and connections that broke. */
  bad: number;
  ms: number;
}

const headEnd = Buffer.from("\r\n\r\n");

function load({ host, port, requests, connections, ms }: LoadOrder): Promise<LoadReport> {
  const payloads = requests.map((text) => Buffer.from(text));
  let answered = 0;
  let bad = 0;
  let sent = 0;
  const started = performance.now();
  return new Promise((resolve) => {
    let open = connections;
    let isOver = false;
    setTimeout(() => (isOver = true), ms);
    const closed = () => {
      open -= 1;
      if (open === 0) resolve({ answered, bad, ms: performance.now() - started });
    };
    for (let index = 0; index < connections; index += 1) {
      const socket = connect({ host, port, noDelay: true });
      const send = () => socket.write(payloads[sent++ % payloads.length]!);
      let pending: Buffer | undefined;
      socket.on("connect", send);
      socket.on("error", () => (bad += 1));
      socket.on("close", closed);
      socket.on("data", (chunk) => {
        const data = pending ? Buffer.concat([pending, chunk]) : chunk;
        const length = answerLength(data);
        if (length === undefined || data.length < length) {
          pending = data;
          return;
        }
        pending = undefined;
        answered += 1;
        // "HTTP/1.1 200": the status begins at the tenth byte.
        if (data[9] !== 0x32 || data[10] !== 0x30 || data[11] !== 0x30) bad += 1;
        if (isOver) socket.destroy();
        else send();
      });
    }
  });
}

/** How long the answer is in all, or undefined while its head is not complete. Answers have a length: none is chunked. */
function answerLength(data: Buffer): number | undefined {
  const end = data.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = data.toString("latin1", 0, end);
  const found = /\r\ncontent-length: (\d+)/i.exec(head);
  return end + headEnd.length + Number(found?.[1] ?? 0);
}

if (process.send)
  process.on("message", (order: LoadOrder) => {
    void load(order).then((report) => process.send!(report));
  });
