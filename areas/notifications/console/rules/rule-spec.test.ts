import { expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import { draftOf, emptyRule, problemsOf, rowOf, type RuleRow, serverProblems } from "./rule-spec.ts";

const row = {
  id: "1",
  name: "shop-alerts",
  namespace: "default",
  title: null,
  events: ["check.failed"],
  filter: "",
  template: null,
  properties: { channel: "ops" },
  person_id: null,
  team_id: null,
  playbook_id: null,
  custom_services: [{ connection: "connection://default/chat" }],
  fallback_person_id: "ada",
  fallback_team_id: null,
  fallback_playbook_id: null,
  fallback_custom_services: null,
  fallback_delay: 90_000_000_000,
  repeat_interval: "4h",
  wait_for: 300_000_000_000,
  wait_for_eval_period: null,
  group_by: ["type"],
  group_by_interval: null,
  inhibitions: null,
} as unknown as RuleRow;

test("the written form of a rule has only the fields that are set, and durations such as 5m", () => {
  expect(draftOf(row)).toEqual({
    name: "shop-alerts",
    spec: {
      events: ["check.failed"],
      to: { connection: "connection://default/chat", properties: { channel: "ops" } },
      groupBy: ["type"],
      repeatInterval: "4h",
      waitFor: "5m",
      fallback: { person: "ada", delay: "1m30s" },
    },
  });
});

test("a draft has the columns of its row, with null for recipients that were not chosen", () => {
  const columns = rowOf(draftOf(row));
  expect(columns).toMatchObject({
    events: ["check.failed"],
    filter: null,
    person_id: null,
    custom_services: [{ connection: "connection://default/chat" }],
    wait_for: 300_000_000_000,
    fallback_person_id: "ada",
    fallback_delay: 90_000_000_000,
    inhibitions: null,
  });
  expect(rowOf({ name: " a ", spec: { to: { person: "ada" } } })).toMatchObject({
    name: "a",
    person_id: "ada",
    custom_services: null,
  });
});

test("email addresses and webhooks are read from a row's services, with or without the service name that manifests set", () => {
  const webhook = { url: "https://example.org/hook", secret: "***" };
  for (const service of [{ webhook }, { name: "webhook", webhook, email: null }])
    expect(draftOf({ ...row, custom_services: [service] as never }).spec.to).toMatchObject({ webhook });
  expect(rowOf({ name: "a", spec: { to: { email: "ops@example.org" } } }).custom_services).toEqual([
    { email: "ops@example.org" },
  ]);
});

test("services that the form cannot express are kept unchanged", () => {
  const services = [{ name: "a", url: "ntfy://x" }, { connection: "b" }];
  const draft = draftOf({ ...row, custom_services: services });
  expect(draft.spec.to).toMatchObject({ services });
  expect(rowOf(draft).custom_services).toEqual(services);
});

test("a rule needs an event and a recipient, and waits for at least a minute", () => {
  const messages = (spec: object) =>
    problemsOf({ name: "a", spec }).map(({ path, message }) => [path.join("."), message]);
  expect(problemsOf(emptyRule)).toHaveLength(2);
  expect(messages({ events: ["check.failed"], to: { properties: { a: "b" } } })).toEqual([
    ["to", "Choose a recipient"],
  ]);
  expect(messages({ events: ["check.failed"], to: { team: "x" }, waitFor: "30s" })).toEqual([
    ["waitFor", "Duration must be greater than 1 minute"],
  ]);
  expect(messages({ events: ["check.failed"], to: { services: [{ url: "x" }] }, waitFor: "1m" })).toEqual([]);
});

test("a problem with a column is shown at its field", () => {
  const fields = [
    { path: "name", message: "is taken" },
    { path: "custom_services.0.url", message: "is not an address" },
    { path: "filter", message: "is not an expression" },
  ];
  const { name, spec } = serverProblems(new Problem("invalid", "no", { parts: { fields } }));
  expect(name).toContain("is taken");
  expect(spec.map(({ path }) => path)).toEqual([["to"], ["filter"]]);
});
