// What a browser that has never been here fetches of scripts until a page is quiet, and what is in them.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Page } from "@playwright/test";
import { scriptBytes } from "../script-bytes.ts";
import { expect, test } from "./journey.ts";

const kB = 1000;

async function fetched(page: Page, path: string) {
  const scripts = await scriptBytes(page, path);
  const list = scripts.map(({ url, gzip }) => `${gzip} ${new URL(url).pathname}`).join("\n");
  return { total: scripts.reduce((sum, { gzip }) => sum + gzip, 0), list };
}

test("the sign-in screen fetches at most 150 kB of script, compressed, until it is idle", async ({ page }) => {
  const { total, list } = await fetched(page, "/login");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  expect(total, list).toBeGreaterThan(0);
  expect(total, list).toBeLessThanOrEqual(150 * kB);
  // Schemas are the server's and the forms'; nothing of them belongs here.
  expect(list).not.toMatch(/zod|OpenedMenu|SystemPage|inside/);
});

test.describe("signed in", () => {
  test.use({ as: "admin" });

  for (const path of ["/settings/jobs", "/settings/system", "/settings/connections", "/catalog/changes"]) {
    test(`the list at ${path} fetches at most 260 kB of script, compressed, until it is idle`, async ({ page }) => {
      const { total, list } = await fetched(page, path);
      await expect(page.getByRole("grid").first()).toBeVisible();
      expect(total, list).toBeLessThanOrEqual(260 * kB);
      // What few people open comes when they do. The library of YAML is called `browser` by those who made it.
      expect(list).not.toMatch(/zod|editor|\/(?:yaml|browser)-|plot|SpecForm/i);
    });
  }
});

test("no script but the forms' has the whole of zod", () => {
  // A name that every schema carries and that no minifier touches.
  const MARK = "_zod";
  expect(readFileSync("node_modules/zod/v4/core/core.js", "utf8")).toContain(MARK);
  const scripts = globSync("dist/console/assets/*.js");
  expect(scripts.length).toBeGreaterThan(10);
  const withSchemas = scripts.filter((path) => readFileSync(path, "utf8").includes(MARK)).map((path) => basename(path));
  expect(withSchemas.filter((name) => !/form/i.test(name))).toEqual([]);
});
