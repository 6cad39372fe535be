// Plain service URLs, and the addresses that connection forms build.
import { expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import type { Address } from "./channel.ts";
import { withProperties } from "./channel-kind.ts";
import { addressOfConnection, channels, systemMail } from "./index.ts";
import { addressOfUrl } from "./service-url.ts";

test.each<[url: string, type: string, address: Address]>([
  ["discord://tok-en_1@2237", "discord", { username: "2237", password: "tok-en_1", properties: {} }],
  [
    "https://discord.com/api/webhooks/2237/tok-en_1",
    "discord",
    { username: "2237", password: "tok-en_1", properties: {} },
  ],
  [
    "googlechat://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t%3D",
    "google_chat",
    { username: "k", password: "t=", properties: { webhook: "AAAA" } },
  ],
  [
    "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t%3D",
    "google_chat",
    { username: "k", password: "t=", properties: { webhook: "AAAA" } },
  ],
  ["ifttt://Key_1?events=pager", "ifttt", { username: "Key_1", properties: { events: "pager" } }],
  [
    "mattermost://deck@chat.example:8065/tok/town-square",
    "mattermost",
    { username: "deck", password: "tok", properties: { host: "chat.example:8065", channel: "town-square" } },
  ],
  [
    "matrix://%40deck%3Aexample:s%2Fx@matrix.example/?DisableTLS=true&rooms=!a:x,%23b:x",
    "matrix",
    {
      username: "@deck:example",
      password: "s/x",
      insecureTls: true,
      properties: { DisableTLS: "true", rooms: "!a:x,#b:x", host: "matrix.example" },
    },
  ],
  [
    "matrix://:syt_token@matrix.example/?DisableTLS=false",
    "matrix",
    { password: "syt_token", properties: { DisableTLS: "false", host: "matrix.example" } },
  ],
  [
    "ntfy://phil:pw@ntfy.example:8080/alerts?Scheme=http",
    "ntfy",
    {
      username: "phil",
      password: "pw",
      insecureTls: true,
      properties: { Scheme: "http", host: "ntfy.example:8080", topic: "alerts" },
    },
  ],
  [
    "opsgenie://api.eu.opsgenie.com:443/Key-1",
    "opsgenie",
    { password: "Key-1", properties: { host: "api.eu.opsgenie.com:443" } },
  ],
  [
    "pagerduty://events.eu.pagerduty.com/Key-1",
    "pagerduty",
    { password: "Key-1", properties: { host: "events.eu.pagerduty.com" } },
  ],
  [
    "pushbullet://o.Token/%23ops/ada%40example.org",
    "pushbullet",
    { password: "o.Token", properties: { targets: "#ops,ada@example.org" } },
  ],
  ["pushover://:Token@uQiR/", "pushover", { username: "uQiR", password: "Token", properties: {} }],
  [
    "rocketchat://deck@rocket.example:443/A/B/ops",
    "rocketchat",
    { username: "A", password: "B", properties: { user: "deck", host: "rocket.example:443", channel: "#ops" } },
  ],
  ["slack://xoxb-1-2-Abc@C0123456789", "slack", { username: "C0123456789", password: "xoxb-1-2-Abc", properties: {} }],
  ["slack://xoxb:1-2-Abc@C0123456789", "slack", { username: "C0123456789", password: "xoxb-1-2-Abc", properties: {} }],
  [
    "teams://11@22/alt/owner?host=outlook.office.com",
    "teams",
    { properties: { group: "11", tenant: "22", altID: "alt", groupOwner: "owner", host: "outlook.office.com" } },
  ],
  [
    "teams+https://x.example/workflows/1?sig=s",
    "teams",
    { url: "https://x.example/workflows/1?sig=s", properties: {} },
  ],
  [
    "telegram://123:AAbc@telegram/?Chats=%40ops,-100123",
    "telegram",
    { password: "123:AAbc", properties: { Chats: "@ops,-100123", chats: "@ops,-100123" } },
  ],
  [
    "telegram://123%3AAAbc@telegram/?Chats=%40ops",
    "telegram",
    { password: "123:AAbc", properties: { Chats: "@ops", chats: "@ops" } },
  ],
  [
    "zulip://deck-bot%40zulip.example:Key@zulip.example/?stream=alerts",
    "zulip_chat",
    { username: "deck-bot@zulip.example", password: "Key", properties: { stream: "alerts", host: "zulip.example" } },
  ],
  [
    "alertmanager+http://ada:pw@am.example:9093/prefix",
    "alertmanager",
    { url: "http://am.example:9093/prefix", username: "ada", password: "pw", properties: {} },
  ],
  ["https://hooks.example/in?x=1", "generic_webhook", { url: "https://hooks.example/in?x=1", properties: {} }],
])("reads %s", (url, type, address) => {
  const found = addressOfUrl(url);
  expect(found.type).toBe(type);
  expect(found.address).toEqual(address);
});

test("reads the address of a mail server", () => {
  const url = "smtp://ada%40x:p%2Fw@mail.example:2525/?from=deck@x.example&to=a@x,b@x&Encryption=None&Auth=Plain";
  expect(addressOfUrl(url)).toEqual({
    type: "email",
    address: {
      url,
      username: "ada@x",
      password: "p/w",
      properties: { from: "deck@x.example", to: "a@x,b@x", encryptionMethod: "None", authMethod: "Plain" },
    },
  });
  expect(addressOfUrl("smtps://mail.example").address.properties).toEqual({ encryptionMethod: "ImplicitTLS" });
});

test.each(["carrier-pigeon://secret@loft", "slack", "", "ftp+https://secret@x", "slack://[secret"])(
  "refuses %j, and the error does not contain the URL",
  (url) => {
    expect(() => addressOfUrl(url)).toThrow(Problem);
    expect(() => addressOfUrl(url)).toThrow(/^(?!.*secret).*$/s);
  },
);

const empty = {
  id: "1",
  name: "x",
  namespace: "default",
  username: null,
  password: null,
  certificate: null,
  insecure_tls: false,
};

test("a connection with only a URL works like a connection with fields; fields take precedence over the URL", () => {
  const url = "mattermost://deck@chat.example/tok/ops";
  const fromUrl = { username: "deck", password: "tok", url, properties: { host: "chat.example", channel: "ops" } };
  expect(addressOfConnection({ ...empty, type: "mattermost", url, properties: {} })?.address).toEqual(fromUrl);
  const fields = { password: "other", properties: { channel: "town", host: "" } };
  expect(addressOfConnection({ ...empty, type: "mattermost", url, ...fields })?.address).toEqual({
    ...fromUrl,
    password: "other",
    properties: { host: "chat.example", channel: "town" },
  });
  expect(addressOfConnection({ ...empty, type: "smtp", url: "smtp://mail.example", properties: {} })?.type).toBe(
    "email",
  );
  expect(addressOfConnection({ ...empty, type: "postgres", url: "postgres://x", properties: {} })).toBeUndefined();
});

test("properties of a rule override properties of the address; a prefix limits a property to one service", () => {
  const slack = channels.get("slack")!;
  const address = { username: "C1", properties: { BotName: "deck" } };
  const rule = { channel: "C2", "slack.botname": "ops", "email.to": "a@x", "Slack.channel": "C3" };
  expect(withProperties(slack, address, rule).properties).toEqual({ channel: "C3", botname: "ops" });
});

test("properties of a rule cannot send the credentials of a connection to another server", () => {
  const email = channels.get("email")!;
  const address = { username: "ada", password: "pw", properties: { host: "mail.example", port: "587" } };
  const rule = { host: "other.example", Port: "25", "email.encryptionMethod": "None", authMethod: "Plain", to: "a@x" };
  expect(withProperties(email, address, rule).properties).toEqual({ host: "mail.example", port: "587", to: "a@x" });
});

test("parses the mail server of the installation", () => {
  const env = { smtpUrl: "smtps://ada:pw@mail.example", mailFrom: "Deck <deck@x.example>" };
  expect(systemMail({ env } as never, "ada@x.example")).toMatchObject({
    type: "email",
    address: { username: "ada", password: "pw", properties: { from: "Deck <deck@x.example>", to: "ada@x.example" } },
  });
  expect(systemMail({ env: { ...env, smtpUrl: undefined } } as never, "ada@x.example")).toBeUndefined();
});
