import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { rewriteCanary, writeCanary } from "#tests/support/running-checks.ts";

const { databases: db } = await testDatabase();

const tcp = (name: string, more: object = {}) => ({ name, endpoint: "127.0.0.1:1", ...more });

interface CheckRow {
  id: string;
  type: string;
  name: string;
  namespace: string | null;
  icon: string | null;
  severity: string | null;
  owner: string | null;
  interval_seconds: number | null;
  is_due: boolean | null;
  deleted_at: string | null;
}

const checksOf = async (canary: string) =>
  (
    await sql<CheckRow>`
      select id, type, name, namespace, icon, severity, owner, interval_seconds, next_runtime <= now() as is_due, deleted_at
      from   checks where canary_id = ${canary} order by type, name`.execute(db.system)
  ).rows;
const turnsOf = async (canary: string) =>
  (
    await sql<{ id: string; check_id: string | null; schedule: string; is_due: boolean }>`
      select id, check_id, schedule, due_at <= now() as is_due from check_turns where canary_id = ${canary} order by id`.execute(
      db.system,
    )
  ).rows;

test("creates a check and an immediately due turn for each entry of a canary", async () => {
  const canary = await writeCanary(db, {
    schedule: "@every 1m",
    severity: "High",
    owner: "web",
    icon: "shop",
    tcp: [tcp("one", { namespace: { name: "elsewhere" } }), tcp("two", { icon: "plug" })],
    dynatrace: [{ name: "three", host: "x" }],
    webhook: { name: "four", token: "t" },
  });
  expect(await checksOf(canary)).toMatchObject([
    { type: "dynatrace", name: "three", severity: "high", owner: "web", interval_seconds: 60, is_due: true },
    { type: "tcp", name: "one", namespace: "elsewhere", icon: "shop", interval_seconds: 60, is_due: true },
    { type: "tcp", name: "two", namespace: "default", icon: "plug", interval_seconds: 60, is_due: true },
    { type: "webhook", name: "four", interval_seconds: null, is_due: null },
  ]);
  const turns = await turnsOf(canary);
  expect(turns).toHaveLength(3);
  for (const turn of turns) expect(turn).toMatchObject({ check_id: turn.id, schedule: "@every 1m", is_due: true });
});

test("creates distinct names for checks without a name", async () => {
  const canary = await writeCanary(db, {
    tcp: [{ endpoint: "a:1" }, { endpoint: "a:1" }, { description: "the third", endpoint: "b:1" }],
  });
  expect((await checksOf(canary)).map(({ name }) => name)).toEqual(["a:1", "a:1 (2)", "the third"]);
});

test.each([
  ["no schedule", {}, {}],
  ["@never", { schedule: "@never" }, {}],
  ["replicas 0", { schedule: "@every 1m", replicas: 0 }, {}],
  ["suspended", { schedule: "@every 1m" }, { annotations: { suspend: "true" } }],
  ["for agents", { schedule: "@every 1m", agentSelector: ["eu-*"] }, {}],
])("creates checks but no turns for a canary that this server does not run: %s", async (_, spec, parts) => {
  const canary = await writeCanary(db, { ...spec, tcp: [tcp("one")] }, parts);
  expect(await checksOf(canary)).toMatchObject([{ name: "one", interval_seconds: null, is_due: null }]);
  expect(await turnsOf(canary)).toEqual([]);
  await rewriteCanary(db, canary, { spec: { interval: 30, tcp: [tcp("one")] }, annotations: {} });
  expect(await turnsOf(canary)).toMatchObject([{ schedule: "@every 30s" }]);
  await rewriteCanary(db, canary, { spec: { interval: 30, replicas: 0, tcp: [tcp("one")] } });
  expect(await checksOf(canary)).toMatchObject([{ interval_seconds: null, is_due: null, deleted_at: null }]);
  expect(await turnsOf(canary)).toEqual([]);
});

test("deletes checks that the spec no longer contains, restores them if they are added again, and keeps renamed checks", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1m", tcp: [tcp("a"), tcp("b", { endpoint: "b:1" })] });
  const [a, b] = await checksOf(canary);
  await sql`update checks set status = 'unhealthy', last_transition_time = '2026-01-01' where id in (${a!.id}, ${b!.id})`.execute(
    db.system,
  );
  const states = async () =>
    (
      await sql<object>`
        select name, status, last_transition_time, deleted_at is not null as is_deleted
        from checks where id in (${a!.id}, ${b!.id}) order by id = ${b!.id}`.execute(db.system)
    ).rows;
  const before = await states();
  await rewriteCanary(db, canary, { spec: { schedule: "@every 1m", tcp: [tcp("b", { endpoint: "b:1" })] } });
  expect((await states())[0]).toMatchObject({ name: "a", is_deleted: true });
  expect(await turnsOf(canary)).toMatchObject([{ id: b!.id }]);
  await rewriteCanary(db, canary, { spec: { schedule: "@every 1m", tcp: [tcp("a"), tcp("c", { endpoint: "b:1" })] } });
  expect(await states()).toEqual([before[0], { ...before[1], name: "c" }]);
  expect(await turnsOf(canary)).toHaveLength(2);
});

test("makes only changed checks due at once, and revokes the leases of runs with the old spec", async () => {
  const spec = { schedule: "@every 1m", tcp: [tcp("a"), tcp("b")] };
  const canary = await writeCanary(db, spec);
  const [a, b] = await checksOf(canary);
  await sql`update check_turns set due_at = now() + interval '1 minute', lease = gen_random_uuid(), leased_until = now() where canary_id = ${canary}`.execute(
    db.system,
  );
  await rewriteCanary(db, canary, { spec: { ...spec, tcp: [tcp("a"), tcp("b", { thresholdMillis: 5 })] } });
  const due = Object.fromEntries((await turnsOf(canary)).map((turn) => [turn.id, turn.is_due]));
  expect(due).toEqual({ [a!.id]: false, [b!.id]: true });
  const { rows } = await sql`select from check_turns where id = ${b!.id} and lease is null`.execute(db.system);
  expect(rows).toHaveLength(1);
});

test("creates one turn for dependent checks, and one check for resultMode junit", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1m", tcp: [tcp("a"), tcp("b", { dependsOn: ["a"] })] });
  expect(await turnsOf(canary)).toMatchObject([{ id: canary, check_id: null }]);
  await rewriteCanary(db, canary, { spec: { schedule: "@every 1m", tcp: [tcp("a"), tcp("b")] } });
  expect(await turnsOf(canary)).toHaveLength(2);
  await rewriteCanary(db, canary, { spec: { schedule: "@every 1m", resultMode: "junit", tcp: [tcp("a"), tcp("b")] } });
  const folded = (await checksOf(canary)).filter((check) => check.deleted_at === null);
  expect(folded).toMatchObject([{ type: "junit", interval_seconds: 60 }]);
  expect(await turnsOf(canary)).toMatchObject([{ id: folded[0]!.id }]);
});

test.each([
  [
    "unknown",
    [tcp("a"), tcp("b", { dependsOn: ["x"] })],
    /spec\.tcp\.1\.dependsOn: names "x", but the canary has no check of that name/,
  ],
  ["circle", [tcp("a", { dependsOn: ["b"] }), tcp("b", { dependsOn: ["a"] })], /is circular: a → b → a/],
  [
    "duplicate",
    [tcp("a"), tcp("a"), tcp("b", { dependsOn: ["a"] })],
    /spec\.tcp\.1\.name: is the name of another check/,
  ],
  ["nameless", [tcp("a"), { endpoint: "b:1", dependsOn: ["a"] }], /spec\.tcp\.1\.name: is required with dependsOn/],
])("refuses invalid dependencies: %s", async (_, checks, message) => {
  await expect(writeCanary(db, { schedule: "@every 1m", tcp: checks })).rejects.toThrow(message);
});

test("deletes the turns of a deleted canary", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1m", tcp: [tcp("a")] });
  await sql`update canaries set deleted_at = now() where id = ${canary}`.execute(db.system);
  expect(await turnsOf(canary)).toEqual([]);
  const other = await writeCanary(db, { schedule: "@every 1m", tcp: [tcp("a")] });
  await sql`update checks set deleted_at = now() where canary_id = ${other}`.execute(db.system);
  expect(await turnsOf(other)).toEqual([]);
});
