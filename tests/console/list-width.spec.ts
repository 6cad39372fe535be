// Tests that every list fits into a window of 1280 px without horizontal scrolling.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

const tables = (page: Page) => page.locator("main").getByRole("grid").or(page.locator("main").getByRole("treegrid"));

/** Returns by how many pixels a table is wider than its container. */
const overflow = (page: Page) =>
  tables(page).evaluateAll((found) =>
    Math.max(
      0,
      ...found.map((table) => {
        let place = table.parentElement;
        while (place && !/auto|scroll/.test(getComputedStyle(place).overflowX)) place = place.parentElement;
        return place ? place.scrollWidth - place.clientWidth : 0;
      }),
    ),
  );

test("no list page scrolls horizontally at 1280 px", async ({ page }) => {
  const { id, check } = await seedItem("width");
  // Without a view, the page of views shows a gallery instead of a list.
  await query("insert into views (name, namespace, spec, source) values ('width', 'default', '{}', 'UI')");
  await page.goto("/settings/system");
  const menu = page.getByRole("complementary", { name: "Sidebar" });
  await expect(menu.getByRole("link", { name: "Job History" })).toBeVisible();
  const settings = await menu
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")!).filter((href) => href.startsWith("/settings/")),
    );
  expect(settings.length).toBeGreaterThan(10);
  const lists = [
    "/topology?view=table",
    "/health",
    "/catalog",
    "/catalog?configType=Kubernetes::Pod",
    "/catalog?search=width",
    "/catalog/changes",
    "/catalog/insights",
    "/catalog/scrapers",
    "/catalog/scrapers/plugins",
    `/catalog/${id}/changes`,
    `/catalog/${id}/insights`,
    `/catalog/${id}/relationships?view=table`,
    `/catalog/${id}/checks`,
    `/health/checks/${check}`,
    ...settings,
  ];
  for (const path of lists) {
    await page.goto(path);
    await expect(tables(page).first(), path).toBeVisible();
    await expect(page.locator("main [aria-busy=true]"), path).toHaveCount(0);
    expect.soft(await overflow(page), path).toBe(0);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280);
  }
});
