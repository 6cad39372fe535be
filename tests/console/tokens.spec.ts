import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
  provoked: [/status of (409|500)/],
});

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const whoami = (authorization: string) =>
  fetch(`${product().url}/api/auth/whoami`, { headers: { authorization } }).then(({ status }) => status);

test("SE-24 SE-25 SE-26 SE-27 SE-28 SE-29 SE-30 SE-31 SE-32 SE-33 SE-34 a token is created, shown once, used, and deleted", async ({
  page,
}) => {
  await page.goto("/settings/tokens");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Owner",
    "Rights",
    "Expires",
    "Last Used",
    "Created",
    "Revoke",
  ]);
  await page.getByRole("button", { name: "Create Token" }).click();
  const form = page.getByRole("dialog", { name: "Create new token" });
  await form.getByLabel(/^Name/).fill("   ");
  await form.getByRole("button", { name: "Create Token" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  const expiry = form.getByLabel(/^Expiry/);
  await expect(expiry.getByRole("option")).toHaveText(["Never", "7 days", "30 days", "90 days", "1 year"]);
  expect(await axeFindings(page)).toEqual([]);

  await form.getByLabel(/^Name/).fill("journey");
  await expiry.selectOption("7 days");
  await form.getByRole("button", { name: "Create Token" }).click();
  await toast(page, "Token created successfully");
  const created = page.getByRole("dialog", { name: "Token Created Successfully" });
  await expect(created).toContainText("journey");
  await expect(created).toContainText("This token is shown only once.");
  await expect(created).toContainText("with the username token and the access token as password");
  await expect(created).toContainText("built from token:{token} in base64");
  await expect(created).not.toContainText(/qd_[0-9a-f]{32}/);
  expect(await axeFindings(page)).toEqual([]);
  await created.getByRole("button", { name: "Show token" }).click();
  const token = await created.getByRole("status", { name: "Access token" }).innerText();
  expect(token).toMatch(/^qd_[0-9a-f]{32}_[\w-]{43}$/);
  await created.getByRole("button", { name: "Copy token" }).click();
  await toast(page, "Token copied to clipboard");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe(token);
  await created.getByRole("button", { name: "Hide token" }).click();
  await expect(created).not.toContainText(token);

  // The copied command works, whether the token is visible or not.
  await created.getByRole("button", { name: "Copy Command" }).click();
  const [, user] = /-u (\S+)/.exec(await clipboard())!;
  expect(await whoami(`Basic ${btoa(user!)}`)).toBe(200);
  await created.getByRole("button", { name: "Copy Header" }).click();
  expect(await whoami((await clipboard()).replace("Authorization: ", ""))).toBe(200);
  await created.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(created).toBeHidden();

  await page.reload();
  const row = page.getByRole("row").filter({ hasText: "journey" });
  await expect(row.getByRole("gridcell").nth(1)).toContainText("Administrator");
  await expect(row.getByRole("gridcell").nth(4)).not.toHaveText("Never");
  await row.getByRole("gridcell").nth(0).click();
  const details = page.getByRole("dialog", { name: "Token Details" });
  await expect(details).toContainText("As its owner");
  await details.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to delete this token? This action cannot be undone.");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Token deleted successfully");
  await expect(row).toHaveCount(0);
  expect(await whoami(`Bearer ${token}`)).toBe(401);
});

test("SE-35 a rejected token creation shows the reason and keeps the input; a read-only token is marked", async ({
  page,
}) => {
  await page.goto("/settings/tokens?addToken=true");
  const form = page.getByRole("dialog", { name: "Create new token" });
  const name = form.getByLabel(/^Name/);
  await name.fill("reads only");
  await form.getByRole("switch", { name: /^Read-only/ }).click();
  const create = form.getByRole("button", { name: "Create Token" });
  await create.click();
  await page
    .getByRole("dialog", { name: "Token Created Successfully" })
    .getByRole("button", { name: "Close" })
    .last()
    .click();
  const row = page.getByRole("row").filter({ hasText: "reads only" });
  await expect(row).toContainText("Read-only");

  await page.getByRole("button", { name: "Create Token" }).click();
  await name.fill("reads only");
  await create.click();
  await toast(page, 'You already have a token named "reads only".');
  await expect(name).toHaveValue("reads only");
  await page.route("**/api/auth/create_token", (route) => route.fulfill({ status: 500, json: {} }));
  await create.click();
  await toast(page, "Failed to create token");
});
