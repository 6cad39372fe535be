import { expect, test } from "vitest";
import type { WriteVerb } from "#server/db/writes.ts";
import { createWrites } from "#server/data-api/perform-writes.ts";
import { systemActor } from "#server/http/actor.ts";
import { testDatabase } from "#tests/support/database.ts";
import { people, systemPersonId } from "./index.ts";

const { databases } = await testDatabase();
const writes = createWrites([people]);

test.each<[string, WriteVerb]>([
  ["people", "insert"],
  ["people", "update"],
  ["people", "delete"],
  ["person_roles", "insert"],
  ["person_roles", "update"],
  ["person_roles", "delete"],
])("%s: the data API refuses %s, even for the system", async (relation, verb) => {
  const rows = verb === "delete" ? [] : [{ name: "Mallory" }];
  const write = databases.system
    .transaction()
    .execute((tx) =>
      writes.through(tx, systemActor, { relation, verb, rows, statement: async () => expect.unreachable() }),
    );
  await expect(write).rejects.toMatchObject({ id: "method_not_allowed" });
});

test("creates the system person, who cannot sign in", async () => {
  const system = await databases.system
    .selectFrom("people")
    .selectAll()
    .where("id", "=", systemPersonId)
    .executeTakeFirst();
  expect(system).toMatchObject({ name: "System", type: "system", email: null });
  expect(await databases.system.selectFrom("people_roles").selectAll().execute()).toEqual([]);
  expect(await databases.system.selectFrom("identities").selectAll().execute()).toEqual([]);
});

test("readers of people see their roles but never their credentials", async () => {
  const { system: owner, plain } = databases;
  const { id } = await owner
    .insertInto("people")
    .values({ name: "Ada Byron", first_name: "Ada", last_name: "Byron", email: "ada@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await owner
    .insertInto("person_roles")
    .values([
      { person_id: id, role: "viewer" },
      { person_id: id, role: "editor" },
    ])
    .execute();
  expect(await plain.selectFrom("people_roles").selectAll().execute()).toEqual([
    { id, name: "Ada Byron", email: "ada@example.org", avatar: null, roles: ["editor", "viewer"] },
  ]);
  expect(await plain.selectFrom("identities").selectAll().execute()).toMatchObject([
    {
      id,
      schema_id: "default",
      traits: { name: { first: "Ada", last: "Byron" }, email: "ada@example.org" },
      state: "active",
      roles: ["editor", "viewer"],
    },
  ]);
  expect(await plain.selectFrom("people").select(["id", "name", "avatar"]).where("id", "=", id).execute()).toHaveLength(
    1,
  );
  for (const table of [
    "credentials",
    "sessions",
    "access_tokens",
    "identity_flows",
    "flow_errors",
    "sign_in_throttles",
  ] as const)
    await expect(plain.selectFrom(table).selectAll().execute()).rejects.toThrow("permission denied");
});
