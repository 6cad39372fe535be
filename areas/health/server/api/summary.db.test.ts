import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { Live } from "#server/live.ts";
import type { SummaryAnswer } from "../../contract.ts";
import { createSummaryCopy } from "./summary-copy.ts";

const path = "/api/canary/api/summary";
const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });

const summary = async (who: Someone, query = "", headers: Record<string, string> = {}) => {
  const answer = await who.ask(`${path}${query}`, { headers });
  expect({ query, status: answer.status }).toEqual({ query, status: 200 });
  return { ...(answer.body as SummaryAnswer), etag: answer.headers.get("etag")! };
};
const find = (who: Someone, body: unknown) => who.ask(path, { method: "POST", body });
const namesOf = ({ checks_summary }: Pick<SummaryAnswer, "checks_summary">) =>
  checks_summary.map(({ name }) => name).sort();
const descriptionOf = async (check: string) =>
  (await summary(viewer)).checks_summary.find(({ name }) => name === check)!.description;
const all = Array.from({ length: 12 }, (_, at) => `check ${at + 1}`).sort();

test("HL-36 HL-45 DA-83 lists every check with all fields of the health page", async () => {
  await sql`delete from check_statuses where check_id = ${idOf("check", 4)}`.execute(db);
  await sql`insert into check_statuses (check_id, time, status, duration) values (${idOf("check", 4)}, now(), true, 12)`.execute(
    db,
  );
  await sql`update check_status_summaries set p95 = 12, p97 = 12, p99 = 12, mean = 12, passed = 1, failed = 0
            where check_id = ${idOf("check", 4)}`.execute(db);
  const answer = await summary(viewer);
  expect(namesOf(answer)).toEqual(all);
  expect(answer).toMatchObject({ runnerName: "local", cursor: expect.any(String) });
  expect(answer).not.toHaveProperty("removed");
  expect(answer.checks_summary.find(({ name }) => name === "check 4")).toMatchObject({
    id: idOf("check", 4),
    canary_id: idOf("canary", 4),
    canary_name: "canary 4",
    canary_namespace: "default",
    agent_id: "00000000-0000-0000-0000-000000000000",
    namespace: "default",
    type: "http",
    description: "Is it there",
    icon: "http",
    endpoint: "https://example.org/4",
    namespaces: ["default"],
    labels: { tier: "one", team: "b", number: "4" },
    status: expect.stringMatching(/^(un)?healthy$/),
    uptime: { passed: 1, failed: 0 },
    latency: { p95: 12, p97: 12, p99: 12, rolling1h: 12 },
    last_runtime: expect.any(String),
    last_transition_time: null,
    deleted_at: null,
  });
});

test("a request that arrives while the copy is updated gets the updated checks", async () => {
  let notify: Parameters<Live["on"]>[1] = () => {};
  const live = {
    connected: true,
    on: (_: unknown, onChange: typeof notify) => ((notify = onChange), () => {}),
  } as unknown as Live;
  const copy = createSummaryCopy({ db: server.system.db, live });
  const before = await copy.current();
  await sql`update checks set description = 'Is it still there' where id = ${idOf("check", 5)}`.execute(db);
  notify({ relation: "checks", ids: [idOf("check", 5)] });
  const [one, other] = await Promise.all([copy.current(), copy.current()]);
  expect(one).not.toBe(before);
  expect(other).toBe(one);
  // The server has its own copy, which the next tests read.
  await expect.poll(() => descriptionOf("check 5")).toBe("Is it still there");
});

test("HL-44 returns 304 until a check changes", async () => {
  const { etag } = await summary(viewer);
  const again = () => viewer.ask(path, { headers: { "if-none-match": etag } });
  expect(await again()).toMatchObject({ status: 304, text: "" });
  await sql`update checks set description = 'Is it still there' where id = ${idOf("check", 2)}`.execute(db);
  await expect.poll(async () => (await again()).status).toBe(200);
  expect((await summary(viewer)).etag).not.toBe(etag);
  expect(await descriptionOf("check 2")).toBe("Is it still there");
});

test("returns changed and removed checks after a cursor, and all checks for an unknown cursor", async () => {
  const { cursor } = await summary(viewer);
  const since = () => summary(viewer, `?since=${cursor}`);
  expect(await since()).toMatchObject({ checks_summary: [], removed: [], cursor });
  await sql`update checks set status = 'unhealthy' where id = ${idOf("check", 3)}`.execute(db);
  await sql`update checks set status = 'healthy' where id = ${idOf("check", 3)}`.execute(db);
  await sql`update canaries set labels = '{"tier": "two"}' where id = ${idOf("canary", 5)}`.execute(db);
  await sql`update checks set deleted_at = now() where id = ${idOf("check", 6)}`.execute(db);
  await expect
    .poll(async () => {
      const { removed, ...changes } = await since();
      return [namesOf(changes), removed];
    })
    .toEqual([["check 3", "check 5"], [idOf("check", 6)]]);
  const later = await since();
  expect(later.checks_summary.find(({ name }) => name === "check 5")!.labels).toMatchObject({ tier: "two" });
  expect(await summary(viewer, `?since=${later.cursor}`)).toMatchObject({ checks_summary: [], removed: [] });
  await sql`update checks set deleted_at = null where id = ${idOf("check", 6)}`.execute(db);
  await expect.poll(async () => namesOf(await summary(viewer, `?since=${later.cursor}`))).toEqual(["check 6"]);
  for (const unknown of ["elsewhere.3", "nonsense", `${cursor!.split(".")[0]}.999999`]) {
    const whole = await summary(viewer, `?since=${unknown}`);
    expect(namesOf(whole)).toEqual(all);
    expect(whole).not.toHaveProperty("removed");
  }
});

test("includes new maintenance windows immediately, but only windows of visible checks", async () => {
  const windows = async (who: Someone, query = "") => (await summary(who, query)).maintenance;
  await sql`delete from maintenance_windows`.execute(db);
  await expect.poll(() => windows(viewer)).toEqual([]);
  const { cursor, etag } = await summary(viewer);
  const add = (check: number) =>
    sql`insert into maintenance_windows (name, check_id, ends_at) values ('upgrade', ${idOf("check", check)}, now() + interval '1 hour')`.execute(
      db,
    );
  await add(3);
  await add(5);
  await expect.poll(() => windows(viewer, `?since=${cursor}`)).toHaveLength(2);
  expect((await viewer.ask(path, { headers: { "if-none-match": etag } })).status).toBe(200);
  expect((await windows(viewer))!.map(({ check_id }) => check_id)).toEqual([idOf("check", 3), idOf("check", 5)]);
  const some = await person({ rules: [{ action: "read", canary_id: idOf("canary", 3) }] });
  expect((await windows(some))!.map(({ check_id }) => check_id)).toEqual([idOf("check", 3)]);
  await sql`delete from maintenance_windows`.execute(db);
  await expect.poll(() => windows(viewer)).toEqual([]);
});

test("finds changes by comparing versions if a notification cannot list all of them", async () => {
  const { cursor } = await summary(viewer);
  const inserted = await sql<{ id: string }>`
    insert into checks (canary_id, type, name) select ${idOf("canary", 1)}, 'tcp', 'many ' || n from generate_series(1, 150) n
    returning id`.execute(db);
  await expect.poll(async () => (await summary(viewer, `?since=${cursor}`)).checks_summary.length).toBe(150);
  expect((await summary(viewer)).checks_summary.length).toBe(162);
  await sql`delete from checks where name like 'many %'`.execute(db);
  await expect
    .poll(async () => (await summary(viewer, `?since=${cursor}`)).removed?.toSorted())
    .toEqual(inserted.rows.map(({ id }) => id).toSorted());
});

test("includes changes that were made while notifications were interrupted", async () => {
  await summary(viewer);
  // The listener loses its connection.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`.execute(
    db,
  );
  await sql`update checks set description = 'in the gap' where id = ${idOf("check", 7)}`.execute(db);
  await expect.poll(() => descriptionOf("check 7")).toBe("in the gap");
});

test("compresses only with an encoding that the client accepts, and lets clients revalidate the response", async () => {
  const bytes = async (encoding: string) => {
    const headers = { authorization: `Bearer ${viewer.token}`, "accept-encoding": encoding };
    // fetch would send its own accept-encoding, and decompress the response.
    const [answer] = (await once(get(`${server.url}${path}`, { headers }), "response")) as [IncomingMessage];
    return { headers: answer.headers, body: await buffer(answer) };
  };
  const plain = await bytes("identity");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.headers["cache-control"]).toBe("private, no-cache");
  const both = await bytes("gzip, deflate, br");
  expect(both.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(gunzipSync(both.body)).toEqual(plain.body);
  const brotli = await bytes("br, gzip;q=0");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
});

test("finds checks by labels and id, sorted and with their last runs", async () => {
  await sql`update checks set labels = '{"app": "till"}' where id in (${idOf("check", 8)}, ${idOf("check", 9)})`.execute(
    db,
  );
  const names = async (body: unknown) =>
    ((await find(viewer, body)).body as SummaryAnswer).checks_summary.map(({ name }) => name);
  expect((await names({ labels: { app: "till" } })).sort()).toEqual(["check 8", "check 9"]);
  expect(await names({ labels: { app: "till", tier: "one" }, sortBy: "-name" })).toEqual(["check 9", "check 8"]);
  expect(await names({ checkID: idOf("check", 1), labels: null, timeout: 60 })).toEqual(["check 1"]);
  expect((await names({})).sort()).toEqual(all);
  const { body } = await find(viewer, { checkID: idOf("check", 4), checkStatuses: 1 });
  expect((body as SummaryAnswer).checks_summary[0]!.checkStatuses).toMatchObject([{ status: true, duration: 12 }]);
  for (const bad of [
    { sortBy: "nothing; drop table checks" },
    { checkID: "4" },
    { checkStatuses: 0 },
    { colour: "red" },
  ])
    expect((await find(viewer, bad)).status).toBe(400);
});

test("returns deleted checks only on request", async () => {
  const gone = idOf("check", 10);
  await sql`update checks set deleted_at = '2026-11-01' where id = ${gone}`.execute(db);
  await expect.poll(async () => namesOf(await summary(viewer))).not.toContain("check 10");
  expect(namesOf(await summary(viewer, "?includeDeleted=true"))).toContain("check 10");
  const deletedAfter = async (deleteFrom: string) =>
    namesOf((await find(viewer, { deleteFrom })).body as SummaryAnswer);
  expect(await deletedAfter("2026-10-31T00:00:00Z")).toContain("check 10");
  expect(await deletedAfter("2026-11-02T00:00:00Z")).not.toContain("check 10");
  await sql`update checks set deleted_at = null where id = ${gone}`.execute(db);
});

test("never serves the shared copy to a person who can see only some canaries", async () => {
  const some = await person({ rules: [{ action: "read", canary_id: idOf("canary", 3) }] });
  const allBut = await person({
    roles: ["viewer"],
    rules: [{ action: "read", canary_id: idOf("canary", 3), deny: true }],
  });
  const { etag, cursor } = await summary(viewer);
  const first = await summary(some);
  expect(namesOf(first)).toEqual(["check 3"]);
  expect(first).not.toHaveProperty("cursor");
  expect(namesOf(await summary(some, `?since=${cursor}`))).toEqual(["check 3"]);
  expect(namesOf(await summary(some, "", { "if-none-match": etag }))).toEqual(["check 3"]);
  expect((await some.ask(path, { headers: { "if-none-match": first.etag } })).status).toBe(304);
  expect(namesOf(await summary(allBut))).toEqual(all.filter((name) => name !== "check 3"));
  expect((await (await person()).ask(path)).status).toBe(403);
});

test("returns 404 while the feature is disabled", async () => {
  await sql`insert into properties (name, value) values ('health.disable', 'true')`.execute(db);
  await expect.poll(async () => (await viewer.ask(path)).status).toBe(404);
  await sql`delete from properties where name = 'health.disable'`.execute(db);
  await expect.poll(async () => (await viewer.ask(path)).status).toBe(200);
});
