// Tests the connections page: the list, the types and their forms, and actions on a connection.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import type { KindDescription } from "#language/kinds.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|403|409|412|500)/] });

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const nameField = (form: Locator) => form.getByRole("textbox", { name: "Name", exact: true });
const kindsOf = async (page: Page) =>
  (await (await page.request.get("/api/kinds/connection")).json()) as readonly KindDescription[];

interface Drawn {
  label: string;
  isRequired: boolean;
  value: string;
}

/** Returns the fields of a form as displayed: label, whether it is required, and value. */
const renderedFields = (form: Locator): Promise<Drawn[]> =>
  form.locator("[data-field]").evaluateAll((fields) =>
    fields.map((field) => {
      const control = field.querySelector<HTMLInputElement>("input:not([type=radio]), textarea, select");
      const chosen = field.querySelector<HTMLInputElement>("[role=radiogroup] input:checked");
      const on = field.querySelector("[role=switch]")?.getAttribute("aria-checked");
      // A switch has a description next to its label.
      const label = field.querySelector(on ? "[role=switch] > span > span" : "label, span")?.textContent ?? "";
      return {
        label: label.replace(/\*$/, ""),
        isRequired: label.endsWith("*"),
        value: on ?? control?.value ?? chosen?.closest("label")?.textContent ?? "",
      };
    }),
  );

interface Property {
  $ref?: string;
  type?: string;
  label?: string;
  minLength?: number;
  enum?: readonly string[];
  default?: string | number | boolean;
  shownWhen?: Record<string, string>;
}

/** Returns the fields that a type's schema shows at first. */
function expectedFields({ schema }: KindDescription): Drawn[] {
  const {
    properties,
    required = [],
    $defs = {},
  } = schema as unknown as {
    properties: Record<string, Property>;
    required?: string[];
    $defs?: Record<string, Property>;
  };
  const fields = Object.entries(properties).map(
    ([key, property]) => [key, { ...$defs[property.$ref?.split("/").at(-1) ?? ""], ...property }] as const,
  );
  const usual = new Map(fields.map(([key, field]) => [key, field.default]));
  return fields
    .filter(([, { shownWhen = {} }]) => Object.entries(shownWhen).every(([key, word]) => usual.get(key) === word))
    .map(([key, field]) => ({
      label: field.label ?? key,
      isRequired:
        required.includes(key) || (field.default !== undefined && field.minLength !== undefined && !field.enum),
      value: String(field.default ?? (field.type === "boolean" ? false : "")),
    }));
}

/** Each authentication method shows different fields. */
async function changeAuthentication(form: Locator) {
  const key = form.getByRole("textbox", { name: "SSH Key" });
  const password = form.getByRole("textbox", { name: "Password", exact: true });
  await form.getByText("SSH", { exact: true }).click();
  await expect(key).toBeVisible();
  await expect(password).toHaveCount(0);
  await form.getByText("Basic", { exact: true }).click();
  await expect(password).toBeVisible();
  await expect(key).toHaveCount(0);
}

/** The documented fields of forms and their defaults. */
const documented: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  redis: { Database: "" },
  windows: { Domain: "" },
  s3: { Bucket: "", Region: "", Endpoint: "", "Path Style": "true" },
  aws: { Endpoint: "", "Path Style": "true" },
  kubernetes: { Kubeconfig: "" },
  git: { Authentication: "Basic", Ref: "main" },
  smb: { Server: "", Port: "445", Share: "" },
  email: {
    Host: "",
    Port: "587",
    "From Address": "",
    "From Name": "",
    "Encryption method": "Auto",
    "SMTP authentication method": "Unknown",
  },
  sftp: { Port: "22" },
  ntfy: { Host: "ntfy.sh" },
  opsgenie: { Host: "api.opsgenie.com", Port: "443" },
  teams: { Host: "outlook.office.com" },
  generic_webhook: {
    ContentType: "application/json",
    "Request Method": "POST",
    "Message Key": "message",
    "Title Key": "title",
  },
};

const documentedTypes =
  "anthropic ollama openai aws s3 azure azure_devops discord dynatrace elasticsearch email google_cloud generic_webhook git github google_chat http ifttt kubernetes ldap matrix mattermost mongo mysql ntfy opsgenie postgres prometheus pushbullet pushover redis restic rocketchat sftp slack smb sql_server teams telegram windows zulip_chat folder gcs gitlab";

test("CO-01 CO-04 CO-05 CO-06 CO-07 CO-08 CO-10 CO-11 CO-12 CO-13 CO-14 CO-15 CO-16 CO-17 CO-18 CO-19 CO-20 every type is offered in its group, and its form has its fields and defaults", async ({
  page,
}) => {
  const kinds = await kindsOf(page);
  const offered = kinds.filter(({ isHidden }) => !isHidden);
  await page.goto("/settings/connections");
  await page.getByRole("button", { name: "Add Connection" }).click();
  const picker = dialog(page, "Select Connection Type");
  const cards = picker.getByRole("listitem").getByRole("button");
  await expect(cards).toHaveCount(offered.length);
  await expect(picker.getByRole("status")).toHaveText(`${offered.length} types`);
  const shown = await cards.evaluateAll((all) => all.map((card) => card.getAttribute("data-type") ?? ""));
  expect(shown.toSorted()).toEqual(documentedTypes.split(" ").toSorted());
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);

  for (const kind of offered) {
    const group = picker.getByRole("region", { name: kind.group ?? "Other", exact: true });
    const card = group.locator(`[data-type="${kind.type}"]`);
    await expect(card).toHaveText(new RegExp(`^${kind.title}${kind.isForMessages ? ", notifications only" : ""}$`));
    await card.click();
    const form = dialog(page, `${kind.title} Connection Details`);
    await expect(nameField(form)).toBeFocused();
    const drawn = await renderedFields(form);
    expect.soft(drawn, kind.type).toEqual(expectedFields(kind));
    expect.soft(drawn.slice(0, 2), kind.type).toEqual([
      { label: "Name", isRequired: true, value: "" },
      { label: "Namespace", isRequired: true, value: "default" },
    ]);
    const values = Object.fromEntries(drawn.map(({ label, value }) => [label, value]));
    expect.soft(values, kind.type).toMatchObject(documented[kind.type] ?? {});
    await expect(form.getByText("Notifications only")).toHaveCount(kind.isForMessages ? 1 : 0);
    if (kind.type === "git") await changeAuthentication(form);
    await form.getByRole("button", { name: "Back" }).click();
    await expect(picker.getByRole("searchbox")).toBeFocused();
  }
});

test("a type is chosen by keyboard: typing searches, arrows move, Enter selects, Escape closes", async ({ page }) => {
  await page.goto("/settings/connections");
  await page.getByRole("button", { name: "Add Connection" }).press("Enter");
  const picker = dialog(page, "Select Connection Type");
  const search = picker.getByRole("searchbox", { name: "Search types" });
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset["type"]);
  await expect(search).toBeFocused();
  const types = await picker
    .getByRole("listitem")
    .getByRole("button")
    .evaluateAll((all) => all.map((item) => item.getAttribute("data-type")));
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(types[0]);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(types[1]);
  await page.keyboard.press("End");
  expect(await focused()).toBe(types.at(-1));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();

  // Typing on a card continues in the search.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("slac");
  await expect(search).toHaveValue("slac");
  await expect(picker.getByRole("listitem")).toHaveText(["Slack, notifications only"]);
  await page.keyboard.type("xx");
  await expect(picker.getByText("No type matches “slacxx”.")).toBeVisible();
  await picker.getByRole("button", { name: "Show all types" }).press("Enter");
  await expect(search).toBeFocused();
  await page.keyboard.type("post");
  await page.keyboard.press("Enter");
  const form = dialog(page, "Postgres Connection Details");
  await expect(nameField(form)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/connections$/);
});

test("CO-03 CO-22 a connection is added, tested, edited and deleted, and its secret is never shown", async ({
  page,
}) => {
  await page.goto("/settings/connections?add=postgres");
  const form = dialog(page, "Postgres Connection Details");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("This field is required")).toHaveCount(4);
  await expect(nameField(form)).toBeFocused();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await nameField(form).fill("journey");
  await form.getByRole("textbox", { name: "URL" }).fill("postgres://127.0.0.1:1/orders");
  const password = form.getByRole("group", { name: "Password" });
  await password.getByRole("radio", { name: "Secret" }).check();
  await password.getByRole("textbox").first().fill("orders");
  await form.getByRole("button", { name: "Save" }).click();
  // A reference needs both parts.
  await expect(password.getByText("The key in the secret is missing.")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Username", exact: true })).toBeFocused();
  await form.getByRole("textbox", { name: "Username", exact: true }).fill("ada");
  await password.getByRole("radio", { name: "Static" }).check();
  const line = form.getByRole("textbox", { name: "Password", exact: true });
  await expect(line).toHaveAttribute("type", "password");
  await line.fill("canary-of-the-journey");
  // Escape does not discard the form without a question.
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Connection added successfully");

  // The new connection is open and can be tested.
  const stored = dialog(page, "journey");
  await expect(stored.getByRole("tab")).toHaveText(["Edit", "Permissions"]);
  await expect(page).toHaveURL(/[?&]id=[0-9a-f-]{36}$/);
  await expect(stored.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("Stored. It is not shown.");
  const tryOut = stored.getByRole("button", { name: "Test Connection" });
  const results = dialog(page, "Test Connection Results");
  await tryOut.click();
  await expect(results.getByText(/^Nothing listens at \S+:\d+$/)).toBeVisible();
  await expect(results.getByText("Check host and port, and that the service is running.")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await results.getByRole("button", { name: "Close" }).last().click();

  // Only changes are written, and the replacement of a secret can be cancelled.
  await nameField(stored).fill("journey’s end");
  const secret = stored.getByRole("group", { name: "Password" });
  await secret.getByRole("button", { name: "Replace" }).click();
  await expect(secret.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("another");
  await secret.getByRole("button", { name: "Keep the stored value" }).click();
  await tryOut.click();
  await expect(results.getByRole("note")).toHaveText("Tested with the values in the form. Nothing is saved.");
  await results.getByRole("button", { name: "Close" }).last().click();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await stored.getByRole("button", { name: "Update" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "journey’s end" });
  await toast(page, "Connection updated successfully");

  // A name that is already used is refused at its field, and the input is kept.
  await query("insert into connections (name, type, source) values ('taken', 'postgres', 'UI')");
  const renamed = dialog(page, "journey’s end");
  await nameField(renamed).fill("taken");
  await renamed.getByRole("button", { name: "Update" }).click();
  await toast(page, 'There is already a connection named "taken". Please choose another name.');
  await expect(renamed.getByText("This name is taken")).toBeVisible();
  await expect(nameField(renamed)).toBeFocused();
  await nameField(renamed).fill("journey’s end");

  // Another person has saved the connection first.
  await renamed.getByRole("textbox", { name: "URL" }).fill("postgres://127.0.0.1:1/other");
  await query("update connections set namespace = 'harbour' where name = 'journey’s end'");
  await renamed.getByRole("button", { name: "Update" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Someone else changed journey’s end while you were editing it");
  await question.getByRole("button", { name: "Save my changes" }).click();
  await expect(renamed.getByRole("textbox", { name: "Namespace" })).toHaveValue("harbour");
  await expect(renamed.getByRole("textbox", { name: "URL" })).toHaveValue("postgres://127.0.0.1:1/other");

  // A new rule is preset to this connection.
  await renamed.getByRole("tab", { name: "Permissions" }).click();
  await renamed.getByRole("button", { name: "Add Permission" }).click();
  const rule = dialog(page, "Add Permission");
  await expect(rule.getByRole("radio", { name: "Connection" })).toBeChecked();
  await expect(rule.getByRole("combobox", { name: "Connection" })).toHaveValue("journey’s end");
  await rule.getByRole("radio", { name: "Person" }).check();
  await rule.getByRole("combobox", { name: "Person" }).fill("edith");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("option").click();
  await rule.getByRole("combobox", { name: "Action" }).selectOption("read");
  await rule.getByRole("button", { name: "Save" }).click();
  await toast(page, "Permission added");
  await expect(rule).toBeHidden();
  await expect(renamed.getByRole("columnheader")).not.toContainText(["Resource"]);
  await expect(cell(page, "Edith Editor")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);

  await renamed.getByRole("tab", { name: "Edit" }).click();
  await renamed.getByRole("button", { name: "Delete" }).click();
  await expect(question).toContainText("Are you sure you want to delete the connection “journey’s end”?");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Connection deleted successfully");
  await expect(renamed).toBeHidden();
  await expect(cell(page, "journey’s end")).toHaveCount(0);
  // Other journeys create many connections, so this one may be on another page.
  await page.goto("/settings/connections?search=taken");
  await expect(cell(page, "taken")).toBeVisible();
  const { rows } = await query("select deleted_at, password from connections where name = 'journey’s end'");
  expect(rows[0]?.["deleted_at"]).not.toBeNull();
  expect(rows[0]?.["password"]).not.toContain("canary-of-the-journey");
});

test("CO-22 a connection test shows the reached target or the error, sends a message on request, and can be cancelled", async ({
  page,
}) => {
  // This server responds like ntfy.
  const asked: string[] = [];
  const ntfy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json").end('{"username":"harbour","id":"first"}');
  });
  await new Promise<void>((resolve) => ntfy.listen(0, "127.0.0.1", resolve));
  try {
    await page.goto("/settings/connections?add=ntfy");
    const form = dialog(page, "Ntfy Connection Details");
    await nameField(form).fill("alerts");
    await form.getByRole("textbox", { name: "Host" }).fill(`127.0.0.1:${(ntfy.address() as AddressInfo).port}`);
    await form.getByRole("textbox", { name: "Topic" }).fill("quay");
    await form.getByRole("switch", { name: /^Insecure TLS/ }).click();
    await form.getByRole("button", { name: "Save" }).click();
    const tryOut = dialog(page, "alerts").getByRole("button", { name: "Test Connection" });
    const results = dialog(page, "Test Connection Results");
    await tryOut.click();
    await expect(results.getByText("Connection successful")).toBeVisible();
    await expect(results).toContainText(/ntfy at 127\.0\.0\.1:\d+, topic quay, as harbour/);
    await expect(results).toContainText(/Took\s*\d/);
    await expect(results).toContainText("No message was sent.");
    expect(asked).toEqual(["GET /v1/account"]);
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await results.getByRole("button", { name: "Send a test message" }).click();
    await expect(results).toContainText("A test message was sent.");
    expect(asked.slice(1)).toEqual(["GET /v1/account", "POST /quay"]);
    await expect(page.getByText(/^Last used .* by Administrator \(test\)$/)).toBeAttached();

    // The error body can be JSON, plain text or empty.
    const answers = [{ error: '{"code":401,"reason":"invalid_auth"}' }, { error: "It is not for you" }, {}];
    await page.route("**/api/connection/test/*", (route) => route.fulfill({ status: 400, json: answers.shift() }));
    const again = results.getByRole("button", { name: "Test again" });
    await again.click();
    await expect(results.getByRole("region", { name: "Response of the server" })).toHaveText(
      '{  "code": 401,  "reason": "invalid_auth"}',
    );
    await again.click();
    await expect(results.getByText("It is not for you")).toBeVisible();
    await again.click();
    await expect(results.getByText("Testing connection failed!")).toBeVisible();

    await page.unroute("**/api/connection/test/*");
    await page.route("**/api/connection/test/*", () => {});
    await again.click();
    await expect(results.getByText("Connecting")).toBeVisible();
    const gone = page.waitForEvent("requestfailed");
    await results.getByRole("button", { name: "Cancel" }).click();
    await gone;
    await expect(results).toBeHidden();
    await expect(tryOut).toBeVisible();
  } finally {
    ntfy.close();
  }
});

test("CO-22 a connection can be tested before it is saved, and its URL may contain user and password", async ({
  page,
}) => {
  const signedIn: (string | undefined)[] = [];
  const service = createServer((request, response) => {
    signedIn.push(request.headers.authorization);
    response.end("ready");
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = service.address() as AddressInfo;
    await page.goto("/settings/connections?add=http");
    const form = dialog(page, "HTTP Connection Details");
    const tryOut = form.getByRole("button", { name: "Test Connection" });
    const results = dialog(page, "Test Connection Results");
    const requiredFields = async () =>
      (await renderedFields(form)).flatMap(({ label, isRequired }) => (isRequired ? [label] : []));
    await tryOut.click();
    await expect(form.getByText("This field is required")).toHaveCount(4);
    await expect(results).toBeHidden();
    expect(await requiredFields()).toEqual(["Name", "Namespace", "URL", "Username", "Password"]);
    await form.getByRole("textbox", { name: "URL" }).fill(`http://ada:first@127.0.0.1:${port}/`);
    expect(await requiredFields()).toEqual(["Name", "Namespace", "URL"]);
    // A test needs no name.
    await expect(nameField(form)).toHaveValue("");
    await tryOut.click();
    await expect(results.getByText("Connection successful")).toBeVisible();
    await expect(results.getByRole("note")).toHaveText("Tested with the values in the form. Nothing is saved.");
    await expect(results).toContainText("HTTP status 200");
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await results.getByRole("button", { name: "Close" }).last().click();
    const { rows: none } = await query("select id from connections where url like $1", [`%127.0.0.1:${port}%`]);
    expect(none).toEqual([]);

    // Enter in a field saves the connection; it does not start a test.
    await nameField(form).fill("tested first");
    await nameField(form).press("Enter");
    await toast(page, "Connection added successfully");

    // An edited connection is tested with its changes, and with the stored secret unless it was replaced.
    const stored = dialog(page, "tested first");
    await stored.getByRole("textbox", { name: "URL" }).fill(`http://127.0.0.1:${port}/`);
    await stored.getByRole("textbox", { name: "Username", exact: true }).fill("grace");
    await stored.getByRole("textbox", { name: "Password", exact: true }).fill("second");
    await stored.getByRole("button", { name: "Update" }).click();
    await toast(page, "Connection updated successfully");
    await stored.getByRole("textbox", { name: "URL" }).fill(`http://127.0.0.1:${port}/other`);
    await stored.getByRole("button", { name: "Test Connection" }).click();
    await expect(results.getByText("Connection successful")).toBeVisible();
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    expect(signedIn).toEqual([basic("ada:first"), basic("grace:second")]);
    const { rows } = await query("select url from connections where name = 'tested first'");
    expect(rows).toEqual([{ url: `http://127.0.0.1:${port}/` }]);
  } finally {
    service.close();
  }
});

test("a connection of an unknown type is edited as raw data, and one from another source is read-only", async ({
  page,
}) => {
  const { rows } = await query(
    `insert into connections (name, type, url, source) values ('pigeons', 'carrier_pigeon', 'coop://north', 'UI'),
     ('from a file', 'postgres', 'postgres://db/x', 'ConfigFile') returning id`,
  );
  const [pigeons, file] = rows.map((row) => row["id"]);
  await page.goto(`/settings/connections?id=${pigeons}`);
  const raw = dialog(page, "pigeons");
  await expect(raw.getByRole("note")).toContainText("There is no form for the type carrier_pigeon.");
  const editor = raw.getByRole("textbox", { name: "Connection" });
  await expect(editor).toContainText("url: coop://north");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await editor.getByText("coop://north").dblclick();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText("url: coop://south");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await raw.getByRole("button", { name: "Update" }).click();
  expect((await sent).postDataJSON()).toEqual({ url: "coop://south" });
  await toast(page, "Connection updated successfully");

  await page.goto(`/settings/connections?id=${file}`);
  const read = dialog(page, "from a file");
  await expect(read.getByRole("note")).toHaveText(/Read-only\s*Linked to local file/);
  await expect(nameField(read)).toHaveAttribute("readonly", "");
  await expect(read.getByRole("button", { name: /Update|Delete|Test/ })).toHaveCount(0);

  await page.goto("/settings/connections?id=gone");
  await expect(dialog(page, "Connection").getByText("This connection no longer exists.")).toBeVisible();
});

test("the server sorts, searches and filters the list, and rows link to their connections", async ({ page }) => {
  await query(
    `insert into connections (name, namespace, type, source)
     select 'listed ' || lpad(n::text, 3, '0'), case when n % 2 = 0 then 'even' else 'odd' end,
            case when n % 3 = 0 then 'slack' else 'postgres' end, 'UI'
     from generate_series(1, 120) as n`,
  );
  await page.goto("/settings/connections?search=listed&sortBy=name&sortOrder=asc&pageSize=50");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Namespace",
    "Type",
    "Created By",
    "Created",
    "Updated",
  ]);
  const first = page.getByRole("gridcell").first();
  await expect(first).toHaveText("listed 001");
  await expect(page.getByText("1–50 of 120")).toBeVisible();
  await page.getByRole("columnheader", { name: "Name", exact: true }).click();
  await expect(first).toHaveText("listed 120");
  await page.getByRole("searchbox", { name: "Search connections" }).fill("listed 11");
  await expect(page.getByText("10 rows", { exact: true })).toBeVisible();
  await page.goto("/settings/connections?search=listed&type=slack%3A1");
  await expect(page.getByText("40 rows", { exact: true })).toBeVisible();
  await expect(cell(page, "Slack").first()).toBeVisible();
  await expect(cell(page, "Postgres")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await first.click();
  await expect(dialog(page, /^listed/)).toBeVisible();
});

test.describe("when the list cannot be loaded", () => {
  test.use({ still: true });
  test("CO-23 a toast shows the reason, and the list can be reloaded", async ({ page }) => {
    const address = "**/api/db/connections?*";
    await page.route(address, (route) => route.fulfill({ status: 500, json: { message: "The harbour is closed." } }));
    await page.goto("/settings/connections");
    await expect(page.getByText("The harbour is closed.")).toHaveCount(2);
    await page.unroute(address);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("grid", { name: "Connections" })).toBeVisible();
  });
});

test.describe("for an editor", () => {
  test.use({ as: "editor" });
  test("CO-24 connections are readable, without controls to change or test them", async ({ page }) => {
    const { rows } = await query(
      "insert into connections (name, type, url, source) values ('read by editors', 'postgres', 'postgres://db/x', 'UI') returning id",
    );
    await page.goto(`/settings/connections?id=${rows[0]?.["id"]}&add=postgres`);
    const read = dialog(page, "read by editors");
    await expect(read.getByRole("note")).toHaveText(/Read-only\s*You need permission to write connections\./);
    await expect(read.getByRole("textbox", { name: "URL" })).toHaveAttribute("readonly", "");
    await expect(read.getByRole("button", { name: /Update|Delete|Test/ })).toHaveCount(0);
    await expect(page.getByRole("dialog")).toHaveCount(1);
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(read).toBeHidden();
    await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
  });
});

for (const as of ["responder", "viewer"] as const)
  test.describe(`for a ${as}`, () => {
    test.use({ as });
    test("CO-24 the menu has no entry for connections, and the page is forbidden", async ({ page }) => {
      await page.goto("/settings/connections");
      await expect(page.getByRole("heading", { level: 1, name: "Unauthorized" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Connections" })).toHaveCount(0);
    });
  });
