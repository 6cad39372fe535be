// Tests scrapers in the console: creating them with the forms of their types, dry runs, and runs by hand.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { axeFindings } from "./axe.ts";
import { query } from "./accounts.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

test("CA-05 CA-06 CA-21 a scraper is created, dry-run, saved and run, and its history is shown", async ({ page }) => {
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
  await expect(dialog.getByText(/^\d+ added, 0 updated/)).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Items" }).getByRole("listitem").first()).toBeVisible();
  await dialog.getByRole("tab", { name: /^Relationships/ }).click();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  const none = await query("select count(*)::text as n from config_scrapers where name = 'journey machine'");
  expect(none.rows[0]!["n"]).toBe("0");

  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Catalog Scraper added successfully")).toBeVisible();
  const { rows } = await query("select id from config_scrapers where name = 'journey machine'");
  await page.goto(`/catalog/scrapers/${rows[0]!["id"]}`);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("The scraper was started")).toBeVisible();
  await page.getByRole("tab", { name: "Job History" }).click();
  await expect(page.getByRole("gridcell", { name: "Scraper" }).first()).toBeVisible();
});

test("CA-05 the list of scrapers shows the result of each scraper's last job", async ({ page }) => {
  const { rows } = await query(
    `with scraper as (
       insert into config_scrapers (name, namespace, spec, source) values ('journey leak', 'default', '{}', 'UI') returning id
     ), job as (
       insert into job_history (name, status, resource_type, resource_id, error_count, duration_millis, details)
       select 'Scraper', 'FAILED', 'config_scraper', id::text, 1, 2000, '{"errors": ["The tide gauge does not answer"]}'
       from   scraper
     )
     select id from scraper`,
  );
  await page.goto("/catalog/scrapers?search=journey+leak");
  const row = page.getByRole("row").filter({ hasText: "journey leak" });
  await expect(row).toContainText("Failed");
  await expect(row).toContainText("The tide gauge does not answer");
  await expect(row.getByRole("gridcell", { name: "2s", exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: "Run journey leak now" })).toBeAttached();
  await row.getByRole("button", { name: "Failed" }).click();
  const dialog = page.getByRole("dialog", { name: "Details for job Scraper" });
  await expect(dialog).toContainText("The tide gauge does not answer");
  await expect(page).toHaveURL(new RegExp(`jobOf=${rows[0]!["id"]}`));
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/jobOf/);

  // The product's own scraper also has a row, but cannot be run.
  await page.goto("/catalog/scrapers/00000000-0000-0000-0000-000000000000");
  await expect(page.getByRole("heading", { level: 1, name: "Built-in (System)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Dry run" })).toHaveCount(0);
  await page.goto("/catalog/scrapers");

  // On a small screen the button shrinks to leave room for the title, and keeps its name.
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await page.getByRole("heading", { level: 1, name: "Scrapers" }).boundingBox())!.width).toBeGreaterThan(60);
  expect((await page.getByRole("button", { name: "Add Catalog Scraper" }).boundingBox())!.width).toBe(40);
});

test("CA-22 a scraper uses a stored connection, selected by name", async ({ page }) => {
  await query(
    `insert into connections (name, namespace, type, source)
     values ('journey orders', 'harbour', 'postgres', 'UI'), ('journey ledger', 'harbour', 'mysql', 'UI'),
            ('journey forge', 'harbour', 'github', 'UI')`,
  );
  await page.goto("/catalog/scrapers/new");
  await page.getByRole("searchbox", { name: "Search types" }).fill("sql");
  await page.getByRole("button", { name: "SQL", exact: true }).press("Enter");
  // The pressed button disappears, and focus moves to the form.
  const field = page.getByRole("combobox", { name: "Connection" });
  await expect(field).toBeFocused();
  await field.click();
  await expect(page.getByRole("option", { name: /^journey ledger/ })).toBeVisible();
  // Connections of other types are found by search.
  await expect(page.getByRole("option", { name: /^journey forge/ })).toHaveCount(0);
  await field.fill("journey f");
  await expect(page.getByRole("option", { name: /^journey forge/ })).toBeVisible();
  await field.fill("journey ord");
  await expect(page.getByRole("option", { name: /^journey ledger/ })).toHaveCount(0);
  await page.getByRole("option", { name: /^journey orders/ }).click();
  await expect(field).toHaveValue("connection://harbour/journey orders");
  expect(await axeFindings(page)).toEqual([]);
  // The selection can be changed, and a URL is also accepted.
  await field.click();
  await page.getByRole("option", { name: /^journey ledger/ }).click();
  await expect(field).toHaveValue("connection://harbour/journey ledger");
  await field.fill("postgres://db:5432/orders");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("postgres://db:5432/orders");
  await page.getByText("Code", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Spec" })).toContainText("connection: postgres://db:5432/orders");
});

test("a dry run shows its progress, and Cancel ends its requests", async ({ page }) => {
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
      "system 1waiting",
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

test("plugins are created on a page next to the scrapers, and the page of a plugin shows errors of its runs", async ({
  page,
}) => {
  await page.goto("/catalog/scrapers");
  await page.getByRole("link", { name: "Plugins", exact: true }).click();
  await expect(page).toHaveURL(/\/catalog\/scrapers\/plugins$/);
  await expect(page.getByRole("heading", { level: 1, name: "Scrape Plugins" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Scrapers", exact: true }).first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Scrape Plugin" }).first().click();
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("journey plugin");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Scrape Plugin added successfully")).toBeVisible();
  const { rows } = await query("select id from scrape_plugins where name = 'journey plugin'");
  const id = rows[0]!["id"]!;
  await query(
    `insert into job_history (name, resource_type, resource_id, status, details, time_start, error_count)
     values ('Scrape plugin', 'scrape_plugin', $1, 'FAILED', '{"errors": ["Rule 1 of aliases cannot be told."]}', now(), 1)`,
    [id],
  );
  await page.goto(`/catalog/scrapers/plugins/${id}`);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await expect(page.getByRole("note")).toContainText("Rule 1 of aliases cannot be told.");
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/settings/jobs");
  await expect(page.getByRole("link", { name: "journey plugin" }).first()).toHaveAttribute(
    "href",
    `/catalog/scrapers/plugins/${id}`,
  );
  await query("update scrape_plugins set deleted_at = now() where id = $1", [id]);
});

test.describe("refused input", () => {
  test.use({ provoked: [/400 \(Bad Request\)/] });

  test("CA-22 CA-23 CA-24 scraper forms require the necessary fields, show defaults, and mark missing values", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/catalog/scrapers/new");
    await page.getByRole("textbox", { name: /^Name/ }).first().fill("journey forms");
    const form = page.locator("form");
    const add = async (type: string) => {
      if (await form.getByRole("button", { name: "Add source" }).isVisible())
        await form.getByRole("button", { name: "Add source" }).click();
      await page.getByRole("button", { name: type, exact: true }).click();
    };

    // Owner and repository are required; nothing is sent without them.
    await add("GitHub Actions");
    await expect(form.getByRole("textbox", { name: "Owner" })).toHaveAttribute("aria-required", "true");
    await expect(form.getByRole("textbox", { name: "Repository" })).toHaveAttribute("aria-required", "true");
    await form.getByRole("button", { name: "Create", exact: true }).click();
    await expect(form.getByText("This field is required")).toHaveCount(2);
    await expect(page).toHaveURL(/\/catalog\/scrapers\/new/);
    await form.getByRole("textbox", { name: "Owner" }).fill("example");

    // A dry run also marks missing values, with a message.
    await page.getByRole("button", { name: "Dry run" }).click();
    const refused = page.getByRole("dialog", { name: "Dry run" });
    await expect(refused.getByText("The scraper was not run.")).toBeVisible();
    await expect(refused.getByRole("listitem")).toHaveText("githubActions.0.repository This field is required");
    await refused.getByRole("button", { name: "Close" }).last().click();
    await expect(form.getByText("This field is required")).toHaveCount(1);

    // Defaults are shown in the fields that override them.
    await add("Kubernetes");
    const kubernetes = page.getByRole("region", { name: "Kubernetes source" });
    await kubernetes.getByText("More options").click();
    await expect(kubernetes.getByRole("textbox", { name: "Concurrent requests" })).toHaveAttribute("placeholder", "64");
    const schedule = page.getByRole("combobox", { name: "Schedule" });
    await schedule.fill("");
    await schedule.press("ArrowDown");
    const offered = page.getByRole("option");
    await expect(offered.filter({ hasText: "@every 30s" })).toBeVisible();
    await expect(offered.filter({ hasText: "@every 15m" })).toBeVisible();
    await expect(offered.filter({ hasText: "@weekly" })).toBeVisible();
    await page.keyboard.press("Escape");

    // The form edits each value in a single field, in any language, and the code shows the same value.
    await add("HTTP");
    const http = page.getByRole("region", { name: "HTTP source" });
    await http.getByRole("textbox", { name: "Id" }).fill("$.serial");
    await http.getByRole("radiogroup", { name: "Language of Type" }).getByText("CEL").click();
    await http.getByRole("textbox", { name: "Type" }).fill("config.kind");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByText("Code", { exact: true }).click();
    const code = page.getByRole("textbox", { name: "Spec" });
    await expect(code).toContainText("id: $.serial");
    await expect(code).toContainText("expr: config.kind");
  });
});

test("the page of the built-in scraper shows its items and explains its purpose, without tabs", async ({ page }) => {
  await page.goto("/catalog/scrapers/00000000-0000-0000-0000-000000000000");
  await expect(page.getByText("Items that were added through the API")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Spec" })).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Job History" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);
  await expect(page.getByRole("radiogroup", { name: "Spec as" })).toHaveCount(0);
  await query(
    "insert into config_items (name, type, config_class, health, scraper_id) values ('weather vane', 'Roof::Vane', 'Vane', 'warning', '00000000-0000-0000-0000-000000000000')",
  );
  const items = page.getByRole("region", { name: "Items", exact: true });
  await expect(items.getByRole("link", { name: "weather vane" })).toBeVisible();
  await expect(items.getByRole("row").filter({ hasText: "weather vane" })).toContainText("Vane");
  await expect(items.getByRole("list", { name: "Health of the items" })).toContainText("warning");
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/catalog/scrapers");
  await expect(page.getByRole("row").filter({ hasText: "Built-in (System)" })).toHaveText(/^Built-in \(System\)[1-9]/);
});
