// Generates notification rules, silences, and messages with the steps of their decisions and their deliveries.
import { TextArray } from "../copy.ts";
import { day, hour, minute, numbers, rowsOf, second, type Estate, type TableRows } from "../estate.ts";
import { domains } from "../words.ts";
import type { Catalog } from "./catalog.ts";
import type { Health } from "./health.ts";
import type { People } from "./people.ts";
import type { Topology } from "./topology.ts";

/** Most messages are sent; every other status occurs as well. */
const statuses = [
  ..."sent sent sent sent sent sent sent sent sent sent error error".split(" "),
  ..."silenced silenced skipped repeat-interval repeat-interval inhibited grouped digested".split(" "),
];
/** The newest messages are not finished. */
const unfinished = [
  "sending",
  "pending",
  "evaluating-waitfor",
  "attempting_fallback",
  "pending_playbook_run",
  "pending_playbook_completion",
];
const errors = ["channel_not_found", "connect ECONNREFUSED 192.0.2.10:443", "timed out after 30 s"];
const channels = ["email", "slack"] as const;
/** The attempts to deliver a message, by its status. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  sent: ["delivered"],
  error: ["failed", "failed", "refused"],
  attempting_fallback: ["failed"],
};
/** Older messages have no raw exchanges, which would take most of the space. */
const withExchanges = 2_000;

export function makeMessages(
  estate: Estate,
  { items }: Catalog,
  { checks }: Health,
  { components }: Topology,
  { people, names, teams, connections }: People,
): TableRows[] {
  const { ago, counts } = estate;
  const chance = estate.chance("messages");
  const ruleId = estate.ids("notification");
  const messageId = estate.ids("message");
  const rules = domains.map((domain, n) => ({ id: ruleId(n), name: estate.named(`${domain}-alerts`), domain }));
  const silences = numbers(12).map(estate.ids("silence"));
  const resourceOf = (n: number) =>
    n % 3 === 0 && checks.length > 0
      ? { event: "check.failed", thing: chance.pick(checks), health: "unhealthy", why: "connection refused" }
      : n % 3 === 1
        ? { event: "config.unhealthy", thing: chance.pick(items), health: "unhealthy", why: "Back-off restarting" }
        : { event: "component.warning", thing: chance.pick(components), health: "warning", why: "A part is unhealthy" };

  const messages = numbers(counts.messages).map((n) => {
    const isNew = n >= counts.messages - unfinished.length;
    return {
      n,
      ...resourceOf(n),
      status: isNew ? unfinished[counts.messages - 1 - n]! : chance.pick(statuses),
      age: Math.floor(30 * day * (1 - (n + 1) / counts.messages)) + second,
      rule: rules[n % rules.length]!,
      count: chance.is(0.1) ? chance.between(2, 9) : 1,
      error: chance.pick(errors),
      millis: chance.between(40, 900),
      silence: silences[n % silences.length]!,
    };
  });
  type Message = (typeof messages)[number];
  const isToPerson = ({ n }: Message) => n % 2 === 0;
  const recipientOf = (message: Message) =>
    isToPerson(message) ? names[message.n % names.length]! : `${teams[message.n % teams.length]!.name} / alerts`;
  const attemptsOf = (message: Message) =>
    (outcomes[message.status] ?? []).map((outcome, number) => ({ message, outcome, number }));
  const attempts = messages.flatMap(attemptsOf);
  const trailOf = (message: Message) => {
    const at = ago(message.age);
    const decided = decisionOf(message);
    return [
      {
        at,
        step: "rule",
        result: "matched",
        text: `The rule ${message.rule.name} listens to ${message.event}.`,
        id: message.rule.id,
      },
      { at, step: "filter", result: "true", text: `The filter labels.team == "${message.rule.domain}" is true.` },
      { at, step: "recipient", result: "found", text: `The recipient is ${recipientOf(message)}.` },
      ...(decided ? [{ at, ...decided }] : []),
      ...attemptsOf(message).map(({ outcome, number }) => ({
        at: ago(Math.max(0, message.age - number * minute)),
        step: "attempt",
        result: outcome,
        text:
          outcome === "delivered"
            ? "The channel accepted the message."
            : `Attempt ${number + 1} failed: ${message.error}.`,
      })),
    ];
  };

  return [
    rowsOf("notifications", rules, ({ id, name, domain }, n) => ({
      id,
      name,
      namespace: "monitoring",
      title: `Trouble in ${domain}`,
      events: new TextArray(["check.failed", "config.unhealthy", "component.warning"]),
      filter: `labels.team == "${domain}"`,
      template: "{{ .name }} is {{ .health }}",
      person_id: n % 3 === 0 ? people[n % people.length] : null,
      team_id: n % 3 === 1 ? teams[n]!.id : null,
      custom_services: n % 3 === 2 ? [{ connection: "connection://default/slack-main" }] : null,
      repeat_interval: "4h",
      wait_for: n % 3 === 0 ? 120_000_000_000 : null,
      group_by: n % 4 === 0 ? new TextArray(["type", "tag:namespace"]) : null,
      error: n === 5 ? "The filter failed: unknown function matchQery" : null,
      error_at: n === 5 ? ago(hour) : null,
      source: n % 2 === 0 ? "UI" : "KubernetesCRD",
      created_by: people[0],
      created_at: ago((160 - n) * day),
    })),
    rowsOf("notification_silences", silences, (id, n) => ({
      id,
      namespace: "monitoring",
      name: estate.named(`maintenance-${n + 1}`),
      description: ["Planned work", "Migration to the new cluster", "Noisy until the next release"][n % 3],
      from: ago((n * 5 + 1) * day),
      until: n % 6 === 5 ? null : ago((n * 5 - 2) * day),
      recursive: n % 2 === 0,
      filter: n % 4 === 3 ? 'config.tags.namespace == "staging"' : null,
      config_id: n % 4 === 3 ? null : chance.pick(items).id,
      source: n % 5 === 4 ? "KubernetesCRD" : "UI",
      created_by: people[n % people.length],
      created_at: ago((n * 5 + 1) * day),
    })),
    rowsOf("notification_send_history", messages, (message) => {
      const { n, status, thing, age } = message;
      return {
        id: messageId(n),
        notification_id: message.rule.id,
        rule_name: message.rule.name,
        body: `<p><b>${thing.name}</b> is ${message.health}: ${message.why}</p>`,
        status,
        purpose: status === "sent" && n % 11 === 0 ? "resolved" : "event",
        count: message.count,
        first_observed: ago(age + (message.count - 1) * hour),
        source_event: message.event,
        resource_id: thing.id,
        resource_name: thing.name,
        resource_health: message.health,
        resource_status: message.health,
        resource_health_description: message.why,
        person_id: isToPerson(message) ? people[n % people.length] : null,
        team_id: isToPerson(message) ? null : teams[n % teams.length]!.id,
        connection_id: isToPerson(message) ? null : connections[0],
        recipient: recipientOf(message),
        recipient_key: isToPerson(message)
          ? `person:${people[n % people.length]}`
          : `team:${teams[n % teams.length]!.id}/alerts`,
        channel: channels[n % channels.length],
        silenced_by: status === "silenced" ? message.silence : null,
        parent_id: (status === "grouped" || status === "inhibited") && n > 0 ? messageId(n - 1) : null,
        not_before: status === "pending" ? ago(age - 10 * minute) : null,
        retries: status === "error" ? 3 : 0,
        error: status === "error" ? message.error : null,
        duration_millis: status === "sent" ? message.millis : null,
        trail: n >= counts.messages - withExchanges ? trailOf(message) : [],
        created_at: ago(age),
      };
    }),
    rowsOf("notification_attempts", attempts, ({ message, outcome, number }, at) => ({
      id: estate.ids("attempt")(at),
      history_id: messageId(message.n),
      outcome,
      duration_millis: message.millis,
      error: outcome === "delivered" ? null : message.error,
      exchange: message.n >= counts.messages - withExchanges ? [exchangeOf(message.thing.name, outcome)] : null,
      created_at: ago(Math.max(0, message.age - number * minute)),
    })),
  ];
}

/** The step that held a message back. */
function decisionOf({ status, silence }: { status: string; silence: string }) {
  switch (status) {
    case "silenced":
      return { step: "silence", result: "silenced", text: "A silence applies to the resource.", id: silence };
    case "skipped":
      return { step: "wait", result: "skipped", text: "The resource recovered while the message waited." };
    case "repeat-interval":
      return { step: "repeat-interval", result: "blocked", text: "A message was sent within the last 4h." };
    case "inhibited":
      return { step: "inhibition", result: "inhibited", text: "A related resource was reported already." };
    case "grouped":
      return { step: "group", result: "grouped", text: "The message of the group lists this resource." };
    case "digested":
      return {
        step: "rate-limit",
        result: "digested",
        text: "The rule sent 50 messages in 4h, so a digest reports it.",
      };
    case "pending":
      return { step: "quiet-hours", result: "waiting", text: "The recipient has quiet hours." };
    default:
      return undefined;
  }
}

const exchangeOf = (name: string, outcome: string) => ({
  request: `POST https://chat.example.org/api/chat.postMessage\nauthorization: Bearer ***\n\n{"channel":"alerts","text":"${name}"}`,
  ...(outcome === "failed"
    ? {}
    : {
        response:
          outcome === "delivered" ? '{"ok":true,"ts":"1763370000.000100"}' : '{"ok":false,"error":"channel_not_found"}',
        status: 200,
      }),
});
