// The incidents of a person: commander, communicator, responder alone or with a team, or mentioned.
import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { MyIncident } from "../../contract/model.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const { incident } = incidentRows(server.system.db);
const other = await person({ roles: ["responder"] });

test("the list contains the open incidents in which the person is commander, communicator, responder, team member or mentioned", async () => {
  const me = await person({ roles: ["responder"] });
  const mine = async (): Promise<readonly (readonly [string, string])[]> => {
    const { status, body } = await me.ask("/api/incidents/mine");
    expect(status).toBe(200);
    return (body as MyIncident[]).map(({ title, role }) => [title, role] as const);
  };
  await incident([], { title: "of somebody else", commander_id: other.id, communicator_id: other.id });
  expect(await mine()).toEqual([]);

  await incident([], { title: "led", commander_id: me.id, communicator_id: me.id });
  await incident([], { title: "reported", commander_id: other.id, communicator_id: me.id });
  const called = await incident([], { title: "called" });
  const team = await incident([], { title: "team" });
  const mentioned = await incident([], { title: "mentioned" });
  const add = (incident_id: string, more: object) =>
    db
      .insertInto("responders")
      .values({ incident_id, type: "person", created_by: other.id, ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
  const responder = await add(called.id, { person_id: me.id });
  const { id: team_id } = await db
    .insertInto("teams")
    .values({ name: "night watch", created_by: other.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("team_members").values({ team_id, person_id: me.id }).execute();
  await add(team.id, { type: "team", team_id });
  await db
    .insertInto("comments")
    .values({ incident_id: mentioned.id, comment: `ask @[Me](user:${me.id.toUpperCase()})`, created_by: other.id })
    .execute();
  const all = [
    ["mentioned", "mentioned"],
    ["team", "responder"],
    ["called", "responder"],
    ["reported", "communicator"],
    ["led", "commander"],
  ];
  expect(await mine()).toEqual(all);

  // Removed responders and finished incidents are not listed.
  await db
    .updateTable("responders")
    .set({ deleted_at: new Date().toISOString() })
    .where("id", "=", responder.id)
    .execute();
  await db.updateTable("incidents").set({ status: "resolved" }).where("id", "=", team.id).execute();
  expect(await mine()).toEqual(all.filter(([title]) => title !== "called" && title !== "team"));
});

test("mentions are ignored for people who may not read comments", async () => {
  const limited = await person({ roles: ["viewer"], rules: [{ action: "read", object: "comments", deny: true }] });
  const { id } = await incident([], { title: "whispered" });
  await db
    .insertInto("comments")
    .values({ incident_id: id, comment: `@[You](user:${limited.id})`, created_by: other.id })
    .execute();
  expect(await limited.ask("/api/incidents/mine")).toMatchObject({ status: 200, body: [] });
});
