import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, startTarget, writeCanary } from "#tests/support/running-checks.ts";
import { until } from "#tests/support/running-system.ts";
import { boundTexts, maxErrorBytes, maxMessageBytes, defaultBounds } from "../run/clean-result.ts";
import { engineOf } from "./engine.ts";
import { runNow } from "../api/run-now.ts";

const { databases: db } = await testDatabase();
const { system } = await runChecks(db, { isRunning: false });
const { settings, caps } = engineOf(system);
afterAll(() => {
  settings.stop();
  boundTexts(defaultBounds);
});

const set = (name: string, value: string) =>
  sql`insert into properties (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value, deleted_at = null`.execute(db.system);
const unset = (name: string) => sql`delete from properties where name = ${name}`.execute(db.system);

test("reports a disabled type as could_not_check, and runs it again when it is enabled", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, { tcp: [{ name: "off", endpoint: target.endpoint }] });
  const { id } = await db.system
    .selectFrom("checks")
    .select("id")
    .where("canary_id", "=", canary)
    .executeTakeFirstOrThrow();
  const status = async () =>
    (await db.system.selectFrom("checks").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
  expect(await runNow(system, id)).toMatchObject({ pass: true });
  await set("check.disabled.tcp", "true");
  await until(
    async () => settings.whyOff("tcp"),
    (why) => why !== undefined,
  );
  expect(settings.whyOff("http")).toBeUndefined();
  expect(await runNow(system, id)).toMatchObject({
    pass: false,
    could_not_check: true,
    error: "Checks of the type tcp are disabled by the property check.disabled.tcp.",
  });
  expect(await status()).toBe("healthy");
  expect(target.connections()).toBe(1);
  await unset("check.disabled.tcp");
  await until(
    async () => settings.whyOff("tcp"),
    (why) => why === undefined,
  );
  expect(await runNow(system, id)).toMatchObject({ pass: true, could_not_check: false });
});

test("reads concurrency and size limits from properties, and ignores values that are not numbers", async () => {
  expect(settings.limits).toMatchObject({ total: 1_000, perHost: 10 });
  for (const [name, value] of [
    ["check.concurrency.total", "2"],
    ["check.concurrency.host", "many"],
    ["check.concurrency.type.http", "1"],
    ["canary.status.max.message", "10"],
    ["canary.status.max.error", "-1"],
  ] as const)
    await set(name, value);
  await until(
    async () => [settings.limits.total, maxMessageBytes],
    ([total, bytes]) => total === 2 && bytes === 10,
  );
  expect([settings.limits.perHost, settings.limits.perType("http"), maxErrorBytes]).toEqual([10, 1, 128 * 1024]);
  const signal = AbortSignal.timeout(15_000);
  const httpSlot = await caps.take({ type: "http", host: "a" }, { withinMs: 1, signal });
  expect(await caps.take({ type: "http", host: "b" }, { withinMs: 1, signal })).toBeUndefined();
  const tcpSlot = await caps.take({ type: "tcp", host: "a" }, { withinMs: 1, signal });
  expect(await caps.take({ type: "tcp", host: "a" }, { withinMs: 1, signal })).toBeUndefined();
  httpSlot?.();
  tcpSlot?.();
});
