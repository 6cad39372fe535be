// Tests the log backend settings: the list, the editor, and the backend test.
import type { Page } from "@playwright/test";
import { type LogProduct, secondsAgo, startLogProduct } from "./a-log.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import type { PersonRole } from "./product.ts";

test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|403)/] });

let deck: LogProduct;
test.beforeAll(async () => {
  deck = await startLogProduct();
  deck.write("quay.log", [`${secondsAgo(10)} INFO quay opened`]);
});
test.afterAll(() => deck.stop());

async function enter(page: Page, role: PersonRole = "admin") {
  const { cookies } = await stateOf(role, deck);
  await page.context().addCookies(cookies);
  await page.context().addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
}

const create = (page: Page) => page.getByRole("button", { name: "Create", exact: true }).click();
const code = (page: Page) => page.getByRole("textbox", { name: "Spec" });

async function writeSpec(page: Page, yaml: string) {
  await page.getByText("Code", { exact: true }).click();
  await code(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(yaml);
}

test("LG-03 LG-04 LG-05 an administrator adds, tests, changes and deletes a log backend", async ({ page }) => {
  await enter(page);
  await page.goto(`${deck.url}/settings/log-backends`);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Log Backends" })).toBeVisible();
  const own = page.getByRole("row").filter({ hasText: "Quarterdeck" });
  await expect(own).toContainText("Built in");
  await expect(own).toContainText("Files");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("banner").getByRole("button", { name: "Add Log Backend" }).click();
  await expect(page).toHaveURL(/\/settings\/log-backends\/new/);

  // The name is required.
  await writeSpec(page, `backends:\n  - file:\n      path: [${deck.path("nothing.log")}]\n`);
  await create(page);
  await expect(page.getByText("This field is required")).toBeVisible();
  await page.getByRole("textbox", { name: /^Name/ }).fill("quay");

  await page.getByRole("button", { name: "Test", exact: true }).click();
  const result = page.getByRole("region", { name: "Test" });
  await expect(result).toContainText(/Files.*(no file|not found|does not exist|no files)/i);
  await writeSpec(page, `backends:\n  - file:\n      path: [${deck.path("quay.log")}]\n`);
  await expect(result).toContainText("The spec was edited after this test.");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(result).toContainText(/quay\.log|1 file/);
  expect(await axeFindings(page)).toEqual([]);

  await create(page);
  await expect(page).toHaveURL(/\/settings\/log-backends$/);
  await page.getByRole("row").filter({ hasText: "quay" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Open logs" }).click();
  await expect(page.getByRole("grid", { name: "Log lines" })).toContainText("quay opened");

  await page.goto(`${deck.url}/settings/log-backends`);
  await page.getByRole("row").filter({ hasText: "quay" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row").filter({ hasText: "quay" })).toHaveCount(0);
});

test("only administrators may save backends that read files; others see the reason", async ({ page }) => {
  await enter(page, "editor");
  await page.goto(`${deck.url}/settings/log-backends/new`);
  await page.getByRole("textbox", { name: /^Name/ }).fill("forbidden");
  await writeSpec(page, `backends:\n  - file:\n      path: [${deck.path("quay.log")}]\n`);
  await create(page);
  await expect(page.getByText(/only administrators/i).first()).toBeVisible();
  await expect(page).toHaveURL(/\/new/);
});

test("a log backend is added with the form, which offers only one system per entry", async ({ page }) => {
  await enter(page);
  await page.goto(`${deck.url}/settings/log-backends/new`);
  await page.getByRole("textbox", { name: /^Name/ }).fill("by form");
  await page.getByRole("button", { name: "Add to Backends" }).click();
  await expect(page.getByRole("button", { name: "Add OpenSearch" })).toBeVisible();
  await page.getByRole("button", { name: "Add Loki" }).click();
  await expect(page.getByRole("button", { name: "Add OpenSearch" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "URL" }).fill("http://127.0.0.1:1");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(page.getByRole("region", { name: "Test" })).toContainText(/Loki.*Nothing listens at this address/);
  expect(await axeFindings(page)).toEqual([]);
  await create(page);
  await expect(page.getByRole("row").filter({ hasText: "by form" })).toContainText("Loki");
});
