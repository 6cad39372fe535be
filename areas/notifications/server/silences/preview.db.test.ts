// Compares the preview with a replay that evaluates each message with the active silences, in the same way as the
// sender.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { createSilences } from "./match.ts";
import { judgedMessage, previewSilence, type Draft, type StoredMessage } from "./preview.ts";
import { loadSubjects } from "./subjects.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { system } = server;
const db = system.db.system;
const cookie = await server.signIn();
const headers = { cookie, origin: server.url, "content-type": "application/json" };

type Message = StoredMessage & { purpose: string };

const { rows: messages } = await sql<Message>`
  with canary as (
    insert into canaries (name, spec) select 'canary ' || n, '{}' from generate_series(1, 10) n returning id, name
  ), checked as (
    insert into checks (canary_id, type, name, labels)
    select k.id, 'http', k.name || ' check ' || n, jsonb_build_object('tier', 't' || n % 4, 'app', 'a' || n)
    from   canary k, generate_series(1, 40) n
    returning id
  ), root as (
    insert into config_items (name, type, config_class, tags)
    select 'cluster ' || n, 'Kubernetes::Cluster', 'Cluster', jsonb_build_object('cluster', 'c' || n) from generate_series(1, 5) n
    returning id, name, tags
  ), pod as (
    insert into config_items (name, type, config_class, parent_id, path, tags, config)
    select 'pod ' || n, 'Kubernetes::Pod', 'Pod', r.id, r.id::text, r.tags, jsonb_build_object('replicas', n % 3) from root r, generate_series(1, 60) n
    returning id
  ), resources as (
    select 'check' as kind, id from checked
    union all select 'config', id from root
    union all select 'config', id from pod
  ), numbered as (
    select kind, id, row_number() over (order by id) - 1 as place, count(*) over () as total from resources
  )
  insert into notification_send_history (source_event, resource_id, resource_health, status, purpose, created_at)
  select r.kind || '.' || (array['unhealthy', 'failed', 'warning'])[1 + n % 3], r.id, (array['unhealthy', 'warning', 'healthy'])[1 + n % 3],
         case when n % 5 = 0 then 'repeat-interval' else 'sent' end, case when n % 97 = 0 then 'resolved' else 'event' end,
         now() - n * interval '125 seconds'
  from   generate_series(1, 10000) n
  join   numbered r on r.place = n % r.total
  returning id, source_event, resource_id, resource_health, resource_status, resource_health_description, payload, created_at, count, purpose`.execute(
  db,
);

const idOf = async (table: string, name: string) =>
  (await sql<{ id: string }>`select id from ${sql.table(table)} where name = ${name}`.execute(db)).rows[0]!.id;

async function preview(query: Record<string, string>) {
  const response = await server.fetch(
    `/api/notification/silence_preview?${new URLSearchParams({ limit: "10000", ...query })}`,
    { headers },
  );
  return { status: response.status, range: response.headers.get("content-range"), body: await response.json() };
}

/** Creates the silence, and evaluates all messages of the last 15 days in the same way as the sender. */
async function replay(silence: Record<string, unknown>): Promise<string[]> {
  await sql`delete from notification_silences`.execute(db);
  const response = await server.fetch("/api/notification/silence", {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "replayed", ...silence }),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const silences = createSilences(system);
  const events = messages.filter(({ purpose }) => purpose === "event");
  const recent = events.filter(({ created_at: at }) => Date.parse(at) > Date.now() - 15 * 86_400_000);
  const judged = recent.map(judgedMessage);
  const withDocuments = (await silences.mentions()).size > 0;
  const subjects = await loadSubjects(db, judged, { withDocuments });
  const found = await Promise.all(
    judged.map(async (message, index) => silences.match(subjects.get(message)!, new Date(recent[index]!.created_at))),
  );
  silences.close();
  return recent.filter((_, index) => found[index] !== undefined).map(({ id }) => id);
}

const cluster = await idOf("config_items", "cluster 2");
const canary = await idOf("canaries", "canary 3");
const selectors = [{ labelSelector: "tier=t1" }, { types: ["Pod"], tagSelector: "cluster=c3" }];

test.each<[string, Record<string, string>, Record<string, unknown>]>([
  ["a config item", { id: cluster, type: "config" }, { config_id: cluster }],
  ["a config item with its descendants", { id: cluster, recursive: "true" }, { config_id: cluster, recursive: true }],
  ["a canary", { id: canary, type: "canary" }, { canary_id: canary }],
  [
    "a filter",
    { filter: "check.labels.tier == 't2' || (cluster == 'c4' && health == 'warning')" },
    { filter: "check.labels.tier == 't2' || (cluster == 'c4' && health == 'warning')" },
  ],
  [
    "a filter on documents of config items",
    { filter: "config.config.replicas == 1" },
    { filter: "config.config.replicas == 1" },
  ],
  [
    "a filter on the event",
    { filter: "event.id != '' && source_event == 'check.warning' && check_status == null" },
    { filter: "event.id != '' && source_event == 'check.warning' && check_status == null" },
  ],
  ["selectors", { selectors: JSON.stringify(selectors) }, { selectors }],
  [
    "nightly windows",
    { filter: "true", schedule: "0 22 * * *", duration_minutes: "480", time_zone: "Europe/Berlin" },
    { filter: "true", schedule: "0 22 * * *", duration_minutes: 480, time_zone: "Europe/Berlin" },
  ],
])(
  "the preview of %s contains exactly the messages that the sender would hide, out of 10,000",
  async (_, query, silence) => {
    const { status, range, body } = await preview(query);
    expect([status, body]).toEqual([200, expect.any(Array)]);
    const shown = (body as { id: string }[]).map(({ id }) => id);
    expect(shown.length).toBeGreaterThan(10);
    expect(range).toBe(`0-${shown.length - 1}/${shown.length}`);
    const hidden = await replay(silence);
    expect(shown.toSorted()).toEqual(hidden.toSorted());
  },
);

test("the preview reports 37 messages, and exactly those 37 would be hidden", async () => {
  const config = messages.find(({ source_event }) => source_event.startsWith("config."))!.resource_id;
  await sql`delete from notification_send_history where resource_id = ${config}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into notification_send_history (source_event, resource_id, status, created_at)
    select 'config.unhealthy', ${config}, 'sent', now() - n * interval '1 hour' from generate_series(1, 37) n returning id`.execute(
    db,
  );
  // Older than 15 days.
  await sql`
    insert into notification_send_history (source_event, resource_id, status, created_at)
    values ('config.unhealthy', ${config}, 'sent', now() - interval '16 days')`.execute(db);
  const { range, body } = await preview({ id: config, type: "config", limit: "5" });
  expect(range).toBe("0-4/37");
  expect(body).toHaveLength(5);
  expect(body).toMatchObject([{ source_event: "config.unhealthy", resource: { id: config } }, {}, {}, {}, {}]);
  const all = (await preview({ id: config, type: "config" })).body as { id: string }[];
  expect(all.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test("the preview counts the repeats of messages that were not sent", async () => {
  const check = messages.find(({ source_event }) => source_event.startsWith("check."))!.resource_id;
  await sql`delete from notification_send_history where resource_id = ${check}`.execute(db);
  await sql`
    insert into notification_send_history (source_event, resource_id, status, count)
    values ('check.failed', ${check}, 'sent', 1), ('check.failed', ${check}, 'repeat-interval', 36)`.execute(db);
  const { range, body } = await preview({ id: check, type: "check" });
  expect(range).toBe("0-1/37");
  expect((body as { count: number }[]).map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 36]);
});

const draft: Draft = {
  recursive: false,
  config_id: null,
  component_id: null,
  check_id: null,
  canary_id: null,
  filter: "true",
  selectors: null,
  matchers: null,
  schedule: null,
  duration_minutes: null,
  time_zone: null,
};

test("messages outside of the windows are not loaded", async () => {
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counting = { ...system, db: { ...system.db, system: counted } };
  const leapDays = { ...draft, schedule: "0 0 29 2 *", duration_minutes: 5 };
  const signal = new AbortController().signal;
  expect(await previewSilence(counting, { kind: "system" }, leapDays, { signal })).toEqual({
    ids: [],
    messages: 0,
    isCut: false,
  });
  // The preview executes only the statement that reads the tag names.
  expect(statements).toBe(1);
});

test("a preview that takes too long contains the newest messages, and is marked as incomplete", async () => {
  const signal = new AbortController().signal;
  const cut = await previewSilence(system, { kind: "system" }, draft, { signal, timeoutMs: -1 });
  expect(cut).toEqual({ ids: [], messages: 0, isCut: true });
});

test("concurrent previews are queued, and too many are refused", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => preview({ filter: "true", limit: "0" })));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect(new Set(statuses.keys())).toEqual(new Set([200, 429]));
  expect(statuses.get(429)![0]!.body).toMatchObject({ error: "Too many previews of silences are in progress." });
});

test.each([
  [{}, "id, filter or selectors is required"],
  [{ filter: "check.name ==" }, "filter"],
  [{ filter: "chekc.name == 'x'" }, "chekc"],
  [{ selectors: "{" }, "is not JSON"],
  [{ selectors: '[{"search": "nonsense=1"}]' }, "selectors.0: has a field that no"],
  [{ filter: "true", schedule: "@every 5m", duration_minutes: "5" }, "must be a cron schedule"],
  [{ id: "no" }, "is not the id"],
  [{ id: cluster, limti: "5" }, "query.limti: unknown field"],
])("refuses the preview of %j", async (query, message) => {
  const { status, body } = await preview(query);
  expect(status).toBe(400);
  expect((body as { error: string }).error).toContain(message);
});

test("silences that have not hidden a message for 14 days are listed", async () => {
  await sql`delete from notification_silences`.execute(db);
  await sql`
    insert into notification_silences (id, name, filter, created_at, updated_at, until)
    select new_id(), n.name, 'true', now() - n.age * interval '1 day', now() - n.age * interval '1 day', n.until
    from   (values ('old', 20, null::timestamptz), ('new', 3, null), ('ended', 20, now() - interval '1 day'), ('used', 20, null), ('used long ago', 40, null))
           as n (name, age, until)`.execute(db);
  for (const [name, age] of [
    ["used", 5],
    ["used long ago", 30],
  ] as const)
    await sql`
      insert into notification_send_history (source_event, resource_id, status, silenced_by, created_at)
      select 'config.unhealthy', ${cluster}, 'silenced', id, now() - ${age} * interval '1 day'
      from   notification_silences where name = ${name}`.execute(db);
  const response = await server.fetch("/api/notification/silences/unmatched", { headers });
  expect(await until(() => response.clone().json())).toMatchObject([
    { name: "used long ago", last_matched_at: expect.any(String) },
    { name: "old", last_matched_at: null },
  ]);
});
