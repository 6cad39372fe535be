// The reference for about.ts: a Node server that does as little work as possible. It sends the same bytes, including
// the head.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { head, body } = JSON.parse(process.argv[2] ?? "{}") as { head: Record<string, string>; body: string };
const server = createServer((_, response) => response.writeHead(200, head).end(body));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
// Exits with the bench, even if the bench crashes.
process.on("disconnect", () => process.exit());
