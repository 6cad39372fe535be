// Tests that a new installation shows and explains its own checks, and links to the first steps.
import type { Page } from "@playwright/test";
import { section } from "./accounts.ts";
import { expect, test } from "./journey.ts";

interface Summary {
  checks_summary: { type: string }[];
}

/** Other browser tests have created checks, so this reduces the response to the checks of a new installation. */
async function asNewInstallation(page: Page) {
  await page.route("**/api/canary/api/summary*", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Summary;
    const own = answer.checks_summary.filter(({ type }) => type === "quarterdeck");
    await route.fulfill({ response, json: { ...answer, checks_summary: own } });
  });
}

// The page requests the summary until the page closes; a response that arrives after that is ignored.
test.afterEach(({ page }) => page.unrouteAll({ behavior: "ignoreErrors" }));

const steps = (page: Page) => section(page, "First steps");

test.describe("an administrator", () => {
  test.use({ as: "admin" });

  test("an administrator sees the built-in checks with explanations, and each first step opens its form", async ({
    page,
  }) => {
    await asNewInstallation(page);
    await page.goto("/health");
    await expect(steps(page)).toContainText("built in and monitor this installation");
    for (const name of ["Web interface", "Database", "Disk space", "Memory", "Jobs"])
      await expect(page.getByRole("row").filter({ hasText: name }).first()).toBeVisible();

    await steps(page).getByRole("link", { name: "Add a check" }).click();
    await expect(page).toHaveURL(/\/settings\/canaries\/new/);
    await page.goto("/health");
    await steps(page).getByRole("link", { name: "Add a scraper" }).click();
    await expect(page).toHaveURL(/\/catalog\/scrapers\/new/);
    await page.goto("/health");
    await steps(page).getByRole("link", { name: "Invite a colleague" }).click();
    await expect(page.getByRole("dialog", { name: "Invite User" })).toBeVisible();
    // The open dialog hides the page from assistive technology.
    await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toHaveText("Users");

    await page.goto("/health");
    await steps(page).getByRole("button", { name: "Dismiss first steps" }).click();
    await expect(steps(page)).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: "Web interface" }).first()).toBeVisible();
  });
});

test.describe("a viewer", () => {
  test.use({ as: "viewer" });

  test("a viewer sees the same checks, and only the steps that viewers can take", async ({ page }) => {
    await asNewInstallation(page);
    await page.goto("/health");
    await expect(steps(page)).toContainText("built in and monitor this installation");
    await expect(page.getByRole("row").filter({ hasText: "Web interface" }).first()).toBeVisible();
    await expect(steps(page).getByRole("link")).toHaveCount(0);
    // The URL of the dialog does not open the dialog either.
    await page.goto("/settings/users?invite=true");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});
