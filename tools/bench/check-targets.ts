// The target server for the check benches, on every address of 127.0.1.0/24, in a separate process. It responds at
// once, or after ten seconds for paths that begin with /hang, with as little work as possible. Paths that begin with
// /json get a JSON document.
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

const answerWith = (type: string, body: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
const answer = answerWith("text/plain", "ok");
const json = answerWith(
  "application/json",
  JSON.stringify({ status: "UP", version: "1.4.2", parts: [{ name: "db" }] }),
);
const hangMs = 10_000;

const listen = async (host: string, port: number): Promise<number> => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      if (chunk.includes(" /hang")) setTimeout(() => socket.end(answer), hangMs);
      else socket.end(chunk.includes(" /json") ? json : answer);
    });
  });
  server.listen({ port, host, backlog: 4_096 });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};
const port = await listen("127.0.1.1", 0);
for (let last = 2; last <= 254; last += 1) await listen(`127.0.1.${last}`, port);
process.send?.(port);
// Exits with the bench, even if the bench crashes.
process.on("disconnect", () => process.exit());
