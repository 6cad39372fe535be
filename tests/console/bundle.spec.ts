// Tests which scripts a first visit fetches until the page is idle, and their contents.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { scriptBytes } from "../support/script-bytes.ts";
import { seedIncident } from "./an-incident.ts";
import { seedItem } from "./an-item.ts";
import { expect, test } from "./journey.ts";
import { seedAction, seedPlaybook, seedRun } from "./some-playbooks.ts";

const kB = 1000;

async function fetched(page: Page, path: string, ready: Locator) {
  const scripts = await scriptBytes(page, path, ready);
  const list = scripts.map(({ url, gzip }) => `${gzip} ${new URL(url).pathname}`).join("\n");
  return { total: scripts.reduce((sum, { gzip }) => sum + gzip, 0), list };
}

for (const path of ["/login", "/recovery"]) {
  test(`the sign-in screen at ${path} loads at most 110 kB of compressed script until it is idle`, async ({ page }) => {
    const { total, list } = await fetched(page, path, page.getByLabel("Email"));
    expect(total, list).toBeGreaterThan(0);
    expect(total, list).toBeLessThanOrEqual(110 * kB);
    // The list contains no script of the full console: no router, cache, shell, page, schema or icon.
    expect(list).not.toMatch(/zod|OpenedMenu|SystemPage|inside|router|index-|console/);
  });
}

test("the sign-in screen contains nothing of the hosted identity service", async ({ page }) => {
  const answer = await page.request.get("/login");
  expect(await answer.text()).toBe(readFileSync("dist/console/sign-in.html", "utf8"));
  const scripts = await scriptBytes(page, "/login", page.getByLabel("Email"));
  const names = scripts.map(({ url }) => basename(new URL(url).pathname));
  const mark = /clerk/i;
  const withHosted = globSync("dist/console/assets/*.js").filter((path) => mark.test(readFileSync(path, "utf8")));
  // The console has these scripts, so the pattern would find them on the sign-in screen, too.
  expect(withHosted.length).toBeGreaterThan(0);
  expect(withHosted.map((path) => basename(path)).filter((name) => names.includes(name))).toEqual([]);
});

test.describe("signed in", () => {
  test.use({ as: "admin" });

  for (const path of [
    "/topology?view=table",
    "/settings/jobs",
    "/settings/system",
    "/settings/connections",
    "/catalog/changes",
    "/playbooks/runs",
    "/incidents",
  ]) {
    test(`the list at ${path} loads at most 240 kB of compressed script until it is idle`, async ({ page }) => {
      // The icon of the item loads the drawings of technologies.
      await seedItem(`bundle${path}`);
      const { total, list } = await fetched(page, path, page.getByRole("grid").first());
      expect(total, list).toBeLessThanOrEqual(240 * kB);
      // Rarely used parts are loaded on demand. The bundle of the YAML library is named `browser`.
      expect(list).not.toMatch(/zod|editor|\/(?:yaml|browser)-|plot|SpecForm/i);
    });
  }

  test("the playbooks and a run load at most 240 kB of compressed script until they are idle", async ({ page }) => {
    const { id } = await seedPlaybook("Count the casks");
    const run = await seedRun(id, { status: "completed" });
    await seedAction(run, { name: "Count", status: "completed", result: { stdout: "12 casks" } });
    for (const [path, ready] of [
      ["/playbooks", page.getByRole("article", { name: "Count the casks" })],
      [`/playbooks/runs/${run}`, page.getByText("12 casks")],
    ] as const) {
      const { total, list } = await fetched(page, path, ready);
      expect(total, list).toBeLessThanOrEqual(240 * kB);
      expect(list).not.toMatch(/zod|editor|\/(?:yaml|browser)-|plot|SpecForm/i);
    }
  });
});

test.describe("the page of an incident", () => {
  test.use({ as: "admin" });

  test("loads at most 240 kB of compressed script until it is idle", async ({ page }) => {
    const { id } = await seedIncident({ title: "a page to weigh" });
    const { total, list } = await fetched(page, `/incidents/${id}`, page.getByRole("list", { name: "Hypotheses" }));
    expect(total, list).toBeLessThanOrEqual(240 * kB);
    // The tabs that few visits open, and the dialogs, are loaded on demand.
    expect(list).not.toMatch(/zod|editor|TimelineTab|ReplayTab|PostmortemTab|LinkDialog/i);
  });
});

test("only the scripts of forms contain all of zod", () => {
  // Every zod schema contains this name, which minifiers keep.
  const MARK = "_zod";
  expect(readFileSync("node_modules/zod/v4/core/core.js", "utf8")).toContain(MARK);
  const scripts = globSync("dist/console/assets/*.js");
  expect(scripts.length).toBeGreaterThan(10);
  const withSchemas = scripts.filter((path) => readFileSync(path, "utf8").includes(MARK)).map((path) => basename(path));
  expect(withSchemas.filter((name) => !/form/i.test(name))).toEqual([]);
});
