import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const userMenu = (page: Page) => page.getByRole("button", { name: "User menu" });
const collapsed = (page: Page) => page.evaluate(() => localStorage.getItem("sidebarCollapsed"));
const widthOf = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test.use({ as: "admin" });

test("SH-01 SH-02 SH-04 SH-15 SH-22 SH-27 FM-15 the shell has a sidebar, a page with a title, and a logo that links to the start page", async ({
  page,
}) => {
  await page.goto("/nowhere");
  await expect(title(page)).toHaveText("Not found");
  await expect(page).toHaveTitle("Not found | Quarterdeck");
  await expect(page.getByText("There is no page at /nowhere.")).toBeVisible();
  await page.getByRole("link", { name: "Quarterdeck, go to the start page" }).click();
  await expect(page).toHaveURL("/topology");
  await expect(sidebar(page).getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await expect(title(page)).not.toHaveText("Not found");
  await expect(page).toHaveTitle(`${await title(page).textContent()} | Quarterdeck`);
  // Navigation moves focus to the title, so screen readers announce it.
  await expect(title(page)).toBeFocused();
});

test("SH-12 SH-13 the settings menu is open on settings pages, and the active entry is marked", async ({ page }) => {
  await page.goto("/settings/system");
  const group = sidebar(page).getByRole("button", { name: "Settings" });
  await expect(group).toHaveAttribute("aria-expanded", "true");
  const entry = sidebar(page).getByRole("link", { name: "System" });
  await expect(entry).toHaveAttribute("aria-current", "page");
  const ground = (color: string) => color !== "rgba(0, 0, 0, 0)";
  expect(ground(await entry.evaluate((link) => getComputedStyle(link).backgroundColor))).toBe(true);
  await group.click();
  await expect(entry).toBeHidden();
});

test("SE-01 the settings pages exist", async ({ page }) => {
  for (const [path, heading] of [
    ["connections", "Connections"],
    ["permissions", "Permissions"],
    ["users", "Users"],
    ["jobs", "Job History"],
    ["feature-flags", "Feature Flags"],
    ["event-queue-status", "Event Queue"],
    ["agents", "Agents"],
    ["tokens", "Tokens"],
    ["integrations", "Integrations"],
    ["views", "Views"],
  ] as const) {
    await page.goto(`/settings/${path}`);
    await expect(title(page)).toHaveText(heading);
  }
});

test("SH-08 settings are grouped and can be found by typing, with the keyboard alone", async ({ page }) => {
  await page.goto("/settings/system");
  const groups = ["Access", "Sources", "Automation", "System"];
  for (const name of groups) await expect(sidebar(page).getByRole("list", { name, exact: true })).toBeVisible();
  const access = sidebar(page).getByRole("list", { name: "Access" }).getByRole("link");
  await expect(access).toHaveText(["Permissions", "Teams", "Tokens", "Users"]);

  const search = sidebar(page).getByRole("searchbox", { name: "Search settings" });
  await search.focus();
  await page.keyboard.type("o");
  await page.keyboard.type("utb");
  await expect(sidebar(page).getByRole("list", { name: "System" }).getByRole("link")).toHaveText(["Outbox"]);
  await expect(access).toHaveCount(0);
  // The link is found even if the list still shows the result of the first letters.
  await page.keyboard.press("ArrowDown");
  await expect(sidebar(page).getByRole("link", { name: "Outbox" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Outbox");
  await expect(search).toHaveValue("");

  await search.fill("no such page");
  await expect(sidebar(page).getByText("No settings match “no such page”.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Outbox");
  await sidebar(page).getByRole("button", { name: "Clear search" }).click();
  await expect(access).toHaveCount(4);
  await expect(search).toHaveValue("");
});

test("SH-14 SH-17 SH-18 a button collapses the sidebar, which stays collapsed and offers settings as a flyout", async ({
  page,
}) => {
  await page.goto("/settings/system");
  expect(await collapsed(page)).toBeNull();
  await expect.poll(() => widthOf(page)).toBe(224);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(() => widthOf(page)).toBe(56);
  expect(await collapsed(page)).toBe("true");
  await page.reload();
  await expect.poll(() => widthOf(page)).toBe(56);

  await sidebar(page).getByRole("button", { name: "Settings" }).click();
  const entry = page.getByRole("menuitem", { name: "System" });
  await expect(entry).toBeVisible();
  expect((await entry.boundingBox())?.x).toBeGreaterThan(48);
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await expect(sidebar(page).getByRole("button", { name: "Settings" })).toBeFocused();

  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(() => widthOf(page)).toBe(224);
  expect(await collapsed(page)).toBe("false");
});

/** Clicks on the empty edge of the page; in the middle there may be a row that opens. */
const clickEdge = (page: Page) => page.getByRole("main").click({ position: { x: 4, y: 4 } });

test("SH-19 a click outside collapses the sidebar in windows below 1024 px, but not in wider windows", async ({
  page,
}) => {
  await page.goto("/settings/system");
  await clickEdge(page);
  await expect.poll(() => widthOf(page)).toBe(224);
  // A press on a phone, which has no sidebar, keeps it expanded in wider windows.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar(page)).toBeHidden();
  await clickEdge(page);
  expect(await collapsed(page)).toBeNull();
  await page.setViewportSize({ width: 1000, height: 700 });
  await clickEdge(page);
  await expect.poll(() => widthOf(page)).toBe(56);
  expect(await collapsed(page)).toBe("true");
});

test("SH-20 the shell folds into one column below 800 px, with the menu in a drawer", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto("/settings/system");
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sidebar(page)).toBeHidden();
  // The page does not overflow horizontally.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const drawer = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(drawer.getByRole("link", { name: "System" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(drawer).toBeVisible();
  await page.mouse.click(380, 400);
  await expect(drawer).toBeHidden();
  await page.goto("/nowhere");
  await page.getByRole("button", { name: "Open menu" }).click();
  await drawer.getByRole("button", { name: "Settings" }).click();
  await drawer.getByRole("link", { name: "System" }).click();
  await expect(drawer).toBeHidden();
  await expect(title(page)).toHaveText("System");
});

test("SH-21 until the person is loaded a skeleton fills the page, with a placeholder for the avatar", async ({
  page,
}) => {
  let letGo = () => {};
  const answered = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/api/auth/whoami", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto("/settings/system");
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  const avatar = page.getByTestId("avatar-placeholder").locator("span");
  await expect(avatar).toBeVisible();
  expect(await avatar.evaluate((place) => getComputedStyle(place).borderRadius)).not.toBe("4px");
  await expect(title(page)).toBeHidden();
  letGo();
  await expect(title(page)).toHaveText("System");
});

test("SH-16 while a page's code loads, a skeleton is shown", async ({ page }) => {
  let letGo = () => {};
  const answered = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/SystemPage-*.js", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto("/nowhere");
  await sidebar(page).getByRole("button", { name: "Settings" }).click();
  await sidebar(page).getByRole("link", { name: "System" }).click();
  await expect(page.getByRole("status", { name: "Loading System" })).toBeVisible();
  await expect(sidebar(page)).toBeVisible();
  await expect(title(page)).toBeFocused();
  letGo();
  await expect(page.getByRole("main")).toContainText("PostgreSQL");
  // Focus moves from the title of the skeleton to the title of the page.
  await expect(title(page)).toBeFocused();
});

test.describe("without live events", () => {
  test.use({ still: true });
  test("SH-23 the refresh button spins while it reloads", async ({ page }) => {
    let held = Promise.resolve();
    await page.route("**/api/system", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/settings/system");
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
    const refresh = page.getByRole("button", { name: "Refresh" });
    const spins = () => refresh.locator("svg").evaluate((icon) => getComputedStyle(icon).animationName);
    await expect.poll(spins).toBe("none");
    let letGo = () => {};
    held = new Promise((resolve) => (letGo = resolve));
    await refresh.click();
    await expect.poll(spins).toBe("spin");
    letGo();
    await expect.poll(spins).toBe("none");
  });
});

test("SH-29 SH-30 SH-33 the user menu shows the name, both versions and a link to the profile, by mouse and by keyboard", async ({
  page,
  request,
}) => {
  const { backend } = (await (await request.get("/api/about")).json()) as { backend: string };
  await page.goto("/settings/system");
  await userMenu(page).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu");
  await expect(menu).toContainText(`Hi ${people.admin.name}`);
  await expect(menu).toContainText(people.admin.email);
  await expect(menu).toContainText(`Frontend ${backend}, Backend ${backend}`);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(userMenu(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem", { name: "Your Profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile-settings/);
  await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
});

test("SH-03 the menu leads to all areas, and the menus contain no entry without a page", async ({ page }) => {
  await page.goto("/settings/system");
  await expect(page.getByRole("main")).toContainText("PostgreSQL");
  await expect(sidebar(page).getByRole("link")).toContainText([
    "Quarterdeck",
    "Dashboard",
    "Health",
    "Incidents",
    "Catalog",
    "Logs",
    "Playbooks",
    "Applications",
    "System",
  ]);
  await userMenu(page).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Your Profile",
    "Download kubeconfig",
    "Setup MCP",
    "My channels",
    "Sign out",
  ]);
});

test("SH-31 MC-06 MC-07 a kubeconfig is downloaded from the user menu, and its dialog shows instructions", async ({
  page,
}) => {
  await page.goto("/settings/system");
  await userMenu(page).click();
  await page.getByRole("menuitem", { name: "Download kubeconfig" }).click();
  const dialog = page.getByRole("dialog", { name: "Download and install kubeconfig" });
  await expect(dialog).toContainText("https://kubernetes.example.org:6443");
  await expect(dialog).toContainText("valid for 90 days");
  await expect(dialog).toContainText("kubectl --kubeconfig localhost-kubeconfig.yaml get canaries");
  const more = dialog.getByRole("link", { name: /Learn more/ });
  await expect(more).toHaveAttribute("target", "_blank");
  const [file] = await Promise.all([
    page.context().waitForEvent("response", (answer) => answer.url().endsWith("/api/kubeconfig")),
    dialog.getByRole("link", { name: "Download kubeconfig file" }).click(),
  ]);
  expect([file.status(), file.headers()["content-disposition"]]).toEqual([
    200,
    'attachment; filename="localhost-kubeconfig.yaml"',
  ]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
});

test("SH-28 the documentation opens in a new tab", async ({ page }) => {
  await page.goto("/settings/system");
  await page.getByRole("button", { name: "Help" }).click();
  const docs = page.getByRole("menuitem", { name: /API reference/ });
  await expect(docs).toHaveAttribute("target", "_blank");
  await expect(docs).toHaveAttribute("rel", /noopener/);
});

test("without a cluster the menu offers no kubeconfig", async ({ page }) => {
  await page.route("**/api/kubeconfig/about", (route) =>
    route.fulfill({ json: { server: null, filename: "x", valid_days: 90 } }),
  );
  await page.goto("/settings/system");
  await userMenu(page).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Your Profile", "Setup MCP", "My channels", "Sign out"]);
});

test("SH-43 pages wait for the feature flags", async ({ page }) => {
  let letGo = () => {};
  const answered = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/api/properties", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto("/settings/system");
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(title(page)).toBeHidden();
  letGo();
  await expect(title(page)).toHaveText("System");
});

test("the skip link jumps over the menu by keyboard", async ({ page }) => {
  await page.goto("/settings/system");
  await expect(page.getByRole("main")).toContainText("PostgreSQL");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test.describe("if the server does not return its version", () => {
  test.use({ provoked: [/status of 500/] });
  test("SH-33 the user menu shows NA as the version", async ({ page }) => {
    await page.route("**/api/about", (route) => route.fulfill({ status: 500, json: { error: "No." } }));
    await page.goto("/settings/system");
    await userMenu(page).click();
    await expect(page.getByRole("menu")).toContainText("Backend NA");
  });
});

test.describe("for a viewer", () => {
  test.use({ as: "viewer" });

  test("SH-11 AC-13 the settings menu is hidden, and its pages show Unauthorized", async ({ page }) => {
    await page.goto("/settings/system");
    await expect(title(page)).toHaveText("Unauthorized");
    await expect(page.getByText("You do not have permission to access this page.")).toBeVisible();
    await expect(sidebar(page).getByRole("button", { name: "Settings" })).toHaveCount(0);
  });

  test("a person without access to any page gets instructions", async ({ page }) => {
    await page.route("**/api/auth/whoami", async (route) => {
      const answer = await route.fetch();
      const { payload, ...rest } = (await answer.json()) as { payload: object };
      await route.fulfill({ json: { ...rest, payload: { ...payload, roles: [], permissions: [] } } });
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "You do not have access to any page yet" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`signed in as ${people.viewer.email}, without a role`);
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await expect(title(page)).toHaveText("Sign In to your account");
  });
});

test.describe("for an editor", () => {
  test.use({ as: "editor" });
  test("the system page is readable, according to the role table", async ({ page }) => {
    await page.goto("/settings/system");
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  });
});
