// Tests the job history as clients read it over HTTP.
import { expect, test } from "vitest";
import { openEstate } from "../permissions/estate-server.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
const { db, person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });

const statuses = ["RUNNING", "SUCCESS", "WARNING", "FAILED", "STOPPED"] as const;

test("SE-47 a run has one of five statuses; other statuses are rejected and match no runs", async () => {
  await db
    .insertInto("job_history")
    .values(statuses.map((status) => ({ name: "StatusProbe", status })))
    .execute();
  const found = async (status: string) => {
    const { body } = await admin.ask(`/job_histories?name=eq.StatusProbe&status=eq.${status}&select=status`);
    return body;
  };
  for (const status of statuses) expect(await found(status)).toEqual([{ status }]);
  expect(await found("FINISHED")).toEqual([]);
  const odd = { name: "StatusProbe", status: "FINISHED" as "FAILED" };
  await expect(db.insertInto("job_history").values(odd).execute()).rejects.toThrow(/violates check constraint/);
});

test("SE-52 a run has its resource, agent, host, duration and details", async () => {
  const { id: agent_id } = await db
    .insertInto("agents")
    .values({ name: "edge-7" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: resource_id } = await db
    .insertInto("topologies")
    .values({ name: "harbour", namespace: "default", spec: {} })
    .returning("id")
    .executeTakeFirstOrThrow();
  const details = {
    errors: ["The quay is closed."],
    scrape_summary: { config_types: { "Kubernetes::Pod": { added: 3 } } },
    summary: { reconciled: 4 },
  };
  const { id } = await db
    .insertInto("job_history")
    .values({
      name: "FieldProbe",
      agent_id,
      resource_type: "topology",
      resource_id,
      status: "WARNING",
      time_start: "2026-11-15T10:00:00Z",
      time_end: "2026-11-15T10:00:01.500Z",
      duration_millis: 1500,
      success_count: 4,
      error_count: 1,
      details,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { body } = await admin.ask("/job_histories?name=eq.FieldProbe");
  expect(body).toEqual([
    expect.objectContaining({
      id,
      name: "FieldProbe",
      agent: { id: agent_id, name: "edge-7" },
      resource_id,
      resource_name: "harbour",
      resource_type: "topology",
      status: "WARNING",
      time_start: "2026-11-15T10:00:00+00:00",
      duration_millis: 1500,
      success_count: 4,
      error_count: 1,
      details,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }),
  ]);
  // This run has no resource and is on this server.
  await db.insertInto("job_history").values({ name: "BareProbe", status: "SUCCESS" }).execute();
  const { body: bare } = await admin.ask("/job_histories?name=eq.BareProbe");
  expect(bare).toEqual([
    expect.objectContaining({ agent: { id: null, name: null }, resource_id: null, resource_name: null, details: null }),
  ]);
});
