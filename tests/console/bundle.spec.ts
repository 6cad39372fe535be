// The scripts that a first visit fetches until the page is idle, and their contents.
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
  // Schemas are for the server and the forms; the sign-in screen must not load them.
  expect(list).not.toMatch(/zod|OpenedMenu|SystemPage|inside/);
});

test.describe("signed in", () => {
  test.use({ as: "admin" });

  for (const path of ["/settings/jobs", "/settings/system", "/settings/connections", "/catalog/changes"]) {
    test(`the list at ${path} fetches at most 260 kB of script, compressed, until it is idle`, async ({ page }) => {
      const { total, list } = await fetched(page, path);
      await expect(page.getByRole("grid").first()).toBeVisible();
      expect(total, list).toBeLessThanOrEqual(260 * kB);
      // Rarely used parts are loaded on demand. The bundle of the YAML library is named `browser`.
      expect(list).not.toMatch(/zod|editor|\/(?:yaml|browser)-|plot|SpecForm/i);
    });
  }
});

test("only the scripts of forms contain the whole of zod", () => {
  // A name in every schema that minifiers keep.
  const MARK = "_zod";
  expect(readFileSync("node_modules/zod/v4/core/core.js", "utf8")).toContain(MARK);
  const scripts = globSync("dist/console/assets/*.js");
  expect(scripts.length).toBeGreaterThan(10);
  const withSchemas = scripts.filter((path) => readFileSync(path, "utf8").includes(MARK)).map((path) => basename(path));
  expect(withSchemas.filter((name) => !/form/i.test(name))).toEqual([]);
});
