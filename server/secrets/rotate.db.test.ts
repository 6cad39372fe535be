import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/running-system.ts";
import { readCatalog } from "../db/relations.ts";
import { createSeals, type Place } from "../secrets.ts";
import { masterKey } from "./cipher.ts";
import { openSecrets } from "./keys.ts";
import { sealedTables } from "./reseal.ts";
import { rotateKeys, type Rotation } from "./rotate.ts";

const { databases } = await testDatabase();
const db = databases.system;
const keyNamed = (name: string) => name.padEnd(32, ".");
const [first, second, third] = ["first", "second", "third"].map(keyNamed) as [string, string, string];
const idOf = (key: string) => masterKey(key).id;
const rotate = (keys: readonly string[], more: Partial<Rotation> = {}) =>
  rotateKeys(databases, {
    keys,
    learnWithinMs: 0,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  });
const states = async () =>
  Object.fromEntries((await db.selectFrom("secret_keys").selectAll().execute()).map(({ id, state }) => [id, state]));
const openerWith = (key: string) => createSeals({ sealing: masterKey(key), find: () => masterKey(key) });
const addProcess = (pid: number, held: readonly string[], sealing: string) =>
  sql`insert into processes (id, role, hostname, pid, version, rss_bytes, held_keys, sealing_key)
      values (gen_random_uuid(), 'web', 'here', ${pid}, '1', 1, ${held.map(idOf)}, ${idOf(sealing)})`.execute(db);

const { secrets } = await openSecrets(db, () => [first]);

interface SealedValue {
  place: Place;
  sealed: () => Promise<string | null>;
}

/** Inserts a row into every table with sealed columns and sets every sealed column. */
async function fill(): Promise<SealedValue[]> {
  const person = await db
    .insertInto("people")
    .values({ name: "Ada", email: "ada@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const withSpec =
    (table: string, columns = "name, namespace", values = "'x', 'default'") =>
    (sealed: (column: string) => string, id: string) =>
      sql`
      insert into ${sql.table(table)} (id, ${sql.raw(columns)}, spec, spec_secrets)
      values (${id}, ${sql.raw(values)}, '{}', ${sealed("spec_secrets")})`;
  const inserts: Record<string, (sealed: (column: string) => string, id: string) => ReturnType<typeof sql>> = {
    agent_actions: (sealed, id) => sql`
      with action as (insert into playbook_run_actions (id, name) values (${id}, 'x') returning id)
      insert into agent_actions (action_id, agent_id, payload)
      select action.id, '00000000-0000-0000-0000-000000000000', ${sealed("payload")} from action`,
    applications: withSpec("applications"),
    canaries: withSpec("canaries"),
    checks: (sealed, id) => sql`
      with canary as (insert into canaries (name, namespace, spec) values ('y', 'default', '{}') returning id)
      insert into checks (id, canary_id, type, name, spec, spec_secrets)
      select ${id}, canary.id, 'http', 'x', '{}', ${sealed("spec_secrets")} from canary`,
    config_scrapers: withSpec("config_scrapers", "name, namespace, source", "'x', 'default', 'UI'"),
    incident_rules: withSpec("incident_rules", "name, created_by", `'x', '${person.id}'`),
    logging_backends: withSpec("logging_backends", "name", "'x'"),
    notifications: (sealed, id) => sql`
      insert into notifications (id, events, properties_secrets, custom_services_secrets, fallback_custom_services_secrets)
      values (${id}, '{check.failed}', ${sealed("properties_secrets")}, ${sealed("custom_services_secrets")},
              ${sealed("fallback_custom_services_secrets")})`,
    notification_preferences: (sealed, id) => sql`
      with person as (insert into people (id, name, email) values (${id}, 'Grace', 'grace@example.org') returning id)
      insert into notification_preferences (person_id, channels, channels_secrets)
      select person.id, '[]', ${sealed("channels_secrets")} from person`,
    playbooks: withSpec("playbooks", "name, namespace", "'x', 'default'"),
    playbook_runs: (sealed, id) => sql`
      with playbook as (insert into playbooks (name, namespace, spec) values ('y', 'default', '{}') returning id)
      insert into playbook_runs (id, playbook_id, spec, spec_secrets, parameters_secrets)
      select ${id}, playbook.id, '{}', ${sealed("spec_secrets")}, ${sealed("parameters_secrets")} from playbook`,
    scrape_plugins: withSpec("scrape_plugins", "name, namespace, source", "'x', 'default', 'UI'"),
    teams: withSpec("teams", "name, icon, created_by", `'x', 'group', '${person.id}'`),
    topologies: withSpec("topologies"),
    views: withSpec("views"),
    connections: (sealed, id) => sql`
      insert into connections (id, name, type, username, password, certificate, sealed_url, sealed_properties, updated_at)
      values (${id}, 'ledger', 'postgres', ${sealed("username")}, ${sealed("password")}, ${sealed("certificate")},
              ${sealed("sealed_url")}, ${sealed("sealed_properties")}, '2020-01-01')`,
    credentials: (sealed) => sql`
      insert into credentials (person_id, type, proof) values (${person.id}, 'totp', ${sealed("proof")}),
        (${person.id}, 'password', '$argon2id$v=19$none')`,
    identity_flows: (sealed, id) => sql`
      insert into identity_flows (id, kind, type, request_url, pending, departure, expires_at)
      values (${id}, 'login', 'api', '/', ${sealed("pending")}, ${sealed("departure")}, now())`,
    mails: (sealed, id) => sql`
      insert into mails (id, kind, recipient, subject, body) values (${id}, 'recovery', 'a@b.c', 'x', ${sealed("body")})`,
    sent_connections: (sealed, id) => sql`
      insert into sent_connections (id, resource_id, reference, version, sealed)
      values (${id}, ${id}, 'connection://ledger', '1', ${sealed("sealed")})`,
    settings: (sealed) =>
      sql`insert into settings (name, value) values ('probe', ${sealed("value")}), ('plain', 'text')`,
  };
  const filled: SealedValue[] = [];
  for (const { name, key, columns } of sealedTables((await readCatalog(databases.pools.system)).relations.values())) {
    const id = `01900000-0000-7000-8000-0000000000${String(filled.length).padStart(2, "0")}`;
    const row = { credentials: `${person.id}/totp`, settings: "probe" }[name] ?? id;
    const places = columns.map((column) => ({ table: name, row, column: column.name }) as Place);
    const sealed = (column: string) =>
      secrets.seal(
        `${name}.${column}`,
        places.find((candidate) => candidate.column === column)!,
      );
    // A table that is new to this test needs an entry in `inserts`.
    await inserts[name]!(sealed, id).execute(db);
    const where =
      name === "credentials" ? sql`type = 'totp'` : sql`${sql.ref(key)}::text = ${name === "settings" ? "probe" : id}`;
    for (const place of places)
      filled.push({
        place,
        sealed: async () => {
          const { rows } = await sql<{ text: string | null }>`
            select ${sql.ref(place.column)} as text from ${sql.table(name)} where ${where}`.execute(db);
          return rows[0]!.text;
        },
      });
  }
  return filled;
}

const filled = await fill();
/** The number of rows: one per table, and the digest key. */
const sealedRows = new Set(filled.map(({ place }) => place.table)).size + 1;

test("every sealed column is re-encrypted with the new key, and the old key decrypts none of them", async () => {
  const digest = secrets.digest("a", "b");
  expect(await rotate([second, first])).toBe(sealedRows);
  for (const { place, sealed } of filled) {
    const text = (await sealed())!;
    expect(openerWith(second).open(text, place)).toBe(`${place.table}.${place.column}`);
    expect(() => openerWith(first).open(text, place)).toThrow("cannot be decrypted");
  }
  expect(await states()).toEqual({ [idOf(first)]: "retired", [idOf(second)]: "sealing" });
  // The values of a row share a new data key, and updated_at has not changed.
  const row = await db.selectFrom("connections").selectAll().executeTakeFirstOrThrow();
  const dataKeys = [row.username, row.password, row.certificate, row.sealed_url].map((text) => text!.split(".")[2]);
  expect(new Set(dataKeys).size).toBe(1);
  expect(row.updated_at).toMatch(/^2020-01-01/);
  expect((await openSecrets(db, () => [second])).secrets.digest("a", "b")).toEqual(digest);
  const plain = await db.selectFrom("credentials").select("proof").where("type", "=", "password").execute();
  expect(plain).toEqual([{ proof: "$argon2id$v=19$none" }]);
  expect(
    await db.selectFrom("audit_log").select(["action", "resource_type", "resource_id", "actor_kind"]).execute(),
  ).toEqual([{ action: "update", resource_type: "secret_keys", resource_id: idOf(second), actor_kind: "system" }]);
});

test("a second rotation does nothing, and retired keys and keys that do not decrypt the stored values are refused", async () => {
  expect(await rotate([second])).toBe(0);
  await expect(rotate([first, second])).rejects.toThrow("was in use before and is retired");
  await expect(rotate([third])).rejects.toThrow("encrypted with a key that is not configured");
  expect(await states()).toEqual({ [idOf(first)]: "retired", [idOf(second)]: "sealing" });
});

test("a rotation is refused while a process lacks the new key; the error contains the process, and no secret is re-encrypted", async () => {
  await addProcess(41, [second], second);
  await addProcess(42, [third, second], second);
  await expect(rotate([third, second])).rejects.toThrow(
    "process 41 on here would not be able to read values that the new key seals. Restart each process",
  );
  expect(await states()).toMatchObject({ [idOf(second)]: "sealing", [idOf(third)]: "coming" });
  await sql`delete from processes`.execute(db);
});

test("the old key is accepted until every live process has switched; processes without a heartbeat are ignored", async () => {
  await addProcess(42, [third, second], second);
  await addProcess(43, [second], second);
  await sql`update processes set last_seen_at = now() - interval '2 minutes' where pid = 43`.execute(db);
  const progress: string[] = [];
  const going = rotate([third, second], { onProgress: (text) => progress.push(text) });
  await until(() => progress.includes("waiting for process 42 on here to change over"));
  expect(await states()).toMatchObject({ [idOf(second)]: "accepted", [idOf(third)]: "sealing" });
  await sql`update processes set sealing_key = ${idOf(third)} where pid = 42`.execute(db);
  expect(await going).toBe(sealedRows);
  expect(progress.at(-1)).toBe(`${sealedRows} of ${sealedRows} rows`);
  await sql`delete from processes`.execute(db);
});

test("a second concurrent rotation is refused, and an aborted rotation can be continued", async () => {
  const next = keyNamed("fourth");
  await addProcess(44, [next, third], third);
  const progress: string[] = [];
  const abort = new AbortController();
  const going = rotate([next, third], { onProgress: (text) => progress.push(text), signal: abort.signal });
  await until(() => progress.length);
  await expect(rotate([next, third])).rejects.toThrow("Another command is already changing the key");
  abort.abort();
  await expect(going).rejects.toThrow("aborted");
  await sql`delete from processes`.execute(db);
  // The next run continues after the abort.
  await expect(openSecrets(db, () => [next])).rejects.toThrow("is being changed");
  expect(await rotate([next, third])).toBe(sealedRows);
});

test("values that no key decrypts are reported and stay unchanged, and the former key is required until they are deleted", async () => {
  const [present, next] = [keyNamed("fourth"), keyNamed("fifth")];
  const [moved] = await db.selectFrom("connections").select(["id", "username", "password"]).execute();
  await db.updateTable("connections").set({ password: moved!.username }).execute();
  await expect(rotate([next, present])).rejects.toThrow(
    `None of the keys can decrypt these secrets: connections.password of ${moved!.id}. They stay unchanged`,
  );
  expect(await states()).toMatchObject({ [idOf(present)]: "opening", [idOf(next)]: "sealing" });
  await db.updateTable("connections").set({ password: null }).execute();
  expect(await rotate([next, present])).toBe(0);
  expect(await states()).toMatchObject({ [idOf(present)]: "retired", [idOf(next)]: "sealing" });
});

test("a value that was encrypted in an open transaction is stored and re-encrypted before the former key retires", async () => {
  const [present, next] = [keyNamed("fifth"), keyNamed("sixth")];
  const { id } = await db.selectFrom("connections").select("id").executeTakeFirstOrThrow();
  const place: Place = { table: "connections", row: id, column: "password" };
  const progress: string[] = [];
  const going = await db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    const rotation = rotate([next, present], { onProgress: (text) => progress.push(text) });
    await until(() => progress.includes("waiting for 1 open transactions to end"));
    await tx
      .updateTable("connections")
      .set({ password: openerWith(present).seal("late", place) })
      .execute();
    return { rotation };
  });
  await going.rotation;
  const { password } = await db.selectFrom("connections").select("password").executeTakeFirstOrThrow();
  expect(openerWith(next).open(password!, place)).toBe("late");
  expect(await states()).toMatchObject({ [idOf(present)]: "retired", [idOf(next)]: "sealing" });
});
