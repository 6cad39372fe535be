// A load generator in a separate process: raw keep-alive sockets with one request in flight on each. It uses far less
// CPU per request than any server, so that the server is the bottleneck. The parent sends one order; the process sends
// one report.
import { connect } from "node:net";
import { readAnswer } from "./wire.ts";

export interface LoadOrder {
  host: string;
  port: number;
  /** Complete requests, sent in turn. */
  requests: readonly string[];
  connections: number;
  ms: number;
}

export interface LoadReport {
  answered: number;
  /** The number of broken connections and of responses with a status other than 200. */
  bad: number;
  ms: number;
}

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
        const answer = readAnswer(data);
        pending = answer ? undefined : data;
        if (!answer) return;
        answered += 1;
        if (answer.status !== 200) bad += 1;
        if (isOver) socket.destroy();
        else send();
      });
    }
  });
}

if (process.send)
  process.on("message", (order: LoadOrder) => {
    void load(order).then((report) => process.send!(report));
  });
