// Scrapers in the console: written by the forms of their types, looked at before they are saved, run by hand.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { axeFindings } from "./axe.ts";
import { query } from "./accounts.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

test("CA-05 CA-06 CA-21 a scraper is written, run dry, saved and run, and its history is read", async ({ page }) => {
  await page.goto("/catalog/scrapers");
  await expect(page.getByRole("link", { name: "Scrapers" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Add Catalog Scraper" }).click();
  await expect(page).toHaveURL(/\/catalog\/scrapers\/new$/);
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("journey machine");

  await page.getByRole("searchbox", { name: "Search types" }).fill("system");
  await page.getByRole("button", { name: "System", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Schedule" })).toHaveValue("@every 60m");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Dry run" }).click();
  const dialog = page.getByRole("dialog", { name: "Dry run" });
  await expect(dialog.getByText(/^\d+ added, 0 updated/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole("list", { name: "Items" }).getByRole("listitem").first()).toBeVisible();
  await dialog.getByRole("tab", { name: /^Relationships/ }).click();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  const none = await query("select count(*)::text as n from config_scrapers where name = 'journey machine'");
  expect(none.rows[0]!["n"]).toBe("0");

  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Catalog Scraper added successfully")).toBeVisible();
  const { rows } = await query("select id from config_scrapers where name = 'journey machine'");
  await page.goto(`/catalog/scrapers/${rows[0]!["id"]}`);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("The scraper has begun to look again")).toBeVisible();
  await page.getByRole("tab", { name: "Job History" }).click();
  await expect(page.getByRole("gridcell", { name: "Scraper" }).first()).toBeVisible();
});

test("a dry run tells how far it is, and Cancel ends what the source does", async ({ page }) => {
  const waiting: ServerResponse[] = [];
  const source = createServer((request, response) => {
    const isFirst = request.url === "/things";
    if (isFirst) response.writeHead(200, { "content-type": "application/json" }).end('[{"id": "a"}, {"id": "b"}]');
    else waiting.push(response);
  });
  source.listen(0, "127.0.0.1");
  await once(source, "listening");
  const { port } = source.address() as AddressInfo;
  try {
    const pagination = { nextPageExpr: "'/more'", perPage: true };
    const http = {
      url: `http://127.0.0.1:${port}/things`,
      pagination,
      items: "$[*]",
      id: "$.id",
      type: "Journey::Thing",
    };
    const { rows } = await query(
      "insert into config_scrapers (name, source, spec) values ('journey source', 'UI', $1) returning id",
      [JSON.stringify({ schedule: "@never", http: [http], system: [{ parts: ["host"] }] })],
    );
    await page.goto(`/catalog/scrapers/${rows[0]!["id"]}`);
    await page.getByRole("button", { name: "Dry run" }).click();
    const dialog = page.getByRole("dialog", { name: "Dry run" });
    await expect(dialog.getByRole("status").first()).toHaveText("Reading the sources");
    await expect(dialog.getByText(/^2 items found so far/)).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Entries" }).getByRole("listitem")).toHaveText([
      "http 12 items",
      "system 1waits",
    ]);
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await expect.poll(() => waiting.length).toBe(1);
    const closed = once(waiting[0]!, "close");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await closed;
  } finally {
    source.closeAllConnections();
    source.close();
  }
});
