// Whether something takes connections, against real sockets.
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { runOne } from "../../../../tests/checks.ts";
import { freePort } from "../../../../tests/free-port.ts";

const server = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

test("what listens passes, by address, by name, and where the endpoint is filled in", async () => {
  for (const endpoint of [`127.0.0.1:${port}`, `localhost:${port}`, `127.0.0.{{ 1 }}:${port}`])
    expect(await runOne("tcp", { endpoint })).toMatchObject({ verdict: "healthy", error: "" });
});

test("where nobody listens it fails, and what is no endpoint is invalid", async () => {
  expect((await runOne("tcp", { endpoint: `127.0.0.1:${await freePort()}` })).error).toMatch(
    /^Nothing listens at 127\.0\.0\.1:\d+\./,
  );
  for (const endpoint of ["127.0.0.1", "http://127.0.0.1:80", "127.0.0.1:0", "127.0.0.1:65536", "::1:80"])
    expect(await runOne("tcp", { endpoint })).toMatchObject({
      isInvalid: true,
      error: expect.stringContaining("is no endpoint. Write host:port"),
    });
});
