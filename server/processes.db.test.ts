import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase, testLog } from "#tests/support/database.ts";
import { startHeartbeat } from "./processes.ts";
import { openSecrets } from "./secrets/keys.ts";

const { databases: db } = await testDatabase();
const { keys } = await openSecrets(db.system, () => ["a key that only tests know, 32 long"]);
const rows = () => db.system.selectFrom("processes").selectAll().orderBy("role").execute();

test("a process is listed while it runs, and the next heartbeat removes processes without a heartbeat", async () => {
  await sql`
    insert into processes (id, role, hostname, pid, version, rss_bytes, last_seen_at)
    values (gen_random_uuid(), 'worker', 'gone', 1, '1', 1, now() - interval '61 seconds')`.execute(db.system);
  const about = { version: "1.2.3", address: "http://localhost:8080" };
  const web = await startHeartbeat({ db, log: testLog, keys }, { role: "web", ...about });
  const worker = await startHeartbeat({ db, log: testLog, keys }, { role: "worker", version: "1.2.3" });
  expect(await rows()).toMatchObject([
    { id: web.id, role: "web", pid: process.pid, ...about, held_keys: [keys.sealing.id], sealing_key: keys.sealing.id },
    { id: worker.id, role: "worker", address: null },
  ]);
  expect((await rows())[0]!.rss_bytes).toBeGreaterThan(1_000_000);
  expect((await rows())[0]!.rss_trend).toEqual([expect.any(Number)]);
  await Promise.all([web.stop(), worker.stop()]);
  expect(await rows()).toEqual([]);
});
