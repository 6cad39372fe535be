// Compares every connection type with the documented fields, which are written by hand in this file instead of derived
// from the code.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeKind } from "#server/kinds.ts";
import type { ConnectionType } from "../connection/connection-type.ts";
import { connectionTypes } from "./index.ts";

// Each line describes a field: its label, a star if a value is required, its column or property, its input, and its
// default. E: a credential from three sources; e: the same, not secret; L: a credential of several lines; H: a secret
// that is always a literal; N: a number; C: a switch; S: a choice of the listed values. A number or a choice with a
// default is never missing.
const documented: Readonly<Record<string, readonly string[]>> = {
  alertmanager: ["URL*: url", "Username: username E", "Password: password E", "Insecure TLS: insecure_tls C = false"],
  anthropic: ["Model: properties.model", "Base URL: url e", "API Key*: password E"],
  aws: [
    "Region: properties.region",
    "Profile: properties.profile",
    "Access Key: username E",
    "Secret Key: password E",
    "Session Token: properties.sessionToken E",
    "Assume Role: properties.assumeRole",
    "Endpoint: url",
    "Path Style: properties.usePathStyle C = true",
    "Insecure TLS: properties.insecureTLS C = false",
  ],
  azure: ["Client ID*: username", "Client Secret*: password E", "Tenant ID*: properties.tenant"],
  azure_devops: ["Organization*: username", "Personal Access Token*: password E"],
  discord: ["Webhook ID*: username", "Token*: password E"],
  dynatrace: ["Host*: url", "API Key*: password E", "Scheme*: properties.scheme"],
  elasticsearch: [
    "URL*: url",
    "Username*: username E",
    "Password*: password E",
    "Insecure TLS: insecure_tls C = false",
  ],
  email: [
    "Host*: properties.host",
    "Port: properties.port N = 587",
    "Username: username E",
    "Password: password E",
    "From Address*: properties.from",
    "From Name*: properties.fromName",
    "Encryption method: properties.encryptionMethod S(None/ExplicitTLS/ImplicitTLS/Auto) = Auto",
    "SMTP authentication method: properties.authMethod S(None/Plain/CRAMMD5/Unknown/OAuth2) = Unknown",
    "Insecure TLS: insecure_tls C = false",
  ],
  folder: ["Path*: properties.path"],
  gcs: ["Endpoint*: url", "Certificate*: certificate L"],
  // The address is a credential, so it is kept in a column that is not readable.
  generic_webhook: [
    "URL*: username",
    "ContentType: properties.contentType = application/json",
    "Request Method: properties.requestMethod S(POST/GET) = POST",
    "Message Key*: properties.key = message",
    "Title Key*: properties.titleKey = title",
    "Insecure TLS: insecure_tls C = false",
    "Signing Secret: password E",
  ],
  git: [
    "URL*: url",
    "Authentication: properties.auth S(None/Basic/SSH) = Basic",
    "Username: username E",
    "Password: password E",
    "SSH Key: certificate L",
    "Host Key: properties.hostKey",
    "Ref*: properties.ref = main",
  ],
  github: ["Personal Access Token*: password E"],
  gitlab: ["Personal Access Token*: password E"],
  google_chat: ["Key*: username E", "Token*: password E", "Webhook Name*: properties.webhook"],
  google_cloud: ["Endpoint*: url", "Certificate*: certificate L"],
  http: ["URL*: url", "Username*: username E", "Password*: password E", "Insecure TLS: insecure_tls C = false"],
  // The id is the only credential, because it is enough to fire events.
  ifttt: ["Webhook ID*: username H"],
  jmeter: ["Host*: url", "Port: properties.port N"],
  kubernetes: ["Kubeconfig: certificate L"],
  ldap: ["URL*: url", "Username*: username E", "Password*: password E", "Insecure TLS: insecure_tls C = false"],
  matrix: ["User: username", "Password*: password E", "Host*: properties.host", "Insecure TLS: insecure_tls C = false"],
  mattermost: ["Username: username", "Host*: properties.host", "Token*: password E", "Channel: properties.channel"],
  mongo: ["URL*: url", "Username*: username E", "Password*: password E", "Insecure TLS: insecure_tls C = false"],
  mysql: ["URL*: url", "Username*: username E", "Password*: password E"],
  ntfy: [
    "Username: username",
    "Password: password E",
    "Host*: properties.host = ntfy.sh",
    "Topic*: properties.topic",
    "Insecure TLS: insecure_tls C = false",
  ],
  ollama: ["URL*: url", "Model: properties.model e", "API Key*: password E"],
  openai: ["URL: url", "Model: properties.model e", "API Key*: password E"],
  opsgenie: ["Host*: properties.host = api.opsgenie.com", "Port: properties.port N = 443", "API Key*: password E"],
  pagerduty: ["Integration Key*: password E", "Host*: properties.host = events.pagerduty.com"],
  postgres: ["URL*: url", "Username*: username E", "Password*: password E"],
  prometheus: ["URL*: url", "Username: username E", "Password: password E", "Insecure TLS: insecure_tls C = false"],
  pushbullet: ["Token*: password E", "Targets*: properties.targets"],
  pushover: ["User*: username", "Token*: password E"],
  redis: [
    "Database*: properties.db",
    "URL*: url",
    "Username: username E",
    "Password: password E",
    "Insecure TLS: insecure_tls C = false",
  ],
  restic: [
    "Password*: password E",
    "Repository URL*: url",
    "AWS Connection Name*: properties.awsConnectionName",
    "Access Key*: properties.accessKey E",
    "Secret Key*: properties.secretKey E",
  ],
  rocketchat: [
    "Username: properties.user",
    "Host*: properties.host",
    "Port*: properties.port",
    "Token A*: username E",
    "Token B*: password E",
    "Channel*: properties.channel",
  ],
  s3: [
    "Bucket*: properties.bucket",
    "Endpoint: url",
    "Path Style: properties.usePathStyle C = true",
    "Region: properties.region",
    "Profile: properties.profile",
    "Access Key: username E",
    "Secret Key: password E",
    "Session Token: properties.sessionToken E",
    "Assume Role: properties.assumeRole",
    "Insecure TLS: insecure_tls C = false",
  ],
  sftp: [
    "Host*: url",
    "Username*: username E",
    "Password*: password E",
    "Port: properties.port N = 22",
    "Host Key: properties.hostKey",
  ],
  slack: ["Channel*: username", "Bot Token*: password E", "Bot Name: properties.BotName"],
  smb: [
    "Server*: properties.server",
    "Port: properties.port N = 445",
    "Share*: properties.sharename",
    "Username: username",
    "Password: password E",
  ],
  sql_server: ["URL*: url", "Username*: username E", "Password*: password E"],
  // The last two parts of the address are secret.
  // Microsoft retired the webhooks of the first five fields; only the address of a workflow can be created now.
  teams: [
    "Group: properties.group",
    "Tenant: properties.tenant",
    "AltID: properties.altID H",
    "GroupOwner: properties.groupOwner H",
    "Host*: properties.host = outlook.office.com",
    "Workflow URL: properties.workflow H",
  ],
  telegram: ["Token*: password E", "Chats*: username"],
  windows: ["Username*: username E", "Password*: password E", "Domain: properties.domain"],
  zulip_chat: ["BotMail: username", "BotKey*: password E", "Host*: properties.host"],
};

const titles: Readonly<Record<string, string>> = {
  alertmanager: "Alertmanager",
  anthropic: "Anthropic",
  aws: "AWS",
  azure: "Azure",
  azure_devops: "Azure Devops",
  discord: "Discord",
  dynatrace: "Dynatrace",
  elasticsearch: "Elasticsearch",
  email: "Email",
  folder: "Folder",
  gcs: "Google Cloud Storage",
  generic_webhook: "Generic Webhook",
  git: "Git",
  github: "GitHub",
  gitlab: "GitLab",
  google_chat: "Google Chat",
  google_cloud: "Google Cloud",
  http: "HTTP",
  ifttt: "IFTTT",
  jmeter: "JMeter",
  kubernetes: "Kubernetes",
  ldap: "LDAP",
  matrix: "Matrix",
  mattermost: "Mattermost",
  mongo: "Mongo",
  mysql: "MySQL",
  ntfy: "Ntfy",
  ollama: "Ollama",
  openai: "OpenAI",
  opsgenie: "OpsGenie",
  pagerduty: "PagerDuty",
  postgres: "Postgres",
  prometheus: "Prometheus",
  pushbullet: "Pushbullet",
  pushover: "Pushover",
  redis: "Redis",
  restic: "Restic",
  rocketchat: "Rocket.Chat",
  s3: "AWS S3",
  sftp: "SFTP",
  slack: "Slack",
  smb: "SMB",
  sql_server: "SQL Server",
  teams: "Teams",
  telegram: "Telegram",
  windows: "Windows",
  zulip_chat: "Zulip Chat",
};

const messengers =
  "discord email generic_webhook google_chat ifttt matrix mattermost ntfy opsgenie pushbullet pushover rocketchat slack teams telegram zulip_chat".split(
    " ",
  );

/** Types that only Quarterdeck has. */
const ours = ["alertmanager", "pagerduty"];

/** Types without a test. */
const untested = ["windows"];

const groups = [
  "Databases",
  "Cloud",
  "Files",
  "Code",
  "Monitoring",
  "Language models",
  "Network and hosts",
  "Messages",
];

interface Field {
  label: string;
  kept: string;
  type?: string;
  enum?: string[];
  default?: string | number | boolean;
  field?: string;
  secret?: boolean;
  isLong?: boolean;
  description?: string;
  readFrom?: string;
}

interface FormSchema {
  type: string;
  properties: Record<string, Field & { $ref?: string }>;
  required: string[];
  $defs?: Record<string, Partial<Field>>;
}

/** Returns the schema that the form gets, with its `$ref` resolved. */
function schemaOf(type: ConnectionType): FormSchema {
  const schema = describeKind(type).schema as unknown as FormSchema;
  const whole = Object.entries(schema.properties).map(([name, { $ref = "", ...field }]) => [
    name,
    { ...schema.$defs?.[$ref.replace("#/$defs/", "")], ...field },
  ]);
  return { ...schema, properties: Object.fromEntries(whole) as FormSchema["properties"] };
}

function lineOf(type: ConnectionType, name: string): string {
  const { properties, required } = schemaOf(type);
  const field = properties[name]!;
  const isText = field.type === "string" && field.enum === undefined;
  const defaultText = field.default === undefined ? "" : ` = ${String(field.default)}`;
  const isNeeded = defaultText ? isText && !type.spec.shape[name]!.safeParse("").success : required.includes(name);
  return `${field.label}${isNeeded ? "*" : ""}: ${field.kept}${kindOf(field)}${defaultText}`;
}

function kindOf({ type, field, secret, isLong, enum: words }: Field): string {
  if (words) return ` S(${words.join("/")})`;
  if (type === "integer") return " N";
  if (type === "boolean") return " C";
  if (field === "env-var") return secret ? (isLong ? " L" : " E") : " e";
  return secret ? " H" : "";
}

const names = connectionTypes.map(({ type }) => type);

test("CO-04: exactly the documented types exist", () => {
  expect(names.toSorted()).toEqual(Object.keys(documented));
  const theirs = connectionTypes.filter(({ type }) => !ours.includes(type));
  expect(theirs).toHaveLength(45);
  expect(theirs.filter(({ isHidden }) => !isHidden)).toHaveLength(44);
});

test("docs/connections.md has a row for each type, in the order of their names", () => {
  const page = readFileSync("docs/connections.md", "utf8");
  expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(documented));
});

test("CO-09: marks the sixteen documented types that only send messages, and the message types of Quarterdeck", () => {
  expect(messengers).toHaveLength(16);
  const marked = connectionTypes.filter(({ isForMessages }) => isForMessages).map(({ type }) => type);
  expect(marked.toSorted()).toEqual([...messengers, ...ours].toSorted());
  for (const { type, group } of connectionTypes)
    expect([type, group === "Messages"]).toEqual([type, marked.includes(type)]);
});

test("CO-05: hides jmeter and no other type", () => {
  expect(connectionTypes.filter(({ isHidden }) => isHidden).map(({ type }) => type)).toEqual(["jmeter"]);
});

test("a type without a test explains why", () => {
  const without = connectionTypes.filter((type) => type.test === undefined);
  expect(without.map(({ type }) => type)).toEqual(untested);
  for (const type of connectionTypes)
    expect([type.type, type.untested === undefined]).toEqual([type.type, !!type.test]);
});

describe.each(connectionTypes.map((type) => ({ name: type.type, type })))("$name", ({ name, type }) => {
  const { properties, required, type: kind } = schemaOf(type);
  const [first, second, ...others] = Object.keys(properties);

  test("has a title, an icon and a group", () => {
    expect(type.title).toBe(titles[name]);
    expect(type.icon).toMatch(/^[a-z0-9-]+$/);
    expect(groups).toContain(type.group);
  });

  test("begins with Name, which is required, and Namespace, whose default value is default", () => {
    expect(kind).toBe("object");
    expect([first, second]).toEqual(["name", "namespace"]);
    expect(properties["name"]).toMatchObject({ label: "Name", kept: "name", type: "string" });
    expect(properties["namespace"]).toMatchObject({ label: "Namespace", kept: "namespace", default: "default" });
    expect(required).toContain("name");
    for (const part of ["name", "namespace"]) expect(type.spec.shape[part]!.safeParse("").success).toBe(false);
  });

  test("has the documented fields, in their order", () => {
    expect(others.map((field) => lineOf(type, field))).toEqual(documented[name]);
  });

  test("accepts a form with the required fields, and lists missing fields", () => {
    const filled = required.filter((field) => field !== "name");
    const form = Object.fromEntries(filled.map((field) => [field, properties[field]!.type === "integer" ? 1 : "x"]));
    expect(type.spec.parse({ name: "one", ...form })).toMatchObject({ name: "one", namespace: "default", ...form });
    const missing = type.spec.safeParse({});
    expect(missing.error?.issues.map(({ path }) => path.join("."))).toEqual(["name", ...filled]);
  });
});

test.each([
  ["anthropic", "url", "appropriate when using a proxy"],
  ["email", "password", "SMTP server password or hash (for OAuth2)"],
  ["mattermost", "username", "Override webhook user"],
  ["mattermost", "host", "Mattermost server host (host:port)"],
  ["mattermost", "channel", "Override webhook channel"],
  ["matrix", "password", "Password or access token"],
  ["slack", "username", "Channel to send messages to in Cxxxxxxxxxx format"],
])("%s: shows the documented hint for %s", (name, field, hint) => {
  const type = connectionTypes.find((connectionType) => connectionType.type === name)!;
  expect(schemaOf(type).properties[field]!.description).toBe(hint);
});

test("shows the readable part of the address for masked columns", () => {
  const sources = connectionTypes.flatMap((type) =>
    Object.entries(schemaOf(type).properties).flatMap(([name, { readFrom }]) =>
      readFrom === undefined ? [] : [`${type.type}.${name}: ${readFrom}`],
    ),
  );
  expect(sources).toEqual([
    "discord.username: host",
    "pushover.username: host",
    "slack.username: host",
    "telegram.username: query.Chats",
  ]);
});

/** Forms with the addresses that they build; secrets are templates. */
const addresses: readonly (readonly [type: string, form: Readonly<Record<string, string>>, url: string])[] = [
  ["discord", { username: "2237" }, "discord://$(password)@2237"],
  [
    "email",
    { host: "mail.example", port: "587", insecure_tls: "false", encryptionMethod: "Auto", authMethod: "Unknown" },
    "smtp://$(username):$(password)@mail.example:587/?UseStartTLS=false&Encryption=Auto&Auth=Unknown",
  ],
  [
    "google_chat",
    { username: "$(username)", password: "$(password)", webhook: "AAAA" },
    "googlechat://chat.googleapis.com/v1/spaces/AAAA/messages?key=$(username)&token=$(password)",
  ],
  ["ifttt", { username: "$(username)" }, "ifttt://$(username)"],
  [
    "mattermost",
    { username: "deck", host: "chat.example:8065", password: "$(password)", channel: "town-square" },
    "mattermost://deck@chat.example:8065/$(password)/town-square",
  ],
  ["mattermost", { host: "https://chat.example/", password: "$(password)" }, "mattermost://chat.example/$(password)"],
  [
    "matrix",
    { username: "@deck:example", host: "matrix.example", insecure_tls: "false" },
    "matrix://%40deck%3Aexample:$(password)@matrix.example/?DisableTLS=false",
  ],
  ["matrix", { host: "matrix.example", insecure_tls: "true" }, "matrix://:$(password)@matrix.example/?DisableTLS=true"],
  [
    "ntfy",
    { username: "phil", password: "$(password)", host: "ntfy.sh", topic: "alerts", insecure_tls: "false" },
    "ntfy://phil:$(password)@ntfy.sh/alerts?Scheme=https",
  ],
  [
    "ntfy",
    { host: "ntfy.example:8080", topic: "alerts", insecure_tls: "true" },
    "ntfy://ntfy.example:8080/alerts?Scheme=http",
  ],
  ["opsgenie", { host: "api.opsgenie.com", port: "443" }, "opsgenie://api.opsgenie.com:443/$(password)"],
  ["pagerduty", { host: "events.pagerduty.com" }, "pagerduty://events.pagerduty.com/$(password)"],
  ["pushbullet", { targets: "phone" }, "pushbullet://$(password)/phone"],
  ["pushbullet", { targets: "#ops, ada@example.org" }, "pushbullet://$(password)/%23ops/ada%40example.org"],
  ["pushover", { username: "uQiR" }, "pushover://:$(password)@uQiR/"],
  [
    "rocketchat",
    { user: "deck", host: "rocket.example", port: "443", username: "$(username)", channel: "ops" },
    "rocketchat://deck@rocket.example:443/$(username)/$(password)/ops",
  ],
  ["slack", { username: "C0123456789" }, "slack://$(password)@C0123456789"],
  // A value that is a reference is filled in later, like a secret.
  ["slack", { username: "$(username)" }, "slack://$(password)@$(username)"],
  ["smb", { server: "files.example", port: "445", share: "month ends" }, "smb://files.example:445/month%20ends"],
  [
    "teams",
    {
      group: "11",
      tenant: "22",
      altID: "$(properties.altID)",
      groupOwner: "$(properties.groupOwner)",
      host: "outlook.office.com",
    },
    "teams://11@22/$(properties.altID)/$(properties.groupOwner)?host=outlook.office.com",
  ],
  ["teams", { host: "outlook.office.com", workflow: "$(properties.workflow)" }, "teams+$(properties.workflow)"],
  ["telegram", { username: "@ops, -100123" }, "telegram://$(password)@telegram/?Chats=%40ops,-100123"],
  [
    "zulip_chat",
    { username: "deck-bot@zulip.example", host: "zulip.example" },
    "zulip://deck-bot%40zulip.example:$(password)@zulip.example/",
  ],
  [
    "generic_webhook",
    {
      url: "https://hooks.example/in?team=ops",
      contentType: "application/json",
      requestMethod: "POST",
      key: "message",
      titleKey: "title",
      insecure_tls: "false",
    },
    "generic+https://hooks.example/in?team=ops&ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=false",
  ],
  [
    "generic_webhook",
    { url: "https://hooks.example/in", insecure_tls: "true" },
    "generic+https://hooks.example/in?ContentType=application%2Fjson&MessageKey=message&TitleKey=title&RequestMethod=POST&DisableTLS=true",
  ],
];

test("CO-21: the address that a type builds from its fields matches the documentation", () => {
  const building = connectionTypes.filter(({ url }) => url !== undefined);
  expect(building.map(({ type }) => type).toSorted()).toEqual([...messengers, "pagerduty", "smb"].toSorted());
  for (const { type, url } of building) {
    const examples = addresses.filter(([name]) => name === type);
    expect(examples.length).toBeGreaterThan(0);
    for (const [, form, expected] of examples) expect(url!(form)).toBe(expected);
  }
});
