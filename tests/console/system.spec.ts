// Tests that the System page shows complete names, collapses idle queues and never scrolls sideways.
import { query, section } from "./accounts.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin" });

const widths = [1440, 1280, 1000, 820, 390];

test("only queues with work are listed; the others are in a collapsed section with their full names", async ({
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

test("failed runs are counted next to the title, and a run opens with its errors", async ({ page }) => {
  await query(
    `insert into job_history (name, status, details, time_start, time_end)
     values ('RinseTheDeck', 'SUCCESS', null, now(), now()),
            ('SweepTheDeck', 'FAILED', '{"errors": ["the broom is gone"]}', now(), now())`,
  );
  await page.goto("/settings/system");
  const runs = section(page, "Recent job runs");
  await expect(runs.getByRole("link", { name: /^\d+ failed$/ })).toHaveAttribute(
    "href",
    /\/settings\/jobs\?status=FAILED(:|%3A)1$/,
  );
  // Only a run with an error has a line for it.
  const heightOf = async (job: string) =>
    (await runs.getByRole("row").filter({ hasText: job }).first().boundingBox())?.height ?? 0;
  await expect(runs.getByRole("row").filter({ hasText: "Sweep The Deck" }).first()).toContainText("the broom is gone");
  expect(await heightOf("Sweep The Deck")).toBeGreaterThan(await heightOf("Rinse The Deck"));
  await runs.getByRole("link", { name: "Sweep The Deck" }).first().click();
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
