// Tests the variables that titles, templates and filters of a rule can use, for each kind of resource.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#lib/uuid/new-id.ts";
import { testDatabase } from "#tests/support/database.ts";
import { untilStatuses, writeChecks, writeRule } from "#tests/support/notification-pipeline.ts";
import { failed, startPipelineTests } from "#tests/support/pipeline-tests.ts";

const { db, receiver, publish } = await startPipelineTests(await testDatabase());

/** A template that prints each value on its own line. The template language of the rule evaluates the expressions. */
const printing = (...values: readonly string[]) => values.map((value) => `{{ ${value} }}`).join("\n");

/** Publishes an event to a rule, and returns the lines of the message. */
async function linesOf(event: { name: string; id: string }, rule: object): Promise<{ rule: string; lines: string[] }> {
  const id = await writeRule(db, { url: receiver.url, events: [event.name], ...rule });
  await publish(event);
  await untilStatuses(db, id, ["sent"]);
  return { rule: id, lines: receiver.received.at(-1)!.message.text.body!.split("\n") };
}

test("a message about a check has the variables of its canary and of the failed run, and links to the page of the check and to a silence", async () => {
  const [check] = await writeChecks(db, 1, { labels: { app: "shop" }, severity: "high" });
  const time = new Date(Date.now() - 60_000).toISOString();
  await sql`
    insert into check_statuses (check_id, time, status, duration, error)
    values (${check!}, ${time}, false, 12, 'connection refused')`.execute(db.system);
  const { rule, lines } = await linesOf(failed(check!, { last_runtime: time }), {
    filter: "check.severity == 'high' && canary.namespace == 'shop' && config == null && labels.app == 'shop'",
    template: printing(
      ".check.name",
      ".canary.namespace",
      ".check_status.error",
      ".name",
      ".namespace",
      ".type",
      ".health",
      ".labels.app",
      ".source_event",
      ".event_time",
      ".channel",
      ".permalink",
      ".silenceURL",
    ),
  });
  expect(lines).toEqual([
    "check 1",
    "shop",
    "connection refused",
    "check 1",
    "shop",
    "http",
    "unhealthy",
    "shop",
    "check.failed",
    time,
    "generic_webhook",
    expect.stringMatching(new RegExp(`/health\\?layout=table&checkId=${check}&timeRange=1h&refNotification=${rule}$`)),
    expect.stringMatching(new RegExp(`/notifications/silences/add\\?check_id=${check}$`)),
  ]);
});

test.each([
  ["config.created", "created"],
  ["config.updated", "updated"],
  ["config.changed", "changed"],
  ["config.deleted", "deleted"],
  ["config.degraded", ""],
])(
  "after %s, the new state of a config item is %j, with its tags and the changes before the event",
  async (name, state) => {
    const id = newId();
    await sql`
    insert into config_items (id, name, type, config_class, health, status, tags)
    values (${id}, 'api', 'Kubernetes::Pod', 'Pod', 'warning', 'Running', '{"cluster": "north"}')`.execute(db.system);
    await sql`
    insert into config_changes (config_id, change_type, severity, summary, source)
    values (${id}, 'Scaling', 'info', 'two replicas', 'kubernetes'),
           (${id}, 'PullFailed', 'high', 'no such image', 'kubernetes')`.execute(db.system);
    const { rule, lines } = await linesOf(
      { name, id },
      {
        filter: "config.tags.cluster == 'north' && tags.cluster == cluster && check == null && component == null",
        title: "{{ .config.name }}",
        template: printing(
          ".config.type",
          ".new_state",
          ".status",
          ".cluster",
          "len .recent_events",
          "(index .recent_events 0).change_type",
          ".permalink",
          ".silenceURL",
        ),
      },
    );
    expect(lines).toEqual([
      "Kubernetes::Pod",
      state,
      "Running",
      "north",
      "2",
      "PullFailed",
      expect.stringMatching(new RegExp(`/catalog/${id}\\?refNotification=${rule}$`)),
      expect.stringMatching(new RegExp(`/notifications/silences/add\\?config_id=${id}$`)),
    ]);
  },
);

test.each(["unhealthy", "warning", "unknown", "healthy"])(
  "the event component.%s has the component with its health",
  async (health) => {
    const id = newId();
    await sql`
      insert into components (id, name, external_id, type, health, status_reason)
      values (${id}, 'shop', ${id}, 'App', 'warning', 'two of three')`.execute(db.system);
    const { rule, lines } = await linesOf(
      { name: `component.${health}`, id },
      {
        filter: "component.type == 'App' && check == null && config == null",
        template: printing(
          ".component.name",
          ".component.health",
          ".health",
          ".description",
          ".permalink",
          ".silenceURL",
        ),
      },
    );
    // The health is that of the event, even if it has changed since then.
    expect(lines).toEqual([
      "shop",
      health,
      health,
      "two of three",
      expect.stringMatching(new RegExp(`/topology/${id}\\?refNotification=${rule}$`)),
      expect.stringMatching(new RegExp(`/notifications/silences/add\\?component_id=${id}$`)),
    ]);
  },
);
