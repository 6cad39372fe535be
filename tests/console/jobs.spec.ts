import type { Page } from "@playwright/test";
import pg from "pg";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

const CLEAN_UP = "Clean up config changes";

/** Runs a job of the product that finds an invalid setting. */
const runWithBadSetting = () =>
  inDatabase(async (client) => {
    const property = "config.changes.retention.days";
    await client.query("insert into properties (name, value) values ($1, 'a while')", [property]);
    await client.query("update job_schedules set run_at = now() where name = 'catalog.retain'");
    await expect
      .poll(
        async () =>
          (
            await client.query("select status from job_history where name = $1 and status in ('FAILED', 'WARNING')", [
              CLEAN_UP,
            ])
          ).rowCount,
      )
      .toBeGreaterThan(0);
    await client.query("delete from properties where name = $1", [property]);
  });

const rowsOf = (page: Page, job: string) => page.getByRole("row").filter({ hasText: job });
const rowOf = (page: Page, job: string) => rowsOf(page, job).first();

/** Records the requests of the table. The returned function returns the last request. */
function questions(page: Page) {
  const asked: URL[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/db/job_histories") asked.push(url);
  });
  return () => asked.at(-1)!.searchParams;
}

test("SE-39 SE-40 SE-41 SE-42 SE-49 SE-50 SE-51 real jobs fill the history, and the URL restores the view", async ({
  page,
  context,
}) => {
  await runWithBadSetting();
  const question = questions(page);
  const before = Date.now();
  await page.goto("/settings/jobs");
  await expect(rowOf(page, CLEAN_UP)).toContainText("Failed");
  // Other tests may add runs of agents, and thus the column Agent.
  await expect(page.getByRole("columnheader")).toContainText([
    "Timestamp",
    "Job Name",
    "Resource",
    "Status",
    "Duration",
    "Statistics",
  ]);
  await expect(rowOf(page, CLEAN_UP)).toContainText(/Error 1.*must be a number of days/);
  // The error begins below the name of its job, and does not touch it.
  const name = (await rowOf(page, CLEAN_UP).getByText(CLEAN_UP, { exact: true }).boundingBox())!;
  const error = (await rowOf(page, CLEAN_UP).getByText("must be a number of days").boundingBox())!;
  expect(Math.abs(error.x - name.x)).toBeLessThan(2);
  expect(error.y).toBeGreaterThan(name.y + name.height - 1);
  await expect(page.getByRole("button", { name: "Time range: 2 days" })).toBeVisible();
  // Successful runs are hidden by default.
  await expect(page.getByRole("gridcell", { name: "Success", exact: true })).toHaveCount(0);
  expect(question().get("status")).toBe('not.in.("SUCCESS")');
  expect(question().get("limit")).toBe("150");
  expect(question().get("order")).toMatch(/^created_at\.desc/);
  const since = Date.parse(question().get("created_at")!.replace(/^gt\./, ""));
  expect(Math.abs(before - 2 * 24 * 3600_000 - since)).toBeLessThan(60_000);

  await page.getByRole("button", { name: "Status: Success (excluded)" }).click();
  const offered = page.getByRole("group", { name: "Status", exact: true });
  await expect(offered.getByRole("listitem")).toHaveText(["Success", "Running", "Warning", "Failed"]);
  await page.keyboard.press("Escape");
  expect(await axeFindings(page)).toEqual([]);

  await rowOf(page, CLEAN_UP).click();
  const details = page.getByRole("dialog", { name: `Details for job ${CLEAN_UP}` });
  await expect(details.getByRole("tab")).toHaveText([/^Errors/]);
  await expect(details).toContainText("must be a number of days");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);

  // The URL restores the view in a new window.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("dialog", { name: `Details for job ${CLEAN_UP}` })).toContainText("number of days");
  await other.getByRole("button", { name: "Close" }).click();
  await expect(rowOf(other, CLEAN_UP)).toContainText("Failed");
});

test("failed runs whose job has succeeded since are counted separately", async ({ page }) => {
  await inDatabase((client) =>
    client.query(
      `insert into job_history (name, status, details, created_at, time_start)
       select name, status, details::jsonb, now() - ago, now() - ago
       from   (values ('MendTheSail', 'FAILED', '{"errors": ["torn"]}', interval '3 hours'),
                      ('MendTheSail', 'SUCCESS', null, interval '2 hours'),
                      ('MendTheNet', 'FAILED', '{"errors": ["no twine"]}', interval '1 hour')) v (name, status, details, ago)`,
    ),
  );
  await page.goto("/settings/jobs?search=MendThe");
  await expect(page.getByText("1 failed run", { exact: true })).toBeVisible();
  await expect(page.getByText("1 run has recovered", { exact: true })).toBeVisible();
  await expect(rowOf(page, "Mend the sail")).toContainText("torn · recovered 2h ago");
  await expect(rowOf(page, "Mend the net")).not.toContainText("recovered");
});

test("SE-43 SE-44 SE-46 ER-16 all filters are in the URL, and the resource of a job can be found", async ({ page }) => {
  const [gone, scraped] = await inDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into job_history (name, status, resource_type, resource_id, duration_millis, details)
       values ('CleanOldThings', 'SUCCESS', 'canary', new_id()::text, 200, null),
              ('ScrapeTheWorld', 'FAILED', 'catalog_scraper', new_id()::text, 61000,
               '{"errors": {"pods": {"error": {"error": "throttled"}}},
                 "scrape_summary": {"Kubernetes::Pod": {"added": 3, "warnings": ["no owner"]}},
                 "summary": {"checks": {"success": 4}}}')
       returning id, resource_id`,
    );
    return rows as unknown as { id: string; resource_id: string }[];
  });
  const question = questions(page);
  await page.goto("/settings/jobs?status=&resource_type=canary:1,config_scraper:1&duration=1m&pageSize=5");
  await expect(rowOf(page, "Scrape the world")).toBeVisible();
  await expect(rowsOf(page, "Clean old things")).toHaveCount(0);
  expect(question().get("resource_type")).toBe("in.(canary,config_scraper,catalog_scraper)");
  expect(question().get("duration_millis")).toBe("gte.60000");
  expect(question().get("limit")).toBe("5");

  // Changing the range keeps the duration filter.
  await page.getByRole("button", { name: "Time range: 2 days" }).click();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/duration=1m/);
  await expect(page).toHaveURL(/range=now-7d/);
  await page.getByRole("combobox", { name: /^Duration/ }).selectOption({ label: "Any" });
  await expect(rowOf(page, "Clean old things")).toBeVisible();
  await page.goBack();
  await expect(rowsOf(page, "Clean old things")).toHaveCount(0);

  const row = rowOf(page, "Scrape the world");
  await row.getByRole("button", { name: "Copy id of" }).click();
  await expect(page.getByText(`Copied ${scraped!.resource_id} to clipboard`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(scraped!.resource_id);

  await row.getByRole("gridcell").nth(1).click();
  const details = page.getByRole("dialog");
  await expect(details.getByRole("tab")).toHaveText([/^Errors/, "Scrape Summary", "Reconcile Summary"]);
  await expect(details).toContainText("throttled");
  await details.getByRole("tab", { name: "Scrape Summary" }).click();
  await expect(details.getByRole("row", { name: /Kubernetes::Pod/ })).toContainText("no owner");
  await details.getByRole("tab", { name: "Reconcile Summary" }).click();
  await expect(details).toContainText("success");

  // The page shows a message if a run has no details or was deleted.
  await page.goto(`/settings/jobs?job=${gone!.id}`);
  await expect(page.getByRole("dialog", { name: "Details for job Clean old things" })).toContainText(
    "No details found",
  );
  await page.goto("/settings/jobs?job=00000000-0000-0000-0000-000000000009");
  await expect(page.getByRole("dialog")).toContainText("no longer in the history");
});

test("SE-55 SE-56 undelivered events are counted, with their most common error", async ({ page }) => {
  const event = "check.failed.in.a.journey";
  await inDatabase((client) =>
    client.query(
      `insert into jobs.job (name, data, source_name, source_retry_count, source_output, source_created_on)
       values ('dead_letters', $1, 'event.journey', 4, '{"message": "the channel refused: 403"}', '2026-03-01T10:00:00Z')`,
      [JSON.stringify({ name: event })],
    ),
  );
  await page.goto("/settings/event-queue-status");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Pending Count",
    "Error Count",
    "Average Attempts",
    "First Failed At",
    "Last Failed At",
    "Most Common Error",
  ]);
  const row = rowOf(page, event);
  await expect(row.getByRole("gridcell")).toHaveText([
    event,
    "0",
    "1",
    "5",
    /^\d+\w+ ago$/,
    /^\d+\w+ ago$/,
    "the channel refused: 403",
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await row.click();
  const dialog = page.getByRole("dialog", { name: `Most Common Error for ${event}` });
  await expect(dialog).toContainText("the channel refused: 403");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/event-queue-status$/);
});

test.describe("for a viewer", () => {
  test.use({ as: "viewer" });
  test("the job pages can be opened by URL, but are not in the menu", async ({ page }) => {
    await page.goto("/settings/jobs");
    await expect(page.getByRole("heading", { level: 1, name: "Job History" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Settings" })).toHaveCount(0);
  });
});
