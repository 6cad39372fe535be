import { createServer } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { SeveralDone } from "../../contract.ts";
import { type CheckSummary, checkHealths, healthOf } from "../../model.ts";

const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const editor = await person({ roles: ["editor"] });
const viewer = await person({ roles: ["viewer"] });

const target = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
await once(target, "listening");
afterAll(() => target.close());
const { port } = target.address() as { port: number };

const call = async (verb: "pause" | "resume", body: object, who = editor) => {
  const answer = await who.ask(`/api/canary/api/checks/${verb}`, { method: "POST", body });
  return { status: answer.status, text: answer.text, body: answer.body as SeveralDone };
};
const canaryOf = async (name: string, names: readonly string[]) => {
  const tcp = names.map((item) => ({ name: item, endpoint: `127.0.0.1:${port}` }));
  const { body } = await editor.ask("/canaries", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, spec: { schedule: "@every 1h", tcp } },
  });
  const [{ id }] = body as [{ id: string }];
  const checks = await db.selectFrom("checks").select(["id", "name"]).where("canary_id", "=", id).execute();
  return { id, check: (item: string) => checks.find((row) => row.name === item)!.id };
};
const rowOf = (id: string) => db.selectFrom("checks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const metricsOf = async (id: string) =>
  (await (await server.fetch("/metrics", { headers: { authorization: `Bearer ${viewer.token}` } })).text())
    .split("\n")
    .filter((line) => line.includes(id) && /^canary_check(_info|_excluded)?\{/.test(line))
    .map((line) => line.replace(/\{.*?(reason="\w+")?\} /, (_, reason?: string) => `${reason ? `{${reason}}` : ""} `));
const search = async (text: string) => {
  const { body } = await viewer.ask("/api/resources/search", {
    method: "POST",
    body: { checks: [{ search: text, agent: "all" }], limit: 100 },
  });
  return ((body as { checks?: { name: string; health: string; status: string }[] }).checks ?? []).map(
    ({ name, health, status }) => ({ name, health, status }),
  );
};

test("stores the person, start, end and reason of a pause, and audits it", async () => {
  const canary = await canaryOf("audited", ["one", "two"]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const ids = [canary.check("one"), canary.check("two")];
  const paused = await call("pause", { checks: ids, until, reason: " disk swap " });
  expect(paused.body).toEqual({
    done: [
      { id: canary.check("one"), name: "one" },
      { id: canary.check("two"), name: "two" },
    ],
    failed: [],
  });
  const row = await rowOf(canary.check("one"));
  expect(row).toMatchObject({ paused_by: editor.id, pause_reason: "disk swap" });
  expect(new Date(row.paused_until!).toISOString()).toBe(until);
  expect(new Date(row.next_runtime!).toISOString()).toBe(until);
  const deeds = await db
    .selectFrom("audit_log")
    .select(["action", "person_id", "resource_name", "columns", "after"])
    .where("resource_id", "=", canary.check("one"))
    .execute();
  expect(deeds).toEqual([
    expect.objectContaining({
      action: "update",
      person_id: editor.id,
      resource_name: "one",
      columns: ["pause_reason", "paused_at", "paused_by", "paused_until"],
      after: expect.objectContaining({ pause_reason: "disk swap" }),
    }),
  ]);
  expect((await call("resume", { checks: ids })).body.done).toHaveLength(2);
  expect((await rowOf(canary.check("one"))).next_runtime).not.toBeNull();
  const again = await call("resume", { checks: ids });
  expect(again.body.failed.map(({ name, error }) => `${name}: ${error}`)).toEqual([
    "one: The check is not paused.",
    "two: The check is not paused.",
  ]);
});

test("lists checks that cannot be paused, and pauses the others", async () => {
  const canary = await canaryOf("partly", ["mine"]);
  const limited = await person({
    rules: [
      { action: "read", canary_id: idOf("canary", 1) },
      { action: "read,update", canary_id: canary.id },
    ],
  });
  const { status, body } = await call(
    "pause",
    { checks: [canary.check("mine"), idOf("check", 1), idOf("nobody", 1)] },
    limited,
  );
  expect(status).toBe(200);
  expect(body.done).toEqual([{ id: canary.check("mine"), name: "mine" }]);
  expect(body.failed).toEqual([
    { id: idOf("check", 1), name: "check 1", error: "You are not allowed to update its canary." },
    { id: idOf("nobody", 1), name: idOf("nobody", 1), error: "The check no longer exists." },
  ]);
  expect((await call("pause", { checks: [canary.check("mine")] }, viewer)).status).toBe(403);
  const past = await call("pause", { checks: [canary.check("mine")], until: "2020-01-01T00:00:00Z" });
  expect(past.text).toContain("is in the past");
  const plain = await editor.ask(`/checks?id=eq.${canary.check("mine")}`, {
    method: "PATCH",
    body: { paused_at: null },
  });
  expect(plain.status).toBe(400);
  expect(plain.text).toContain("/api/canary/api/checks/resume");
});

test("does not count a paused check as up or down in summary, counts, metrics and search", async () => {
  const canary = await canaryOf("counted", ["stopped"]);
  const id = canary.check("stopped");
  await db.updateTable("checks").set({ status: "unhealthy" }).where("id", "=", id).execute();
  await db
    .insertInto("check_config_relationships")
    .values({ config_id: idOf("config", 1), check_id: id, canary_id: canary.id })
    .execute();
  const counts = async () =>
    (
      await sql<{ checks: Record<string, number>; of_canary: Record<string, number> }>`
        select c.checks, k.checks as of_canary
        from   check_summary_by_config c, canaries_with_status k
        where  c.config_id = ${idOf("config", 1)} and k.id = ${canary.id}`.execute(db)
    ).rows[0]!;
  const before = await counts();
  expect(before.of_canary).toEqual({ unhealthy: 1 });
  expect(await metricsOf(id)).toEqual(["canary_check 1", "canary_check_info 1"]);
  expect(await search("name=stopped health=unhealthy")).toEqual([
    { name: "stopped", health: "unhealthy", status: "unhealthy" },
  ]);

  await call("pause", { checks: [id] });
  const after = await counts();
  expect(after.of_canary).toEqual({ paused: 1 });
  expect(after.checks["paused"]).toBe(1);
  expect(after.checks["unhealthy"] ?? 0).toBe((before.checks["unhealthy"] ?? 0) - 1);
  expect(await metricsOf(id)).toEqual(['canary_check_excluded{reason="paused"} 1']);
  expect(await search("name=stopped health=unhealthy")).toEqual([]);
  expect(await search("name=stopped health=paused")).toEqual([{ name: "stopped", health: "paused", status: "paused" }]);
  const { body } = await viewer.ask("/api/canary/api/summary");
  const summary = (body as { checks_summary: CheckSummary[] }).checks_summary.find((check) => check.id === id)!;
  expect(summary.paused).toMatchObject({ until: null, reason: null });
  expect(healthOf(summary, Date.now())).toBe("paused");
});

test("metrics, search and lists show the same health for a check in maintenance", async () => {
  const canary = await canaryOf("maintained", ["washed"]);
  const id = canary.check("washed");
  await db.updateTable("checks").set({ status: "unhealthy" }).where("id", "=", id).execute();
  expect(await metricsOf(id)).toEqual(["canary_check 1", "canary_check_info 1"]);
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const about = { canary_id: canary.id };
  const { id: window } = await db
    .insertInto("maintenance_windows")
    .values({ name: "wash", ends_at, ...about })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await metricsOf(id)).toEqual(['canary_check_excluded{reason="maintenance"} 1']);
  expect(await search("name=washed")).toEqual([{ name: "washed", health: "maintenance", status: "maintenance" }]);
  expect(await search("name=washed status=unhealthy")).toEqual([]);
  expect(await search("name=washed health!=unhealthy")).toHaveLength(1);
  await db.deleteFrom("maintenance_windows").where("id", "=", window).execute();
  expect(await search("name=washed status=unhealthy")).toHaveLength(1);
});

test("records results of a paused check without counting them or raising an alert", async () => {
  const canary = await canaryOf("sent", ["hook"]);
  const id = canary.check("hook");
  await call("pause", { checks: [id] });
  await editor.ask("/api/canary/api/push", { method: "POST", body: { id, status: false } });
  expect((await editor.ask(`/api/canary/run/check/${id}`, { method: "POST", body: {} })).status).toBe(200);
  const runs = await db.selectFrom("check_statuses").select("in_maintenance").where("check_id", "=", id).execute();
  expect(runs).toEqual([{ in_maintenance: true }, { in_maintenance: true }]);
  const summary = await sql`select passed::int, failed::int from check_status_summaries where check_id = ${id}`.execute(
    db,
  );
  expect(summary.rows).toEqual([{ passed: 0, failed: 0 }]);
});

test("the database and the console compute the same health for a check", async () => {
  const now = Date.now();
  const at = (seconds: number | null) => (seconds === null ? null : new Date(now + seconds * 1000).toISOString());
  const seen = new Set<string>();
  for (const status of ["healthy", "unhealthy", null] as const)
    for (const interval of [null, 60])
      for (const next of [null, 30, -170, -190])
        for (const since of [null, -10, -170, -190])
          for (const pausedUntil of [undefined, null, 60, -60]) {
            const paused = pausedUntil === undefined ? null : { at: at(-500)!, until: at(pausedUntil), reason: null };
            const { rows } = await sql<{ health: string }>`
              select check_health(${status}, ${at(next)}::timestamptz, ${interval}::int, ${at(since)}::timestamptz,
                                  ${paused?.at ?? null}::timestamptz, ${paused?.until ?? null}::timestamptz) as health`.execute(
              db,
            );
            const known = {
              status,
              next_runtime: at(next),
              interval_seconds: interval,
              could_not_check_since: at(since),
              could_not_check_reason: null,
              paused,
            };
            expect({ ...known, health: rows[0]!.health }).toEqual({ ...known, health: healthOf(known, Date.now()) });
            seen.add(rows[0]!.health);
          }
  expect(checkHealths.filter((health) => health !== "maintenance").every((health) => seen.has(health))).toBe(true);
});
