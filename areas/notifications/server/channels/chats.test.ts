// Slack, Telegram and Discord: edits, threads, errors and service-specific formats.
import { beforeEach, expect, test } from "vitest";
import { problemMessage, resolvedMessage } from "#tests/support/messages.ts";
import { addressFor, delivered } from "#tests/services/delivering.ts";
import { chatKeys, messengers, written } from "#tests/services/messengers.ts";
import { json, startStandIns, type StandIn } from "#tests/services/stand-in.ts";
import { addressOfUrl } from "./service-url.ts";

const standIns = await startStandIns(messengers);
const { outbound } = standIns;

let count = 0;
const fresh = <Message extends { id: string }>(message: Message): Message => ({
  ...message,
  id: `chat-${(count += 1)}`,
});
const bodies = (): Record<string, unknown>[] =>
  standIns.asked().map(({ method, path, body }) => ({ method, path, ...(JSON.parse(body) as object) }));

beforeEach(() => {
  standIns.asked();
  written.length = 0;
});

test("Slack: a problem message has a header, changes, attributes, buttons and a notification text", async () => {
  const { reference } = await delivered("slack", fresh(problemMessage()), { outbound });
  expect(reference).toEqual({ channel: "C0123456789", ts: "1503435956.000247" });
  const [sent] = bodies();
  expect(sent).toMatchObject({
    path: "/api/chat.postMessage",
    channel: "C0123456789",
    text: "🔴 api.example is unhealthy\nHTTP 503 from https://api.example/health",
    unfurl_links: false,
  });
  const blocks = sent!["blocks"] as { type: string }[];
  expect(blocks.map(({ type }) => type)).toEqual([
    "header",
    "rich_text",
    "rich_text",
    "rich_text",
    "actions",
    "context",
  ]);
  expect(JSON.stringify(blocks.at(-1))).toContain("<!date^1794909840^{date_short_pretty} {time}|2026-11-17 10:04 UTC>");
});

test("Slack: a recovery edits the message about the problem and replies in its thread", async () => {
  const { reference } = await delivered("slack", fresh(problemMessage()), { outbound });
  await delivered("slack", fresh(resolvedMessage({ previous: reference! })), { outbound });
  expect(written.slice(1)).toEqual([
    "slack edited: 🟢 Resolved: api.example is healthy\nHealthy again after 12m",
    "slack thread: 🟢 Resolved: api.example is healthy\nHealthy again after 12m",
  ]);
});

test("Slack: a recovery is a new message if the message about the problem was deleted", async () => {
  const previous = { channel: "C0123456789", ts: "1.0" };
  const { failure } = await delivered("slack", fresh(resolvedMessage({ previous })), { outbound });
  expect(failure).toBeUndefined();
  expect(written).toEqual(["slack: 🟢 Resolved: api.example is healthy\nHealthy again after 12m"]);
});

test("Slack: a retry does not edit the message twice", async () => {
  const message = fresh(resolvedMessage({ previous: { channel: "C0123456789", ts: "1503435956.000247" } }));
  const limited: StandIn = ({ path }) =>
    path.endsWith("update")
      ? json({ ok: true })
      : json({ ok: false, error: "ratelimited" }, 429, { "retry-after": "3" });
  const { failure } = await delivered("slack", message, { outbound: standIns.instead(limited) });
  expect(failure).toMatchObject({ isFinal: false, retryAfterMs: 3_000 });
  standIns.asked();
  await delivered("slack", message, { outbound });
  expect(bodies().map(({ path }) => path)).toEqual(["/api/chat.postMessage"]);
});

test.each([
  ["invalid_auth", true, "Slack does not accept the bot token. Check Bot Token: it begins with xoxb-."],
  ["channel_not_found", true, "The bot has no channel with this id in Slack."],
  ["msg_too_long", true, "Slack reports the error msg_too_long."],
  ["internal_error", false, "Slack reports the error internal_error."],
])("Slack: whether the error %s is final: %s", async (error, isFinal, message) => {
  const { failure } = await delivered("slack", fresh(problemMessage()), {
    outbound: standIns.instead(() => json({ ok: false, error })),
  });
  expect(failure!.isFinal).toBe(isFinal);
  expect(failure!.message).toContain(message);
});

test("Slack: the rule sets the channel and the sender name", async () => {
  const address = addressFor("slack");
  const properties = { channel: "C0LOCKED000", botname: "ops" };
  const { failure } = await delivered("slack", fresh(problemMessage()), {
    outbound,
    address: { ...address, properties },
  });
  expect(failure).toMatchObject({
    isFinal: true,
    message: "The bot is not in the channel. Invite it there: /invite @bot.",
  });
  expect(bodies()[0]).toMatchObject({ channel: "C0LOCKED000", username: "ops" });
});

test("Slack: an incoming webhook receives text and blocks, and its address stays secret", async () => {
  const { type, address } = addressOfUrl(`https://hooks.slack.com/services/${chatKeys.slackHook}`);
  const { failure, exchanges } = await delivered(type, fresh(problemMessage()), { outbound, address });
  expect(failure).toBeUndefined();
  expect(written).toHaveLength(1);
  expect(JSON.stringify(exchanges)).not.toContain("canaryVv");
  const wrong = addressOfUrl("https://hooks.slack.com/services/T/B/other");
  expect(
    (await delivered("slack", fresh(problemMessage()), { outbound, address: wrong.address })).failure,
  ).toMatchObject({ isFinal: true });
});

test("Telegram: sends to every chat, and a recovery replies in each chat", async () => {
  const { reference } = await delivered("telegram", fresh(problemMessage()), { outbound });
  expect(Object.keys(reference as object)).toEqual(["@ops", "-1001234567890"]);
  expect(written).toHaveLength(2);
  standIns.asked();
  await delivered("telegram", fresh(resolvedMessage({ previous: reference! })), { outbound });
  const ids = Object.values(reference as Record<string, number>);
  expect(bodies().map((body) => body["reply_parameters"])).toEqual(
    ids.map((message_id) => ({ message_id, allow_sending_without_reply: true })),
  );
});

test("Telegram: a long message is sent as several messages", async () => {
  const message = fresh(problemMessage({ text: { body: "word ".repeat(1_500) } }));
  const address = addressFor("telegram", { username: "@ops" });
  await delivered("telegram", message, { outbound, address });
  expect(written.length).toBeGreaterThan(1);
  expect(written.at(-1)).toContain("Silence");
});

test("Telegram: waits for the retry_after in the body, and an attempt continues where the last attempt ended", async () => {
  const message = fresh(problemMessage());
  const limited: StandIn = (asked) =>
    asked.body.includes("@ops")
      ? json({ ok: true, result: { message_id: 7 } })
      : json({ ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 14 } }, 429);
  const { failure } = await delivered("telegram", message, { outbound: standIns.instead(limited) });
  expect(failure).toMatchObject({ isFinal: false, retryAfterMs: 14_000 });
  standIns.asked();
  const { reference } = await delivered("telegram", message, { outbound });
  expect(bodies().map((body) => body["chat_id"])).toEqual(["-1001234567890"]);
  expect(reference).toMatchObject({ "@ops": 7 });
});

test("Telegram: sends plain text if it cannot parse the message", async () => {
  const strict: StandIn = (asked) =>
    asked.body.includes("MarkdownV2")
      ? json({ ok: false, error_code: 400, description: "Bad Request: can't parse entities: byte 7" }, 400)
      : json({ ok: true, result: { message_id: 7 } });
  const { failure } = await delivered("telegram", fresh(problemMessage()), {
    outbound: standIns.instead(strict),
    address: addressFor("telegram", { username: "@ops" }),
  });
  expect(failure).toBeUndefined();
  expect(bodies()[1]!["text"]).toMatch(/^🔴 api.example is unhealthy\n/);
});

test("Telegram: a long plain text message is split without repeating a part", async () => {
  const strict: StandIn = (asked) =>
    asked.body.includes("MarkdownV2")
      ? json({ ok: false, error_code: 400, description: "Bad Request: can't parse entities: byte 7" }, 400)
      : json({ ok: true, result: { message_id: 7 } });
  const { failure } = await delivered("telegram", fresh(problemMessage({ text: { body: "word ".repeat(1_500) } })), {
    outbound: standIns.instead(strict),
    address: addressFor("telegram", { username: "@ops" }),
  });
  expect(failure).toBeUndefined();
  const sent = bodies().filter((body) => body["parse_mode"] === undefined);
  const text = sent.map((body) => String(body["text"])).join("\n");
  expect(sent.length).toBeGreaterThan(1);
  expect(text.match(/api\.example is unhealthy/g)).toHaveLength(1);
  expect(text.match(/word/g)).toHaveLength(1_500);
});

test("Telegram: sends to the new id of a migrated group, and to topics", async () => {
  const moved: StandIn = (asked) =>
    asked.body.includes("-1009")
      ? json({ ok: true, result: { message_id: 7 } })
      : json(
          {
            ok: false,
            error_code: 400,
            description: "Bad Request: group chat was upgraded",
            parameters: { migrate_to_chat_id: -1009 },
          },
          400,
        );
  const address = addressFor("telegram", { username: "-55:12" });
  const { failure } = await delivered("telegram", fresh(problemMessage()), {
    outbound: standIns.instead(moved),
    address,
  });
  expect(failure).toBeUndefined();
  expect(bodies().map(({ chat_id, message_thread_id }) => [chat_id, message_thread_id])).toEqual([
    ["-55", 12],
    [-1009, 12],
  ]);
});

test.each([
  ["an unknown chat", { username: "@elsewhere" }, "Telegram refuses the message: Bad Request: chat not found"],
  ["a wrong token", { password: "1:AA" }, "Telegram does not accept the token of the bot."],
  ["a string that is not a token", { password: "hello" }, "Telegram does not accept the token of the bot."],
])("Telegram: %s is a final failure", async (_, parts, message) => {
  const { failure } = await delivered("telegram", fresh(problemMessage()), {
    outbound,
    address: addressFor("telegram", parts),
  });
  expect(failure!.isFinal).toBe(true);
  expect(failure!.message).toContain(message);
});

test("Discord: a problem is an embed with fields, and mentions are off", async () => {
  const { reference } = await delivered("discord", fresh(problemMessage()), { outbound });
  expect(reference).toEqual({ id: "1091" });
  const [{ embeds, allowed_mentions }] = bodies() as unknown as [
    { embeds: Record<string, unknown>[]; allowed_mentions: object },
  ];
  expect(allowed_mentions).toEqual({ parse: [] });
  expect(embeds[0]).toMatchObject({
    title: "🔴 api.example is unhealthy",
    url: "https://deck.example/health?checkId=1",
    color: 0xc62828,
    timestamp: "2026-11-17T10:04:00.000Z",
    footer: { text: "Quarterdeck · check.failed" },
    fields: [
      { name: "Type", value: "http", inline: true },
      { name: "Namespace", value: "shop", inline: true },
      { name: "Uptime", value: "97.2% in the last day", inline: true },
    ],
  });
  expect(embeds[0]!["description"]).toContain("**Changed just before**\n- **ScalingReplicaSet**");
});

test("Discord: a recovery edits the message about the problem and sends a new message", async () => {
  await delivered("discord", fresh(resolvedMessage({ previous: { id: "1091" } })), { outbound });
  expect(written).toEqual([
    "discord edited: 🟢 Resolved\\: api.example is healthy",
    "discord: 🟢 Resolved\\: api.example is healthy",
  ]);
  written.length = 0;
  const { failure } = await delivered("discord", fresh(resolvedMessage({ previous: { id: "deleted" } })), { outbound });
  expect(failure).toBeUndefined();
  expect(written).toHaveLength(1);
});

test("Discord: waits for the exact time in the body", async () => {
  const limited = json({ message: "You are being rate limited.", retry_after: 1.337, global: false }, 429, {
    "retry-after": "2",
  });
  const { failure } = await delivered("discord", fresh(problemMessage()), {
    outbound: standIns.instead(() => limited),
  });
  expect(failure).toMatchObject({ isFinal: false, retryAfterMs: 1_337 });
});
