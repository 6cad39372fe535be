// Hosted and self-hosted team chats: Teams, Google Chat, Mattermost, Rocket.Chat, Zulip, Matrix.
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
  id: `server-${(count += 1)}`,
});
const bodyOf = () => JSON.parse(standIns.asked().at(-1)!.body) as Record<string, never>;
const send = (type: string, parts = {}, message = problemMessage()) =>
  delivered(type, fresh(message), { outbound, address: addressFor(type, parts) });

beforeEach(() => {
  standIns.asked();
  written.length = 0;
});

const workflow = `https://prod-01.westeurope.logic.azure.com:443/workflows/0123/triggers/manual/paths/invoke?api-version=2016-06-01&sp=x&sig=${chatKeys.teamsSignature}`;

test("Teams: a workflow gets an Adaptive Card, from a connection and from a plain URL", async () => {
  const { type, address } = addressOfUrl(workflow);
  expect(type).toBe("teams");
  for (const target of [
    address,
    addressFor("teams", { properties: { workflow } }),
    addressFor("teams", { url: `teams+${workflow}`, properties: {} }),
  ]) {
    const { failure, exchanges } = await delivered("teams", fresh(problemMessage()), { outbound, address: target });
    expect(failure).toBeUndefined();
    expect(JSON.stringify(exchanges)).not.toContain(chatKeys.teamsSignature);
  }
  expect(written).toEqual(Array.from({ length: 3 }, () => "teams workflow: api.example is unhealthy"));
  const { attachments } = bodyOf() as unknown as { attachments: { content: { body: object[]; actions: object[] } }[] };
  const { body, actions } = attachments[0]!.content;
  expect(body[0]).toMatchObject({ type: "Container", style: "attention" });
  expect(actions).toEqual([
    { type: "Action.OpenUrl", title: "Open", url: "https://deck.example/health?checkId=1" },
    { type: "Action.OpenUrl", title: "Silence", url: "https://deck.example/notifications/silences/add?check_id=1" },
  ]);
});

test("Teams: a message that an older webhook did not deliver is retried", async () => {
  const words = "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429";
  const { failure } = await delivered("teams", fresh(problemMessage()), {
    outbound: standIns.instead(() => ({ body: words })),
  });
  expect(failure).toMatchObject({ isFinal: false });
  expect(failure!.message).toContain("Teams did not deliver the message: delivery failed with error");
});

test("Teams: a connection without an address is a final failure", async () => {
  expect((await send("teams", { properties: {} })).failure).toMatchObject({
    isFinal: true,
    message: "Workflow URL is empty. Fill it in.",
  });
});

test("Google Chat: uses one thread per subject, and a request id that prevents duplicates", async () => {
  const { reference } = await send("google_chat");
  expect(reference).toEqual({ name: "spaces/AAAABBBB/messages/1" });
  const [problem] = standIns.asked();
  await send("google_chat", {}, resolvedMessage());
  const [recovery] = standIns.asked();
  expect(problem!.query.get("messageReplyOption")).toBe("REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
  expect(problem!.query.get("requestId")).toMatch(/^server-/);
  const threads = [problem!, recovery!].map(
    ({ body }) => (JSON.parse(body) as { thread: { threadKey: string } }).thread.threadKey,
  );
  expect(threads[0]).toBe(threads[1]);
  expect(problem!.body).toContain("<b>Changed just before</b><br>• <b>ScalingReplicaSet</b>");
});

test.each([
  ["google_chat", { username: "wrong" }, "Google Chat does not accept key and token of the webhook."],
  ["google_chat", { properties: { webhook: "ELSEWHERE" } }, "“not found”: Space not found"],
  ["mattermost", { password: "wrong" }, "Mattermost refuses the message: Invalid webhook."],
  ["mattermost", { properties: { host: "strict.mattermost.example" } }, "Incoming webhooks have been disabled."],
  ["mattermost", { properties: { host: "mattermost.example", channel: "nowhere" } }, "Couldn't find the channel."],
  ["rocketchat", { password: "wrong" }, "Rocket.Chat does not accept the tokens of the webhook."],
  ["rocketchat", { properties: { host: "rocket.example", channel: "#nowhere" } }, "invalid-channel"],
  ["zulip_chat", {}, "Zulip needs a channel. Set the property stream of the notification."],
  ["zulip_chat", { properties: { host: "zulip.example", stream: "none" } }, "Channel 'none' does not exist"],
  [
    "zulip_chat",
    { password: "wrong", properties: { host: "zulip.example", stream: "alerts" } },
    "Zulip does not accept BotMail and BotKey.",
  ],
  ["matrix", { password: "wrong" }, "Matrix does not accept user and password."],
  ["matrix", { username: null, password: "syt_wrong" }, "Matrix does not accept the access token."],
  ["matrix", { properties: { host: "lonely.example" } }, "The user is not in any room."],
])("%s: a mistake in the settings is a final failure: %o", async (type, parts, message) => {
  const { failure } = await send(type, parts);
  expect(failure?.message).toContain(message);
  expect(failure!.isFinal).toBe(true);
});

test("Mattermost and Rocket.Chat: send a coloured attachment with the sender name", async () => {
  await send("mattermost");
  expect(written).toEqual(["mattermost town-square as deck: 🔴 api\\.example is unhealthy"]);
  expect(bodyOf()["attachments"]).toMatchObject([
    { color: "#c62828", title_link: "https://deck.example/health?checkId=1" },
  ]);
  await send("rocketchat", { properties: { host: "rocket.example", port: "8443", channel: "#ops", user: "deck" } });
  expect(bodyOf()).toMatchObject({ alias: "deck", channel: "#ops", text: "*🔴 api.example is unhealthy*" });
});

test("Zulip: the recovery is in the topic of the problem", async () => {
  const properties = { host: "zulip.example", stream: "alerts" };
  const title = "a title that is longer than the sixty characters of a topic of Zulip";
  const { reference } = await send("zulip_chat", { properties }, problemMessage({ text: { title } }));
  await send("zulip_chat", { properties }, resolvedMessage({ previous: reference! }));
  const topics = written.map((text) => text.split(": ")[0]);
  expect(topics[0]).toBe(`zulip ${title.slice(0, 59).trimEnd()}…`);
  expect(topics[1]).toBe(topics[0]);
});

test("Zulip: waits for the retry-after in the body", async () => {
  const limited = json(
    { result: "error", code: "RATE_LIMIT_HIT", msg: "API usage exceeded rate limit", "retry-after": 28.5 },
    429,
  );
  const { failure } = await delivered("zulip_chat", fresh(problemMessage()), {
    outbound: standIns.instead(() => limited),
    address: addressFor("zulip_chat", { properties: { host: "zulip.example", stream: "alerts" } }),
  });
  expect(failure).toMatchObject({ isFinal: false, retryAfterMs: 28_500 });
});

test("Matrix: signs in once, sends HTML without mentions, and a retry results in the same event", async () => {
  const address = addressFor("matrix", { username: null, password: chatKeys.matrixToken });
  const message = fresh(problemMessage());
  const first = await delivered("matrix", message, { outbound, address });
  const second = await delivered("matrix", message, { outbound, address });
  expect(second.reference).toEqual(first.reference);
  expect(written).toHaveLength(1);
  expect(bodyOf()).toMatchObject({ format: "org.matrix.custom.html", "m.mentions": {} });

  standIns.asked();
  await send("matrix");
  await send("matrix", {}, resolvedMessage({ previous: first.reference! }));
  const asked = standIns.asked();
  expect(asked.filter(({ path }) => path.endsWith("/login")).length).toBeLessThanOrEqual(1);
  const events = Object.values(first.reference as object);
  expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
    "m.relates_to": { "m.in_reply_to": { event_id: events[0] } },
  });
});

test("Matrix: concurrent deliveries share one sign-in, even if another process invalidated their token", async () => {
  const parts = { properties: { host: "shared.matrix.example", rooms: "!ops:matrix.example" } };
  const sendThree = async () => {
    const all = await Promise.all([send("matrix", parts), send("matrix", parts), send("matrix", parts)]);
    expect(all.map(({ failure }) => failure?.message)).toEqual([undefined, undefined, undefined]);
    return standIns.asked().filter(({ path }) => path.endsWith("/login"));
  };
  const [signIn, ...others] = await sendThree();
  expect(others).toEqual([]);
  // Another sign-in of the device invalidates the token.
  await outbound.fetch(`https://${signIn!.host}${signIn!.path}`, { method: "POST", body: signIn!.body });
  standIns.asked();
  expect(await sendThree()).toHaveLength(1);
});

test("Matrix: a token refused right after the sign-in is replaced once, and the failure is not final", async () => {
  const refusing: StandIn = (asked) =>
    asked.path.endsWith("/login")
      ? messengers["matrix.example"](asked)
      : json({ errcode: "M_UNKNOWN_TOKEN", error: "Invalid access token" }, 401);
  const properties = { host: "matrix.example", rooms: "!one:matrix.example, !two:matrix.example" };
  const { failure } = await delivered("matrix", fresh(problemMessage()), {
    outbound: standIns.instead(refusing),
    address: addressFor("matrix", { properties }),
  });
  expect(failure).toMatchObject({ isFinal: false, message: "Matrix does not accept the access token." });
  expect(standIns.asked().filter(({ path }) => path.endsWith("/login")).length).toBeLessThanOrEqual(2);
});

test("Matrix: signs in again if the token has expired, and resolves room aliases", async () => {
  const properties = { host: "matrix.example", rooms: "#ops:matrix.example" };
  await send("matrix", { properties });
  standIns.asked();
  let isExpired = true;
  const expiring: StandIn = (asked) => {
    const isSignIn = asked.path.endsWith("/login");
    if (isSignIn) isExpired = false;
    return isExpired
      ? json({ errcode: "M_UNKNOWN_TOKEN", error: "Invalid access token" }, 401)
      : messengers["matrix.example"](asked);
  };
  const { failure, exchanges } = await delivered("matrix", fresh(problemMessage()), {
    outbound: standIns.instead(expiring),
    address: addressFor("matrix", { properties }),
  });
  expect(failure).toBeUndefined();
  expect(standIns.asked().map(({ path }) => path.split("/").slice(4, 6).join("/"))).toEqual([
    "directory/room",
    "login",
    "directory/room",
    "rooms/!ops%3Amatrix.example",
  ]);
  expect(JSON.stringify(exchanges)).not.toContain(chatKeys.matrixToken);
});
