// Tests the audit log for links that people create and remove: teams, checks, config items and other components of a
// component.
import { expect, test } from "vitest";
import { openEstate } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const admin = await person({ roles: ["admin"] });

async function createRows() {
  const [component, other] = await db
    .insertInto("components")
    .values([{ name: "quay" }, { name: "pier" }])
    .returning("id")
    .execute();
  const team = await db
    .insertInto("teams")
    .values({ name: "dockers", created_by: admin.id, source: "UI" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const canary = await db
    .insertInto("canaries")
    .values({ name: "lamp", spec: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const check = await db
    .insertInto("checks")
    .values({ canary_id: canary.id, type: "http", name: "lamp" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const config = await db
    .insertInto("config_items")
    .values({ name: "crane", type: "Machine", config_class: "Machine", external_id: ["crane"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const component_id = component!.id;
  return {
    team_components: { team_id: team.id, component_id, role: "owner", selector_id: "manual" },
    check_component_relationships: {
      component_id,
      check_id: check.id,
      canary_id: canary.id,
      selector_id: "manual",
    },
    config_component_relationships: { component_id, config_id: config.id, selector_id: "manual" },
    component_relationships: { component_id, relationship_id: other!.id, selector_id: "manual" },
  };
}

test("the audit log contains the values of each link that a person creates or removes", async () => {
  const rows = await createRows();
  for (const [table, row] of Object.entries(rows)) {
    const created = await admin.ask(`/${table}`, { method: "POST", body: row });
    expect({ table, status: created.status, text: created.text }).toEqual({ table, status: 201, text: "" });
    const query = Object.entries(row)
      .filter(([column]) => column.endsWith("_id"))
      .map(([column, value]) => `${column}=eq.${value}`)
      .join("&");
    const removed = await admin.ask(`/${table}?${query}`, { method: "DELETE" });
    expect({ table, status: removed.status }).toEqual({ table, status: 204 });
    const entries = await db
      .selectFrom("audit_log")
      .select(["person_id", "action", "before", "after"])
      .where("resource_type", "=", table)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { person_id: admin.id, action: "create", before: null, after: expect.objectContaining(row) as object },
      { person_id: admin.id, action: "delete", before: expect.objectContaining(row) as object, after: null },
    ]);
  }
});
