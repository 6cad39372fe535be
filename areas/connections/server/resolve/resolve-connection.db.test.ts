import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env/env.ts";
import { systemActor, type PermissionRule, type PersonActor } from "#server/http/actor.ts";
import type { Problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Trust } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { openSecrets } from "#server/secrets/keys.ts";
import { testDatabase } from "#tests/support/database.ts";
import { sealRow } from "../rows/sealed.ts";
import { resolveConnection, resolveValue, type Resolving } from "./resolve-connection.ts";
import type { Automation, Subject } from "./subject.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));
function put(path: string, text: string) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const { databases } = await testDatabase();
const db = databases.system;
const env = readEnv({ SECRETS_DIR: folder, ALLOW_ENV: "TOKEN,UNSET", TOKEN: "from-outside", HOME_SECRET: "closed" });
const { secrets } = await openSecrets(db, () => ["a key that only tests know, 32 long"]);
const system = { db: databases, env, secrets, outbound: (trust: Trust) => createOutbound({ trust }) };

async function make(row: { name: string; type?: string; namespace?: string } & Record<string, unknown>) {
  const sealed = sealRow(system.secrets, { type: "postgres", namespace: "default", ...row }, [], "insert");
  const { id } = await db
    .insertInto("connections")
    .values(sealed as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const asked = (reference: string, more: Partial<Resolving> = {}) =>
  resolveConnection(system, reference, { subject: systemActor, scrubber: createScrubber(), purpose: "check", ...more });

let people = 0;
const person = (roles: readonly Role[], rules: readonly Partial<PermissionRule>[] = []): PersonActor => {
  people += 1;
  return {
    kind: "person",
    id: `00000000-0000-4000-8000-${String(people).padStart(12, "0")}`,
    name: `Person ${people}`,
    email: null,
    avatar: null,
    roles,
    rules: rules.map((rule) => ({ subject: "x", object: "connection", action: "read", ...rule })),
    session: null,
  };
};

const here = await make({ name: "orders", url: "postgres://db/here", password: "word" });
const there = await make({ name: "orders", namespace: "shop", url: "postgres://db/there" });
await make({ name: "audit", namespace: "shop", type: "http", url: "https://audit" });
await make({ name: "twice", namespace: "a", type: "http", url: "https://a" });
await make({ name: "twice", namespace: "b", type: "http", url: "https://b" });
const gone = await make({ name: "gone", url: "postgres://db/gone" });
await db.updateTable("connections").set({ deleted_at: new Date().toISOString() }).where("id", "=", gone).execute();

test.each([
  ["by namespace and name", "connection://shop/orders", {}, "postgres://db/there"],
  ["by name, in the namespace of the caller", "connection://orders", { namespace: "shop" }, "postgres://db/there"],
  ["by name, in the default namespace", "connection://orders", {}, "postgres://db/here"],
  ["by id", here, { namespace: "shop" }, "postgres://db/here"],
  [
    "by type and name, as older specs do, nearest first",
    "connection://postgres/orders",
    { namespace: "shop" },
    "postgres://db/there",
  ],
  ["by type and name, from anywhere when there is one", "connection://http/audit", {}, "https://audit"],
])("finds a connection %s", async (_, reference, asking, url) => {
  expect((await asked(reference, asking)).url).toBe(url);
});

test("accepts a plain address", async () => {
  const scrubber = createScrubber();
  expect(await asked("https://u:inside@example.org", { scrubber })).toMatchObject({
    id: null,
    type: "http",
    url: "https://u:inside@example.org",
    properties: {},
  });
  expect(scrubber.text("said inside out")).toBe("said *** out");
});

test.each([
  ["a missing connection", "connection://shop/none", {}, 'There is no connection "none".'],
  ["a connection of another namespace", "connection://audit", {}, 'There is no connection "audit".'],
  ["a deleted connection", "connection://gone", {}, 'There is no connection "gone".'],
  ["an unknown id", "00000000-0000-4000-8000-000000000000", {}, "There is no connection"],
  ["one of two connections of a type", "connection://http/twice", {}, "There are 2 connections"],
])("does not find %s and reports the searched namespace", async (_, reference, asking, sentence) => {
  await expect(asked(reference, asking)).rejects.toThrow(sentence);
});

test("resolves references in the namespace of the connection, and scrubs every secret", async () => {
  put("shop/db/password", "from-a-file\n");
  await make({
    name: "referring",
    namespace: "shop",
    username: "env://TOKEN",
    password: "secret://db/password",
    url: "postgres://$(username):$(password)@$(properties.host)/x",
    properties: { host: "db", api_key: "sealed-key" },
  });
  const scrubber = createScrubber();
  const used = await asked("connection://shop/referring", { scrubber });
  expect(used).toMatchObject({
    username: "from-outside",
    password: "from-a-file",
    url: "postgres://from-outside:from-a-file@db/x",
    properties: { host: "db", api_key: "sealed-key" },
  });
  expect(scrubber.text("from-outside from-a-file sealed-key db")).toBe("*** *** *** db");
});

test.each([
  ["secret://db/none", 'SECRETS_DIR does not have the key "none" of the secret "db" in the namespace "default"'],
  ["env://HOME_SECRET", "Connections are not allowed to use the environment variable HOME_SECRET"],
  ["env://UNSET", "The environment variable UNSET is not set"],
  ["env://SECRET_KEY", "Connections are not allowed to use the environment variable SECRET_KEY"],
  ["helm://release/x", "helm:// is not supported yet"],
  ["serviceaccount://robot", "serviceaccount:// is not supported yet"],
])("reports why %s fails", async (password, sentence) => {
  const id = await make({ name: `bad ${password}`, password });
  await expect(asked(id)).rejects.toThrow(sentence);
});

test("explains how to configure a secret store", async () => {
  const nowhere = { ...system, env: readEnv({}) };
  const asking = { namespace: "default", scrubber: createScrubber() };
  await expect(resolveValue(nowhere, "secret://db/password", asking)).rejects.toMatchObject({
    message:
      'No secret store is configured to look up the key "password" of the secret "db" in the namespace "default"',
    fix: expect.stringContaining("SECRETS_DIR"),
  });
});

test("resolves values of a spec in its namespace", async () => {
  put("shop/mail/host", "mail.shop\n");
  const scrubber = createScrubber();
  const value = (item: Parameters<typeof resolveValue>[1]) =>
    resolveValue(system, item, { namespace: "shop", scrubber });
  expect(await value("plain")).toBe("plain");
  expect(await value({ valueFrom: { secretKeyRef: { name: "db", key: "password" } } })).toBe("from-a-file");
  expect(await value({ valueFrom: { configMapKeyRef: { name: "mail", key: "host" } } })).toBe("mail.shop");
  expect(scrubber.text("from-a-file mail.shop")).toBe("*** mail.shop");
});

test("caches resolved values until the row changes or a fresh lookup is requested", async () => {
  put("default/cached/word", "first");
  const id = await make({ name: "cached", password: "secret://cached/word" });
  const word = async (isFresh = false) => (await asked(id, { isFresh })).password;
  expect(await word()).toBe("first");
  put("default/cached/word", "second");
  expect(await word()).toBe("first");
  expect(await word(true)).toBe("second");
  put("default/cached/word", "third");
  expect(await word()).toBe("second");
  await db.updateTable("connections").set({ insecure_tls: true }).where("id", "=", id).execute();
  expect(await word()).toBe("third");
});

test("checks the right to use a connection even if its values are cached", async () => {
  const id = await make({ name: "guarded", password: "word" });
  expect((await asked(id)).password).toBe("word");
  await expect(asked(id, { subject: person(["viewer"]) })).rejects.toMatchObject({ status: 403 });
  const scrubber = createScrubber();
  expect((await asked(id, { subject: person(["editor"]), scrubber })).password).toBe("word");
  expect(scrubber.text("a word")).toBe("a ***");
});

test("reports stored credentials that cannot be decrypted", async () => {
  const { id } = await db
    .insertInto("connections")
    .values({ name: "unsealed", type: "http", password: "in the clear" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await expect(asked(id)).rejects.toThrow('The stored credentials of the connection "unsealed" cannot be decrypted');
});

test.each<[string, Subject, "may" | "may not"]>([
  ["an administrator", person(["admin"]), "may"],
  ["an editor", person(["editor"]), "may"],
  ["a viewer", person(["viewer"]), "may not"],
  ["a person without roles", person([]), "may not"],
  ["a viewer with a rule on it", person(["viewer"], [{ row: { kind: "connection", id: here } }]), "may"],
  ["a viewer with a rule on another", person(["viewer"], [{ row: { kind: "connection", id: there } }]), "may not"],
  [
    "a viewer with a rule to change it",
    person(["viewer"], [{ action: "update", row: { kind: "connection", id: here } }]),
    "may not",
  ],
  [
    "a viewer with a rule on its name",
    person(["viewer"], [{ selector: { connections: [{ name: "orders", namespace: "default" }] } }]),
    "may",
  ],
  [
    "a viewer with a rule on its type elsewhere",
    person(["viewer"], [{ selector: { connections: [{ types: ["postgres"], namespace: "shop" }] } }]),
    "may not",
  ],
  [
    "an editor who is denied it",
    person(["editor"], [{ deny: true, row: { kind: "connection", id: here } }]),
    "may not",
  ],
  ["an administrator who is denied all", person(["admin"], [{ deny: true }]), "may not"],
  [
    "a viewer who is both allowed and denied it",
    person(["viewer"], [{}, { deny: true, row: { kind: "connection", id: here } }]),
    "may not",
  ],
  ["the system actor", systemActor, "may"],
])("checks whether %s may use a connection", async (_, subject, verdict) => {
  const outcome = await asked(here, { subject }).then(
    ({ url }) => ({ url }),
    ({ status, parts }: Problem) => ({ status, object: parts["object"] }),
  );
  expect(outcome).toEqual(
    verdict === "may" ? { url: "postgres://db/here" } : { status: 403, object: "connection://default/orders" },
  );
});

const canary: Automation = {
  kind: "canary",
  id: "00000000-0000-4000-9000-000000000001",
  name: "web",
  namespace: "shop",
};

test("automations can use every connection unless a rule or strict mode forbids it; rules that deny take precedence", async () => {
  const may = (subject: Automation = canary) =>
    asked(here, { subject }).then(
      () => true,
      () => false,
    );
  const rule = (row: object) =>
    db
      .insertInto("permissions")
      .values({ action: "read", ...row })
      .execute();
  const strict = (value: string) =>
    db
      .insertInto("properties")
      .values({ name: "permissions.connections", value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  const clean = () =>
    Promise.all([db.deleteFrom("permissions").execute(), db.deleteFrom("permission_groups").execute()]);
  const { id: author } = await db.selectFrom("people").select("id").executeTakeFirstOrThrow();
  const group = (name: string, selectors: object) =>
    db
      .insertInto("permission_groups")
      .values({ name, selectors: JSON.stringify(selectors), created_by: author } as never)
      .execute();

  expect(await may()).toBe(true);
  await rule({ subject_type: "canary", subject: canary.id, connection_id: here, deny: true });
  expect(await may()).toBe(false);
  expect(await may({ ...canary, id: "00000000-0000-4000-9000-000000000002" })).toBe(true);
  // An id in a rule matches only subjects of its own kind.
  expect(await may({ ...canary, kind: "playbook" })).toBe(true);
  await clean();

  await strict("strict");
  expect(await may()).toBe(false);
  await rule({ subject_type: "canary", subject: canary.id, connection_id: here });
  expect(await may()).toBe(true);
  expect(await may({ ...canary, isDraft: true })).toBe(false);
  await rule({ subject_type: "group", subject: "system", object: "connection", deny: true });
  expect(await may()).toBe(false);
  await clean();

  await rule({ subject_type: "group", subject: "probes", object: "connection" });
  for (const [selectors, isIn] of [
    [{ canaries: ["*"] }, true],
    [{ canaries: [canary.id] }, true],
    [{ canaries: ["web"] }, true],
    [{ canaries: [{ id: canary.id }] }, true],
    [{ canaries: [{ namespace: "shop" }] }, true],
    [{ canaries: [{ name: "web", namespace: "shop" }] }, true],
    [{ canaries: [{ name: "web", namespace: "other" }] }, false],
    [{ canaries: [{ name: "other" }] }, false],
    [{ canaries: [{}] }, false],
    [{ playbooks: ["*"] }, false],
  ] as const) {
    await db.deleteFrom("permission_groups").execute();
    await group("probes", selectors);
    expect({ selectors, may: await may() }).toEqual({ selectors, may: isIn });
    // Rules about a specific canary do not apply to a draft; rules about all canaries apply.
    const isInAsDraft = isDeepStrictEqual(selectors, { canaries: ["*"] });
    expect({ selectors, may: await may({ ...canary, isDraft: true }) }).toEqual({ selectors, may: isInAsDraft });
  }
  await clean();
  await rule({ subject_type: "canary", subject: canary.id, connection_id: here, until: "2020-01-01T00:00:00Z" });
  expect(await may()).toBe(false);
  await clean();
  await strict("off");
  expect(await may()).toBe(true);
});

test("records the latest uses: one row per subject and purpose", async () => {
  const id = await make({ name: "used", url: "postgres://db" });
  const uses = () =>
    db
      .selectFrom("connection_uses")
      .select(["subject_kind", "subject_id", "subject_name", "purpose"])
      .where("connection_id", "=", id)
      .orderBy("last_used_at")
      .execute();
  const editor = person(["editor"]);
  for (const subject of [editor, editor, canary, systemActor]) await asked(id, { subject });
  await asked(id, { subject: canary, purpose: "scrape" });
  await asked(id, { subject: person(["viewer"]) }).catch(() => {});
  expect(await uses()).toEqual([
    { subject_kind: "person", subject_id: editor.id, subject_name: editor.name, purpose: "check" },
    { subject_kind: "canary", subject_id: canary.id, subject_name: "web", purpose: "check" },
    {
      subject_kind: "system",
      subject_id: "00000000-0000-0000-0000-000000000001",
      subject_name: "System",
      purpose: "check",
    },
    { subject_kind: "canary", subject_id: canary.id, subject_name: "web", purpose: "scrape" },
  ]);
  for (let number = 0; number < 205; number += 1)
    await asked(id, { subject: { ...canary, id: `00000000-0000-4000-9000-${String(number + 10).padStart(12, "0")}` } });
  const kept = await uses();
  expect(kept).toHaveLength(200);
  expect(kept.at(-1)?.subject_id).toBe("00000000-0000-4000-9000-000000000214");
});

test.each(["secretKeyRef", "configMapKeyRef"])("an optional %s that does not exist is empty", async (ref) => {
  put("shop/db/password", "word");
  const read = (name: string, key: string, optional?: boolean) =>
    resolveValue(
      system,
      { valueFrom: { [ref]: { name, key, optional } } },
      {
        namespace: "shop",
        scrubber: createScrubber(),
      },
    );
  expect(await read("db", "password", true)).toBe("word");
  expect(await read("db", "user", true)).toBe("");
  expect(await read("none", "user", true)).toBe("");
  await expect(read("db", "user")).rejects.toThrow("does not exist");
  await expect(read("db", "user", false)).rejects.toThrow("does not exist");
  // An invalid reference is an error, even if the value is optional.
  await expect(read("..", "user", true)).rejects.toThrow("is not a valid reference");
  const elsewhere = { ...system, env: readEnv({ SECRETS_DIR: join(folder, "gone") }) };
  const optional = { valueFrom: { [ref]: { name: "db", key: "password", optional: true } } };
  await expect(resolveValue(elsewhere, optional, { namespace: "shop", scrubber: createScrubber() })).rejects.toThrow(
    "does not exist",
  );
});
