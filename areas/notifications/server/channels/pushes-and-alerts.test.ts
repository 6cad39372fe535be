// Push services and services that group messages into alerts.
import { beforeEach, expect, test } from "vitest";
import { digestMessage, problemMessage, resolvedMessage } from "#tests/support/messages.ts";
import { alertKeys, alertLog, alerts } from "#tests/services/alerting.ts";
import { addressFor, delivered } from "#tests/services/delivering.ts";
import { messengers, written } from "#tests/services/messengers.ts";
import { json, startStandIns } from "#tests/services/stand-in.ts";
import type { Address } from "./channel.ts";

const standIns = await startStandIns(messengers);
const { outbound } = standIns;

let count = 0;
const fresh = <Message extends { id: string }>(message: Message): Message => ({
  ...message,
  id: `push-${(count += 1)}`,
});
const bodyOf = () => JSON.parse(standIns.asked().at(-1)!.body) as Record<string, never>;
const send = (type: string, message = problemMessage(), address: Address = addressFor(type)) =>
  delivered(type, fresh(message), { outbound, address });
const withProperties = (type: string, properties: Record<string, string>): Address => {
  const address = addressFor(type);
  return { ...address, properties: { ...address.properties, ...properties } };
};

beforeEach(() => {
  standIns.asked();
  written.length = 0;
  alertLog.length = 0;
  alerts.clear();
});

test("ntfy: sends priority, tag, click and actions; a recovery replaces the problem on the phone", async () => {
  await send("ntfy");
  const problem = bodyOf();
  expect(problem).toMatchObject({
    topic: "alerts",
    title: "api.example is unhealthy",
    priority: 4,
    tags: ["red_circle"],
    click: "https://deck.example/health?checkId=1",
    actions: [
      { action: "view", label: "Open", url: "https://deck.example/health?checkId=1" },
      { action: "view", label: "Silence", url: "https://deck.example/notifications/silences/add?check_id=1" },
    ],
  });
  await send("ntfy", resolvedMessage());
  expect(bodyOf()["sequence_id"]).toBe(problem["sequence_id"]);
  await send("ntfy", digestMessage());
  expect(bodyOf()["sequence_id"]).not.toBe(problem["sequence_id"]);
});

test("ntfy: the rule sets topic, priority and tags; a topic of another user is a final failure", async () => {
  await send(
    "ntfy",
    problemMessage(),
    withProperties("ntfy", { topic: "other", Priority: "urgent", tags: "db, prod" }),
  );
  expect(bodyOf()).toMatchObject({ topic: "other", priority: 5, tags: ["red_circle", "db", "prod"] });
  const anonymous = { insecureTls: true, properties: { host: "ntfy.example:8080", topic: "private" } };
  expect((await send("ntfy", problemMessage(), anonymous)).failure).toMatchObject({ isFinal: true });
});

test("Pushover: sends title, HTML, link and priority", async () => {
  await send("pushover");
  const form = new URLSearchParams(standIns.asked()[0]!.body);
  expect(Object.fromEntries(form)).toMatchObject({
    title: "api.example is unhealthy",
    html: "1",
    priority: "0",
    timestamp: "1794909840",
    url: "https://deck.example/health?checkId=1",
  });
  expect(form.get("message")).toContain("<b>Type:</b> http");
  await send(
    "pushover",
    problemMessage(),
    withProperties("pushover", { priority: "1", sound: "siren", device: "phone" }),
  );
  const changed = new URLSearchParams(standIns.asked()[0]!.body);
  expect([changed.get("priority"), changed.get("sound"), changed.get("device")]).toEqual(["1", "siren", "phone"]);
});

test("Pushover and Pushbullet: the monthly limit ends at the time in the header", async () => {
  const reset = `${Math.floor(Date.now() / 1_000) + 3_600}`;
  for (const [type, header] of [
    ["pushover", "x-limit-app-reset"],
    ["pushbullet", "x-ratelimit-reset"],
  ] as const) {
    const limited = json({ errors: ["limit"], status: 0 }, 429, { [header]: reset });
    const { failure } = await delivered(type, fresh(problemMessage()), { outbound: standIns.instead(() => limited) });
    expect(failure!.isFinal).toBe(false);
    expect(failure!.retryAfterMs).toBeGreaterThan(3_000_000);
  }
});

test.each([
  ["pushover", { password: "wrong" }, "application token is invalid"],
  ["pushbullet", { password: "wrong" }, "Pushbullet does not accept the token."],
  ["opsgenie", { password: "wrong" }, "Opsgenie does not accept the API key."],
  ["pagerduty", { password: "wrong" }, "PagerDuty does not accept the integration key."],
  ["alertmanager", { password: "wrong" }, "Alertmanager does not accept username and password."],
  ["ifttt", { username: "wrong" }, "IFTTT does not accept the webhook id."],
])("%s: wrong credentials are a final failure", async (type, parts, message) => {
  const { failure } = await send(type, problemMessage(), addressFor(type, parts));
  expect(failure!.message).toContain(message);
  expect(failure!.isFinal).toBe(true);
});

test("Pushbullet: sends a link to each target, with an id that prevents duplicates", async () => {
  const message = fresh(problemMessage());
  await delivered("pushbullet", message, { outbound });
  const sent = standIns.asked().map(({ body }) => JSON.parse(body) as Record<string, string>);
  expect(sent.map(({ channel_tag, email, device_iden }) => channel_tag ?? email ?? device_iden)).toEqual([
    "ops",
    "ada@fabrikam.example",
    "phone1",
  ]);
  expect(new Set(sent.map(({ guid }) => guid)).size).toBe(3);
  expect(sent[0]).toMatchObject({
    type: "link",
    url: "https://deck.example/health?checkId=1",
    guid: `${message.id}/#ops`,
  });
});

test("IFTTT: fires each event with three values", async () => {
  await send("ifttt", problemMessage(), withProperties("ifttt", { events: "pager, log" }));
  expect(standIns.asked().map(({ path }) => path.split("/")[2])).toEqual(["pager", "log"]);
  await send("ifttt");
  expect(written.at(-1)).toMatch(/^ifttt quarterdeck: HTTP 503/);
});

test.each(["opsgenie", "pagerduty", "alertmanager"])(
  "%s: a retry changes the same alert, and a recovery closes it",
  async (type) => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const { reference } = await send(type, problemMessage({ at }));
    await send(type, problemMessage({ at }));
    expect([...alerts.values()]).toEqual(["api.example is unhealthy"]);
    const recovery = resolvedMessage({ previous: reference!, at: new Date(Date.now() - 1_000).toISOString() });
    await send(type, recovery);
    expect([...alerts.values()]).toEqual([]);
    expect((await send(type, recovery)).failure).toBeUndefined();
  },
);

const news = () => problemMessage({ isNews: true, event: "config.created", text: { title: "api was created" } });

test.each(["opsgenie", "pagerduty"])(
  "%s: digests and notices do not leave an alert open, and do not close the alert of a problem",
  async (type) => {
    await send(type);
    for (const message of [digestMessage(), news()]) await send(type, message);
    expect(alertLog).toHaveLength(3);
    expect([...alerts.values()]).toEqual(["api.example is unhealthy"]);
  },
);

test("PagerDuty: sends a notice as a change event; a retry of a failed resolve request does not trigger the alert again", async () => {
  await send("pagerduty", news());
  expect(alertLog).toEqual(["pagerduty change: api was created"]);
  const message = fresh(digestMessage());
  const failing = standIns.instead((asked) =>
    asked.body.includes('"resolve"') ? json({ message: "later" }, 503) : messengers["events.pagerduty.com"](asked),
  );
  expect((await delivered("pagerduty", message, { outbound: failing })).failure).toMatchObject({ isFinal: false });
  expect((await delivered("pagerduty", message, { outbound })).failure).toBeUndefined();
  expect(alertLog.slice(1)).toEqual(["pagerduty: 37 more problems in the last 5m"]);
  expect(alerts.size).toBe(0);
});

test("Alertmanager: alerts for digests and notices end within minutes", async () => {
  for (const [message, alertname] of [
    [digestMessage(), "CheckFailed"],
    [news(), "ConfigCreated"],
  ] as const) {
    await send("alertmanager", message);
    const sent = bodyOf() as unknown as { endsAt: string; labels: Record<string, string> }[];
    expect(sent.map(({ labels }) => labels["alertname"])).toEqual([alertname]);
    expect(Date.parse(sent[0]!.endsAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
  }
});

test("Alertmanager: a recovery ends the alerts of all severities, also without a reference", async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  const states = [
    ["config.warning", "warning"],
    ["config.unhealthy", "unhealthy"],
  ] as const;
  for (const [event, health] of states) await send("alertmanager", problemMessage({ event, health, at }));
  expect([...alerts.keys()]).toEqual([expect.stringContaining("severity=critical") as string]);
  await send("alertmanager", problemMessage({ event: "config.degraded", health: "warning", at }));
  expect([...alerts.keys()]).toEqual([expect.stringContaining("severity=warning") as string]);
  await send("alertmanager", resolvedMessage({ event: "config.healthy", at }));
  expect(alerts.size).toBe(0);
});

test("Alertmanager: a severity label in the rule replaces the severity of the message", async () => {
  await send("alertmanager", problemMessage(), withProperties("alertmanager", { labels: "severity=page" }));
  const sent = bodyOf() as unknown as { labels: Record<string, string> }[];
  expect(sent.map(({ labels }) => labels["severity"])).toEqual(["page"]);
});

test("Opsgenie: sends priority, tags and details", async () => {
  await send("opsgenie", problemMessage(), withProperties("opsgenie", { priority: "p1", tags: "db, prod" }));
  expect(bodyOf()).toMatchObject({
    priority: "P1",
    tags: ["db", "prod"],
    details: { Type: "http", Namespace: "shop", Uptime: "97.2% in the last day" },
    alias: "quarterdeck/rule-1/check-1/team-1",
    source: "Quarterdeck",
  });
});

test("PagerDuty: sends severity, details and links; the host of the service can be changed", async () => {
  const { reference } = await send(
    "pagerduty",
    problemMessage(),
    withProperties("pagerduty", { severity: "error", component: "api" }),
  );
  expect(reference).toEqual({ dedup_key: "quarterdeck/rule-1/check-1/team-1" });
  expect(bodyOf()).toMatchObject({
    event_action: "trigger",
    payload: {
      severity: "error",
      component: "api",
      source: "Quarterdeck",
      custom_details: { Namespace: "shop", event: "check.failed" },
    },
    links: [{ text: "Open" }, { text: "Silence" }],
    client_url: "https://deck.example/health?checkId=1",
  });
  await send("pagerduty", problemMessage({ health: "warning" }));
  expect(bodyOf()).toMatchObject({ payload: { severity: "warning" } });
});

test("PagerDuty and Opsgenie: a long subject is replaced by its hash, which is the same for problem and recovery", async () => {
  const subject = "x".repeat(600);
  await send("pagerduty", problemMessage({ subject }));
  await send("opsgenie", problemMessage({ subject }));
  expect(alerts.size).toBe(2);
  await send("pagerduty", resolvedMessage({ subject }));
  await send("opsgenie", resolvedMessage({ subject }));
  expect(alerts.size).toBe(0);
});

test("Alertmanager: an alert has stable labels, annotations and an explicit end", async () => {
  const address = withProperties("alertmanager", { labels: "team=ops, 1bad=x, site = berlin" });
  const { reference, exchanges } = await send(
    "alertmanager",
    problemMessage({ text: { attributes: [{ label: "HTTP status", value: "503" }] } }),
    address,
  );
  const [alert] = bodyOf() as unknown as Record<string, never>[];
  expect(alert).toMatchObject({
    labels: {
      alertname: "CheckProblem",
      severity: "critical",
      team: "ops",
      site: "berlin",
      subject: "quarterdeck/rule-1/check-1/team-1",
    },
    annotations: { summary: "api.example is unhealthy", http_status: "503" },
    startsAt: "2026-11-17T10:04:00.000Z",
    endsAt: "2026-12-17T10:04:00.000Z",
    generatorURL: "https://deck.example/health?checkId=1",
  });
  await send("alertmanager", resolvedMessage({ previous: reference! }), address);
  const [recovery] = bodyOf() as unknown as Record<string, never>[];
  expect(recovery).toMatchObject({ labels: alert!["labels"], endsAt: "2026-11-17T10:16:00.000Z" });
  expect(JSON.stringify(exchanges)).not.toContain(alertKeys.alertmanager);
});
