import { beforeEach, expect, test } from "vitest";
import { alertKeys, alertLog } from "#tests/services/alerting.ts";
import { chatKeys, messengers, written } from "#tests/services/messengers.ts";
import { working } from "#tests/services/services.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { type Parts, tried } from "#tests/services/tried.ts";
import { connectionTypes } from "./index.ts";
import { matrix } from "./matrix.ts";

const standIns = await startStandIns(messengers);
const typed = (name: string) => connectionTypes.find(({ type }) => type === name)!;
const workflowUrl =
  "https://prod-01.westeurope.logic.azure.com/workflows/0123/triggers/manual/paths/invoke?api-version=2016-06-01&sig=";
const hello = "Quarterdeck can write here.";

beforeEach(() => {
  written.length = 0;
  alertLog.length = 0;
});

test.each<[type: string, reached: string, seen: string[]]>([
  ["discord", "Discord, channel 199737254929760256, as ops", [`discord: ${hello}`]],
  ["slack", "Slack, Fabrikam, as deck", [`slack: ${hello}`]],
  ["telegram", "Telegram, 2 chats, as deck_bot", [`telegram @ops: ${hello}`, `telegram -1001234567890: ${hello}`]],
  ["pushover", "Pushover, 2 devices of the user", [`pushover: ${hello}`]],
  [
    "pushbullet",
    "Pushbullet, as elon@fabrikam.example",
    [
      `pushbullet {"title":"Quarterdeck","channel_tag":"ops"} note: ${hello}`,
      `pushbullet {"title":"Quarterdeck","email":"ada@fabrikam.example"} note: ${hello}`,
      `pushbullet {"title":"Quarterdeck","device_iden":"phone1"} note: ${hello}`,
    ],
  ],
  ["opsgenie", "OpsGenie at api.opsgenie.com, account fabrikam", [`opsgenie: ${hello}`]],
  [
    "mattermost",
    "Mattermost at mattermost.example:8443, message sent by the webhook",
    [`mattermost town-square as deck: ${hello}`],
  ],
  ["rocketchat", "Rocket.Chat at rocket.example:8443, with a valid webhook", [`rocketchat #ops: ${hello}`]],
  ["teams", "Teams at outlook.office.com, message sent by the webhook", [`teams: ${hello}`]],
  ["ifttt", "IFTTT, with the event quarterdeck_test fired", [`ifttt quarterdeck_test: ${hello}`]],
  ["google_chat", "Google Chat, space AAAABBBB, message sent by the webhook", [`google chat: ${hello}`]],
  ["matrix", "Matrix at matrix.example, as @deck:matrix.example, message sent to 1 room", [`matrix: ${hello}`]],
  ["ntfy", "ntfy at ntfy.sh, topic alerts, as phil", [`ntfy /alerts (Quarterdeck): ${hello}`]],
  [
    "zulip_chat",
    "Zulip at zulip.example, as Deck (deck-bot@zulip.example); no message was sent, because the connection has no channel",
    [],
  ],
  ["pagerduty", "PagerDuty at events.pagerduty.com, alert triggered and resolved", [`pagerduty: ${hello}`]],
  ["alertmanager", "Alertmanager 0.28.1 at alertmanager.example:9093, cluster ready", [`alertmanager: ${hello}`]],
  [
    "generic_webhook",
    "hooks.example accepted a message (202)",
    [`webhook POST application/json: {"title":"Quarterdeck","message":"${hello}"}`],
  ],
])("%s: sends a message on request", async (name, reached, seen) => {
  const { outbound } = standIns;
  expect(await tried(typed(name), working[name]!.parts, { outbound, sends: true })).toBe(reached);
  expect([...written, ...alertLog]).toEqual(seen);
});

const mistyped = (what: string) => `does not accept ${what} → Check ${what} (mistyped, revoked, expired).`;

test.each<[title: string, type: string, parts: Parts, expected: string, sends?: true]>([
  ["a token of another webhook", "discord", { password: "wrong" }, `Discord ${mistyped("the token of the webhook")}`],
  [
    "a webhook that is deleted",
    "discord",
    { username: "1" },
    "Discord has no webhook with this id → Check Webhook ID: the webhook may be deleted.",
  ],
  [
    "a token that Slack does not know",
    "slack",
    { password: "xoxb-wrong" },
    "Slack does not accept the bot token → Check Bot Token: it begins with xoxb-.",
  ],
  [
    "a token that was revoked",
    "slack",
    { password: "xoxb-revoked-canaryDd" },
    "The bot token was revoked → Install the app again and use its new token.",
  ],
  [
    "a channel that Slack does not have",
    "slack",
    { username: "C0000000000" },
    "The bot has no channel with this id in Slack → Check Channel: enter its id, such as C0123456789.",
    true,
  ],
  [
    "a channel that the bot is not in",
    "slack",
    { username: "C0LOCKED000" },
    "The bot is not in the channel → Invite it there: /invite @bot.",
    true,
  ],
  [
    "a bot that is not allowed to write",
    "slack",
    { password: chatKeys.slackElsewhere },
    "The bot token lacks a scope → Give the app the scope chat:write and install it again.",
    true,
  ],
  [
    "a bot that Telegram does not know",
    "telegram",
    { password: "1:AA" },
    `Telegram ${mistyped("the token of the bot")}`,
  ],
  ["a text that is not a token", "telegram", { password: "hello" }, `Telegram ${mistyped("the token of the bot")}`],
  [
    "a chat that the bot is not in",
    "telegram",
    { username: "@ops,@elsewhere" },
    "The bot deck_bot has no access to the chat @elsewhere → Check Chats. The bot must be a member of the chat, or the user must write to it first.",
  ],
  [
    "an application that Pushover does not know",
    "pushover",
    { password: "wrong" },
    `Pushover ${mistyped("the token of the application")}`,
  ],
  [
    "an unknown user of Pushover",
    "pushover",
    { username: "wrong" },
    "Pushover has no user or group with this key → Check User.",
  ],
  [
    "a token that Pushbullet does not know",
    "pushbullet",
    { password: "o.wrong" },
    `Pushbullet ${mistyped("the token")}`,
  ],
  ["a key that OpsGenie does not know", "opsgenie", { password: "wrong" }, `OpsGenie ${mistyped("the API key")}`],
  [
    "a key of an integration, in Europe",
    "opsgenie",
    { password: alertKeys.opsgenieOfIntegration, properties: { host: "api.eu.opsgenie.com", port: "443" } },
    "OpsGenie at api.eu.opsgenie.com, with a valid key that is not allowed to read the account",
  ],
  [
    "a webhook that Mattermost does not have",
    "mattermost",
    { password: "wrong" },
    "Mattermost has no webhook with this token → Check Token: the webhook may be deleted.",
  ],
  [
    "a server that takes no webhooks",
    "mattermost",
    { properties: { host: "strict.mattermost.example" } },
    "Incoming webhooks are disabled in Mattermost → Turn them on in the Mattermost system console.",
  ],
  [
    "a channel that Mattermost does not have",
    "mattermost",
    { properties: { host: "mattermost.example", channel: "nowhere" } },
    "Mattermost does not allow the webhook to write to the channel → Check Channel.",
    true,
  ],
  [
    "tokens that Rocket.Chat does not know",
    "rocketchat",
    { password: "wrong" },
    `Rocket.Chat ${mistyped("the tokens of the webhook")}`,
  ],
  [
    "a channel that Rocket.Chat does not have",
    "rocketchat",
    { properties: { host: "rocket.example", port: "443", channel: "#nowhere" } },
    "Rocket.Chat refuses the request (400): invalid-channel → undefined",
    true,
  ],
  [
    "a webhook that Teams does not have",
    "teams",
    { properties: { tenant: "22222222", altID: "wrong", groupOwner: "wrong" } },
    "Teams has no webhook at this URL → Check Group, Tenant, AltID, GroupOwner and Host: they are the parts of the webhook's address.",
  ],
  ["a Teams connection without any address", "teams", { properties: {} }, "Workflow URL is empty → Fill it in."],
  [
    "a workflow of Teams",
    "teams",
    { properties: { workflow: `${workflowUrl}${chatKeys.teamsSignature}` } },
    "Teams at prod-01.westeurope.logic.azure.com, message sent to the workflow",
    true,
  ],
  [
    "a workflow of Teams without sending",
    "teams",
    { properties: { workflow: `${workflowUrl}wrong` } },
    "prod-01.westeurope.logic.azure.com was reached. Only sending a message can test the connection",
  ],
  [
    "a signature that the workflow does not accept",
    "teams",
    { properties: { workflow: `${workflowUrl}wrong` } },
    `Teams ${mistyped("the signature in the Workflow URL")}`,
    true,
  ],
  ["an unknown integration key", "pagerduty", { password: "wrong" }, `PagerDuty ${mistyped("the integration key")}`],
  [
    "a wrong password of Alertmanager",
    "alertmanager",
    { password: "wrong" },
    `Alertmanager ${mistyped("username and password")}`,
  ],
  ["a key that IFTTT does not know", "ifttt", { username: "wrong" }, `IFTTT ${mistyped("the webhook id")}`, true],
  [
    "a key that Google does not know",
    "google_chat",
    { username: "wrong" },
    `Google Chat ${mistyped("key and token of the webhook")}`,
  ],
  [
    "a token that Google does not know",
    "google_chat",
    { password: "wrong" },
    `Google Chat ${mistyped("key and token of the webhook")}`,
  ],
  [
    "a space that is not there",
    "google_chat",
    { properties: { webhook: "ELSEWHERE" } },
    "The space ELSEWHERE does not exist in Google Chat → Check Webhook Name: the id of the space.",
  ],
  [
    "a password that Matrix does not accept",
    "matrix",
    { password: "wrong" },
    `Matrix ${mistyped("user and password")}`,
  ],
  [
    "an access token in place of a password",
    "matrix",
    { username: null, password: chatKeys.matrixToken },
    "Matrix at matrix.example, as @deck:matrix.example",
  ],
  [
    "an access token that Matrix does not know",
    "matrix",
    { username: null, password: "syt_wrong" },
    `Matrix ${mistyped("the access token")}`,
  ],
  [
    "a user who is in no room",
    "matrix",
    { properties: { host: "lonely.example" } },
    "The user is not in any room → Invite the user to a room and accept the invitation.",
    true,
  ],
  [
    "a homeserver without TLS",
    "matrix",
    { insecure_tls: true, properties: { host: "http://matrix.example:8008/" } },
    "Matrix at matrix.example:8008, as @deck:matrix.example",
  ],
  ["a password that ntfy does not accept", "ntfy", { password: "wrong" }, `ntfy ${mistyped("username and password")}`],
  [
    "an anonymous user, without TLS",
    "ntfy",
    { username: null, password: null, insecure_tls: true, properties: { host: "ntfy.example:8080", topic: "alerts" } },
    "ntfy at ntfy.example:8080, topic alerts, anonymously",
    true,
  ],
  [
    "a topic of another user",
    "ntfy",
    { username: null, password: null, properties: { topic: "private" } },
    "ntfy accepts username and password, but the right to write to the topic private is missing: forbidden → Grant the right to write to the topic private.",
    true,
  ],
  ["a key that Zulip does not know", "zulip_chat", { password: "wrong" }, `Zulip ${mistyped("BotMail and BotKey")}`],
  [
    "a webhook by GET with keys of its own",
    "generic_webhook",
    { properties: { requestMethod: "GET", key: "text", titleKey: "subject" } },
    "hooks.example accepted a message (202)",
    true,
  ],
  [
    "a webhook that is not there",
    "generic_webhook",
    { username: "https://hooks.example/in/canaryGg-elsewhere" },
    "The webhook at hooks.example responded with “not found”: unknown hook /in/*** → Check the address.",
    true,
  ],
  [
    "an invalid address",
    "generic_webhook",
    { username: "hooks.example" },
    "The URL is not valid → Use the form https://host/path.",
  ],
])("tests a messenger connection: %s (%s)", async (_, name, parts, expected, sends) => {
  const { outbound } = standIns;
  const changed = { ...working[name]!.parts, ...parts };
  expect(await tried(typed(name), changed, { outbound, sends: sends ?? false })).toBe(expected);
});

test("reports a message that Teams accepts but does not deliver", async () => {
  const words = "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429";
  const outbound = standIns.instead(() => ({ body: words }));
  expect(await tried(typed("teams"), working["teams"]!.parts, { outbound, sends: true })).toBe(
    "Teams did not deliver the message: delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 → Try again later.",
  );
});

test("closes the Matrix session even if no message could be sent", async () => {
  standIns.asked();
  const parts = { ...working["matrix"]!.parts, properties: { host: "lonely.example" } };
  await tried(matrix, parts, { outbound: standIns.outbound, sends: true });
  expect(standIns.asked().map(({ path }) => path.replace("/_matrix/client/v3", ""))).toEqual([
    "/login",
    "/joined_rooms",
    "/logout",
  ]);
});

test("each test of a Mattermost connection uses a different nonexistent channel", async () => {
  standIns.asked();
  for (let time = 0; time < 2; time += 1)
    await tried(typed("mattermost"), working["mattermost"]!.parts, { outbound: standIns.outbound });
  const channels = standIns.asked().map(({ body }) => (JSON.parse(body) as { channel: string }).channel);
  expect(new Set(channels).size).toBe(2);
  expect(written).toEqual([]);
});
