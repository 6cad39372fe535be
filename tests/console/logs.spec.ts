// Tests the Logs page: the product's own log, files of a backend, the live view, patterns, context and links.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { type LogProduct, secondsAgo, startLogProduct } from "./a-log.ts";
import { axeFindings, expectSound } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import type { PersonRole } from "./product.ts";

test.describe.configure({ mode: "default" });
test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|502)/] });

let deck: LogProduct;
let shop: string;
test.beforeAll(async () => {
  deck = await startLogProduct();
  deck.write("shop.log", [
    ...Array.from({ length: 300 }, (_, index) => {
      const level = index % 50 === 7 ? "ERROR" : "INFO";
      return `${secondsAgo(600 - index)} ${level} order ${1000 + index} took ${index} ms app=cart`;
    }),
    `${secondsAgo(60)} WARN \u001b[31mdisk\u001b[0m of berth is <b id="evil">full</b> <script>globalThis.evil = 1</script>`,
    `${secondsAgo(30)} INFO quay opened`,
  ]);
  shop = await deck.backend("Shop files", {
    backends: [{ file: { path: [deck.path("shop.log")], routes: [{ type: "Shop" }] } }],
  });
});
test.afterAll(() => deck.stop());

async function enter(page: Page, role: PersonRole = "admin") {
  const { cookies } = await stateOf(role, deck);
  await page.context().addCookies(cookies);
  await page.context().addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
}

const list = (page: Page) => page.getByRole("grid", { name: "Log lines" });
const line = (page: Page, text: string | RegExp) => list(page).locator("[data-line]").filter({ hasText: text });
const searchBox = (page: Page) => page.getByRole("searchbox", { name: /^Search/ });
const details = (page: Page) => page.getByRole("complementary", { name: "Details of the line" });
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test("LG-01 after the first start /logs shows Quarterdeck's own log live, and a search finds a line", async ({
  page,
}) => {
  await enter(page);
  await page.goto(`${deck.url}/logs`);
  await expect(page.getByRole("heading", { level: 1, name: "Logs" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Backend" })).toHaveValue(/.+/);
  await expect(page.getByRole("combobox", { name: "Backend" }).locator("option:checked")).toHaveText("Quarterdeck");
  await expect(list(page).locator("[data-line]").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Live", exact: true })).toHaveAttribute("aria-pressed", "true");

  // A request to the product is logged, and the line appears without a reload.
  await searchBox(page).fill("live-proof-4711");
  await searchBox(page).press("Enter");
  await expect(page.getByText("There are no logs matching the search query")).toBeVisible();
  await fetch(`${deck.url}/live-proof-4711`);
  await expect(line(page, "live-proof-4711").first()).toBeVisible();
  await line(page, "live-proof-4711").first().click();
  await expect(details(page)).toContainText("live-proof-4711");

  // The same word also finds the line after a reload.
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Live", exact: true })).toHaveAttribute("aria-pressed", "false");
  await expect(line(page, "live-proof-4711").first()).toBeVisible();
  await expectSound(page);
});

test("LG-02 the page of a component with a log selector links to its log lines, in the time range of the page", async ({
  page,
}) => {
  const id = await deck.component("web-shop", "Shop");
  await enter(page);
  await page.goto(`${deck.url}/topology/${id}`);
  await page.getByRole("link", { name: "Logs", exact: true }).and(page.locator("main a")).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?topologyId=${id}`));
  expect(param(page, "range")).toBe("now-1h");
  await expect(page).toHaveTitle("Logs - web-shop | Quarterdeck");
  await expect(page.getByRole("button", { name: "Component: web-shop" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Selector" })).toHaveValue("application");
  await expect(line(page, "quay opened")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await searchBox(page).fill('"order 1042"');
  await searchBox(page).press("Enter");
  await expect(line(page, "order 1042 took 42 ms")).toBeVisible();
  await expect(list(page).locator("[data-line]")).toHaveCount(1);
  await expect(line(page, "order 1042").locator("mark")).toHaveText("order 1042");

  // The other selector of the component has no lines.
  await page.getByRole("combobox", { name: "Selector" }).selectOption("audit");
  await expect(page.getByText("There are no logs matching the search query")).toBeVisible();
  await page.getByRole("button", { name: "Component: web-shop" }).click();
  await page.getByRole("button", { name: "None", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Backend" }).locator("option:checked")).toHaveText("Quarterdeck");
});

test("terminal colours are shown, and HTML in a line is shown as text", async ({ page }) => {
  await enter(page);
  await page.goto(`${deck.url}/logs?backend=${shop}&query=berth&range=now-1h`);
  const found = line(page, '<b id="evil">full</b> <script>globalThis.evil = 1</script>');
  await expect(found).toBeVisible();
  await expect(found.locator(".text-unhealthy-text")).toHaveText("disk");
  await expect(page.locator("#evil")).toHaveCount(0);
  expect(await page.evaluate(() => "evil" in globalThis)).toBe(false);
  await found.click();
  await expect(details(page).getByLabel("Message")).toContainText("<script>");
});

test("the details of a line show its fields, can filter by them, and are in the URL; the context shows the lines around it", async ({
  page,
}) => {
  await enter(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${deck.url}/logs?backend=${shop}&query="order 1110"&range=now-1h`);
  await line(page, "order 1110").click();
  await expect(details(page)).toContainText("order 1110 took 110 ms");
  await page.reload();
  await expect(details(page)).toContainText("order 1110 took 110 ms");
  expect(await axeFindings(page)).toEqual([]);

  await details(page).getByRole("button", { name: "Show context" }).click();
  const around = page.getByRole("dialog", { name: "Context" });
  await expect(around.getByText("order 1109 took")).toBeVisible();
  await expect(around.getByText("order 1111 took")).toBeVisible();
  await expect(around.locator("[aria-current]")).toContainText("order 1110");
  await around.getByRole("button", { name: "Show earlier lines" }).click();
  await expect(around.getByText("order 1080 took")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(around).toBeHidden();

  await details(page).getByRole("button", { name: "Similar lines" }).click();
  await expect(line(page, "order 1299 took")).toBeVisible();
  // The arrow keys move between lines, and open details follow the selected line.
  await list(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(details(page)).toContainText("order 1298");
  await page.keyboard.press("Escape");
  await expect(details(page)).toHaveCount(0);

  await page.keyboard.press("Enter");
  await details(page).getByRole("definition").filter({ hasText: "shop.log" }).first().hover();
  await details(page).getByRole("button", { name: "Only lines with this file" }).click();
  await expect(page.getByRole("button", { name: /^Labels: file:.*shop\.log/ }).first()).toBeVisible();
  await expect(line(page, "order 1299 took")).toBeVisible();
});

test("levels, columns, patterns and the histogram narrow the lines, and a link shows other people the same lines", async ({
  page,
}) => {
  await enter(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${deck.url}/logs?backend=${shop}&range=now-1h`);
  await expect(line(page, "quay opened")).toBeVisible();
  await expect(page.getByRole("slider", { name: "Lines over time" })).toHaveAttribute(
    "aria-valuetext",
    /302, of which 6 Error, 1 Warning, 295 Info/,
  );
  await page.getByRole("combobox", { name: "Level" }).selectOption("error");
  await expect(list(page).locator("[data-line]")).toHaveCount(6);
  await expect(line(page, "order 1257")).toBeVisible();
  await page.getByRole("combobox", { name: "Level" }).selectOption("");

  await page.getByText("Patterns", { exact: true }).click();
  const patterns = page.getByRole("list", { name: "Patterns" }).getByRole("listitem");
  await expect(patterns.first()).toContainText(/\d+ similar lines/);
  await expect(patterns.first()).toContainText("order <n> took");
  expect(await axeFindings(page)).toEqual([]);
  await patterns
    .first()
    .getByRole("button", { name: /^Show lines/ })
    .click();
  await expect(line(page, "order 1299")).toBeVisible();
  await expect(line(page, "quay opened")).toHaveCount(0);
  await searchBox(page).fill("");
  await expect(line(page, "quay opened")).toBeVisible();

  // Selecting the newest bars of the histogram, about seven minutes, sets the time range.
  const bars = page.getByRole("slider", { name: "Lines over time" });
  const { x, y, width, height } = (await bars.boundingBox())!;
  await page.mouse.move(x + width * 0.88, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => param(page, "rangeType")).toBe("absolute");
  await expect(line(page, "quay opened")).toBeVisible();
  await expect(line(page, "order 1000")).toHaveCount(0);
  const zoomed = page.url();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(page).not.toHaveURL(zoomed);
  await page.goBack();
  await expect(page).toHaveURL(zoomed);
  await expect(line(page, "quay opened")).toBeVisible();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "file" }).check();
  await page.keyboard.press("Escape");
  await expect(list(page).getByRole("columnheader", { name: "file" })).toBeVisible();

  // Another person opens the link and sees the same lines.
  const shared = page.url();
  const other = await page.context().browser()!.newContext({ baseURL: deck.url });
  await other.addCookies((await stateOf("viewer", deck)).cookies);
  await other.addInitScript(() => localStorage.setItem("signedIn", "true"));
  const reader = await other.newPage();
  await reader.goto(shared);
  await expect(line(reader, "quay opened")).toBeVisible();
  await expect(list(reader).getByRole("columnheader", { name: "file" })).toBeVisible();
  await other.close();
});

test("the live view shows new lines, can be paused, and holds new lines back while older lines are read", async ({
  page,
}) => {
  deck.write("busy.log", [`${secondsAgo(5)} INFO begin`]);
  const busy = await deck.backend("Busy files", { backends: [{ file: { path: [deck.path("busy.log")] } }] });
  await enter(page);
  await page.goto(`${deck.url}/logs?backend=${busy}`);
  await expect(line(page, "begin")).toBeVisible();
  const count = page.getByRole("status").filter({ hasText: /^1 line$/ });
  await expect(count).toBeVisible();
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  // The histogram shows the number of lines, so that a live view does not show two different numbers.
  await expect(count).toHaveCount(0);
  deck.add("busy.log", [`${secondsAgo(0)} INFO first live line`]);
  await expect(line(page, "first live line")).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  deck.add("busy.log", [`${secondsAgo(0)} INFO second live line`]);
  await expect(page.getByRole("button", { name: "1 new line" })).toBeVisible();
  await expect(line(page, "second live line")).toHaveCount(0);
  await page.getByRole("button", { name: "1 new line" }).click();
  await expect(line(page, "second live line")).toBeVisible();

  // Thousands of lines are added: the newest line is shown, and the list stays usable.
  for (let batch = 0; batch < 10; batch += 1)
    deck.add(
      "busy.log",
      Array.from({ length: 2_000 }, (_, index) => `${secondsAgo(0)} INFO flood ${batch * 2_000 + index}`),
    );
  await expect(line(page, "flood 19999")).toBeVisible();
  // The rows are reused, because replacing their elements several times per second would keep the page busy.
  const row = await list(page).locator("[data-line]").first().elementHandle();
  deck.add("busy.log", [`${secondsAgo(0)} INFO reuses the row`]);
  await expect(line(page, "reuses the row")).toBeVisible();
  expect(await row.textContent()).toContain("reuses the row");
  expect(await list(page).locator("[data-line]").count()).toBeLessThan(100);
  await list(page).evaluate((grid) => grid.scrollTo({ top: 5_000 }));
  deck.add("busy.log", [`${secondsAgo(0)} INFO after the flood`]);
  await expect(page.getByRole("button", { name: "1 new line" })).toBeVisible();
  await page.getByRole("button", { name: "1 new line" }).click();
  await expect(line(page, "after the flood")).toBeVisible();
});

test("selected lines are copied and downloaded, and all lines of a search can be downloaded", async ({ page }) => {
  await enter(page);
  await page.goto(`${deck.url}/logs?backend=${shop}&query=order&range=now-1h`);
  await expect(line(page, "order 1299")).toBeVisible();
  await line(page, "order 1299").hover();
  await line(page, "order 1299").getByRole("checkbox").click();
  await line(page, "order 1297").hover();
  await line(page, "order 1297")
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 of 300 selected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach as Evidence" })).toBeVisible();
  const some = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).last().click();
  expect((await some).suggestedFilename()).toBe("lines.log");
  const all = page.waitForEvent("download");
  await page.getByRole("banner").getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "JSON lines" }).click();
  expect((await all).suggestedFilename()).toBe("Shop files.ndjson");
});

test("wrong credentials, an unreachable backend and an invalid search show an error, and the page stays usable", async ({
  page,
}) => {
  const loki = createServer((_, response) => response.writeHead(401).end("no credentials"));
  await new Promise<void>((resolve) => loki.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(loki.address() as AddressInfo).port}`;
  const locked = await deck.backend("Locked", { backends: [{ loki: { url } }] });
  const away = await deck.backend("Away", { backends: [{ loki: { url: "http://127.0.0.1:1" } }] });
  const partly = await deck.backend("Partly", {
    backends: [{ loki: { url } }, { file: { path: [deck.path("shop.log")] } }],
  });
  await enter(page);
  try {
    await page.goto(`${deck.url}/logs?backend=${locked}`);
    await expect(page.getByRole("alert").first()).toContainText(/Locked: .*(credentials|username|password|401)/);
    await page.getByRole("combobox", { name: "Backend" }).selectOption(away);
    await expect(page.getByRole("alert").first()).toContainText("Away: Nothing listens at this address");
    await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    // The other systems of a backend are still read.
    await page.goto(`${deck.url}/logs?backend=${partly}&range=now-1h&language=words`);
    await expect(page.getByText("Some systems could not be read.")).toBeVisible();
    await expect(page.getByText(/^Partly \(Loki\): /)).toBeVisible();
    await expect(line(page, "quay opened")).toBeVisible();
    await searchBox(page).fill("/(/");
    await searchBox(page).press("Enter");
    await expect(page.getByRole("alert").first()).toContainText(/regular expression/);
    await searchBox(page).fill("quay");
    await searchBox(page).press("Enter");
    await expect(line(page, "quay opened")).toBeVisible();
  } finally {
    loki.close();
  }
});

test("the page stays usable with a line of ten megabytes and with a million lines", async ({ page }) => {
  deck.write("dump.log", [
    `${secondsAgo(90)} INFO before the dump`,
    `${secondsAgo(60)} ERROR dump ${"0123456789abcdef".repeat(655_360)}`,
    `${secondsAgo(30)} INFO after the dump`,
  ]);
  const dump = await deck.backend("Dumps", { backends: [{ file: { path: [deck.path("dump.log")] } }] });
  await enter(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${deck.url}/logs?backend=${dump}`);
  await expect(line(page, "before the dump")).toBeVisible();
  await expect(line(page, "after the dump")).toBeVisible();
  await line(page, "dump 0123456789abcdef").click();
  await expect(details(page).getByLabel("Message")).toContainText("dump 0123456789abcdef");

  const first = Date.now() - 1_000_000;
  deck.write(
    "million.log",
    Array.from({ length: 1_000_000 }, (_, index) => {
      const word = index === 7 ? "needle" : "hay";
      return `${new Date(first + index).toISOString()} INFO ${word} ${index}`;
    }),
  );
  const million = await deck.backend("A million", { backends: [{ file: { path: [deck.path("million.log")] } }] });
  await page.goto(`${deck.url}/logs?backend=${million}&range=now-1h`);
  await expect(line(page, "hay 999999")).toBeVisible();
  expect(await list(page).locator("[data-line]").count()).toBeLessThan(100);
  await searchBox(page).fill("needle");
  await searchBox(page).press("Enter");
  await expect(line(page, "needle 7")).toBeVisible();
  await expect(list(page).locator("[data-line]")).toHaveCount(1);
});

test("a viewer can search backends, but not the product's own log, and cannot open the settings of backends", async ({
  page,
}) => {
  await enter(page, "viewer");
  await page.goto(`${deck.url}/logs?range=now-1h`);
  await expect(page.getByRole("combobox", { name: "Backend" })).toBeVisible();
  await expect(
    page.getByRole("combobox", { name: "Backend" }).locator("option", { hasText: "Quarterdeck" }),
  ).toHaveCount(0);
  await page.getByRole("combobox", { name: "Backend" }).selectOption(shop);
  await expect(line(page, "quay opened")).toBeVisible();
  await page.goto(`${deck.url}/settings/log-backends/${shop}`);
  await expect(page.getByRole("button", { name: "Test", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test("on a phone the lines are readable, the filters are in a panel, and the details fill the screen", async ({
  page,
}) => {
  await enter(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${deck.url}/logs?backend=${shop}&range=now-1h`);
  await expect(line(page, "quay opened")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expect(page.getByRole("combobox", { name: "Backend" })).toBeVisible();
  await page.keyboard.press("Escape");
  await line(page, "quay opened").click();
  const drawer = page.getByRole("dialog", { name: "Line" });
  await expect(drawer).toContainText("quay opened");
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
});
