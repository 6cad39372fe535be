// Tests the gallery, the menu, the editor and source errors with real views. The tests start their own server, because
// views change the menu that other tests read.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { axeFindings, expectSound } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

// The server refuses an invalid preview with 400. On a slow machine the first refresh can exceed the timeout (504); the
// page then repeats the request.
test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (?:400|504)/] });
test.describe.configure({ mode: "default" });

let own: StartedProduct;
test.beforeAll(async () => {
  own = await startProduct();
});
test.afterAll(() => own.stop());

test.beforeEach(async ({ context }) => {
  const { cookies } = await stateOf("admin", own);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });

/** Creates a view through the data API; returns its id. */
async function createView(page: Page, name: string, spec: object): Promise<string> {
  const answer = await page.request.post(`${own.url}/api/db/views`, {
    headers: { prefer: "return=representation", origin: own.url },
    data: { name, namespace: "default", spec },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }[])[0]!.id;
}

test("VW-02 VW-04 three clicks add a gallery view to the sidebar, and the view shows its data", async ({ page }) => {
  await page.goto(`${own.url}/health`);
  await sidebar(page).getByRole("button", { name: "Settings" }).click();
  await sidebar(page).getByRole("link", { name: "Views" }).click();
  const gallery = page.getByRole("region", { name: "Gallery" });
  await expect(gallery.getByRole("article")).toHaveCount(6);
  await expectSound(page);
  const card = gallery.getByRole("article").first();
  const title = await card.getByRole("heading").innerText();
  await card.getByRole("button", { name: "Add" }).click();
  const entry = sidebar(page).getByRole("link", { name: title });
  await expect(entry).toHaveAttribute("href", /^\/views\//);

  await entry.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("Last refreshed:")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("region").first()).toBeVisible();
});

test("every gallery view shows its panels without an error", async ({ page }) => {
  await page.goto(`${own.url}/settings/views?gallery=open`);
  const cards = page.getByRole("region", { name: "Gallery" }).getByRole("article");
  await expect(cards).toHaveCount(6);
  const titles = await cards.getByRole("heading").allInnerTexts();
  for (const title of titles) {
    const add = cards.filter({ hasText: title }).getByRole("button", { name: "Add" });
    if (await add.isVisible()) await add.click();
    await expect(sidebar(page).getByRole("link", { name: title })).toBeVisible();
  }
  for (const title of titles) {
    await sidebar(page).getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Last refreshed:")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    expect.soft(await axeFindings(page), title).toEqual([]);
  }
});

test("SH-03 SH-05 VW-06 the menu lists all areas, and then the views in the order of their ordinals", async ({
  page,
}) => {
  const panels = [{ name: "One", type: "number", query: "select 1 as value" }];
  const queries = { one: { configs: { search: "nothing" } } };
  for (const [name, ordinal] of [
    ["zebra", 101],
    ["ape", 103],
    ["lion", 102],
  ] as const)
    await createView(page, name, { display: { title: name, ordinal, sidebar: true }, queries, panels });
  await createView(page, "hidden-view", { display: { title: "hidden-view", ordinal: 100 }, queries, panels });
  await page.goto(`${own.url}/health`);
  const names = sidebar(page).getByRole("link", { name: /^(?:zebra|ape|lion|hidden-view)$/ });
  await expect(names).toHaveText(["zebra", "lion", "ape"]);
  await expect(sidebar(page).getByRole("link")).toContainText([
    "Dashboard",
    "Health",
    "Incidents",
    "Catalog",
    "Logs",
    "Playbooks",
    "Applications",
    "zebra",
    "lion",
    "ape",
  ]);
});

test("VW-04 a user writes a view with a live preview, saves it, and deletes it from the list", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("formOrCode", "code"));
  await page.goto(`${own.url}/settings/views/new`);
  await page
    .getByRole("textbox", { name: /^Name(?!space)/ })
    .first()
    .fill("written-here");
  const write = async (code: string) => {
    await page.getByRole("textbox", { name: "Spec" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(code);
  };
  const specWith = (query: string, queries = "queries: {one: {configs: {search: nothing}}}") =>
    `display: {title: Written here}\n${queries}\npanels:\n  - {name: Answer, type: number, query: ${query}}\n`;
  await write(specWith("select 42 as value"));
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview", exact: true });
  await expect(preview.getByRole("region", { name: "Answer" })).toContainText("42");
  await write(specWith("select 42 as value", ""));
  await expect(preview).toContainText(
    "The edited view cannot be shown. The data below are from the last edit that worked.",
  );
  await expect(preview).toContainText("queries This field must have at least one query");
  await expect(preview.getByRole("region", { name: "Answer" })).toContainText("42");
  await write(specWith("select n as value from nowhere"));
  await expect(preview.getByRole("alert").first()).toContainText("Panel Answer: no such table: nowhere");
  await write(specWith("select 43 as value"));
  await expect(preview.getByRole("region", { name: "Answer" })).toContainText("43");
  await expect(preview.getByRole("alert")).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(`${own.url}/settings/views`);
  const row = page.getByRole("row").filter({ hasText: "written-here" });
  await expect(row).toContainText("Written here");
  await row.getByRole("gridcell", { name: "written-here", exact: true }).click();
  await page.getByRole("link", { name: "Open the saved view" }).click();
  await expect(region(page, "Answer")).toContainText("43");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
});

test.describe("sources that fail", () => {
  let source: Server;
  let reply = '[{"ship": "aurora", "crew": 12}]';
  test.beforeAll(async () => {
    source = createServer((_, response) => response.setHeader("content-type", "application/json").end(reply));
    await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  });
  test.afterAll(() => source.close());

  test("an invalid response, too many rows and an unreachable source show clear messages, and the old data stay", async ({
    page,
  }) => {
    const { port } = source.address() as AddressInfo;
    const spec = {
      display: { title: "Ships" },
      queries: { ships: { http: { url: `http://127.0.0.1:${port}/ships` } } },
      columns: [
        { name: "ship", type: "string", primaryKey: true },
        { name: "crew", type: "number" },
      ],
      panels: [{ name: "Crew", type: "number", query: "select sum(crew) as value from ships" }],
      cache: { minAge: "1s" },
    };
    const id = await createView(page, "ships-away", spec);
    await page.goto(`${own.url}/views/${id}`);
    await expect(region(page, "Crew")).toContainText("12");
    const alert = page.getByRole("main").getByRole("alert").first();
    /** Refreshes repeatedly, because the server ignores a refresh request until minAge has passed. */
    const refreshUntil = (shown: () => Promise<void>) =>
      expect(async () => {
        await page.getByRole("button", { name: "Refresh", exact: true }).click();
        await shown();
      }).toPass();
    const showsOldData = async (reason: string | RegExp) => {
      await refreshUntil(() => expect(alert).toContainText(reason, { timeout: 2000 }));
      await expect(alert).toContainText("The view could not be refreshed. The data were loaded");
      await expect(region(page, "Crew")).toContainText("12");
      await expect(page.getByRole("row").filter({ hasText: "aurora" })).toBeVisible();
    };

    reply = "not JSON";
    await showsOldData("Query ships: ");
    reply = '[{"ship": "corsair"}]';
    await showsOldData("Panel Crew: no such column: crew");
    reply = JSON.stringify(Array.from({ length: 100_001 }, (_, index) => ({ ship: `ship ${index}`, crew: 1 })));
    await showsOldData("Query ships: The query returns more than 100,000 rows. Add conditions or a limit.");
    await expectSound(page);

    reply = '[{"ship": "aurora", "crew": 13}]';
    await refreshUntil(() => expect(region(page, "Crew")).toContainText("13", { timeout: 2000 }));
    await expect(alert).toHaveCount(0);
    reply = '[{"ship": "aurora", "crew": 12}]';
    await refreshUntil(() => expect(region(page, "Crew")).toContainText("12", { timeout: 2000 }));
    await new Promise<void>((resolve) => source.close(() => resolve()).closeAllConnections());
    await showsOldData(/Query ships: .*(?:refused|connect)/i);
  });

  test("SQL that reads a file or a table of Quarterdeck is refused with a message", async ({ page }) => {
    for (const [name, query, reason] of [
      ["reads-people", "select email as value from people", "no such table: people"],
      ["attaches", "attach database '/etc/passwd' as p", "A statement must begin with SELECT, WITH or VALUES"],
      ["reads-file", "select readfile('/etc/passwd') as value", "no such function: readfile"],
    ] as const) {
      const id = await createView(page, name, {
        queries: { one: { configs: { search: "nothing" } } },
        panels: [
          { name: "Stolen", type: "text", query },
          { name: "Answer", type: "number", query: "select 42 as value" },
        ],
      });
      await page.goto(`${own.url}/views/${id}`);
      await expect(page.getByRole("main").getByRole("alert").first()).toContainText(`Panel Stolen: ${reason}`);
      await expect(region(page, "Stolen")).toContainText(reason);
      await expect(region(page, "Answer")).toContainText("42");
      await expect(page.getByRole("main")).not.toContainText("@example.org");
      await expect(page.getByRole("main")).not.toContainText("root:");
    }
  });
});
