import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { masterKey } from "./cipher.ts";
import { openSecrets } from "./keys.ts";

const { databases } = await testDatabase();
const db = databases.system;
const [first, second, third] = ["1", "2", "3"].map((digit) => digit.repeat(32)) as [string, string, string];
const openWith = (...keys: string[]) => openSecrets(db, () => keys);
const setState = (key: string, state: string) =>
  sql`insert into secret_keys (id, state) values (${masterKey(key).id}, ${state})
      on conflict (id) do update set state = excluded.state`.execute(db);

beforeEach(async () => {
  await sql`delete from secret_keys`.execute(db);
  await sql`delete from settings`.execute(db);
});

test("the first key becomes the sealing key, even if two processes start at the same time, and any other key is refused", async () => {
  const tried = await Promise.allSettled([openWith(first), openWith(second)]);
  expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [mine, other] = tried[0].status === "fulfilled" ? [first, second] : [second, first];
  expect((await openWith(mine)).keys.sealing.id).toBe(masterKey(mine).id);
  await expect(openWith(other)).rejects.toThrow("This database was set up with a different SECRET_KEY");
  await expect(openWith(third, other)).rejects.toThrow("set the former key as SECRET_KEY_PREVIOUS");
  expect(await db.selectFrom("secret_keys").selectAll().execute()).toHaveLength(1);
});

test("a process with the new and the old key encrypts with the old key until the keys are rotated", async () => {
  await openWith(first);
  const { keys } = await openWith(second, first);
  expect(keys.sealing.id).toBe(masterKey(first).id);
  await setState(first, "accepted");
  await setState(second, "sealing");
  await keys.refresh();
  expect(keys.sealing.id).toBe(masterKey(second).id);
});

test("during a rotation both keys are required, and afterwards only the new key", async () => {
  await openWith(first);
  await setState(first, "opening");
  await setState(second, "sealing");
  await expect(openWith(second)).rejects.toThrow("is being changed");
  await expect(openWith(first)).rejects.toThrow("set up with a different SECRET_KEY");
  await openWith(first, second);
  const { keys } = await openWith(second, first);
  await setState(first, "retired");
  await keys.refresh();
  // The digest key is still encrypted with the first key, because this test does not re-encrypt it.
  await expect(openWith(second)).rejects.toThrow("cannot be decrypted");
  await expect(openWith(first)).rejects.toThrow("set up with a different SECRET_KEY");
});

test("refresh reports a missing key and keeps the current keys", async () => {
  const held = [first];
  const { keys } = await openSecrets(db, () => held);
  held[0] = second;
  await expect(keys.refresh()).rejects.toThrow("set up with a different SECRET_KEY");
  expect(keys.find(masterKey(first).id)).toBeDefined();
});

test("values encrypted with a retired key cannot be stored; values that are already stored stay", async () => {
  const { secrets } = await openWith(first);
  const place = { table: "settings", row: "probe", column: "value" } as const;
  const store = (value: string) =>
    sql`insert into settings (name, value) values ('probe', ${value})
        on conflict (name) do update set value = excluded.value`.execute(db);
  await store(secrets.seal("one", place));
  await setState(first, "accepted");
  await setState(second, "sealing");
  const late = secrets.seal("two", place);
  await store(late);
  await setState(first, "opening");
  await expect(store(secrets.seal("three", place))).rejects.toThrow("was changed meanwhile");
  await expect(store("v1.unknown.x.y")).rejects.toThrow("was changed meanwhile");
  await sql`update settings set value = ${late} where name = 'probe'`.execute(db);
  await store("a plain text");
});

test("retiring a key waits for open transactions that store values encrypted with it", async () => {
  const { secrets } = await openWith(first);
  const sealed = secrets.seal("one", { table: "settings", row: "slow", column: "value" });
  let isRetired = false;
  let retirement: Promise<unknown> | undefined;
  await databases.system.transaction().execute(async (tx) => {
    await sql`insert into settings (name, value) values ('slow', ${sealed})`.execute(tx);
    retirement = setState(first, "opening").then(() => (isRetired = true));
    const isWaiting = sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await isWaiting.execute(tx)).rows[0]!.n).toBe(1);
    expect(isRetired).toBe(false);
  });
  await retirement;
  expect(isRetired).toBe(true);
});

test("digests are the same in every process and after a rotation", async () => {
  const [a, b] = await Promise.all([openWith(first), openWith(first)]);
  expect(a.secrets.digest("a", "b")).toEqual(b.secrets.digest("a", "b"));
});
