import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Request } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { cell, counter, expectParam, inDatabase, makeHarbour, param, row, search } from "./a-harbour.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const isSummary = (request: Request) => new URL(request.url()).pathname === "/api/canary/api/summary";

test("rows update as results arrive, and only changes are requested", async ({ page }) => {
  const { word, ids } = await makeHarbour("davit");
  const asked: string[] = [];
  await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
  await expect(cell(page, "mole/north", "health")).toHaveText("Healthy");
  page.on("request", (request) => isSummary(request) && asked.push(request.url()));
  await inDatabase(async (client) => {
    await client.query("update checks set status = 'unhealthy', last_runtime = now() where id = $1", [ids.north]);
    await client.query("update checks set deleted_at = now() where id = $1", [ids.crane]);
  });
  await expect(cell(page, "mole/north", "health")).toHaveText("Unhealthy");
  await expect(row(page, "crane")).toHaveCount(0);
  await expect(counter(page, "failing")).toContainText("2");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((url) => new URL(url).searchParams.has("since"))).toBe(true);
});

test("a new installation monitors itself, and a check turns red when its target stops listening", async ({ page }) => {
  await page.goto("/health?query=quarterdeck&hidePassing=false&groupBy=no-group");
  // Every installation has these checks. Its other checks are not listed, because other browser tests make jobs fail,
  // which these checks report.
  for (const name of ["Web interface", "Database", "Disk space", "Memory"])
    await expect(cell(page, name, "health")).toHaveText("Healthy");
  await expect(row(page, "Jobs")).toBeVisible();

  const gate = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const { port } = gate.address() as AddressInfo;
  const spec = { schedule: "@every 1s", tcp: [{ name: "sluice gate", endpoint: `127.0.0.1:${port}` }] };
  const created = await page.request.post("/api/db/canaries", {
    headers: { origin: new URL(page.url()).origin },
    data: { name: "sluice", spec },
  });
  expect(created.status()).toBe(201);
  try {
    await search(page).fill("sluice");
    await expect(cell(page, "sluice gate", "health")).toHaveText("Healthy");
    let loads = 0;
    page.on("load", () => (loads += 1));
    gate.close();
    await expect(cell(page, "sluice gate", "health")).toHaveText("Unhealthy");
    gate.listen(port, "127.0.0.1");
    await expect(cell(page, "sluice gate", "health")).toHaveText("Healthy");
    expect(loads).toBe(0);
  } finally {
    gate.close();
    await inDatabase((client) => client.query("update canaries set deleted_at = now() where name = 'sluice'"));
  }
});

test.describe("with a slow or unreachable server", () => {
  test.use({ still: true, provoked: [/ERR_FAILED|status of (404|50)/] });

  test("HL-29 HL-43 HL-46 the page shows a skeleton first, then old data with its age, and a reload cancels the pending request", async ({
    page,
  }) => {
    const { word } = await makeHarbour("ebbe");
    const asked: string[] = [];
    const failed: string[] = [];
    page.on("request", (request) => isSummary(request) && asked.push(request.url()));
    page.on("requestfailed", (request) => isSummary(request) && failed.push(request.failure()?.errorText ?? ""));
    let answer: "wait" | "pass" | "fail" = "wait";
    const waiting: (() => void)[] = [];
    await page.route("**/api/canary/api/summary*", async (route) => {
      if (answer === "wait") await new Promise<void>((resolve) => waiting.push(resolve));
      if (answer === "fail") await route.fulfill({ status: 503, json: { error: "The database is away" } });
      else await route.continue().catch(() => {});
    });
    await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
    const grid = page.getByRole("grid", { name: "Checks" });
    await expect(grid).toHaveAttribute("aria-busy", "true");
    await expect(counter(page, "passing")).toHaveCount(0);
    answer = "pass";
    for (const go of waiting) go();
    await expect(row(page, "crane")).toBeVisible();
    await expect(grid).toHaveAttribute("aria-busy", "false");

    // The next request is sent before the previous request gets a response.
    answer = "wait";
    const before = asked.length;
    const refresh = page.getByRole("button", { name: "Refresh", exact: true });
    await refresh.click();
    await expect.poll(() => asked.length).toBe(before + 1);
    await refresh.click();
    await expect.poll(() => asked.length).toBe(before + 2);
    await expect.poll(() => failed).toContain("net::ERR_ABORTED");
    answer = "pass";
    for (const go of waiting) go();
    await expect(refresh.locator(".animate-spin")).toHaveCount(0);
    await expect(page.getByText(/Data is stale/)).toHaveCount(0);

    // A different time range sends a new request.
    const calm = asked.length;
    await page.evaluate(() => history.pushState({}, "", `${location.pathname}${location.search}&timeRange=2h`));
    await expect.poll(() => asked.length).toBeGreaterThan(calm);

    answer = "fail";
    await refresh.click();
    await expect(page.getByText(/Data is stale since .* The database is away/)).toBeVisible();
    await expect(row(page, "crane")).toBeVisible();
    answer = "pass";
    await page.getByRole("button", { name: /^Refresh every/ }).click();
    await expect(page.getByRole("menuitemradio")).toHaveText([
      "None",
      "15 seconds",
      "30 seconds",
      "60 seconds",
      "2 minutes",
      "3 minutes",
      "5 minutes",
      "10 minutes",
      "15 minutes",
    ]);
    await page.keyboard.press("Escape");
    await refresh.click();
    await expect(page.getByText(/Data is stale/)).toHaveCount(0);
  });

  test("HL-46 HL-50 a search is sent after 400 ms, and the page is reloaded at the chosen interval", async ({
    page,
  }) => {
    const { word } = await makeHarbour("gig");
    // The page itself records when it sends requests, because its clock is paused most of the time.
    await page.addInitScript(() => {
      const sent: number[] = [];
      const { fetch } = globalThis;
      const recording: typeof fetch = (target, ...rest) => {
        const url = target instanceof globalThis.Request ? target.url : String(target);
        if (url.includes("/api/canary/api/summary")) sent.push(Date.now());
        return fetch(target, ...rest);
      };
      Object.assign(globalThis, { sent, fetch: recording });
    });
    const sent = () => page.evaluate(() => (globalThis as unknown as { sent: number[] }).sent);
    await page.clock.install();
    await page.goto("/health?hidePassing=false&groupBy=no-group");
    await expect(search(page)).toBeVisible();
    await page.getByRole("button", { name: /^Refresh every/ }).click();
    await page.getByRole("menuitemradio", { name: "15 seconds" }).click();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).fill(word);
    await page.clock.runFor(399);
    expect(param(page, "query")).toBeNull();
    await page.clock.runFor(1);
    await expectParam(page, "query", word);
    const before = (await sent()).length;
    const tick = async () => {
      await page.clock.runFor(1_000);
      return (await sent()).length - before;
    };
    await expect.poll(tick, { intervals: [50] }).toBeGreaterThan(2);
    const [first, second] = (await sent()).slice(-2);
    expect(second! - first!).toBeGreaterThanOrEqual(15_000);
    expect(second! - first!).toBeLessThan(17_000);
  });

  test("without live events the page polls, and reports when it cannot get data", async ({ page }) => {
    const { word } = await makeHarbour("hulk");
    await page.clock.install();
    await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
    await expect(row(page, "crane")).toBeVisible();
    // The live stream stays open while the database is down.
    const json = { error: "The database is away" };
    await page.route("**/api/canary/api/summary*", (route) => route.fulfill({ status: 503, json }));
    await page.clock.pauseAt(Date.now() + 60_000);
    let seconds = 0;
    const tick = async () => {
      await page.clock.runFor(1_000);
      seconds += 1;
      return page.getByText(/Data is stale since/).count();
    };
    await expect.poll(tick, { intervals: [100] }).toBe(1);
    expect(seconds).toBeLessThan(60);
    await expect(row(page, "crane")).toBeVisible();
  });

  test("a page of a disabled feature shows that the feature is disabled and who can enable it", async ({ page }) => {
    const json = { error: "It is off.", message: "Somebody can switch it on.", id: "not_found", feature: "health" };
    await page.route("**/api/canary/api/summary*", (route) => route.fulfill({ status: 404, json }));
    await page.goto("/view/health");
    await expect(page.getByRole("heading", { name: "Health is switched off" })).toBeVisible();
    await expect(page.getByText("It is off. Somebody can switch it on.")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Open the feature flag" })).toHaveAttribute(
      "href",
      "/settings/feature-flags?flag=health.disable",
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page.getByRole("navigation")).toBeVisible();
  });
});
