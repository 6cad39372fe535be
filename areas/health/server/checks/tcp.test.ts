// Tests TCP checks against real sockets.
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { runOne } from "#tests/support/checks.ts";
import { freePort } from "#tests/support/free-port.ts";

const server = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

test("passes for a listening port, given by address, by name or by a template", async () => {
  for (const endpoint of [`127.0.0.1:${port}`, `localhost:${port}`, `127.0.0.{{ 1 }}:${port}`])
    expect(await runOne("tcp", { endpoint })).toMatchObject({ verdict: "healthy", error: "" });
});

test("fails when nothing listens, and is invalid for a wrong endpoint", async () => {
  expect((await runOne("tcp", { endpoint: `127.0.0.1:${await freePort()}` })).error).toMatch(
    /^Nothing listens at 127\.0\.0\.1:\d+\./,
  );
  for (const endpoint of ["127.0.0.1", "http://127.0.0.1:80", "127.0.0.1:0", "127.0.0.1:65536", "::1:80"])
    expect(await runOne("tcp", { endpoint })).toMatchObject({
      isInvalid: true,
      error: expect.stringContaining("is not an endpoint. Use host:port"),
    });
});
