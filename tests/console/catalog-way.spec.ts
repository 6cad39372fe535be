// The most common path through the catalog: from the overview to a type, an item, its relationships and its changes,
// and back. To run it on a product of any size that is already running, started with ADMIN_EMAIL=admin@example.org and
// ADMIN_PASSWORD=correct-horse-battery:
//   QUARTERDECK_TEST_RUNNING=http://127.0.0.1:3000 npm test -- tests/console/catalog-way.spec.ts
// takes the same steps with the existing data, and prints the duration of each.
import type { Page } from "@playwright/test";
import { seedItem } from "./an-item.ts";
import { expectSound } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { runningVariable } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const isRunning = process.env[runningVariable] !== undefined;

/** Runs a step; on a running product, also prints its duration. */
async function step(page: Page, name: string, take: () => Promise<void>) {
  const startedAt = performance.now();
  await test.step(name, take);
  // oxlint-disable-next-line no-console
  if (isRunning) console.log(`${name}: ${Math.round(performance.now() - startedAt)} ms`);
  await expectSound(page);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tab = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });
const cards = (page: Page) => page.getByRole("group").filter({ has: page.locator("a[href*='/relationships']") });

test("CA-02 CA-10 CA-13 a person navigates from the catalog to a type, an item, its relationships and its changes, and back", async ({
  page,
}) => {
  const seeded = isRunning ? undefined : await seedItem("way");
  await page.setViewportSize({ width: 1440, height: 900 });

  const type = page.getByRole("row").getByRole("link", { name: "Deployment", exact: true });
  await step(page, "everything", async () => {
    await page.goto("/catalog");
    await expect(type).toBeVisible();
  });

  const rows = page.locator("tbody [data-key]");
  const item = seeded ? rows.filter({ hasText: /^way/ }).first() : rows.first();
  await step(page, "a type", async () => {
    await type.click();
    await expect.poll(() => param(page, "configType")).toBe("Kubernetes::Deployment");
    await expect(heading(page)).toHaveText("Deployment");
    await expect(item).toBeVisible();
  });
  // Display settings are kept in the URL.
  await page.getByRole("columnheader", { name: "Name" }).click();
  await expect.poll(() => param(page, "sortBy")).toBe("name");
  await expect(item).toBeVisible();
  const list = page.url();

  await step(page, "an item", async () => {
    await item.getByRole("link").first().click();
    await expect(page.getByRole("region", { name: /^Config of / })).toBeVisible();
  });
  const first = pathOf(page);
  const name = await heading(page).innerText();

  const root = cards(page).and(page.locator("[aria-current]"));
  await step(page, "what is around it", async () => {
    await tab(page, "Relationships").click();
    await expect(root).toBeVisible();
    await expect(root).toContainText(name.slice(0, 4));
  });
  expect(pathOf(page)).toBe(`${first}/relationships`);
  await page.getByRole("button", { name: /^From left to right/ }).click();
  await expect.poll(() => param(page, "direction")).toBe("vertical");
  const around = page.url();

  // A related item is inside a group if there are many items of its type.
  const groups = page.getByRole("button", { name: /, a group$/ });
  const related = seeded
    ? cards(page).filter({ hasText: "way-pod-0" })
    : cards(page).and(page.locator(":not([aria-current])")).last();
  if ((await groups.count()) > 0) {
    await groups.first().focus();
    await page.keyboard.press("Enter");
  }
  await expect(related).toBeVisible();
  await step(page, "a related item", async () => {
    // The link is opened by keyboard: it may be outside of the viewport and scrolls into view when focused.
    await related.getByRole("link").first().press("Enter");
    await expect(page).not.toHaveURL(around);
    await expect(root).toBeVisible();
  });
  // The page of the related item has the same display settings.
  expect(param(page, "direction")).toBe("vertical");
  const second = pathOf(page).replace(/\/relationships$/, "");
  expect(second).not.toBe(first);

  await step(page, "its changes", async () => {
    await tab(page, "Changes").last().click();
    await expect(page.getByRole("slider", { name: "Changes over time" })).toBeVisible();
    await expect(page.getByRole("grid", { name: "Changes" })).toBeVisible();
  });
  expect(pathOf(page)).toBe(`${second}/changes`);
  if (seeded) await expect(page.getByRole("row").filter({ hasText: "Stopping the container" })).toBeVisible();

  // Going back shows each page in its previous state.
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe(`${second}/relationships`);
  await expect(root).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(around);
  await expect(root).toContainText(name.slice(0, 4));
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe(first);
  await expect(heading(page)).toHaveText(name);
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await expect(item).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => pathOf(page) + new URL(page.url()).search).toBe("/catalog");
  await expect(type).toBeVisible();
});
