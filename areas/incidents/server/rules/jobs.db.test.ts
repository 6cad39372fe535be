// Tests the jobs that repeat the automation, and the events of automatic changes.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemPersonId } from "#areas/people/server/index.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { runSystem, testKey, until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { settleDone } from "../done/settle.ts";
import { incidents } from "../index.ts";
import { evaluateEvidence, incidentRules } from "./jobs.ts";

// This server runs no jobs itself, but its writes publish events.
const server = await startTestServer({ env: { ROLE: "web", SECRET_KEY: testKey } });
const { db } = server.system;
const tree = componentTree(db);
const { incident, statusOf } = incidentRows(db);

const eventsAbout = async (ids: readonly string[]) => {
  const { rows } = await sql<{ name: string }>`
    select event ->> 'name' as name from event_inbox where event ->> 'id' = any (${ids}::text[]) order by id`.execute(
    db.system,
  );
  return rows.map(({ name }) => name);
};

test("the definition of done publishes events for its results and for the new status", async () => {
  const check = await tree.check(await tree.component(), "healthy");
  const { id, evidence } = await incident([{ check_id: check }]);
  expect(await settleDone(server.system)).toEqual({ evaluated: 1, resolved: 1, reopened: 0 });
  await sql`update checks set status = 'unhealthy' where id = ${check}`.execute(db.system);
  expect(await settleDone(server.system)).toEqual({ evaluated: 1, resolved: 0, reopened: 1 });
  expect(await eventsAbout([id, ...evidence])).toEqual([
    "incident.dod.passed",
    "incident.status.resolved",
    "incident.dod.regressed",
    "incident.status.open",
  ]);
});

test("the jobs evaluate evidence and rules, record their runs, and stop while incidents are disabled", async () => {
  const worker = await runSystem(db, { areas: [incidents], jobs: [evaluateEvidence, incidentRules] });
  try {
    const runsOf = async (name: string) =>
      (
        await sql<{ status: string; resource_id: string | null }>`
          select status, resource_id from job_history where name = ${name} and status <> 'RUNNING' order by created_at`.execute(
          db.system,
        )
      ).rows;
    const check = await tree.check(await tree.component(), "unhealthy");
    const { id } = await incident([{ check_id: check }], { status: "resolved" });
    const { rows } = await sql<{ id: string }>`
      insert into incident_rules (name, spec, source, created_by)
      values ('by the job', ${JSON.stringify({ checks: [{ id: await tree.check(await tree.component(), "unhealthy") }] })}::jsonb, 'UI', ${systemPersonId})
      returning id`.execute(db.system);
    const rule = rows[0]!.id;
    const send = async () => {
      await worker.jobs.send(db.system, evaluateEvidence, {});
      await worker.jobs.send(db.system, incidentRules, {});
    };
    await send();
    await until(
      () => statusOf(id),
      (status) => status === "open",
    );
    await until(
      () => runsOf("IncidentRules"),
      (found) => found.some((run) => run.resource_id === rule) && found.some((run) => run.resource_id === null),
    );
    const opened = await sql`select from incidents where incident_rule_id = ${rule}`.execute(db.system);
    expect(opened.rows).toHaveLength(1);
    expect((await runsOf("Evaluate Evidence")).at(-1)!.status).toBe("SUCCESS");

    await sql`insert into properties (name, value, created_by) values ('incidents.disable', 'true', ${systemPersonId})`.execute(
      db.system,
    );
    await until(async () => !(await worker.features.isEnabled("incidents")));
    await send();
    await until(
      () => runsOf("Evaluate Evidence"),
      (found) => found.at(-1)!.status === "STOPPED",
    );
    await until(
      () => runsOf("IncidentRules"),
      (found) => found.at(-1)!.status === "STOPPED",
    );
  } finally {
    await worker.stop();
  }
});
