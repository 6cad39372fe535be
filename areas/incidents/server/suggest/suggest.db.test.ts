// GET /api/incidents/{id}/suggestions.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { Suggestion } from "../../contract/automation.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const viewer = await person({ roles: ["viewer"] });
const tree = componentTree(server.system.db);
const { incident } = incidentRows(server.system.db);

const suggestionsOf = async (id: string, who: Someone = viewer): Promise<readonly Suggestion[]> => {
  const { status, body } = await who.ask(`/api/incidents/${id}/suggestions`);
  expect(status).toBe(200);
  return body as Suggestion[];
};

const addChange = async (config: string, minutesAgo: number, summary: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into config_changes (config_id, change_type, summary, source, created_at, first_observed)
    values (${config}, 'diff', ${summary}, 'kubectl', now() - ${minutesAgo} * interval '1 minute', now() - ${minutesAgo} * interval '1 minute')
    returning id`.execute(db);
  return rows[0]!.id;
};

/** A failing check of a config item that was changed and then became unhealthy. */
async function addFailure() {
  const component = await tree.component();
  const check = await tree.check(component, "unhealthy");
  const config = await tree.config(undefined, { health: "unhealthy" });
  await sql`update checks set last_transition_time = now() where id = ${check}`.execute(db);
  await sql`
    insert into check_config_relationships (config_id, check_id, canary_id, selector_id)
    select ${config}::uuid, id, canary_id, 'rule' from checks where id = ${check}`.execute(db);
  const change = await addChange(config, 5, "image v2");
  return { check, config, change };
}

test("suggestions contain the causes and the changes before them, each with the columns of the evidence to attach", async () => {
  const { check, config, change } = await addFailure();
  const { id } = await incident([{ check_id: check }]);
  const found = await suggestionsOf(id);
  expect(found).toContainEqual(
    expect.objectContaining({
      reason: expect.stringMatching(/\w/),
      hypothesis: { type: "factor", title: expect.stringContaining("unhealthy") },
      evidence: { type: "config", config_id: config },
    }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({
      title: expect.stringContaining("image v2"),
      evidence: { type: "config_change", config_id: config, config_change_id: change },
    }),
  );
});

test("attached resources and changes are not suggested again", async () => {
  const { check, config, change } = await addFailure();
  const { id } = await incident([
    { check_id: check },
    { config_id: config },
    { type: "config_change", config_id: config, config_change_id: change },
  ]);
  const attached = new Set([check, config, change]);
  for (const { evidence } of await suggestionsOf(id))
    expect(attached.has(evidence.config_change_id ?? evidence.config_id ?? evidence.check_id ?? "")).toBe(false);
});

test("changes before the incident are still suggested after the config item has recovered", async () => {
  const config = await tree.config(undefined, { health: "healthy" });
  const change = await addChange(config, 7, "replicas 0");
  await addChange(config, 200, "long ago");
  const { id } = await incident([{ config_id: config }]);
  expect(await suggestionsOf(id)).toMatchObject([
    { reason: "Changed 7 min before the incident", evidence: { type: "config_change", config_change_id: change } },
  ]);
});

test("suggestions contain only resources that the reader may read, and an unknown incident returns 404", async () => {
  const { check } = await addFailure();
  const { id } = await incident([{ check_id: check }]);
  const limited = await person({
    roles: ["guest"],
    rules: [{ action: "read", object: "config_scrapers", deny: true }],
  });
  for (const { evidence } of await suggestionsOf(id, limited)) expect(evidence.type).not.toContain("config");
  expect(await viewer.ask("/api/incidents/00000000-0000-4000-8000-000000000001/suggestions")).toMatchObject({
    status: 404,
  });
});
