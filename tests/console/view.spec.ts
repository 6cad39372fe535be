// Tests the page of a view in a browser: panels, table, variables, refresh and errors. The test replaces the responses
// of the server, so that every panel type and column type appears; view-settings.spec.ts tests real views.
import type { Page, Route } from "@playwright/test";
import type { ViewAnswer, ViewVariable } from "#areas/views/contract.ts";
import { answerOf, everyPanel, everything } from "./a-view.ts";
import { inDatabase } from "./a-yard.ts";
import { seedItem } from "./an-item.ts";
import { expectSound } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", still: true, contextOptions: { reducedMotion: "reduce" } });

/** Stores a view that is not in the menu, because other tests use the same server. */
const makeView = (name: string) =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into views (name, namespace, spec, source) values ($1, 'default', $2, 'UI') returning id`,
      [name, JSON.stringify({ display: { title: "Harbour", icon: "server" } })],
    );
    return rows[0]!.id;
  });

interface Asked {
  method: string;
  body: unknown;
  cacheControl: string | undefined;
}

/** Answers the requests for the data of a view. */
async function answer(
  page: Page,
  name: string,
  reply: (asked: Asked) => ViewAnswer | { status: number; error: string },
) {
  const requests: Asked[] = [];
  await page.route(`**/api/view/default/${name}`, async (route: Route) => {
    const asked = {
      method: route.request().method(),
      body: route.request().postDataJSON() as unknown,
      cacheControl: route.request().headers()["cache-control"],
    };
    requests.push(asked);
    const sent = reply(asked);
    await ("status" in sent
      ? route.fulfill({ status: sent.status, json: { error: sent.error } })
      : route.fulfill({ json: sent }));
  });
  return requests;
}

const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("VW-01 VW-05 a view shows its panels and its table, in both themes and on a phone", async ({ page }) => {
  const id = await makeView("every-panel");
  const requests = await answer(page, "every-panel", () => everything({ id, name: "every-panel" }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/views/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();
  await expect(page).toHaveTitle("Harbour | Quarterdeck");
  await expect(page.getByText("Last refreshed:")).toBeVisible();
  for (const { name } of everyPanel) await expect(region(page, name)).toBeVisible();
  await expect(region(page, "Load").getByRole("meter")).toHaveAttribute("aria-valuetext", "72%");
  await expect(region(page, "Arrivals").locator("canvas")).toBeVisible();
  await expect(region(page, "Arrivals").getByRole("button", { name: /south/ })).toBeVisible();
  expect(requests[0]).toMatchObject({ method: "GET", body: null });
  await expectSound(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(region(page, "Backups")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectSound(page);
});

test("the table of a view is sorted, filtered and exported, and its cells are links", async ({ page }) => {
  const id = await makeView("table");
  await answer(page, "table", () => everything({ id, name: "table", panels: [] }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/views/${id}`);
  const names = page.locator("tbody tr > td:first-child");
  // The spec sorts by load in descending order.
  await expect(names).toHaveText(["borealis", "corsair", "aurora"]);
  await page.getByRole("columnheader", { name: "Name" }).click();
  await expect(names).toHaveText(["aurora", "borealis", "corsair"]);
  await expect(page).toHaveURL(/sortBy=name/);
  await expect(row(page, "aurora").getByRole("link", { name: "aurora", exact: true })).toHaveAttribute(
    "href",
    "/catalog?search=aurora",
  );
  await expect(row(page, "borealis").getByRole("link", { name: "Crash Loop Back Off" })).toHaveAttribute(
    "rel",
    "noreferrer",
  );

  await page.getByRole("searchbox", { name: "Search" }).fill("line:cor");
  await expect(names).toHaveText(["corsair"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await expect(names).toHaveCount(3);
  await page.goto(`/views/${id}?where.health=healthy%3A-1`);
  await expect(names).toHaveText(["borealis", "corsair"]);
  await expectSound(page);

  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV" }).click();
  const file = await (await download).createReadStream();
  let text = "";
  for await (const chunk of file) text += String(chunk);
  expect(text.split("\r\n")[1]).toMatch(
    /^borealis,unhealthy,CrashLoopBackOff,north,90,270,135,true,2026-11-17T04:00:00.000Z,/,
  );
  expect(text).not.toContain("hidden borealis");
});

const variable = (key: string, options: string[], selected: string, dependsOn: string[] = []): ViewVariable => ({
  key,
  label: key,
  options,
  optionItems: options.map((value) => ({ value, label: value })),
  default: selected,
  dependsOn,
});

test("the URL contains the variable values, and options depend on the values of other variables", async ({ page }) => {
  const id = await makeView("variables");
  const docks: Record<string, string[]> = { oslo: ["inner", "outer"], bergen: ["north", "south"] };
  const requests = await answer(page, "variables", ({ body }) => {
    const sent = (body as { variables?: Record<string, string> } | null)?.variables ?? {};
    const port = sent["port"] ?? "oslo";
    const dock = docks[port]!.includes(sent["dock"] ?? "") ? sent["dock"]! : docks[port]![0]!;
    return answerOf({
      id,
      name: "variables",
      variables: [variable("port", ["oslo", "bergen"], port), variable("dock", docks[port]!, dock, ["port"])],
      panels: [{ name: "Place", type: "text", rows: [{ value: `${port} ${dock}` }] }],
    });
  });
  await page.goto(`/views/${id}`);
  await expect(region(page, "Place")).toContainText("oslo inner");
  await page.getByRole("combobox", { name: /^dock/ }).selectOption("outer");
  await expect(region(page, "Place")).toContainText("oslo outer");
  await expect(page).toHaveURL(/var\.dock=outer/);
  await page.getByRole("combobox", { name: /^port/ }).selectOption("bergen");
  await expect(region(page, "Place")).toContainText("bergen north");
  await expect(page).toHaveURL(/\?var\.port=bergen$/);
  await expect(page.getByRole("combobox", { name: /^dock/ }).locator("option")).toHaveText(["north", "south"]);
  expect(requests.at(-1)).toMatchObject({ method: "POST", body: { variables: { port: "bergen" } } });
  await page.goBack();
  await expect(region(page, "Place")).toContainText("oslo outer");
  await page.reload();
  await expect(region(page, "Place")).toContainText("oslo outer");
  await expectSound(page);
});

test.describe("errors", () => {
  test.use({ provoked: [/status of 500/] });
  test("a failed refresh keeps the old data, and lists the errors of the failed parts", async ({ page }) => {
    const id = await makeView("errors");
    const old = everything({ id, name: "errors", panels: everyPanel.slice(0, 2) });
    let reply: ViewAnswer | { status: number; error: string } = old;
    const requests = await answer(page, "errors", () => reply);
    await page.goto(`/views/${id}`);
    await expect(region(page, "Ships")).toContainText("1,234");
    reply = { status: 500, error: "The database of the harbour does not respond." };
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("The database of the harbour does not respond.")).toBeVisible();
    await expect(region(page, "Ships")).toContainText("1,234");
    expect(requests.at(-1)?.cacheControl).toBe("max-age=1");
    reply = {
      ...old,
      refreshStatus: "error",
      refreshError: "cargo: no such table: coal",
      errors: [{ query: "cargo", message: "no such table: coal", hint: "The queries are: ships." }],
      warnings: ["The query ships has more than 100,000 rows. Only the first 100,000 are shown."],
    };
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The view could not be refreshed. The data were loaded");
    await expect(alert).toContainText("Query cargo: no such table: coal The queries are: ships.");
    await expect(page.getByText("Only the first 100,000 are shown.")).toBeVisible();
    await expect(row(page, "aurora")).toBeVisible();
    await expectSound(page);
  });
});

test("an unknown view shows a message, and a view can be opened by its name", async ({ page }) => {
  await page.goto("/views/0192f0c1-0000-7000-8000-0000000000ff");
  await expect(page.getByRole("heading", { name: "View not found" })).toBeVisible();
  await makeView("by-name");
  await answer(page, "by-name", () => everything({ name: "by-name" }));
  await page.goto("/view/default/by-name");
  await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();
  await page.goto("/view/by-name");
  await expect(region(page, "Ships")).toContainText("1,234");
});

test("a view is a tab of the catalog items that it selects, and uses the values of the item", async ({ page }) => {
  const { id: item } = await seedItem("view-tab");
  const id = await makeView("tab");
  await page.route("**/api/view/list?config_id=*", (route) =>
    route.fulfill({
      json: [{ id, name: "tab", namespace: "default", title: "Harbour", icon: null, variables: { ship: "aurora" } }],
    }),
  );
  const requests = await answer(page, "tab", () => everything({ id, name: "tab" }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/catalog/${item}`);
  await page.getByRole("navigation", { name: "view-tab" }).getByRole("link", { name: "Harbour" }).click();
  await expect(page).toHaveURL(`/catalog/${item}/view/${id}`);
  await expect(region(page, "Ships")).toContainText("1,234");
  expect(requests[0]?.body).toEqual({ variables: { ship: "aurora" } });
  await page.getByRole("button", { name: "Refresh Harbour" }).click();
  await expect.poll(() => requests.at(-1)?.cacheControl).toBe("max-age=1");
  await expectSound(page);
});

test("a user can make a view the home page of the browser", async ({ page }) => {
  const id = await makeView("home");
  await answer(page, "home", () => everything({ id, name: "home" }));
  await page.goto(`/views/${id}`);
  await page.getByRole("button", { name: "Use as home page" }).click();
  await page.goto("/topology");
  await page
    .getByRole("complementary", { name: "Sidebar" })
    .getByRole("link", { name: /Quarterdeck/ })
    .click();
  await expect(page).toHaveURL(`/views/${id}`);
  await page.getByRole("button", { name: "Do not use as home page" }).click();
  await page.goto("/");
  await expect(page).toHaveURL("/topology");
});
