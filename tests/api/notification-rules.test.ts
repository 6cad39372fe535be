// Tests notification rules over HTTP: saving with warnings, previews, recent events, and sending a message again. The
// areas are those of the product, with a channel that posts to a receiver.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { notifications } from "#areas/notifications/server/index.ts";
import { ruleRoutes } from "#areas/notifications/server/api/routes.ts";
import { createPipeline } from "#areas/notifications/server/pipeline.ts";
import type { ServerArea } from "#server/area.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { historyOf, startReceiver, untilStatuses, writeChecks } from "../support/notification-pipeline.ts";
import { postingChannels } from "../support/posting-channels.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const receiver = await startReceiver();
const parts = { channels: postingChannels, silences: () => ({ match: async () => undefined }) };
const own: ServerArea = {
  ...notifications,
  routes: (app, system) => ruleRoutes(app, system, parts),
  services: [createPipeline(parts)],
};
const server = await startTestServer({ areas: serverAreas.map((area) => (area === notifications ? own : area)) });
const cookie = await server.signIn();
const db = server.system.db;
afterAll(() => receiver.close());

async function ask(method: string, path: string, body?: object) {
  const answer = await server.fetch(path, {
    method,
    headers: {
      cookie,
      origin: server.url,
      prefer: "return=representation",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const warning = answer.headers.get("warning");
  return { status: answer.status, warning, body: (text === "" ? null : JSON.parse(text)) as unknown };
}

const service = { name: "hook", url: receiver.url };
const save = (rule: object) =>
  ask("POST", "/api/db/notifications", { events: ["check.failed"], custom_services: [service], ...rule });

test("NO-06 a rule has one recipient, and durations as text or in nanoseconds", async () => {
  const { status, body } = await save({
    name: "spans",
    wait_for: "5m",
    fallback_delay: 1_000_000_000,
    repeat_interval: 3_600_000_000_000,
    group_by_interval: "1h30m",
  });
  expect(status).toBe(201);
  expect((body as object[])[0]).toMatchObject({
    wait_for: 300_000_000_000,
    fallback_delay: 1_000_000_000,
    repeat_interval: "1h",
    group_by_interval: 5_400_000_000_000,
  });
});

test.each<[string, object, string, string]>([
  [
    "two recipients",
    { team_id: "00000000-0000-4000-8000-000000000001" },
    "team_id",
    "a notification has only one recipient",
  ],
  ["two services", { custom_services: [service, service] }, "custom_services", "must contain one service"],
  [
    "a service without an address",
    { custom_services: [{ name: "x" }] },
    "custom_services.0",
    "exactly one of connection, url, email and webhook",
  ],
  ["a duration that cannot be read", { wait_for: "soon" }, "wait_for", "is not a duration"],
  [
    "an inhibition without a direction",
    { inhibitions: [{ from: "a", to: ["b"] }] },
    "inhibitions.0.direction",
    "must be outgoing, incoming or all",
  ],
  ["an invalid template", { template: "{{ nosuch 1 }}" }, "template", "(line 1, column 4)"],
])("a rule with %s is refused with the path of the field", async (_, rule, path, message) => {
  const { status, body } = await save(rule);
  expect(status).toBe(400);
  expect((body as { fields: { path: string; message: string }[] }).fields).toContainEqual(
    expect.objectContaining({ path, message: expect.stringContaining(message) as string }),
  );
});

test("a rule may use events and recipients that no area has registered; the response contains a warning", async () => {
  const { status, warning } = await save({
    name: "later",
    events: ["check.faild", "moon.rises"],
    custom_services: [{ ...service, chanel: "x" }],
  });
  expect(status).toBe(201);
  expect(warning).toContain(
    'no part of the product publishes the event \\"check.faild\\" yet; did you mean \\"check.failed\\"?',
  );
  expect(warning).toContain("moon.rises");
  expect(warning).toContain('custom_services.0.chanel: unknown field \\"chanel\\"');
});

test("a rule is previewed, the rules of a resource and recent events are listed, and a message is sent again", async () => {
  const [check] = await writeChecks(db, 1);
  const rule = {
    events: ["check.failed"],
    filter: "check.name == 'check 1'",
    title: "$(check.name) is down",
    custom_services: [service],
  };
  const resource = { kind: "check", id: check };
  expect((await ask("POST", "/api/notification/preview", { rule, resource })).body).toMatchObject({
    matches: true,
    filter_value: true,
    title: "check 1 is down",
    recipients: [{ name: "hook", channel: "generic_webhook" }],
  });
  const wrong = { ...rule, filter: "check.name.startsWith(1)" };
  expect((await ask("POST", "/api/notification/preview", { rule: wrong, resource })).body).toMatchObject({
    matches: false,
    error: expect.stringContaining("startsWith") as string,
  });
  await sql`update notifications set deleted_at = now()`.execute(db.system);
  const saved = await save({ name: "live", ...rule });
  const { id } = (saved.body as { id: string }[])[0]!;
  await save({ name: "event", filter: "source_event == 'check.failed'" });
  expect((await ask("GET", `/api/notification/who/check/${check}`)).body).toMatchObject({
    rules: [
      { name: "event", matches: null, reason: "The filter depends on the event." },
      {
        id,
        name: "live",
        events: ["check.failed"],
        matches: true,
        recipients: [{ name: "hook", channel: "generic_webhook" }],
      },
    ],
  });
  await ask("PATCH", `/api/db/checks?id=eq.${check}`, { status: "healthy" });
  await ask("PATCH", `/api/db/checks?id=eq.${check}`, { status: "unhealthy" });
  const [sent] = await untilStatuses(db, id, ["sent"]);
  const events = await until(
    async () => (await ask("GET", "/api/notification/events")).body as Record<string, { event: object; env: object }[]>,
    (found) => found["check.failed"] !== undefined,
  );
  expect(events["check.failed"]![0]).toMatchObject({
    event: { name: "check.failed", id: check },
    env: { name: "check 1", health: "unhealthy" },
  });

  expect((await ask("POST", `/api/notification/send_history/${sent!.id}/redeliver`)).body).toEqual({ id: sent!.id });
  await until(() => receiver.received.filter(({ message }) => message.id === sent!.id).length === 2);
  const [again] = await untilStatuses(db, id, ["sent"]);
  expect(again!.trail.at(-1)).toMatchObject({ text: "A user sent the message again." });
  expect(await historyOf(db, id)).toHaveLength(1);
  expect((await ask("POST", `/api/notification/send_history/${check}/redeliver`)).status).toBe(404);
  expect((await ask("GET", `/api/notification/who/check/${id}`)).status).toBe(404);
});
