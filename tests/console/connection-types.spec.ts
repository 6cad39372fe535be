// Tests the types of connections: the dialog that offers the types, and the form of each type.
import type { Locator, Page } from "@playwright/test";
import type { KindDescription } from "#language/kinds.ts";
import { axeFindings } from "./axe.ts";
import { dialog, nameField, renderedFields, type Drawn } from "./connection-forms.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const kindsOf = async (page: Page) =>
  (await (await page.request.get("/api/kinds/connection")).json()) as readonly KindDescription[];

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
  "alertmanager anthropic ollama openai aws s3 azure azure_devops discord dynatrace elasticsearch email google_cloud generic_webhook git github google_chat http ifttt kubernetes ldap matrix mattermost mongo mysql ntfy opsgenie pagerduty postgres prometheus pushbullet pushover redis restic rocketchat sftp slack smb sql_server teams telegram windows zulip_chat folder gcs gitlab";

test("CO-01 CO-04 CO-05 CO-06 CO-07 CO-08 CO-10 CO-11 CO-12 CO-13 CO-14 CO-15 CO-16 CO-17 CO-18 CO-19 CO-20 every type is offered in its group, and each form has the documented fields and defaults", async ({
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
    const form = dialog(page, `New ${kind.title} connection`);
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
  const form = dialog(page, "New Postgres connection");
  await expect(nameField(form)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/connections$/);
});
