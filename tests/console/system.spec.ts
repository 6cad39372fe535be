// Tests that the System page shows complete names, collapses idle queues and never scrolls sideways.
import type { Locator } from "@playwright/test";
import { query, section } from "./accounts.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin" });

const widths = [1440, 1280, 1000, 820, 390];

test("only queues with work are listed; idle queues are in a collapsed section with their full names", async ({
  page,
}) => {
  await page.goto("/settings/system");
  const queues = section(page, "Queues");
  const fold = queues.locator("summary").filter({ hasText: /^\d+ idle queues$/ });
  await expect(fold).toBeVisible();
  const idle = queues.getByRole("list", { name: "Idle queues" }).getByText("audit.retain", { exact: true });
  await expect(idle).toBeHidden();
  await fold.press("Enter");
  await expect(idle).toBeVisible();
});

test("jobs with problems come first, are counted by their last run, and open with their errors", async ({ page }) => {
  await query(
    `insert into job_history (name, status, details, time_start, time_end)
     values ('RinseTheDeck', 'SUCCESS', null, now(), now()),
            ('SweepTheDeck', 'FAILED', '{"errors": ["the broom is gone"]}', now(), now())`,
  );
  await page.goto("/settings/system");
  const problems = section(page, "Jobs with problems");
  const runs = section(page, "Recent job runs");
  await expect(problems.getByText(/^\d+ jobs? failed$/)).toBeVisible();
  await expect(problems.getByRole("link", { name: "All runs" })).toHaveAttribute("href", "/settings/jobs");
  await expect(runs.getByRole("row").filter({ hasText: "Sweep the deck" })).toHaveCount(0);
  expect((await problems.boundingBox())!.y).toBeLessThan((await section(page, "Queues").boundingBox())!.y);
  // Only a run with an error has a detail line with the error.
  const heightOf = async (part: Locator, job: string) =>
    (await part.getByRole("row").filter({ hasText: job }).first().boundingBox())?.height ?? 0;
  await expect(problems.getByRole("row").filter({ hasText: "Sweep the deck" }).first()).toContainText(
    "the broom is gone",
  );
  expect(await heightOf(problems, "Sweep the deck")).toBeGreaterThan(await heightOf(runs, "Rinse the deck"));
  await problems.getByRole("link", { name: "Sweep the deck" }).first().click();
  await expect(page.getByRole("dialog", { name: "Details for job Sweep the deck" })).toContainText("the broom is gone");
});

test("a job that failed before the newest runs is listed with its resource", async ({ page }) => {
  await query(
    `insert into job_history (name, status, details, resource_type, resource_id, created_at, time_start, time_end)
     values ('Caulk the hull', 'FAILED', '{"errors": ["no pitch"]}', 'logging_backend', gen_random_uuid()::text,
             now() - interval '1 day', now() - interval '1 day', now() - interval '1 day')`,
  );
  // These runs are older than the runs of other tests, which must stay among the newest runs.
  await query(
    `insert into job_history (name, status, created_at, time_start, time_end)
     select 'Scrub plank ' || n, 'SUCCESS', at, at, at
     from   generate_series(1, 25) n, (select now() - interval '1 hour' as at) t`,
  );
  await page.goto("/settings/system");
  const row = section(page, "Jobs with problems").getByRole("row").filter({ hasText: "Caulk the hull" });
  await expect(row.first()).toContainText("no pitch");
  await expect(row.first()).toContainText("Logging backend");
});

test("the page does not scroll sideways at any width", async ({ page }) => {
  await query(
    `insert into job_history (name, status, details, time_start, time_end)
     values ('A job with a name that is longer than others', 'FAILED', $1, now(), now())`,
    [JSON.stringify({ errors: ["a long message about what went wrong ".repeat(10)] })],
  );
  await page.goto("/settings/system");
  const main = page.getByRole("main");
  await expect(main.getByText("A job with a name that is longer than others").first()).toBeVisible();
  await section(page, "Queues")
    .getByText(/idle queues$/)
    .click();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() =>
        main.evaluate((element) =>
          [element, ...element.querySelectorAll("*")]
            .filter((item) => /auto|scroll/.test(getComputedStyle(item).overflowX))
            .filter((item) => item.scrollWidth > item.clientWidth)
            .map((item) => `${item.tagName} ${item.scrollWidth} > ${item.clientWidth}`),
        ),
      )
      .toEqual([]);
  }
});
