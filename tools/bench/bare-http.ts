// The least a Node server can do: the yardstick of about.ts. It answers the same bytes, so the same head, too.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const { head, body } = JSON.parse(process.argv[2] ?? "{}") as { head: Record<string, string>; body: string };
const server = createServer((_, response) => response.writeHead(200, head).end(body));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
// Ends with the bench, however that ends.
process.on("disconnect", () => process.exit());
