// Tests POST /api/incident_rules/preview, and the warnings when a rule is saved.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { RulePreview } from "../../contract/automation.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const editor = await person({ roles: ["editor"] });
const tree = componentTree(server.system.db);

const preview = async (spec: object, who: Someone = editor, days?: number): Promise<RulePreview> => {
  const { status, body, text } = await who.ask("/api/incident_rules/preview", {
    method: "POST",
    body: { spec, ...(days !== undefined && { days }) },
  });
  expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" });
  return body as RulePreview;
};

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Stores runs of a check every ten minutes for the last six days; the runs within these hours fail. */
async function addRuns(check: string, failing: readonly [from: number, to: number][]): Promise<void> {
  const isFailing = sql.join(
    [
      sql`false`,
      ...failing.map(([from, to]) => sql`(t >= ${hoursAgo(from).toISOString()} and t < ${hoursAgo(to).toISOString()})`),
    ],
    sql` or `,
  );
  await sql`
    insert into check_statuses (check_id, time, status)
    select ${check}::uuid, t, not (${isFailing})
    from   generate_series(now() - interval '6 days', now(), interval '10 minutes') t`.execute(db);
  await sql`
    insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
    select check_id, date_trunc('hour', time, 'UTC'), 0, count(*), count(*) filter (where status), count(*) filter (where not status)
    from   check_statuses where check_id = ${check} group by 1, 2
    on     conflict do nothing`.execute(db);
}

test("the preview lists the incidents that the rule would have opened, with the checks that would have joined", async () => {
  const component = await tree.component({ name: "previewed" });
  const [first, second] = [await tree.check(component), await tree.check(component)];
  await addRuns(first, [
    [100, 98],
    [50, 49],
  ]);
  await addRuns(second, [[99.5, 97]]);
  const { opened, skipped, isCut } = await preview({ checks: [{ id: first }, { id: second }] });
  expect({ skipped, isCut }).toEqual({ skipped: 0, isCut: false });
  expect(opened.map(({ joined, resources }) => [joined, resources.length])).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(Math.abs(Date.parse(opened[0]!.at) - hoursAgo(50).getTime())).toBeLessThan(20 * 60_000);
  const old = await preview({ checks: [{ id: first }], filter: { age: "90m" } });
  expect({ opened: old.opened.length, skipped: old.skipped }).toEqual({ opened: 1, skipped: 1 });
  expect((await preview({ checks: [{ id: first }] }, editor, 3)).opened).toHaveLength(1);
});

test("the preview uses the history of components and config items", async () => {
  const component = await tree.component({ name: "shown" });
  await sql`delete from component_states where component_id = ${component}`.execute(db);
  const failedAt = hoursAgo(40);
  for (const [since, health] of [
    [hoursAgo(60), "healthy"],
    [failedAt, "unhealthy"],
    [hoursAgo(39), "healthy"],
  ] as const)
    await sql`
      insert into component_states (component_id, since, name, health, status, is_deleted)
      values (${component}, ${since.toISOString()}, 'shown', ${health}, '', false)`.execute(db);
  const config = await tree.config(undefined, { health: "healthy" });
  await sql`update config_items set health = 'unhealthy' where id = ${config}`.execute(db);
  const { opened } = await preview({
    components: [{ id: component }],
    configs: [{ id: config }],
    template: { title: "{{.kind}} {{.name}}", severity: "Critical" },
  });
  expect(opened.map(({ title, severity }) => [title.split(" ")[0], severity])).toEqual([
    ["config", "critical"],
    ["component", "critical"],
  ]);
  expect(opened[1]!.at).toBe(failedAt.toISOString());
});

test("the preview refuses a wrong spec and shows only resources that the caller may read", async () => {
  const component = await tree.component({ name: "hidden" });
  const check = await tree.check(component);
  await addRuns(check, [[10, 9]]);
  const limited = await person({ roles: ["guest"], rules: [{ action: "read", object: "canaries", deny: true }] });
  expect((await preview({ checks: [{ id: check }] }, limited)).opened).toEqual([]);
  expect((await preview({ checks: [{ id: check }] })).opened).toHaveLength(1);
  expect(
    await editor.ask("/api/incident_rules/preview", { method: "POST", body: { spec: { filter: { age: "old" } } } }),
  ).toMatchObject({ status: 400, body: { error: expect.stringContaining("body.spec.filter.age") } });
  expect(
    await editor.ask("/api/incident_rules/preview", {
      method: "POST",
      body: { spec: { checks: [{ search: "nosuch=1" }] } },
    }),
  ).toMatchObject({ status: 400 });
});

test("IN-35 saving a rule lists the responders that have no effect, and keeps them", async () => {
  const spec = { checks: [{ name: "x" }], responders: { slack: [{ channel: "#ops" }], email: ["ops@example.org"] } };
  const saved = await editor.ask("/incident_rules?select=spec", {
    method: "POST",
    body: { name: "kept", spec, source: "UI" },
    headers: { prefer: "return=representation" },
  });
  expect(saved.status).toBe(201);
  expect(saved.headers.get("warning")).toContain("spec.responders.slack: is kept, but Quarterdeck contacts only");
  expect(saved.body).toMatchObject([{ spec }]);
});
