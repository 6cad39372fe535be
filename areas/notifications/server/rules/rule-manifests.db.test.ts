// Tests rules in manifest files.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { readRules, ruleManifests } from "./rule-manifests.ts";

const { databases: db } = await testDatabase();
const events = [{ name: "check.failed", title: "Failed" }];
const system = await runSystem(db, { areas: [{ name: "checks", events }] });
await sql`insert into people (name, email) values ('Ada Lovelace', 'ada@example.org')`.execute(db.system);
await sql`insert into teams (name, icon, source, created_by) select 'Payments', 'group', 'UI', id from people where email = 'ada@example.org'`.execute(
  db.system,
);

const header = "apiVersion: mission-control.flanksource.com/v1\nkind: Notification\n";
const manifest = (name: string, spec: string) =>
  `${header}metadata:\n  name: ${name}\nspec:\n${spec.replaceAll(/^/gm, "  ")}`;

async function apply(text: string, source = "file:rules.yaml") {
  const { items, faults } = readRules(text);
  expect(faults).toEqual([]);
  return ruleManifests.apply(system, { source, items, isKept: () => false });
}

const rules = async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select n.*, p.name as person, t.name as team
    from   notifications n
    left   join people p on p.id = n.person_id
    left   join teams t on t.id = n.team_id
    where  n.deleted_at is null
    order  by n.name`.execute(db.system);
  return rows;
};

const full = `events: [check.failed, config.*]
filter: check.type == 'http'
title: "{{ .check.name }}"
template: Look at $(permalink)
to:
  team: Payments
  properties: { slack.channel: "#ops" }
fallback:
  webhook: { url: https://example.org/hook, secret: topsecret }
  delay: 5m
repeatInterval: 1h
waitFor: 90s
waitForEvalPeriod: 30000000000
groupBy: [type, "label:app"]
groupByInterval: 2h
inhibitions:
  - direction: outgoing
    from: Kubernetes::Node
    to: [Kubernetes::Pod]`;

test("every field of a rule is stored, with encrypted credentials", async () => {
  await apply(manifest("full", full));
  const [rule] = await rules();
  expect(rule).toMatchObject({
    name: "full",
    namespace: "default",
    source: "file:rules.yaml",
    events: ["check.failed", "config.*"],
    filter: "check.type == 'http'",
    title: "{{ .check.name }}",
    template: "Look at $(permalink)",
    team: "Payments",
    person: null,
    custom_services: null,
    properties: { "slack.channel": "#ops" },
    fallback_delay: 300_000_000_000,
    repeat_interval: "1h",
    wait_for: 90_000_000_000,
    wait_for_eval_period: 30_000_000_000,
    group_by: ["type", "label:app"],
    group_by_interval: 7_200_000_000_000,
    inhibitions: [{ direction: "outgoing", from: "Kubernetes::Node", to: ["Kubernetes::Pod"] }],
  });
  expect(JSON.stringify(rule!["fallback_custom_services"])).not.toContain("topsecret");
  expect(rule!["fallback_custom_services_secrets"]).toEqual(expect.any(String));
});

test("a rule removed from its file is deleted; its row is restored when the rule is added again", async () => {
  const text = manifest("moving", "events: [check.failed]\nto: { person: ada@example.org }");
  await apply(text);
  const [before] = (await rules()).filter(({ name }) => name === "moving");
  expect(before).toMatchObject({ person: "Ada Lovelace" });
  await apply("");
  expect((await rules()).filter(({ name }) => name === "moving")).toEqual([]);
  expect((await apply(text, "file:other.yaml")).faults).toEqual([]);
  const [after] = (await rules()).filter(({ name }) => name === "moving");
  expect(after).toMatchObject({ id: before!["id"], source: "file:other.yaml" });
});

test("an unknown person or a duplicate name fails only its own rule", async () => {
  const text = [
    manifest("wrong", "events: [check.failed]\nto: { person: nobody@example.org }"),
    manifest("right", "events: [check.failed]\nto: { email: a@example.org }"),
    manifest("moving", "events: [check.failed]\nto: { email: a@example.org }"),
  ].join("\n---\n");
  const { faults } = await apply(text);
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [1, expect.stringContaining('There is no person "nobody@example.org".')],
    [expect.any(Number), "There is already a notification default/moving, from file:other.yaml. Rename one of them."],
  ]);
  expect((await rules()).map(({ name }) => name)).toContain("right");
});

test.each([
  ["events: []\nto: { team: a }", "spec.events must contain at least one event."],
  [
    "events: [check.failed]\nto: {}",
    "spec.to must have exactly one of person, team, playbook, connection, url, email and webhook.",
  ],
  ["events: [check.failed]\nto: { team: a, email: b@c }", "spec.to must have exactly one of"],
  ["events: [check.failed]\nto: { team: a }\nfilter: check.nam ==", "spec.filter"],
  [
    "events: [check.failed]\nto: { team: a }\ninhibitions: [{ direction: all, from: A, to: [B], depth: 1000 }]",
    "spec.inhibitions.0.depth must be at most 20.",
  ],
])("%j is refused: %s", (spec, message) => {
  const { items, faults } = readRules(manifest("wrong", spec));
  expect(items).toEqual([]);
  expect(faults.map((fault) => fault.message).join()).toContain(message);
});

test("a rule for events and recipients that do not exist yet is stored with a warning", async () => {
  await sql`insert into playbooks (name, spec) values ('restart', '{"actions": []}')`.execute(db.system);
  const text = manifest("early", "events: [check.faild, check.*]\nto: { playbook: restart }");
  const { faults, warnings } = await apply(text, "file:early.yaml");
  expect(faults).toEqual([]);
  const rule = { name: "early", namespace: "default" };
  expect(warnings).toEqual([
    {
      line: 1,
      of: rule,
      message: expect.stringContaining('spec.events.0: no part of the product publishes the event "check.faild" yet'),
    },
    {
      line: 1,
      of: rule,
      message: "spec.to.playbook: playbooks cannot be recipients yet, so its messages are skipped",
    },
  ]);
  expect((await rules()).map(({ name }) => name)).toContain("early");
});

test("unknown fields are reported with their line", () => {
  const { warnings } = readRules(manifest("typo", "events: [check.failed]\nto: { team: a }\nrepeatIntervall: 1h"));
  expect(warnings).toMatchObject([
    { line: 8, message: 'spec.repeatIntervall: unknown field "repeatIntervall"; did you mean "repeatInterval"?' },
  ]);
});
