import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { waysIn } from "./end-access.ts";

/** Tables that refer to a person but give no access. */
const kept = [
  "agents",
  "notification_preferences",
  "notification_readers",
  "notification_send_history",
  "notifications",
  "permissions",
  "person_roles",
  "playbook_approvals",
  "responders",
  "team_members",
];

test("every table that refers to a person is listed as granting access or as not granting access", async () => {
  const { databases } = await testDatabase();
  const { rows } = await sql<{ table: string }>`
    select distinct c.conrelid::regclass::text as table
    from   pg_constraint c
    join   pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where  c.contype = 'f' and c.confrelid = 'people'::regclass and a.attname = 'person_id'`.execute(databases.system);
  const known = rows.map(({ table }) => table);
  expect(known.filter((table) => !(waysIn as readonly string[]).includes(table) && !kept.includes(table))).toEqual([]);
  expect(waysIn.filter((table) => !known.includes(table))).toEqual([]);
});
