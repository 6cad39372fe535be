// Tests that only the system may connect to the running server itself and to its own services.
import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env/env.ts";
import { TargetRefused } from "#server/outbound/outbound.ts";
import { createWaysOut } from "#server/outbound/ways-out.ts";
import { startTestServer } from "../support/test-server.ts";

const guarded = createServer().listen(0, "127.0.0.1");
await once(guarded, "listening");
afterAll(() => guarded.close());
const { port: guardedPort } = guarded.address() as { port: number };

const server = await startTestServer({ env: { ALLOW_PRIVATE_TARGETS: "everybody" } });

test("only the system may connect to the server's own port", async () => {
  const target = { host: "127.0.0.1", port: Number(new URL(server.url).port) };
  for (const trust of ["operator", "anyone"] as const) {
    const refused = server.system.outbound(trust).connect(target);
    await expect(refused).rejects.toThrow(TargetRefused);
    await expect(refused).rejects.toThrow(/is Quarterdeck itself/);
  }
  (await server.system.outbound("system").connect(target)).destroy();
  expect(await server.system.outbound("operator").connect({ host: "127.0.0.1", port: 9 }).catch(String)).toMatch(
    /ECONNREFUSED/,
  );
});

test("connections to the database in DATABASE_URL are blocked, and Unix sockets cannot be reached at all", async () => {
  const env = readEnv({});
  const target = { host: "127.0.0.1", port: guardedPort };
  const ways = (host: string) => createWaysOut({ env, database: { host, port: guardedPort }, ownPorts: () => [] });
  for (const host of ["localhost", "127.0.0.1", "0.0.0.0"]) {
    await expect(ways(host)("operator").connect(target)).rejects.toThrow(/is Quarterdeck's own database/);
    (await ways(host)("system").connect(target)).destroy();
  }
  (await ways("8.8.8.8")("operator").connect(target)).destroy();
  (await ways("/var/run/postgresql")("operator").connect(target)).destroy();
  await expect(ways("/tmp")("system").connect({ host: "/tmp", port: guardedPort })).rejects.toThrow(TargetRefused);
});
