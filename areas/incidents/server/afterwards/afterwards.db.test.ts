// Post-mortem and replay of an incident, with the actual times of its history.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { IncidentReplay, Postmortem } from "../../contract/afterwards.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const responder = await person({ roles: ["responder"] });
const viewer = await person({ roles: ["viewer"] });
const tree = componentTree(server.system.db);
const { incident } = incidentRows(server.system.db);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** An incident from 60 to 20 minutes ago, whose check failed from 65 to 20 minutes ago. */
async function addStory() {
  const component = await tree.component({ name: "harbour" });
  const check = await tree.check(component, "healthy");
  await sql`
    insert into check_statuses (check_id, time, status)
    select ${check}::uuid, t, t < ${minutesAgo(65).toISOString()} or t >= ${minutesAgo(20).toISOString()}
    from   generate_series(now() - interval '100 minutes', now(), interval '1 minute') t`.execute(db);
  const config = await tree.config(component, { health: "healthy" });
  await sql`
    insert into config_changes (config_id, change_type, summary, severity, source, created_at, first_observed)
    values (${config}, 'diff', 'image v2', 'info', 'kubectl', ${minutesAgo(70).toISOString()}, ${minutesAgo(70).toISOString()})`.execute(
    db,
  );
  const started = minutesAgo(60).toISOString();
  const written = await incident(
    [
      { check_id: check, description: "the *crane* check" },
      { config_id: config, definition_of_done: false },
    ],
    { title: "cranes <stopped>", description: "All quays", created_at: started },
  );
  await sql`
    update incidents set status = 'resolved', acknowledged = ${minutesAgo(50).toISOString()}, resolved = ${minutesAgo(20).toISOString()}
    where  id = ${written.id}`.execute(db);
  return { ...written, check, config, component, started };
}

const story = await addStory();

test("the draft has the summary, the impact from uptime, the timeline, what was tried, the evidence and follow-ups", async () => {
  const { status, body } = await viewer.ask(`/api/incidents/${story.id}/postmortem`);
  expect(status).toBe(200);
  const { markdown, ...rest } = body as Postmortem;
  expect(rest).toEqual({ published_at: null, published_by: null, isDraft: true, updated_at: null });
  expect(markdown.match(/^## .*$/gm)).toEqual([
    "## Summary",
    "## Impact",
    "## Timeline",
    "## What was tried",
    "## Evidence",
    "## Follow-ups",
  ]);
  expect(markdown).toContain("cranes \\<stopped\\>");
  expect(markdown).toMatch(/- Acknowledged: .* UTC, after 10m/);
  expect(markdown).toMatch(/- Resolved: .* UTC, after 40m/);
  // The check failed for 45 minutes: 5 minutes before the incident, and the 40 minutes of the incident.
  expect(markdown).toMatch(/- check check \d+: 4[456]m.* down, uptime (?:0|\d\.\d)%/);
  expect(markdown).toMatch(/Change of config \d+: image v2/);
  expect(markdown).toMatch(/The check check \d+ became unhealthy/);
  expect(markdown).toContain("Root: the crane is broken (possible)");
  expect(markdown).toContain("the \\*crane\\* check");
});

test("a post-mortem is saved and published, and a save is refused if the post-mortem was changed after it was read", async () => {
  const path = `/api/incidents/${story.id}/postmortem`;
  const put = (body: object, headers: Record<string, string> = {}) =>
    responder.ask(path, { method: "PUT", body, headers });
  const first = { "if-none-match": "*" };
  const saved = (await put({ markdown: "# First", publish: false }, first)).body as Postmortem;
  expect(await put({ markdown: "# Also first", publish: false }, first)).toMatchObject({
    status: 412,
    body: { code: "changed", current: { markdown: "# First" } },
  });
  expect(saved).toMatchObject({ markdown: "# First", isDraft: true, published_at: null });
  const published = await put({ markdown: "# Second", publish: true }, { "if-match": `"${saved.updated_at}"` });
  expect(published.body).toMatchObject({ isDraft: false, published_by: { id: responder.id } });
  const late = await put({ markdown: "# Late", publish: true }, { "if-match": `"${saved.updated_at}"` });
  expect(late).toMatchObject({ status: 412, body: { code: "changed" } });
  expect((await viewer.ask(path)).body).toMatchObject({ markdown: "# Second" });
  expect(await viewer.ask(path, { method: "PUT", body: { markdown: "x", publish: true } })).toMatchObject({
    status: 403,
  });
  expect(await put({ markdown: "x", publish: true, extra: 1 })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("body.extra: unknown field") },
  });
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where resource_type = 'incident_postmortems' and resource_id = ${story.id} order by created_at`.execute(
    db,
  );
  expect(rows.map(({ action }) => action)).toEqual(["create", "update"]);
});

test("one of two simultaneous first saves is refused", async () => {
  const { id } = await incident([]);
  const answers = await Promise.all(
    ["# Ada", "# Grace"].map((markdown) =>
      responder.ask(`/api/incidents/${id}/postmortem`, {
        method: "PUT",
        body: { markdown, publish: false },
        headers: { "if-none-match": "*" },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

test("the replay has the health of the resources minute by minute, and the changes", async () => {
  const { status, body } = await viewer.ask(`/api/incidents/${story.id}/replay`);
  expect(status).toBe(200);
  const replay = body as IncidentReplay;
  expect(Date.parse(replay.from)).toBe(Date.parse(story.started) - 3_600_000);
  const check = replay.resources.find(({ id }) => id === story.check)!;
  expect(check.intervals.map(({ health }) => health)).toEqual(["healthy", "unhealthy", "healthy"]);
  expect(Math.abs(Date.parse(check.intervals[1]!.from) - minutesAgo(65).getTime())).toBeLessThan(10 * 60_000);
  expect(replay.resources.map(({ id }) => id)).toContain(story.component);
  expect(replay.changes).toMatchObject([{ summary: "image v2", config: { id: story.config }, severity: "info" }]);
  expect(replay.isThinned).toBe(false);
});

test("a reader with row limits sees no hidden resources in the replay and in the draft", async () => {
  const limited = await person({ roles: ["guest"], rules: [{ action: "read", object: "canaries", deny: true }] });
  const replay = (await limited.ask(`/api/incidents/${story.id}/replay`)).body as IncidentReplay;
  expect(replay.resources.map(({ kind }) => kind)).not.toContain("check");
});

test("figures are grouped by type, month and team, as JSON and CSV", async () => {
  const since = encodeURIComponent(minutesAgo(61).toISOString());
  const to = encodeURIComponent(minutesAgo(59).toISOString());
  const { body } = await viewer.ask(`/api/incidents/figures?from=${since}&to=${to}&by=type`);
  const figures = {
    incidents: 1,
    acknowledge: { median: expect.closeTo(600, 0), p90: expect.closeTo(600, 0) },
    mitigate: { median: null, p90: null },
    resolve: { median: expect.closeTo(2_400, 0), p90: expect.closeTo(2_400, 0) },
  };
  expect(body).toEqual({ total: figures, rows: [{ group: "availability", ...figures }] });
  const csv = await viewer.ask(`/api/incidents/figures?from=${since}&to=${to}&by=team`, {
    headers: { accept: "text/csv" },
  });
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.text.split("\r\n").slice(0, 2)).toEqual([
    "team,incidents,acknowledge_median,acknowledge_p90,mitigate_median,mitigate_p90,resolve_median,resolve_p90",
    expect.stringMatching(/^No team,1,600(\.\d)?,600(\.\d)?,,,2400(\.\d)?,2400(\.\d)?$/),
  ]);
  expect(await viewer.ask("/api/incidents/figures?by=colour")).toMatchObject({ status: 400 });

  // A responder belongs to its teams; the incident of two teams counts once in the total.
  await sql`
    with added as (
      insert into teams (name, icon, spec, created_by)
      select name, 'group', '{}', ${viewer.id} from unnest('{Cranes,Quays}'::text[]) name
      returning id
    )
    insert into team_members (team_id, person_id) select id, ${viewer.id} from added`.execute(db);
  await sql`
    insert into responders (incident_id, type, person_id, created_by)
    values (${story.id}, 'person', ${viewer.id}, ${viewer.id})`.execute(db);
  const byTeam = await viewer.ask(`/api/incidents/figures?from=${since}&to=${to}&by=team`);
  expect(byTeam.body).toMatchObject({
    total: { incidents: 1 },
    rows: [
      { group: "Cranes", incidents: 1 },
      { group: "Quays", incidents: 1 },
    ],
  });
});
