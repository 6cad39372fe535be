// The receiver for the notification benches, in a separate process: accepts every POST, and on request reports the
// number of requests per path, the time of each message and the last body.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The number of requests and the times of messages by their subject, per path. */
export interface ReceiverReport {
  counts: Record<string, number>;
  /** Milliseconds since 1970, by the resource of the message. */
  times: Record<string, number>;
  titles: Record<string, string[]>;
  /** The body of the last message. */
  body: string;
}

export type ReceiverCommand = "report" | "counts" | "reset";

const maxTitles = 20;
const emptyReport = (): ReceiverReport => ({ counts: {}, times: {}, titles: {}, body: "" });
let report = emptyReport();

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    response.writeHead(204).end();
    const path = request.url ?? "/";
    report.counts[path] = (report.counts[path] ?? 0) + 1;
    report.body = Buffer.concat(pieces).toString();
    const { subject = "", title = "" } = JSON.parse(report.body) as {
      subject?: string;
      title?: string;
    };
    const resource = subject.split("/")[1];
    if (resource !== undefined) report.times[resource] = Date.now();
    const titles = (report.titles[path] ??= []);
    if (titles.length < maxTitles) titles.push(title);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("message", (command: ReceiverCommand) => {
  if (command === "reset") report = emptyReport();
  // The bench requests the counts often, so the response contains them without the times of ten thousand messages.
  process.send?.(command === "counts" ? { ...emptyReport(), counts: report.counts } : report);
});
// Exits with the bench, even if the bench crashes.
process.on("disconnect", () => process.exit());
