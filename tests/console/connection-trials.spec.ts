// Tests the button Test Connection: of stored connections, and of connections that are not saved yet.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { dialog, nameField, renderedFields, toast } from "./connection-forms.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|403|409|412|500)/] });

test("all filtered connections are tested with one button, and the failed ones are named", async ({ page }) => {
  await query(
    `insert into connections (name, namespace, type, url, source)
     select 'sounding ' || n, 'default', 'http', 'http://127.0.0.1:1/', 'UI' from generate_series(1, 5) as n`,
  );
  const tested: string[] = [];
  await page.route("**/api/connection/test/*", (route) => {
    tested.push(route.request().url());
    return tested.length === 1
      ? route.fulfill({ status: 400, json: { error: "It is not for you" } })
      : route.fulfill({ json: { message: "ok", payload: { reached: "A server", duration_ms: 1 } } });
  });
  await page.goto("/settings/connections?search=sounding");
  await expect(page.getByText("5 rows", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Test all" }).click();
  await expect(page.getByText(/^1 of 5 connections failed: sounding \d$/)).toBeVisible();
  expect(new Set(tested).size).toBe(5);
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
    const form = dialog(page, "New Ntfy connection");
    await nameField(form).fill("alerts");
    await form.getByRole("textbox", { name: "Host" }).fill(`127.0.0.1:${(ntfy.address() as AddressInfo).port}`);
    await form.getByRole("textbox", { name: "Topic" }).fill("quay");
    await form.getByRole("switch", { name: /^Insecure TLS/ }).click();
    await form.getByRole("button", { name: "Save" }).click();
    const tryOut = dialog(page, "alerts").getByRole("button", { name: "Test Connection" });
    const results = page.getByRole("region", { name: "Test Connection Results" });
    await tryOut.click();
    await expect(results.getByText("Connection successful")).toBeVisible();
    await expect(results).toContainText(/ntfy at 127\.0\.0\.1:\d+, topic quay, as harbour/);
    await expect(results).toContainText(/Connection successful\s*·\s*\d/);
    await expect(results).toContainText("No message was sent.");
    expect(asked).toEqual(["GET /v1/account"]);
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await results.getByRole("button", { name: "Send a test message" }).click();
    await expect(results).toContainText("A test message was sent.");
    expect(asked.slice(1)).toEqual(["GET /v1/account", "POST /quay"]);
    await expect(page.getByText(/^Last tested .* by Administrator$/)).toBeAttached();

    // The error body can be JSON, plain text or empty.
    const answers = [{ error: '{"code":401,"reason":"invalid_auth"}' }, { error: "It is not for you" }, {}];
    await page.route("**/api/connection/test/*", (route) => route.fulfill({ status: 400, json: answers.shift() }));
    await tryOut.click();
    await expect(results.getByRole("region", { name: "Response of the server" })).toHaveText(
      '{  "code": 401,  "reason": "invalid_auth"}',
    );
    await tryOut.click();
    await expect(results.getByText("It is not for you")).toBeVisible();
    await tryOut.click();
    await expect(results.getByText("Testing connection failed!")).toBeVisible();

    await page.unroute("**/api/connection/test/*");
    await page.route("**/api/connection/test/*", () => {});
    await tryOut.click();
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
    const form = dialog(page, "New HTTP connection");
    const tryOut = form.getByRole("button", { name: "Test Connection" });
    const results = page.getByRole("region", { name: "Test Connection Results" });
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
    await stored.getByRole("button", { name: "Save" }).click();
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
