import type { Page } from "@playwright/test";
import pg from "pg";
import { seedItem } from "./an-item.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people, product } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const line = (page: Page) => page.getByRole("combobox", { name: "Search pages, actions and resources" });
const active = (page: Page) => page.getByRole("option", { selected: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("the palette finds pages, actions and resources with the keyboard alone", async ({ page }) => {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  await client.query(
    "insert into config_items (name, type, config_class, health) values ('palette-web', 'Kubernetes::Pod', 'Pod', 'unhealthy')",
  );
  await client.end();

  await page.goto("/nowhere");
  await expect(title(page)).toHaveText("Not found");
  await page.keyboard.press("Control+k");
  await expect(line(page)).toBeFocused();
  await expect(page.getByRole("group", { name: "Settings" }).getByRole("option")).toContainText(["System"]);
  // Before a search, the actions come before the many settings pages.
  await expect(page.getByRole("listbox").getByRole("group")).toHaveText([/^Pages/, /^Actions/, /^Settings/]);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);

  await page.keyboard.type("palette-w");
  const thing = page.getByRole("group", { name: "Catalog" }).getByRole("option", { name: /palette-web/ });
  await expect(thing).toContainText("Pod");
  await expect(active(page)).toContainText("palette-web");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/catalog\/[0-9a-f-]{36}/);
  await expect(title(page)).toContainText("palette-web");

  await page.keyboard.press("Control+k");
  await line(page).fill("sys");
  await expect(active(page)).toContainText("System");
  await page.keyboard.press("Enter");
  await expect(line(page)).toBeHidden();
  await expect(title(page)).toHaveText("System");

  // The last selected result comes first.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText(["System"]);
  // Before the field has focus, keys go to the page.
  await expect(line(page)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const last = page.getByRole("group", { name: "Settings" }).getByRole("option").last();
  await expect(last).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(line(page)).toBeHidden();
});

test("keeps the keys that are typed while the palette loads", async ({ page }) => {
  const loaded = Promise.withResolvers<void>();
  await page.route("**/OpenedPalette-*", async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto("/nowhere");
  await expect(title(page)).toHaveText("Not found");
  await page.keyboard.press("Control+k");
  // Without the palette, g and y would open the system page.
  await page.keyboard.type("gys");
  loaded.resolve();
  await expect(line(page)).toHaveValue("gys");
  await expect(line(page)).toBeFocused();
  await page.keyboard.type("t");
  await expect(line(page)).toHaveValue("gyst");
});

test("shortcuts open pages and the help, but not while typing", async ({ page }) => {
  await page.goto("/nowhere");
  await expect(title(page)).toHaveText("Not found");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Search everything");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  // On a page without a search field, / opens the palette. Keys typed there are text, not shortcuts.
  await page.keyboard.press("/");
  await expect(line(page)).toBeFocused();
  await page.keyboard.type("gy?");
  await expect(line(page)).toHaveValue("gy?");
  await page.keyboard.press("Escape");
  await expect(line(page)).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("y");
  await expect(title(page)).toHaveText("System");
});

test("the palette finds people, teams and actions, and runs the actions of the page", async ({ page }) => {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  await client.query(
    "insert into teams (name, icon, created_by) select 'palette-crew', 'group', id from people where email = $1",
    [people.admin.email],
  );
  await client.end();
  const { check } = await seedItem("palette-item");

  await page.goto("/nowhere");
  await expect(title(page)).toHaveText("Not found");
  await page.keyboard.press("Control+k");
  await line(page).fill("edith");
  await page
    .getByRole("group", { name: "People" })
    .getByRole("option", { name: /Edith Editor/ })
    .click();
  await expect(page).toHaveURL(/\/settings\/users\?id=/);
  const editor = page.getByRole("dialog", { name: /Edit/ });
  await expect(editor).toBeVisible();
  await page.keyboard.press("Escape");
  // Shortcuts have no effect while a dialog is open.
  await expect(editor).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await line(page).fill("palette-crew");
  await page
    .getByRole("group", { name: "Teams" })
    .getByRole("option", { name: /palette-crew/ })
    .click();
  await expect(title(page)).toContainText("palette-crew");

  await page.keyboard.press("Control+k");
  await line(page).fill("add a check");
  await page.getByRole("group", { name: "Actions" }).getByRole("option", { name: "Add Health Check" }).click();
  await expect(page).toHaveURL(/\/settings\/canaries\/new$/);

  await page.goto(`/health/checks/${check}`);
  await expect(page.getByRole("button", { name: "Run Now" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await line(page).fill("run now");
  await expect(page.getByRole("option", { name: /^Run now: / })).toBeVisible();
  await line(page).fill("theme");
  await expect(page.getByRole("option", { name: "Use the dark theme" })).toBeVisible();
});

test.describe("for a viewer", () => {
  test.use({ as: "viewer" });

  test("the palette does not offer people and actions that need more permissions", async ({ page }) => {
    await page.goto("/health");
    await expect(title(page)).toHaveText("Health");
    await page.keyboard.press("Control+k");
    await line(page).fill("edith");
    await expect(page.getByText(/^No results for/)).toBeVisible();
    await line(page).fill("add");
    await expect(page.getByRole("option", { name: /^Add / })).toHaveCount(0);
    await line(page).fill("sign out");
    await expect(page.getByRole("option", { name: "Sign out" })).toBeVisible();
  });
});
