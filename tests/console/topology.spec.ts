import type { Page } from "@playwright/test";
import { makeFleet, stateHealth } from "./a-fleet.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const filter = (page: Page, name: string) => page.getByRole("combobox", { name: new RegExp(`^${name}`) });
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const expectParam = (page: Page, name: string, value: string | null) =>
  expect.poll(() => param(page, name), { message: name }).toBe(value);

test("SH-01 SH-04 TO-01 the start page is the topology dashboard, with the menu entry Dashboard", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/topology");
  await expect(page).toHaveTitle("Topology | Quarterdeck");
  const entry = page.getByRole("complementary", { name: "Sidebar" }).getByRole("link", { name: "Dashboard" });
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(entry).toHaveAttribute("href", "/topology");
});

test("TO-01 components are shown as cards, table and graph, with filters, order and search in the URL", async ({
  page,
}) => {
  const { word, query, ids } = await makeFleet("sloop");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/topology?${query}`);
  await expect(page.getByRole("article")).toHaveCount(2);
  const fleet = card(page, `${word}-fleet`);
  await expect(fleet.getByRole("link", { name: `${word}-fleet` })).toHaveAttribute(
    "href",
    `/topology/${ids.fleet}?${query}`,
  );
  await expect(fleet.getByRole("link", { name: `${word}-ferry` })).toHaveAttribute(
    "href",
    `/topology/${ids.ferry}?${query}`,
  );
  await expect(fleet).toContainText("Speed");
  await expect(card(page, `${word}-tug`)).toBeVisible();

  // The type filter matches components on every level.
  await filter(page, "Type").selectOption(`${word}-Engine`);
  await expectParam(page, "type", `${word}-Engine`);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card(page, `${word}-engine`)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(2);

  await filter(page, "Sort By").selectOption("name");
  await expectParam(page, "sortBy", "name");
  await expect(page.getByRole("article").first()).toHaveAccessibleName(`${word}-fleet`);
  await page.getByRole("button", { name: /^Ascending/ }).click();
  await expectParam(page, "sortOrder", "desc");
  await expect(page.getByRole("article").first()).toHaveAccessibleName(`${word}-tug`);

  const search = page.getByRole("searchbox", { name: "Search components" });
  await search.fill("ferry");
  await expect(page.getByRole("article")).toHaveCount(1);
  await search.fill("no such thing");
  await expect(page.getByText("There are no components matching this criteria")).toBeVisible();
  await search.fill("");
  await expect(page.getByRole("article")).toHaveCount(2);

  // The view may change before the delay after which a search is applied.
  await search.fill("tug");
  await page.getByRole("radio", { name: "Table" }).check();
  await expectParam(page, "view", "table");
  await expectParam(page, "search", "tug");
  await expect(row(page, `${word}-fleet`)).toHaveCount(0);
  await search.fill("");
  await expect(row(page, `${word}-tug`)).toContainText("Healthy");
  await page.getByRole("radio", { name: "Graph" }).check();
  const node = page.getByRole("group", { name: new RegExp(`^${word}-fleet, ${word}-Ship`) });
  await expect(node).toBeVisible();
  const ferry = page.getByRole("group", { name: new RegExp(`^${word}-ferry,`) });
  await expect(ferry).toBeVisible();
  await page.getByRole("button", { name: new RegExp(`^Collapse ${word}-fleet`) }).click();
  await expect(ferry).toHaveCount(0);
  await expectParam(page, "folds", `!${ids.fleet}`);
  await page.reload();
  await expect(node).toBeVisible();
  await expect(ferry).toHaveCount(0);
  await page.getByRole("button", { name: new RegExp(`^Expand ${word}-fleet`) }).click();
  await expect(ferry).toBeVisible();
});

test("TO-04 hidden components are shown unless the preference is switched off", async ({ page }) => {
  const { word, query } = await makeFleet("galley");
  await page.goto(`/topology?${query}`);
  const ghost = card(page, `${word}-fleet`).getByRole("link", { name: `${word}-ghost` });
  await expect(ghost).toBeVisible();
  await page.getByRole("button", { name: "Preferences" }).click();
  await page.getByRole("switch", { name: "Show hidden components:" }).click();
  await expectParam(page, "showHiddenComponents", "no");
  await expect(ghost).toHaveCount(0);
});

test("TO-05 TO-06 cards have the preferred width, and node properties have labels", async ({ page }) => {
  const { word, query } = await makeFleet("brig");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/topology?${query}`);
  const fleet = card(page, `${word}-fleet`);
  const width = async () => Math.round((await fleet.boundingBox())!.width);
  await expect(fleet).toBeVisible();
  expect(await width()).toBe(554);
  await fleet
    .getByRole("button", { name: /^Show \d+ more$/ })
    .first()
    .click();
  for (const label of [
    "Node",
    "Created At",
    "Instance Type",
    "Zone",
    "OS",
    "Container Runtime",
    "Kernel",
    "Kubernetes proxy",
    "Kubelet",
    "Version",
    "Memory",
    "CPU",
    "IP",
  ])
    await expect(fleet.getByText(label, { exact: true })).toHaveCount(1);
  await page.evaluate(() => localStorage.setItem("topology_card_width", "300px"));
  await page.reload();
  await expect(fleet).toBeVisible();
  expect(await width()).toBe(300);
});

test("a card, its parents and the graph turn red without a reload, and cards under the pointer keep their position", async ({
  page,
}) => {
  const { word, query, ids } = await makeFleet("dhow");
  await page.goto(`/topology?${query}&sortBy=status&sortOrder=desc`);
  const fleet = card(page, `${word}-fleet`);
  await expect(fleet).toHaveAttribute("data-health", "healthy");
  const first = page.getByRole("article").first();
  await expect(first).toHaveAccessibleName(`${word}-fleet`);
  await first.hover();
  await stateHealth(ids.tug, "unhealthy");
  await expect(card(page, `${word}-tug`)).toHaveAttribute("data-health", "unhealthy");
  await expect(first).toHaveAccessibleName(`${word}-fleet`);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(first).toHaveAccessibleName(`${word}-tug`);

  await stateHealth(ids.engine, "unhealthy");
  await expect(fleet).toHaveAttribute("data-health", "unhealthy");
  await page.getByRole("radio", { name: "Graph" }).check();
  for (const name of ["fleet", "ferry", "engine"])
    await expect(page.getByRole("group", { name: new RegExp(`^${word}-${name}, .*unhealthy`) })).toBeVisible();
});

test("the time bar shows the topology at an earlier time, and returns to the current state", async ({ page }) => {
  const { word, query, ids } = await makeFleet("xebec");
  const fleet = card(page, `${word}-fleet`);
  await page.goto(`/topology?${query}&span=1h`);
  await expect(fleet).toHaveAttribute("data-health", "healthy");
  const then = new Date().toISOString();
  await stateHealth(ids.engine, "unhealthy");
  await expect(fleet).toHaveAttribute("data-health", "unhealthy");
  const bar = page.getByRole("region", { name: "History" });
  await expect(bar.locator("rect").first()).toBeAttached();

  await page.goto(`/topology?${query}&span=1h&at=${then}`);
  await expect(fleet).toHaveAttribute("data-health", "healthy");
  await bar.getByRole("button", { name: "Back to now" }).click();
  await expectParam(page, "at", null);
  await expect(fleet).toHaveAttribute("data-health", "unhealthy");

  // An hour ago the component did not exist.
  const slider = bar.getByRole("slider", { name: "Point in time" });
  await slider.press("Home");
  await expect.poll(() => param(page, "at")).not.toBeNull();
  await expect(fleet).toHaveCount(0);
  await slider.press("End");
  await expectParam(page, "at", null);
  await expect(fleet).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });
    test("every view of the dashboard is accessible", async ({ page }) => {
      const { word, query, ids } = await makeFleet(`yawl-${colorScheme}`);
      await stateHealth(ids.engine, "unhealthy");
      for (const view of ["cards", "table", "graph"]) {
        await page.goto(`/topology?${query}&view=${view}`);
        await expect(page.getByText(`${word}-fleet`).first()).toBeVisible();
        expect.soft(await axeFindings(page), view).toEqual([]);
      }
    });
  });
