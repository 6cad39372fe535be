// The least a Node server can do: the yardstick of about.ts.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = Buffer.from(process.argv[2] ?? "");
const headers = { "content-type": "application/json; charset=utf-8", "content-length": body.length };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
// Ends with the bench, however that ends.
process.on("disconnect", () => process.exit());
