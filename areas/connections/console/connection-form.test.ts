import { describe, expect, test } from "vitest";
import { type JsonSchema, problemsOf } from "#console/widgets/form/json-schema.ts";
import { problem } from "#language/problem.ts";
import {
  askingSchema,
  changesOf,
  type ConnectionRow,
  draftOf,
  newDraft,
  newRow,
  placesOf,
  rawChanges,
  schemaFor,
} from "./connection-form.ts";
import { signInHeld, urlPart } from "./url-part.ts";

const line = (label: string, kept: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  minLength: 1,
  label,
  kept,
  ...more,
});
const secret = { field: "env-var", secret: true } as const;

const identity = {
  name: line("Name", "name"),
  namespace: line("Namespace", "namespace", { default: "default" }),
};

const email: JsonSchema = {
  type: "object",
  properties: {
    ...identity,
    host: line("Host", "properties.host"),
    port: { type: "integer", minimum: 1, default: 587, kept: "properties.port" },
    password: line("Password", "password", secret),
    encryption: { type: "string", enum: ["None", "Auto"], default: "Auto", kept: "properties.encryptionMethod" },
    insecureTls: { $ref: "#/$defs/insecure" },
    verified: { type: "boolean", kept: "properties.verified" },
  },
  $defs: { insecure: { type: "boolean", default: false, kept: "insecure_tls" } },
  required: ["name", "host"],
};

const git: JsonSchema = {
  type: "object",
  properties: {
    ...identity,
    url: line("URL", "url"),
    authentication: { type: "string", enum: ["None", "Basic", "SSH"], default: "Basic", kept: "properties.auth" },
    username: line("Username", "username", { ...secret, shownWhen: { authentication: "Basic" } }),
    password: line("Password", "password", { ...secret, shownWhen: { authentication: "Basic" } }),
    passphrase: line("Passphrase", "password", { ...secret, shownWhen: { authentication: "SSH" } }),
    key: line("SSH Key", "certificate", { ...secret, shownWhen: { authentication: "SSH" } }),
  },
  required: ["name", "url"],
};

const slack: JsonSchema = {
  type: "object",
  properties: {
    ...identity,
    channel: line("Channel", "username", { readFrom: "host" }),
    token: line("Bot Token", "password", secret),
    botName: line("Bot Name", "properties.BotName"),
  },
  required: ["name", "channel", "token"],
};

const stored = (part: Partial<ConnectionRow>): ConnectionRow => ({
  id: "c1",
  name: "orders",
  namespace: "default",
  type: "email",
  url: null,
  source: "UI",
  username: null,
  password: null,
  certificate: null,
  properties: null,
  sealed_url: null,
  sealed_properties: null,
  insecure_tls: false,
  has_username: false,
  has_password: false,
  has_certificate: false,
  created_by: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_at: "2026-11-01T00:00:00Z",
  deleted_at: null,
  ...part,
});

describe("a new connection", () => {
  test("starts with the type's defaults, which can be changed, and can be cleared if an empty value means the default", () => {
    expect(newDraft(email)).toEqual({ namespace: "default", port: 587, encryption: "Auto", insecureTls: false });
    const asked = askingSchema(email);
    expect(asked.required).toEqual(["name", "host", "namespace"]);
    expect(newRow("email", email, { name: "mail", host: "mx" })).toEqual({
      type: "email",
      name: "mail",
      insecure_tls: false,
      properties: { host: "mx" },
    });
    expect(
      problemsOf(asked, { ...newDraft(email), namespace: undefined, port: undefined }).map(({ path }) => path[0]),
    ).toEqual(["name", "namespace", "host"]);
  });

  test("places the port next to the host, and shows short choices and values that are not secret", () => {
    const model: JsonSchema = { type: "object", properties: { model: { type: "string", field: "env-var" } } };
    expect(askingSchema(model).properties).toMatchObject({ model: { secret: false } });
    // A missing credential is indicated only for a stored connection.
    expect(askingSchema(model).properties?.["model"]).not.toHaveProperty("placeholder");
    expect(askingSchema(model, {}).properties).toMatchObject({ model: { placeholder: "Not set" } });
    expect(askingSchema(model, { model: "***" }).properties?.["model"]).not.toHaveProperty("placeholder");
    expect(askingSchema(email).properties).toMatchObject({
      port: { isBeside: true },
      encryption: { field: "options" },
    });
  });

  test("sends each field in its column, and properties as strings", () => {
    const draft = {
      ...newDraft(email),
      name: " orders ",
      host: "mail.example.org",
      password: "secret://mail/password",
    };
    expect(newRow("email", email, draft)).toEqual({
      type: "email",
      name: "orders",
      namespace: "default",
      password: "secret://mail/password",
      insecure_tls: false,
      properties: { host: "mail.example.org", port: "587", encryptionMethod: "Auto" },
    });
  });

  test("does not send the fields that the selected option hides", () => {
    const draft = {
      ...newDraft(git),
      name: "site",
      url: "ssh://git@example.org/site",
      authentication: "SSH",
      key: "k",
    };
    expect(newRow("git", git, { ...draft, username: "ada", password: "x" })).toEqual({
      type: "git",
      name: "site",
      namespace: "default",
      url: "ssh://git@example.org/site",
      certificate: "k",
      properties: { auth: "SSH" },
    });
  });
});

describe("a stored connection", () => {
  const row = stored({
    password: "***",
    insecure_tls: true,
    properties: { host: "mail.example.org", port: "2525", verified: "true", addedByHand: "kept", apiToken: "***" },
  });

  test("fills the form with numbers and booleans of the right type", () => {
    expect(draftOf(email, row)).toEqual({
      name: "orders",
      namespace: "default",
      host: "mail.example.org",
      port: 2525,
      password: "***",
      encryption: "Auto",
      insecureTls: true,
      verified: true,
    });
  });

  test("shows a string that is not a number unchanged", () => {
    expect(draftOf(email, stored({ properties: { port: "many" } }))).toMatchObject({ port: "many" });
  });

  test("a stored connection does not send unchanged values; a displayed default is not a change", () => {
    expect(changesOf(email, row, draftOf(email, row))).toEqual({});
  });

  test("sends only the changes, and keeps unknown and masked properties", () => {
    const draft = { ...draftOf(email, row), port: 25, insecureTls: false };
    expect(changesOf(email, row, draft)).toEqual({
      insecure_tls: false,
      properties: {
        host: "mail.example.org",
        port: "25",
        verified: "true",
        addedByHand: "kept",
        apiToken: "***",
      },
    });
  });

  test("clears emptied fields, omits unchanged fields and sends replaced fields", () => {
    const draft = draftOf(email, row);
    expect(changesOf(email, row, { ...draft, password: undefined })).toEqual({ password: null });
    expect(changesOf(email, row, { ...draft, password: "***" })).toEqual({});
    expect(changesOf(email, row, { ...draft, password: "new" })).toEqual({ password: "new" });
    expect(changesOf(email, row, { ...draft, host: undefined })).toEqual({
      properties: { port: "2525", verified: "true", addedByHand: "kept", apiToken: "***" },
    });
  });

  test("a required field that was stored empty can stay empty, but a field with a value cannot be cleared", () => {
    const saved = draftOf(email, stored({ properties: null, password: "***" }));
    const asked = askingSchema(email, saved);
    expect(problemsOf(asked, saved)).toEqual([]);
    expect(problemsOf(asked, { ...saved, name: undefined })).toHaveLength(1);
  });

  test("derives the selected option from the fields that are set, if the option is not stored", () => {
    const chosen = (part: Partial<ConnectionRow>) => draftOf(git, stored(part))["authentication"];
    expect(chosen({})).toBe("None");
    expect(chosen({ username: "***" })).toBe("Basic");
    expect(chosen({ certificate: "***" })).toBe("SSH");
    expect(chosen({ certificate: "***", properties: { auth: "Basic" } })).toBe("Basic");
  });

  test("a new option clears the fields that it hides, unless a visible field uses the same column", () => {
    const before = stored({ url: "https://example.org/site", username: "***", password: "***" });
    const draft = draftOf(git, before);
    expect(changesOf(git, before, { ...draft, authentication: "None" })).toEqual({
      username: null,
      password: null,
      properties: { auth: "None" },
    });
    expect(changesOf(git, before, { ...draft, authentication: "SSH", key: "k", passphrase: "p" })).toEqual({
      username: null,
      password: "p",
      certificate: "k",
      properties: { auth: "SSH" },
    });
  });

  test("reads the value of a masked column from the address, or keeps the column without showing its value", () => {
    const before = stored({ type: "slack", username: "***", password: "***", url: "slack://$(password)@C0123" });
    const draft = draftOf(slack, before);
    expect(draft["channel"]).toBe("C0123");
    expect(changesOf(slack, before, draft)).toEqual({});
    expect(changesOf(slack, before, { ...draft, channel: "C9" })).toEqual({ username: "C9" });
    const hidden = draftOf(slack, { ...before, url: "slack://***@***" });
    expect(hidden["channel"]).toBe("***");
    expect(askingSchema(slack, hidden).properties).toMatchObject({
      channel: { field: "secret", secret: false },
      token: { field: "env-var" },
    });
    expect(askingSchema(slack, draft).properties).not.toMatchObject({ channel: { field: "secret" } });
  });
});

test("reads the parts of an address except masked parts", () => {
  const url = "mattermost://ada%20l:$(password)@chat.example.org:8065/team/town?Chats=a,b&key=***";
  expect(urlPart(url, "user")).toBe("ada l");
  expect(urlPart(url, "host")).toBe("chat.example.org");
  expect(urlPart(url, "path")).toBe("team/town");
  expect(urlPart(url, "query.Chats")).toBe("a,b");
  expect(urlPart(url, "query.key")).toBeUndefined();
  expect(urlPart(url, "query.none")).toBeUndefined();
  expect(urlPart("x://***:***@h/%zz", "user")).toBeUndefined();
  expect(urlPart("x://h/%zz", "path")).toBe("%zz");
  expect(urlPart("no address", "host")).toBeUndefined();
});

test("maps errors of the server to the fields of their columns", () => {
  const refused = problem.badParts([
    { path: "properties.port", message: "must be from 1 to 65535" },
    { path: "name", message: "is required" },
    { path: "verified", message: "must be true" },
    { path: "elsewhere", message: "is odd" },
  ]);
  expect(placesOf(email, refused)).toEqual([
    { path: ["port"], message: "This field must be from 1 to 65535" },
    { path: ["name"], message: "This field is required" },
    { path: ["verified"], message: "This field must be true" },
  ]);
  expect(placesOf(email, new Error("no"))).toEqual([]);
});

test("a row edited as code sends changed and removed columns", () => {
  const row = { name: "a", type: "odd", properties: { x: "1" }, url: "u" };
  expect(rawChanges(row, { name: "b", type: "odd", properties: { x: "1" } })).toEqual({ name: "b", url: null });
  expect(rawChanges(row, { ...row, properties: { x: "2" }, extra: 1 })).toEqual({ properties: { x: "2" }, extra: 1 });
  expect(rawChanges(row, "text")).toEqual({});
});

describe("the form of a URL that contains user and password", () => {
  const postgres: JsonSchema = {
    type: "object",
    properties: {
      ...identity,
      url: line("URL", "url"),
      username: line("Username", "username", { ...secret, inUrl: "user" }),
      password: line("Password", "password", { ...secret, inUrl: "password" }),
    },
    required: ["name", "url", "username", "password"],
  };
  test("the URL field explains its placeholders, and the first credential explains the sources of a value", () => {
    const described = (properties: NonNullable<JsonSchema["properties"]>) =>
      Object.values(askingSchema({ type: "object", properties }).properties ?? {}).map((schema) =>
        typeof schema === "boolean" ? undefined : schema.description,
      );
    expect(
      described({
        url: line("URL", "url", { placeholder: "postgres://$(username):$(password)@host/database" }),
        username: line("Username", "username", secret),
        password: line("Password", "password", secret),
      }),
    ).toEqual([expect.stringContaining("$(username)"), expect.stringContaining("Kubernetes"), undefined]);
    expect(
      described({
        url: line("URL", "url", { placeholder: "https://host" }),
        username: line("Username", "username", { ...secret, description: "The account." }),
      }),
    ).toEqual([undefined, "The account."]);
    // Each option shows different credentials.
    expect(described(git.properties ?? {}).map((text) => text?.includes("Kubernetes"))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      true,
      undefined,
      true,
      undefined,
    ]);
  });

  const missing = (url: string) => {
    const draft = { name: "orders", url };
    return problemsOf(schemaFor(askingSchema(postgres), draft), { ...newDraft(postgres), ...draft }).map(
      ({ path: [key] }) => key,
    );
  };

  test.each([
    ["postgres://ada:secret@db/orders", []],
    ["postgres://ada:***@db/orders", []],
    ["postgres://ada:s:ec@ret@db/orders", []],
    ["postgres://ada@db/orders", ["password"]],
    ["postgres://:secret@db/orders", ["username"]],
    ["postgres://$(username):$(password)@db/orders", ["username", "password"]],
    ["postgres://ada:$(password)@db/orders", ["password"]],
    ["postgres://db/orders?email=ada@example.org", ["username", "password"]],
    ["ada:secret@tcp(db:3306)/orders", []],
    ["server=db;user id=ada;password=secret;database=orders", []],
    ["server=db;uid=ada;database=orders", ["password"]],
    ["db.example.org", ["username", "password"]],
  ])("the URL %s still requires %j", (url, expected) => {
    expect(missing(url)).toEqual(expected);
  });

  test("the schema stays the same without a URL, and for types whose URL does not replace fields", () => {
    expect(schemaFor(postgres, {})).toBe(postgres);
    expect(schemaFor(git, { url: "https://ada:secret@git/x.git" })).toBe(git);
    expect(signInHeld("")).toEqual({ user: false, password: false });
  });
});
