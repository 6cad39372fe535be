import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { ask, queryValue, undone } = await estateIn(await testDatabase());

test("derives the subject of a permission from person_id, team_id or notification_id", async () => {
  expect(await ask("select subject_type, subject from permissions where id = $1", [idOf("permission", 2)])).toEqual([
    { subject_type: "person", subject: idOf("person", 2) },
  ]);
  expect(await ask("select subject_type, subject from permissions where id = $1", [idOf("permission", 1)])).toEqual([
    { subject_type: "team", subject: idOf("team", 1) },
  ]);
});

test.each([
  ["nothing", "null, null"],
  ["two things", "'catalog', gen_random_uuid()"],
])("refuses a permission about %s", (_, values) =>
  undone(async () => {
    await expect(
      ask(`insert into permissions (action, object, config_id) values ('read', ${values})`),
    ).rejects.toMatchObject({ constraint: "permissions_one_object" });
  }),
);

test("permissions_summary has the names of the subject and the object", async () => {
  const [row] = await ask("select * from permissions_summary where config_id = $1", [idOf("config", 6)]);
  expect(row).toMatchObject({
    person: { id: idOf("person", 6), name: "Frances Allen", email: "frances@example.org" },
    team: null,
    catalog: { id: idOf("config", 6), type: "Kubernetes::Pod", config_class: "Pod" },
    createdBy: { name: "Ada Lovelace" },
  });
  expect(
    await queryValue("select playbook from permissions_summary where id = $1", [idOf("permission", 2)]),
  ).toMatchObject({
    name: "playbook-2",
    title: "Playbook 2",
  });
});

test("signing in does not change updated_at of a person", () =>
  undone(async () => {
    const before = await queryValue("select updated_at from people where id = $1", [idOf("person", 2)]);
    await ask("update people set last_login = now() where id = $1", [idOf("person", 2)]);
    expect(await queryValue("select updated_at from people where id = $1", [idOf("person", 2)])).toEqual(before);
  }));

test("allows one open invitation per address", () =>
  undone(async () => {
    await ask("update invites set accepted_at = now() where email = 'guest1@example.org'");
    await ask("insert into invites (email, role) values ('guest1@example.org', 'viewer')");
    await expect(
      ask("insert into invites (email, role) values ('guest1@example.org', 'viewer')"),
    ).rejects.toMatchObject({ code: "23505" });
  }));

test("a deleted team has no components", () =>
  undone(async () => {
    await ask("update teams set deleted_at = now() where id = $1", [idOf("team", 1)]);
    expect(await ask("select from team_components where team_id = $1", [idOf("team", 1)])).toEqual([]);
    expect(await ask("select from teams_with_status where id = $1", [idOf("team", 1)])).toEqual([]);
  }));

test("the list of teams contains the number of members of each team", () =>
  undone(async () => {
    await ask("delete from team_members where team_id = $1", [idOf("team", 1)]);
    expect(await queryValue("select members from teams_with_status where id = $1", [idOf("team", 1)])).toBe(0);
    await ask("insert into team_members (team_id, person_id) values ($1, $2), ($1, $3)", [
      idOf("team", 1),
      idOf("person", 1),
      idOf("person", 2),
    ]);
    expect(await queryValue("select members from teams_with_status where id = $1", [idOf("team", 1)])).toBe(2);
  }));
