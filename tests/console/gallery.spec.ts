// Every widget in every state: in both themes, wide and narrow, without a word in the browser's console and without a
// finding of axe's.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./gallery.ts";

const entries = globSync("console/gallery/entries/*.tsx").map((path) => basename(path, ".tsx"));
// What follows the size of its place does so a moment later.
const fits = expect.configure({ soft: true }).poll;
const narrow = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };

async function open(page: Page, entry: string) {
  await page.goto(`/_gallery/${entry}`);
  await expect(page.locator("section[data-state]").first()).toBeVisible();
  // What is loaded later is part of the entry, too.
  await page.waitForLoadState("networkidle");
}

/** What sticks out of the window and would make the whole page scroll sideways. */
const isTooWide = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main");
    return document.documentElement.scrollWidth > innerWidth || (main !== null && main.scrollWidth > main.clientWidth);
  });

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });
    // Two halves, for two workers.
    for (const half of [0, 1]) {
      const shown = entries.filter((_, index) => index % 2 === half);
      test(`every entry is sound, half ${half + 1}: ${shown.length} of ${entries.length}`, async ({ page }) => {
        test.setTimeout(20_000 + shown.length * 10_000);
        for (const entry of shown) {
          await page.setViewportSize(wide);
          await open(page, entry);
          // The themes differ in colours only, so the second one is judged by those.
          expect.soft(await axeFindings(page, { onlyColours: colorScheme === "dark" }), entry).toEqual([]);
          await fits(() => isTooWide(page), { message: `${entry} fits` }).toBe(false);
          await page.setViewportSize(narrow);
          await fits(() => isTooWide(page), { message: `${entry} fits a small screen` }).toBe(false);
        }
      });
    }
  });
}

test("the product does not have the gallery", () => {
  const scripts = globSync("dist/console/assets/*.js");
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((path) => readFileSync(path, "utf8").includes("_gallery"))).toEqual([]);
});
