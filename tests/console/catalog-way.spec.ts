// The way through the catalog that people take most: from everything to a type, to one of it, to what is around it, and to what
// happened there; and back. On a product of any size that runs already, started with ADMIN_EMAIL=admin@example.org and
// ADMIN_PASSWORD=correct-horse-battery:
//   QUARTERDECK_TEST_RUNNING=http://127.0.0.1:3000 npx playwright test tests/console/catalog-way.spec.ts
// takes the same steps with what is there, and says how long each took.
import type { Page } from "@playwright/test";
import { seedItem } from "./an-item.ts";
import { expectSound } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { runningVariable } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const isRunning = process.env[runningVariable] !== undefined;

/** On a running product what a step takes is told: from the press to what it is about. */
async function step(page: Page, name: string, take: () => Promise<void>) {
  const begun = performance.now();
  await test.step(name, take);
  // oxlint-disable-next-line no-console
  if (isRunning) console.log(`${name}: ${Math.round(performance.now() - begun)} ms`);
  await expectSound(page);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tab = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });
const cards = (page: Page) => page.getByRole("group").filter({ has: page.locator("a[href*='/relationships']") });

test("CA-02 CA-10 CA-13 from everything to a type, an item, what is around it and what happened there, and back", async ({
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
  // How it is shown goes along in the address.
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

  // One that it leads to, in a group where there are many of a kind.
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
    // By keyboard: it may stand outside of what is in sight, and comes in when it has the focus.
    await related.getByRole("link").first().press("Enter");
    await expect(page).not.toHaveURL(around);
    await expect(root).toBeVisible();
  });
  // With the same way of looking at it.
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

  // All the way back, each as it was left.
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
