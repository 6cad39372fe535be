// Loads a folder of manifests with twenty misspelt fields. Every page that shows a resource with a misspelt field
// reports the field.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { misspelt, writeMisspelt } from "../support/misspelt-manifests.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });
// The tests run one after the other, because they share one server.
test.describe.configure({ mode: "default", timeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-misspelt-"));
const server = createServer((_, response) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ open: 7, services: [] })),
);
let url = "";
let product: StartedProduct;
test.beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeMisspelt(folder, url);
  product = await startProduct({ MANIFESTS_DIR: folder, WATCH_ITSELF: "false" });
});
test.afterAll(async () => {
  await product.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.beforeEach(async ({ context }) => {
  const { cookies } = await stateOf("admin", product);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

const patient = { timeout: 60_000 };

async function idOf(page: Page, table: string, name: string): Promise<string> {
  let id = "";
  await expect(async () => {
    const answer = await page.request.get(`${product.url}/api/db/${table}?name=eq.${name}&select=id`);
    [{ id }] = (await answer.json()) as [{ id: string }];
  }).toPass(patient);
  return id;
}

const pages = [
  ["canaries", "shop", "/settings/canaries"],
  ["canaries", "names", "/settings/canaries"],
  ["config_scrapers", "estate", "/catalog/scrapers"],
  ["scrape_plugins", "rules", "/catalog/scrapers/plugins"],
] as const;

test("the pages of canaries, scrapers and plugins list the unknown fields of their specs", async ({ page }) => {
  const listed: string[] = [];
  for (const [table, name, path] of pages) {
    await page.goto(`${product.url}${path}/${await idOf(page, table, name)}`);
    const note = page.getByRole("note").filter({ hasText: "no effect" });
    await expect(note).toBeVisible(patient);
    listed.push(...(await note.getByRole("listitem").allTextContents()));
    expect(await axeFindings(page)).toEqual([]);
  }
  // Two of the twenty are in the metadata of manifests.
  expect(listed).toHaveLength(18);
  expect(listed).toContain('http.1.tests unknown field "tests"; did you mean "test"?');
});

test("the job histories list all twenty fields with file and line", async ({ page }) => {
  let warnings = "";
  for (const [table, name, path] of pages) {
    await page.goto(`${product.url}${path}/${await idOf(page, table, name)}?tab=job-history`);
    const run = page.getByRole("row").filter({ hasText: "Manifests" }).first();
    await expect(run).toContainText("Warning", patient);
    await run.getByRole("gridcell", { name: "Manifests" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("unknown field", patient);
    warnings += await dialog.innerText();
  }
  for (const { file, line, nearest } of misspelt)
    expect(warnings).toMatch(new RegExp(`${file}:${line}: .* did you mean "${nearest}"\\?`));
});

test("a passing check with a misspelt assertion is marked in the list, and its drawer explains it", async ({
  page,
}) => {
  await page.goto(`${product.url}/health?hidePassing=false`);
  // The checks of a canary are grouped; the group is marked as well.
  const group = page.getByRole("row").filter({ hasText: "3 checks with unknown fields" });
  await expect(group).toBeVisible(patient);
  await group.locator("[data-col=name]").click();
  const row = page.getByRole("row").filter({ hasText: "only-assertion" });
  await expect(row.getByText(/unknown fields?$/)).toBeAttached(patient);
  await expect(row.getByTitle(/spec\.http\.1\.tests: unknown field "tests"/)).toBeVisible();
  await row.locator("[data-col=name]").click();
  const drawer = page.getByRole("dialog", { name: "only-assertion" });
  await expect(drawer.getByRole("note").filter({ hasText: "unknown field" })).toContainText(
    'unknown field "tests"; did you mean "test"?',
    patient,
  );
  await expect(drawer.getByRole("note").first()).not.toContainText("thresholdMilis");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
});

test("the editor marks unknown fields, and saving them shows a message", async ({ page }) => {
  await page.goto(`${product.url}/settings/canaries/new`);
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("typed");
  await page
    .getByRole("radio", { name: "Code" })
    .or(page.getByRole("button", { name: "Code" }))
    .first()
    .click();
  const code = page.getByRole("textbox", { name: "Spec", exact: true });
  await code.fill(`schedule: "@never"\nhttp:\n  - name: a\n    url: ${url}\n    thresholdMilis: 800\n`);
  await expect(page.locator("figure [role=status]").first()).toHaveText(
    'Line 5: Unknown field "thresholdMilis"; did you mean "thresholdMillis"?',
    patient,
  );
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText(/^Health Check added, with 1 unknown field that has no effect\./)).toBeVisible(patient);
});
