// Parses plain service URLs, such as slack://TOKEN@CHANNEL, into the same fields as a connection. Connection forms also
// build these URLs (docs/notification-channels.md lists them).
import { problem } from "#language/problem.ts";
import type { Address } from "./channel.ts";

export interface ServiceAddress {
  /** The type of the channel. */
  type: string;
  address: Address;
}

/** The decoded parts of a URL. Parameter names are spelled as in the URL. */
interface Parts {
  user: string;
  password: string;
  host: string;
  /** Host and port. */
  place: string;
  path: readonly string[];
  query: ReadonlyMap<string, string>;
}

type Read = (parts: Parts) => Omit<ServiceAddress, "type">;

/** Builds an address; empty values are left out. */
const addressOf = (
  { username, password, insecureTls, ...properties }: Record<string, string | boolean | undefined>,
  { query }: Pick<Parts, "query">,
): Omit<ServiceAddress, "type"> => ({
  address: {
    ...(username ? { username: String(username) } : {}),
    ...(password ? { password: String(password) } : {}),
    ...(insecureTls ? { insecureTls: true } : {}),
    properties: Object.fromEntries(
      [...query, ...Object.entries(properties)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
    ),
  },
});

const isTrue = (text: string | undefined) => /^(?:true|yes|1)$/i.test(text ?? "");
const param = ({ query }: Parts, name: string) =>
  [...query].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** A token may contain a colon, which is the separator between user and password in a URL. */
const wholeUser = ({ user, password }: Parts) => (password === "" ? user : `${user}:${password}`);

const readers: Readonly<Record<string, readonly [type: string, read: Read]>> = {
  discord: ["discord", (url) => addressOf({ username: url.host, password: wholeUser(url) }, url)],
  smtp: ["email", (url) => mailAddress(url)],
  smtps: ["email", (url) => mailAddress(url, "ImplicitTLS")],
  googlechat: ["google_chat", readGoogleChat],
  ifttt: ["ifttt", (url) => addressOf({ username: url.host }, url)],
  mattermost: [
    "mattermost",
    (url) =>
      addressOf(
        {
          username: url.user,
          password: url.path[0],
          host: url.place,
          channel: url.path[1],
          insecureTls: isTrue(param(url, "DisableTLS")),
        },
        url,
      ),
  ],
  matrix: [
    "matrix",
    (url) =>
      addressOf(
        { username: url.user, password: url.password, host: url.place, insecureTls: isTrue(param(url, "DisableTLS")) },
        url,
      ),
  ],
  ntfy: [
    "ntfy",
    (url) =>
      addressOf(
        {
          username: url.user,
          password: url.password,
          host: url.place || "ntfy.sh",
          topic: url.path[0],
          insecureTls: param(url, "Scheme")?.toLowerCase() === "http",
        },
        url,
      ),
  ],
  opsgenie: ["opsgenie", (url) => addressOf({ password: url.path[0], host: url.place }, url)],
  pagerduty: ["pagerduty", (url) => addressOf({ password: url.path[0], host: url.place }, url)],
  pushbullet: ["pushbullet", (url) => addressOf({ password: url.host, targets: url.path.join(",") }, url)],
  pushover: ["pushover", (url) => addressOf({ username: url.host, password: url.password || url.user }, url)],
  rocketchat: [
    "rocketchat",
    (url) =>
      addressOf(
        {
          username: url.path[0],
          password: url.path[1],
          user: url.user,
          host: url.place,
          channel: rocketChannel(url.path[2]),
          insecureTls: isTrue(param(url, "DisableTLS")),
        },
        url,
      ),
  ],
  slack: ["slack", readSlack],
  teams: [
    "teams",
    (url) => addressOf({ group: url.user, tenant: url.host, altID: url.path[0], groupOwner: url.path[1] }, url),
  ],
  telegram: [
    "telegram",
    (url) => addressOf({ password: wholeUser(url), chats: param(url, "Chats") ?? param(url, "channels") }, url),
  ],
  zulip: ["zulip_chat", (url) => addressOf({ username: url.user, password: url.password, host: url.place }, url)],
};

/**
 * Returns the channel and the address for a URL. Throws a Problem that does not repeat the URL, which contains secrets.
 */
export function addressOfUrl(url: string): ServiceAddress {
  const text = url.trim();
  const [, prefix = "", scheme = ""] = /^(?:([a-z]+)\+)?([a-z][a-z0-9.-]*):\/\//i.exec(text) ?? [];
  const [outer, inner] = [prefix.toLowerCase(), scheme.toLowerCase()];
  if (/^https?$/.test(inner)) return webAddress(outer, text.slice(prefix === "" ? 0 : prefix.length + 1));
  const reader = outer === "" ? readers[inner] : undefined;
  const parts = partsOf(text);
  if (!reader || !parts) throw unreadable();
  const [type, read] = reader;
  const { address } = read(parts);
  return { type, address: type === "email" ? { ...address, url: text } : address };
}

const unreadable = () =>
  problem.invalid("This is not the URL of a message service.", {
    hint: `Use https://… for a webhook, or one of these schemes: ${Object.keys(readers).join(", ")}, alertmanager+https.`,
  });

function partsOf(text: string): Parts | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  return {
    user: decoded(url.username),
    password: decoded(url.password),
    host: decoded(url.hostname),
    place: decoded(url.host),
    path: url.pathname.split("/").filter(Boolean).map(decoded),
    query: new Map(url.searchParams),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A % that starts no escape is a plain character.
    return text;
  }
}

/** URLs that services show to their users are recognised; all others are generic webhooks. */
function webAddress(prefix: string, text: string): ServiceAddress {
  const url = URL.parse(text);
  if (!url) throw unreadable();
  const path = url.pathname.split("/").filter(Boolean);
  if (prefix === "alertmanager") {
    const [username, password] = [decoded(url.username), decoded(url.password)];
    url.username = "";
    url.password = "";
    const { address } = addressOf({ username, password }, { query: new Map() });
    return { type: "alertmanager", address: { ...address, url: url.href } };
  }
  if (prefix === "" && /(?:^|\.)(?:discord|discordapp)\.com$/.test(url.hostname) && path[1] === "webhooks")
    return {
      type: "discord",
      ...addressOf({ username: path[2], password: path[3] }, { query: new Map(url.searchParams) }),
    };
  if (prefix === "" && url.hostname === "chat.googleapis.com")
    return { type: "google_chat", ...readGoogleChat(partsOf(text)!) };
  if (prefix === "" && /^hooks\.slack(?:-gov)?\.com$/.test(url.hostname))
    return { type: "slack", address: { url: url.href, properties: {} } };
  if (prefix === "teams" || (prefix === "" && isTeams(url.hostname)))
    return { type: "teams", address: { url: url.href, properties: {} } };
  if (prefix !== "" && prefix !== "generic") throw unreadable();
  return { type: "generic_webhook", address: webhookAddress(url) };
}

const isTeams = (host: string) =>
  /(?:\.logic\.azure\.(?:com|us)|\.api\.powerplatform\.com|\.webhook\.office\.com)$/.test(host);

/** The parameters that the form adds are settings; all others belong to the address. */
const webhookSettings: Readonly<Record<string, string>> = {
  contenttype: "contentType",
  messagekey: "key",
  titlekey: "titleKey",
  requestmethod: "requestMethod",
  disabletls: "",
};

function webhookAddress(url: URL): Address {
  const properties: Record<string, string> = {};
  let insecureTls = false;
  for (const [name, value] of Array.from(url.searchParams)) {
    const setting = webhookSettings[name.toLowerCase()];
    if (setting === undefined) continue;
    url.searchParams.delete(name);
    if (setting === "") insecureTls = isTrue(value);
    else properties[setting] = value;
  }
  return { url: url.href, ...(insecureTls && { insecureTls }), properties };
}

function readGoogleChat(url: Parts) {
  const query = new Map([...url.query].filter(([name]) => !/^(?:key|token)$/i.test(name)));
  return addressOf({ username: param(url, "key"), password: param(url, "token"), webhook: url.path[2] }, { query });
}

/** slack://TOKEN@CHANNEL; older URLs separate the parts of a bot token by colons. */
function readSlack(url: Parts) {
  const token = wholeUser(url);
  const [, kind, rest] = /^(xox[a-z]):(.+)$/.exec(token) ?? [];
  return addressOf({ username: url.host, password: kind === undefined ? token : `${kind}-${rest}` }, url);
}

const rocketChannel = (name: string | undefined) => (name === undefined || /^[#@]/.test(name) ? name : `#${name}`);

function mailAddress(url: Parts, encryption?: string) {
  const query = new Map([...url.query].map(([name, value]) => [mailNames[name.toLowerCase()] ?? name, value]));
  const settings = { username: url.user, password: url.password };
  return addressOf(
    { ...settings, ...(encryption && !query.has("encryptionMethod") && { encryptionMethod: encryption }) },
    { query },
  );
}

const mailNames: Readonly<Record<string, string>> = {
  fromaddress: "from",
  toaddresses: "to",
  auth: "authMethod",
  encryption: "encryptionMethod",
};
