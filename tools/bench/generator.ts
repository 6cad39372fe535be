// Starts load.ts as a child process and sends it the requests of each round.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadOrder, LoadReport } from "./load.ts";

export interface Generator {
  run(order: LoadOrder): Promise<LoadReport>;
  stop(): Promise<void>;
}

export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL("./load.ts", import.meta.url)), { stdio: "inherit" });
  return {
    async run(order) {
      const answer = once(child, "message");
      child.send(order);
      const [report] = (await answer) as [LoadReport];
      return report;
    },
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      child.kill();
      await ended;
    },
  };
}

/** Returns a complete HTTP request as text. */
export const request = (path: string, headers: Record<string, string>, host: string, { encoded = true } = {}) =>
  [
    `GET ${path} HTTP/1.1`,
    `host: ${host}`,
    "accept: application/json",
    ...(encoded ? ["accept-encoding: gzip, deflate, br"] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");

/** Returns a complete POST request as text. */
export const posted = (path: string, headers: Record<string, string>, host: string, body: string) =>
  [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    "accept: application/json",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `\r\n${body}`,
  ].join("\r\n");

/** Returns the requests per second. A single failed response invalidates the round, because errors are fast. */
export function rate({ answered, bad, ms }: LoadReport): number {
  if (bad > 0) throw new Error(`${bad} of ${answered} responses did not have the status 200.`);
  return (answered / ms) * 1000;
}
