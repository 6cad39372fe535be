// Tests the connections page: the list, and a connection that is added, edited and deleted.
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { cell, dialog, nameField, toast } from "./connection-forms.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|403|409|412|500)/] });

test("CO-03 CO-22 a connection is added, tested, edited and deleted, and its secret is never shown", async ({
  page,
}) => {
  await page.goto("/settings/connections?add=postgres");
  const form = dialog(page, "New Postgres connection");
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
  await expect(stored.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("Stored (hidden)");
  const tryOut = stored.getByRole("button", { name: "Test Connection" });
  const results = page.getByRole("region", { name: "Test Connection Results" });
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
  await stored.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "journey’s end" });
  await toast(page, "Connection updated successfully");

  // A name that is already used is refused at its field, and the input is kept.
  await query("insert into connections (name, type, source) values ('taken', 'postgres', 'UI')");
  const renamed = dialog(page, "journey’s end");
  await nameField(renamed).fill("taken");
  await renamed.getByRole("button", { name: "Save" }).click();
  await toast(page, 'There is already a connection named "taken". Please choose another name.');
  await expect(renamed.getByText("This name is taken")).toBeVisible();
  await expect(nameField(renamed)).toBeFocused();
  await nameField(renamed).fill("journey’s end");

  // Another person has saved the connection first.
  await renamed.getByRole("textbox", { name: "URL" }).fill("postgres://127.0.0.1:1/other");
  await query("update connections set namespace = 'harbour' where name = 'journey’s end'");
  await renamed.getByRole("button", { name: "Save" }).click();
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
  // Other browser tests create many connections, so this connection may be on another page.
  await page.goto("/settings/connections?search=taken");
  await expect(cell(page, "taken")).toBeVisible();
  const { rows } = await query("select deleted_at, password from connections where name = 'journey’s end'");
  expect(rows[0]?.["deleted_at"]).not.toBeNull();
  expect(rows[0]?.["password"]).not.toContain("canary-of-the-journey");
});

test("connections of an unknown type are edited as raw data, and connections from other sources are read-only", async ({
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
  await raw.getByRole("button", { name: "Save" }).click();
  expect((await sent).postDataJSON()).toEqual({ url: "coop://south" });
  await toast(page, "Connection updated successfully");

  await page.goto(`/settings/connections?id=${file}`);
  const read = dialog(page, "from a file");
  await expect(read.getByRole("note")).toHaveText(/Read-only\s*Linked to local file/);
  await expect(nameField(read)).toHaveAttribute("readonly", "");
  await expect(read.getByRole("button", { name: /Save|Delete|Test/ })).toHaveCount(0);

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
    "Type",
    "Namespace",
    "Used By",
    "Last Test",
    "Created By",
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
    await expect(read.getByRole("button", { name: /Save|Delete|Test/ })).toHaveCount(0);
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
