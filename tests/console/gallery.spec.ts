// Tests every widget in every state, in both themes, wide and narrow: without messages in the browser's console and
// without axe violations.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { watchTraffic, type Traffic } from "../support/quiet.ts";
import { axeFindings } from "./axe.ts";
import { testMs } from "../support/time-limits.ts";
import { expect, test } from "./gallery.ts";

const entries = globSync("console/gallery/entries/*.tsx")
  .map((path) => basename(path, ".tsx"))
  .sort();
// Elements that adapt to their container's size do so with a short delay.
const fits = expect.configure({ soft: true }).poll;
const narrow = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };

/** Only the first rows of a long table are checked; the others have the same columns. */
const moreRows = "tbody > tr:nth-child(n + 12)";

async function open(page: Page, traffic: Traffic, entry: string) {
  await page.locator(`nav a[href="/_gallery/${entry}"]`).click();
  await expect(page).toHaveURL(`/_gallery/${entry}`);
  await expect(page.locator("section[data-state]").first()).toBeVisible();
  // Parts that load later also belong to the entry.
  await traffic.quiet(100);
}

/** Whether an element overflows the window and makes the whole page scroll horizontally. */
const isTooWide = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main");
    return document.documentElement.scrollWidth > innerWidth || (main !== null && main.scrollWidth > main.clientWidth);
  });

test.describe("in both themes", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  // The entries are tested in four parts, so that two workers finish at about the same time.
  for (const part of [0, 1, 2, 3]) {
    const shown = entries.filter((_, index) => index % 4 === part);
    test(`part ${part + 1} of 4: ${shown.length} of ${entries.length} entries are accessible and fit into the window`, async ({
      page,
    }) => {
      test.setTimeout(testMs + shown.length * 30_000);
      const traffic = watchTraffic(page);
      await page.goto("/_gallery");
      for (const entry of shown) {
        await test.step(entry, async () => {
          await page.setViewportSize(wide);
          await page.emulateMedia({ colorScheme: "light" });
          await open(page, traffic, entry);
          expect.soft(await axeFindings(page, { without: moreRows }), entry).toEqual([]);
          await fits(() => isTooWide(page), { message: `${entry} fits` }).toBe(false);
          // The themes differ in colours only, so the second theme is checked for colours only.
          await page.emulateMedia({ colorScheme: "dark" });
          await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
          expect.soft(await axeFindings(page, { without: moreRows, onlyColours: true }), `${entry}, dark`).toEqual([]);
          await page.setViewportSize(narrow);
          await fits(() => isTooWide(page), { message: `${entry} fits a small screen` }).toBe(false);
        });
      }
    });
  }
});

test("the product does not contain the gallery", () => {
  const scripts = globSync("dist/console/assets/*.js");
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((path) => readFileSync(path, "utf8").includes("_gallery"))).toEqual([]);
});
