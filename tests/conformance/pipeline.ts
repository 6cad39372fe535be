// A minimal HTTP client that adds almost no overhead to thousands of requests: one connection, with pipelined requests.
// If the server closes the connection after a response, the remaining requests are sent again on a new connection.
//
//   const line = openPipeline(server.url);
//   const { status, text } = await line.send({ method: "GET", path: "/api/about", headers: { cookie }, body: undefined });
import { connect, type Socket } from "node:net";

export interface Sent {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

export interface Answered {
  status: number;
  text: string;
}

export interface Pipeline {
  send(request: Sent): Promise<Answered>;
  close(): void;
}

interface Waiting {
  sent: Sent;
  resolve(answer: Answered): void;
  reject(error: Error): void;
}

export function openPipeline(url: string): Pipeline {
  const { hostname, port, host } = new URL(url);
  const waiting: Waiting[] = [];
  let isClosed = false;
  let socket = open();

  function open(): Socket {
    let received: Buffer = Buffer.alloc(0);
    let hasAnswered = false;
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    opened.on("data", (part) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      for (;;) {
        const first = waiting[0] && answerOf(received, waiting[0].sent);
        if (!first) return;
        hasAnswered = true;
        received = received.subarray(first.length);
        waiting.shift()!.resolve(first.answer);
      }
    });
    opened.on("error", () => {});
    opened.on("close", () => {
      if (isClosed) return;
      // Closed without a response: a retry would have the same result.
      if (!hasAnswered) waiting.shift()?.reject(new Error("the server closed the connection"));
      socket = open();
      for (const { sent } of waiting) socket.write(messageOf(sent, host));
    });
    return opened;
  }

  return {
    send: (sent) =>
      new Promise((resolve, reject) => {
        waiting.push({ sent, resolve, reject });
        socket.write(messageOf(sent, host));
      }),
    close() {
      isClosed = true;
      socket.destroy();
    },
  };
}

function messageOf({ method, path, headers, body }: Sent, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join("")}${length}\r\n${body ?? ""}`;
}

/** Returns the first complete response in the bytes, and its length. */
function answerOf(bytes: Buffer, { method }: Sent): { answer: Answered; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  const [, size] = /^content-length: *(\d+)/im.exec(head) ?? [];
  const hasBody = method !== "HEAD" && status !== 204;
  if (hasBody && size === undefined) throw new Error(`a response without a length: ${head}`);
  const length = end + 4 + (hasBody ? Number(size) : 0);
  if (bytes.length < length) return undefined;
  return { answer: { status, text: bytes.toString("utf8", end + 4, length) }, length };
}
