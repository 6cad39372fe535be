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
  const fold = queues.getByText(/^\d+ idle queues$/);
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
  await expect(problems.getByText(/^\d+ failed$/)).toBeVisible();
  await expect(problems.getByRole("link", { name: "All runs" })).toHaveAttribute("href", "/settings/jobs");
  await expect(runs.getByRole("row").filter({ hasText: "Sweep The Deck" })).toHaveCount(0);
  expect((await problems.boundingBox())!.y).toBeLessThan((await section(page, "Queues").boundingBox())!.y);
  // Only a run with an error has a detail line with the error.
  const heightOf = async (part: Locator, job: string) =>
    (await part.getByRole("row").filter({ hasText: job }).first().boundingBox())?.height ?? 0;
  await expect(problems.getByRole("row").filter({ hasText: "Sweep The Deck" }).first()).toContainText(
    "the broom is gone",
  );
  expect(await heightOf(problems, "Sweep The Deck")).toBeGreaterThan(await heightOf(runs, "Rinse The Deck"));
  await problems.getByRole("link", { name: "Sweep The Deck" }).first().click();
  await expect(page.getByRole("dialog", { name: "Details for job Sweep The Deck" })).toContainText("the broom is gone");
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
