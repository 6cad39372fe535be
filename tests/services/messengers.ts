// Simulates messaging services according to their documentation. `written` contains the messages that people would have
// received.
import { alerting } from "./alerting.ts";
import { brokenEmbedLimit, brokenSlackLimit, readMarkdownV2 } from "./message-formats.ts";
import { json, type Answer, type Asked, type StandIn } from "./stand-in.ts";

export const written: string[] = [];

const write = (where: string, text: unknown) => {
  written.push(`${where}: ${String(text)}`);
};

const said = ({ body }: Asked) => JSON.parse(body || "{}") as Record<string, string | undefined>;

/** Parts of a message that are not strings. */
const parts = (asked: Asked) => said(asked) as unknown as Record<string, Record<string, never>[] | undefined>;

const userOf = ({ headers }: Asked) =>
  Buffer.from(headers["authorization"]?.replace("Basic ", "") ?? "", "base64").toString();

export const chatKeys = {
  discord: "discord-canaryL_aBcDeF",
  slack: "xoxb-17653672481-canaryZ",
  slackElsewhere: "xoxb-17653672481-canaryX",
  telegram: "123456:AAcanaryC-telegram",
  pushover: "azGDcanaryV5Srr7vYYo",
  pushoverUser: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
  pushbullet: "o.canaryBxKpushbullet",
  mattermost: "xxx-canaryQq-generatedkey",
  rocketA: "canaryWw2xyBkoGPdFEs",
  rocketB: "canaryEe3rdT9wDsqhzPn",
  teamsAlt: "canaryRr3fea8b6ab4492",
  teamsOwner: "canaryTt-70de-4fb0",
  teamsSignature: "canaryZz-workflow-signature",
  slackHook: "T0000/B0000/canaryVv-slack-hook",
  ifttt: "canaryYy_ifttt_key_01",
  googleKey: "AIzaSycanaryUu-google",
  googleToken: "canaryIi-google%3D",
  matrixToken: "syt_canaryOo_matrix",
  matrixPassword: "canaryPp-matrix-password",
  ntfy: "canaryAa-ntfy-password",
  zulip: "canarySs-zulip-key",
};

/** https://discord.com/developers/docs/resources/webhook#get-webhook-with-token */
const discord: StandIn = (asked) => {
  const [, id, token, edited] = /^\/api\/v10\/webhooks\/(\d+)\/([^/]+)(?:\/messages\/(.+))?$/.exec(asked.path) ?? [];
  if (id !== "223704706495545344") return json({ message: "Unknown Webhook", code: 10015 }, 404);
  if (token !== chatKeys.discord) return json({ message: "Invalid Webhook Token", code: 50027 }, 401);
  if (asked.method === "GET")
    return json({ id, type: 1, name: "ops", channel_id: "199737254929760256", guild_id: "1", token, avatar: null });
  const [embed] = parts(asked)["embeds"] ?? [];
  const broken = embed && brokenEmbedLimit(embed);
  if (broken) return json({ message: "Invalid Form Body", code: 50035, errors: { embeds: broken } }, 400);
  if (edited !== undefined && edited !== "1091") return json({ message: "Unknown Message", code: 10008 }, 404);
  write(edited === undefined ? "discord" : "discord edited", said(asked)["content"] ?? embed?.["title"]);
  return json({ id: "1091", content: said(asked)["content"] });
};

/** https://api.slack.com/methods/auth.test and …/chat.postMessage */
const slack: StandIn = (asked) => {
  const token = asked.headers["authorization"]?.replace("Bearer ", "");
  if (token === "xoxb-revoked-canaryDd") return json({ ok: false, error: "token_revoked" });
  if (token !== chatKeys.slack && token !== chatKeys.slackElsewhere) return json({ ok: false, error: "invalid_auth" });
  if (asked.path === "/api/auth.test")
    return json({ ok: true, url: "https://fabrikam.slack.com/", team: "Fabrikam", user: "deck", bot_id: "B1" });
  if (!/^\/api\/chat\.(?:postMessage|update)$/.test(asked.path)) return json({ ok: false, error: "unknown_method" });
  if (token === chatKeys.slackElsewhere)
    return json({ ok: false, error: "missing_scope", needed: "chat:write", provided: "identify" });
  const { channel, text } = said(asked);
  if (channel === "C0LOCKED000") return json({ ok: false, error: "not_in_channel" });
  if (channel !== "C0123456789") return json({ ok: false, error: "channel_not_found" });
  const { blocks } = parts(asked);
  if (blocks && brokenSlackLimit(blocks)) return json({ ok: false, error: "invalid_blocks" });
  const { ts, thread_ts } = said(asked);
  if (asked.path.endsWith("update") && ts !== "1503435956.000247")
    return json({ ok: false, error: "message_not_found" });
  write(ts ? "slack edited" : thread_ts ? "slack thread" : "slack", text);
  return json({ ok: true, channel, ts: "1503435956.000247" });
};

/** https://api.slack.com/messaging/webhooks */
const slackHook: StandIn = (asked) => {
  if (asked.path !== `/services/${chatKeys.slackHook}`) return { status: 404, body: "no_service" };
  const { text } = said(asked);
  if (!text) return { status: 400, body: "no_text" };
  write("slack webhook", text);
  return { body: "ok" };
};

/** https://core.telegram.org/bots/api#getme, #getchat, #sendmessage */
const telegram: StandIn = (asked) => {
  const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(asked.path) ?? [];
  const refused = (code: number, description: string) => json({ ok: false, error_code: code, description }, code);
  if (!/^\d+:/.test(token ?? "")) return refused(404, "Not Found");
  if (token !== chatKeys.telegram) return refused(401, "Unauthorized");
  if (method === "getMe")
    return json({ ok: true, result: { id: 123456, is_bot: true, first_name: "Deck", username: "deck_bot" } });
  const { chat_id, text } = said(asked);
  if (chat_id !== "@ops" && chat_id !== "-1001234567890") return refused(400, "Bad Request: chat not found");
  if (method !== "sendMessage") return json({ ok: true, result: { id: 1, type: "channel" } });
  try {
    const shown = said(asked)["parse_mode"] === "MarkdownV2" ? readMarkdownV2(text ?? "") : (text ?? "");
    if (shown === "" || shown.length > 4_096) return refused(400, "Bad Request: message is too long");
    write(`telegram ${chat_id}`, shown);
    return json({ ok: true, result: { message_id: 41 + written.length, date: 1, text: shown } });
  } catch (error) {
    return refused(400, (error as Error).message);
  }
};

/** https://pushover.net/api#validate and #messages */
const pushover: StandIn = ({ path, body }) => {
  const form = new URLSearchParams(body);
  const refused = (what: string, error: string) =>
    json({ [what]: "invalid", errors: [error], status: 0, request: "5042853c" }, 400);
  if (form.get("token") !== chatKeys.pushover) return refused("token", "application token is invalid");
  if (form.get("user") !== chatKeys.pushoverUser)
    return refused("user", "user identifier is not a valid user, group, or subscribed user key");
  if ([...(form.get("message") ?? "")].length > 1_024) return refused("message", "message is too long");
  if (path === "/1/messages.json") write("pushover", form.get("message"));
  return json({ status: 1, group: 0, devices: ["iphone", "desktop"], licenses: ["Android"], request: "e460545a" });
};

/** https://docs.pushbullet.com/#get-user and #create-push */
const pushbullet: StandIn = (asked) => {
  if (asked.headers["access-token"] !== chatKeys.pushbullet) {
    const error = { code: "invalid_access_token", type: "invalid_request", cat: "(=^.^=)" };
    return json({ error: { ...error, message: "Access token is missing or invalid." } }, 401);
  }
  if (asked.path === "/v2/users/me") return json({ iden: "ujpah72o0", email: "elon@fabrikam.example", name: "Elon" });
  const { type, body, ...to } = said(asked);
  if (to["device_iden"] === "lost1") {
    const error = { code: "invalid_param", type: "invalid_request", param: "device_iden" };
    return json({ error: { ...error, message: "The param 'device_iden' has an invalid value." } }, 400);
  }
  write(`pushbullet ${JSON.stringify(to)} ${type}`, body);
  return json({ iden: "ujpah72o0sjAoRtnM0jc", active: true, type });
};

/** https://developers.mattermost.com/integrate/webhooks/incoming/ */
const mattermost: StandIn = (asked) => {
  const refused = (status: number, what: string, message: string): Answer =>
    json({ id: `web.incoming_webhook.${what}.app_error`, message, request_id: "1", status_code: status }, status);
  const { text, channel, username } = said(asked);
  if (asked.host.startsWith("strict.")) return refused(501, "disabled", "Incoming webhooks have been disabled.");
  const [attachment] = parts(asked)["attachments"] ?? [];
  if (!text && !attachment) return refused(400, "text", "No text specified.");
  if (asked.path !== `/hooks/${chatKeys.mattermost}`) return refused(400, "invalid", "Invalid webhook.");
  if (channel !== undefined && channel !== "town-square") return refused(404, "channel", "Couldn't find the channel.");
  write(`mattermost ${channel} as ${username}`, text ?? attachment?.["title"]);
  return { headers: { "content-type": "text/plain" }, body: "ok" };
};

/** https://docs.rocket.chat/docs/integrations: incoming webhooks */
const rocketchat: StandIn = (asked) => {
  const hook = `/${chatKeys.rocketA}/${chatKeys.rocketB}`;
  if (asked.path === `/hooks/info${hook}` && asked.method === "GET") return json({ success: true });
  if (asked.path !== `/hooks${hook}`)
    return json({ success: false, error: "Invalid integration id or token provided." }, 404);
  const { text, channel } = said(asked);
  if (channel !== "#ops") return json({ success: false, error: "invalid-channel" }, 400);
  write(`rocketchat ${channel}`, text);
  return json({ success: true });
};

/** https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const teams: StandIn = (asked) => {
  const hook = `/webhookb2/11111111@22222222/IncomingWebhook/${chatKeys.teamsAlt}/${chatKeys.teamsOwner}`;
  if (asked.path !== hook) return { status: 400, body: "Invalid webhook URL" };
  const { text, summary } = said(asked);
  if (!text && !summary) return { status: 400, body: "Summary or Text is required." };
  write("teams", text ?? summary);
  return { body: "1" };
};

/** https://learn.microsoft.com/en-us/connectors/teams/#microsoft-teams-webhook */
const workflow: StandIn = (asked) => {
  if (asked.query.get("sig") !== chatKeys.teamsSignature)
    return json(
      { error: { code: "AuthorizationFailed", message: "The authentication credentials are not valid." } },
      401,
    );
  if (Buffer.byteLength(asked.body) > 28 * 1024) return json({ error: { code: "RequestEntityTooLarge" } }, 413);
  const [attachment] = parts(asked)["attachments"] ?? [];
  const card = attachment?.["content"] as
    | { type: string; fallbackText?: string; body: { text?: string }[] }
    | undefined;
  if (card?.type !== "AdaptiveCard") return json({ error: { code: "TriggerInputSchemaMismatch" } }, 400);
  write("teams workflow", card.fallbackText ?? card.body[0]?.text);
  return { status: 202 };
};

/** https://ifttt.com/maker_webhooks */
const ifttt: StandIn = (asked) => {
  if (asked.path === "/") return { status: 302, headers: { location: "https://ifttt.com/maker_webhooks" } };
  const [, event, key] = /^\/trigger\/(\w+)\/with\/key\/(.+)$/.exec(asked.path) ?? [];
  if (key !== chatKeys.ifttt) return json({ errors: [{ message: "You sent an invalid key." }] }, 401);
  write(`ifttt ${event}`, said(asked)["value2"]);
  return { body: `Congratulations! You've fired the ${event} event` };
};

/** https://developers.google.com/workspace/chat/quickstart/webhooks */
const googleChat: StandIn = (asked) => {
  const refused = (code: number, status: string, message: string) => json({ error: { code, message, status } }, code);
  if (asked.query.get("key") !== chatKeys.googleKey)
    return refused(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.");
  if (asked.query.get("token") !== chatKeys.googleToken)
    return refused(401, "UNAUTHENTICATED", "Invalid token in the request.");
  if (asked.path !== "/v1/spaces/AAAABBBB/messages") return refused(404, "NOT_FOUND", "Space not found.");
  const { text = said(asked)["fallbackText"] } = said(asked);
  if (Buffer.byteLength(asked.body) > 32_000) return refused(400, "INVALID_ARGUMENT", "Message is too large.");
  if (!text)
    return refused(400, "INVALID_ARGUMENT", "Message cannot be empty. Discarding empty create message request.");
  write("google chat", text);
  return json({ name: "spaces/AAAABBBB/messages/1", text });
};

const transactions = new Set<string>();
/** The valid token of each device. When a device signs in again, its earlier token becomes invalid. */
const matrixTokens = new Map<string, string>();
let matrixSignIns = 0;

/** The rooms of the user, by host. */
const matrixRooms: Readonly<Record<string, readonly string[]>> = {
  "lonely.example": [],
  "several.matrix.example": ["!locked:matrix.example", "!ops:matrix.example"],
};

/** https://spec.matrix.org/latest/client-server-api/ */
const matrix: StandIn = (asked) => {
  const refused = (status: number, errcode: string, error: string) => json({ errcode, error }, status);
  const at = asked.path.replace("/_matrix/client/v3", "");
  if (at === "/login") {
    const { identifier, password, device_id } = JSON.parse(asked.body) as {
      identifier: { user: string };
      password: string;
      device_id?: string;
    };
    if (identifier.user !== "deck" || password !== chatKeys.matrixPassword)
      return refused(403, "M_FORBIDDEN", "Invalid username or password");
    const token = device_id === undefined ? chatKeys.matrixToken : `${chatKeys.matrixToken}_${(matrixSignIns += 1)}`;
    if (device_id !== undefined) matrixTokens.set(`${asked.host} ${device_id}`, token);
    return json({ user_id: "@deck:matrix.example", access_token: token, device_id: device_id ?? "GHTYAJCE" });
  }
  const valid = [chatKeys.matrixToken, ...matrixTokens.values()].map((token) => `Bearer ${token}`);
  if (!valid.includes(asked.headers["authorization"] ?? ""))
    return refused(401, "M_UNKNOWN_TOKEN", "Invalid access token passed.");
  if (at === "/directory/room/%23ops%3Amatrix.example") return json({ room_id: "!ops:matrix.example", servers: [] });
  if (at === "/account/whoami") return json({ user_id: "@deck:matrix.example", device_id: "GHTYAJCE" });
  if (at === "/logout") return json({});
  if (at === "/joined_rooms") return json({ joined_rooms: matrixRooms[asked.host] ?? ["!ops:matrix.example"] });
  if (at.startsWith("/rooms/!locked%3Amatrix.example/send/"))
    return refused(403, "M_FORBIDDEN", "You don't have permission to post to the room");
  if (!at.startsWith("/rooms/!ops%3Amatrix.example/send/m.room.message/") || asked.method !== "PUT")
    return refused(404, "M_UNRECOGNIZED", "Unrecognized request");
  const transaction = at.split("/").at(-1)!;
  // A repeated transaction returns the event of the first transaction.
  if (!transactions.has(transaction)) write("matrix", said(asked)["body"]);
  transactions.add(transaction);
  return json({ event_id: `$of-${transaction}` });
};

/** https://docs.ntfy.sh/publish/ */
const ntfy: StandIn = (asked) => {
  const refused = (code: number, error: string) =>
    json(
      { code, http: Math.floor(code / 100), error, link: "https://ntfy.sh/docs/publish/#authentication" },
      Math.floor(code / 100),
    );
  const user = userOf(asked);
  if (user !== "" && user !== `phil:${chatKeys.ntfy}`) return refused(40101, "unauthorized");
  const name = user === "" ? "*" : "phil";
  if (asked.path === "/v1/account") return json({ username: name, role: name === "*" ? "anonymous" : "user" });
  if (asked.path === "/" && asked.method === "POST") {
    const { topic, title, message = "" } = said(asked);
    if (topic !== "alerts" && name === "*") return refused(40301, "forbidden");
    if (Buffer.byteLength(message) > 4_096) return refused(40009, "invalid request: message too long");
    write(`ntfy /${topic} (${title})`, message);
    return json({ id: "hwQ2YpKdmg", time: 1635528741, event: "message", topic, message });
  }
  if (asked.path !== "/alerts" && name === "*") return refused(40301, "forbidden");
  write(`ntfy ${asked.path} (${asked.headers["title"]})`, asked.body);
  return json({ id: "hwQ2YpKdmg", time: 1635528741, event: "message", topic: "alerts", message: asked.body });
};

/** https://zulip.com/api/get-own-user and …/send-message */
const zulip: StandIn = (asked) => {
  if (userOf(asked) !== `deck-bot@zulip.example:${chatKeys.zulip}`)
    return json({ result: "error", msg: "Invalid API key", code: "INVALID_API_KEY" }, 401);
  if (asked.path === "/api/v1/messages") {
    const form = new URLSearchParams(asked.body);
    const no = (msg: string, code: string) => json({ result: "error", msg, code }, 400);
    if (form.get("to") !== "alerts") return no(`Channel '${form.get("to")}' does not exist`, "STREAM_DOES_NOT_EXIST");
    if (form.get("topic")!.length > 60 || form.get("content")!.length > 10_000) return no("Too long", "BAD_REQUEST");
    write(`zulip ${form.get("topic")}`, form.get("content"));
    return json({ result: "success", msg: "", id: 42 });
  }
  if (asked.path !== "/api/v1/users/me") return json({ result: "error", msg: "Not found", code: "BAD_REQUEST" }, 404);
  return json({ result: "success", msg: "", email: "deck-bot@zulip.example", full_name: "Deck", is_bot: true });
};

/** A generic webhook receiver. */
const webhook: StandIn = (asked) => {
  if (asked.path !== "/in/canaryFf-webhook") return json({ error: `unknown hook ${asked.path}` }, 404);
  const fields = asked.method === "GET" ? Object.fromEntries(asked.query) : JSON.parse(asked.body);
  write(`webhook ${asked.method} ${asked.headers["content-type"] ?? ""}`, JSON.stringify(fields));
  return { status: 202, body: "accepted" };
};

export const messengers = {
  "discord.com": discord,
  "slack.com": slack,
  "api.telegram.org": telegram,
  "api.pushover.net": pushover,
  "api.pushbullet.com": pushbullet,
  ...alerting,
  "mattermost.example": mattermost,
  "strict.mattermost.example": mattermost,
  "rocket.example": rocketchat,
  "outlook.office.com": teams,
  "prod-01.westeurope.logic.azure.com": workflow,
  "hooks.slack.com": slackHook,
  "maker.ifttt.com": ifttt,
  "chat.googleapis.com": googleChat,
  "matrix.example": matrix,
  "lonely.example": matrix,
  "several.matrix.example": matrix,
  "shared.matrix.example": matrix,
  "ntfy.sh": ntfy,
  "ntfy.example": ntfy,
  "zulip.example": zulip,
  "hooks.example": webhook,
};
