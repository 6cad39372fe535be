import { expect, test } from "vitest";
import { fallbacksOf, recipientsOf, recipientWith, type Directory, type RecipientColumns } from "./recipients.ts";

const quiet = { time_zone: null, quiet_from: "22:00", quiet_until: "06:00", quiet_days: null };
const directory: Directory = {
  people: new Map([
    ["p1", { id: "p1", name: "Ada", email: "ada@example.org", channels: [], quiet }],
    [
      "p2",
      {
        id: "p2",
        name: "Bob",
        email: null,
        channels: [{ name: "chat", connection: "connection://ops/slack" }],
        quiet: undefined,
      },
    ],
    ["p3", { id: "p3", name: "Eve", email: null, channels: [], quiet: undefined }],
  ]),
  teams: new Map([
    [
      "t1",
      {
        id: "t1",
        name: "Payments",
        channels: [
          { name: "ops", url: "slack://token@ops" },
          { filter: " ", connection: "connection://slack/slack" },
        ],
      },
    ],
  ]),
  playbooks: new Map([["b1", "Restart"]]),
  connections: [
    { id: "c1", name: "slack", namespace: "ops", type: "slack" },
    { id: "00000000-0000-4000-8000-00000000000c", name: "mail", namespace: "default", type: "email" },
  ],
  channels: {
    addressOfUrl(url) {
      if (!url.startsWith("slack://")) throw new Error("unreadable");
      return { type: "slack", address: { properties: {} } };
    },
  },
  handles: () => false,
};

const none: RecipientColumns = { namespace: "default", personId: null, teamId: null, playbookId: null, services: [] };
const found = (columns: Partial<RecipientColumns>) =>
  recipientsOf({ ...none, ...columns }, directory).map(({ service: _service, ...recipient }) => recipient);

test("a person gets emails, or messages on the channels of their preferences", () => {
  expect(found({ personId: "p1" })).toMatchObject([
    { key: "person:p1", name: "Ada", channel: "email", destination: "mail", personId: "p1", quiet },
  ]);
  expect(found({ personId: "p2" })).toMatchObject([
    { key: "person:p2/chat", name: "Bob", channel: "slack", destination: "connection:c1", connectionId: "c1" },
  ]);
  expect(found({ personId: "p3" })).toMatchObject([{ fault: "The person has no email address." }]);
  expect(found({ personId: "unknown" })).toEqual([]);
});

test("a team has one recipient per channel", () => {
  expect(found({ teamId: "t1" })).toMatchObject([
    { key: "team:t1/ops", name: "Payments: ops", channel: "slack", teamId: "t1" },
    { key: "team:t1/2", name: "Payments: 2", connectionId: "c1", filter: undefined },
  ]);
});

test("channels with the same name have different keys, and the channels of people have no filters", () => {
  const twice = [
    { name: "ops", url: "slack://token@ops", filter: "nonsense(" },
    { name: "ops", url: "slack://token@night" },
  ];
  const channels: Directory = {
    ...directory,
    people: new Map([["p", { id: "p", name: "Ada", email: null, channels: twice, quiet: undefined }]]),
    teams: new Map([["t", { id: "t", name: "Payments", channels: twice }]]),
  };
  const keys = (columns: Partial<RecipientColumns>) =>
    recipientsOf({ ...none, ...columns }, channels).map(({ key, filter }) => [key, filter]);
  expect(keys({ teamId: "t" })).toEqual([
    ["team:t/ops", "nonsense("],
    ["team:t/ops#2", undefined],
  ]);
  expect(keys({ personId: "p" })).toEqual([
    ["person:p/ops", undefined],
    ["person:p/ops#2", undefined],
  ]);
});

test("a recipient and a fallback with the same address have different keys", () => {
  const services = [{ email: "a@example.org" }];
  const rule = {
    recipients: recipientsOf({ ...none, services }, directory),
    fallback: fallbacksOf({ ...none, services }, directory),
  };
  expect([recipientWith(rule, "service:0"), recipientWith(rule, "fallback/service:0")]).toEqual([
    rule.recipients[0],
    rule.fallback[0],
  ]);
  expect(recipientWith(rule, "service:1")).toBeUndefined();
});

test("a service is a connection, a URL, a webhook or an email address", () => {
  const services = [
    { connection: "00000000-0000-4000-8000-00000000000C" },
    { connection: "connection://mail" },
    { connection: "connection://none" },
    { connection: "slack://token@ops" },
    { url: "nonsense://x" },
    { webhook: { url: "https://hooks.example.org/secret" } },
    { email: "a@example.org" },
  ];
  expect(
    found({ services }).map(({ key, name, channel, connectionId, fault }) => [key, name, channel, connectionId, fault]),
  ).toEqual([
    ["service:0", "mail", "email", "00000000-0000-4000-8000-00000000000c", undefined],
    ["service:1", "mail", "email", "00000000-0000-4000-8000-00000000000c", undefined],
    ["service:2", "connection://none", null, null, 'There is no connection "connection://none".'],
    ["service:3", "slack", "slack", null, undefined],
    ["service:4", "URL", null, null, "The URL of the service cannot be read."],
    ["service:5", "hooks.example.org", "generic_webhook", null, undefined],
    ["service:6", "a@example.org", "email", null, undefined],
  ]);
  // The address of a webhook is a credential.
  expect(JSON.stringify(found({ services }))).not.toContain("secret");
});

test("a playbook is an invalid recipient until an area handles playbooks", () => {
  expect(found({ playbookId: "b1" })).toMatchObject([
    { name: "Restart", fault: "Playbooks cannot be recipients yet." },
  ]);
  expect(recipientsOf({ ...none, playbookId: "b1" }, { ...directory, handles: () => true })[0]!.fault).toBeUndefined();
});
