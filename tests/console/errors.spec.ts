import { expect, test } from "./journey.ts";

test.use({ as: "admin", still: true, permissions: ["clipboard-read", "clipboard-write"] });

test.describe("if the data of a page cannot be loaded", () => {
  test.use({ provoked: [/status of 503/] });

  test("the page shows the error with advice, and offers to copy and retry", async ({ page }) => {
    let isAway = true;
    await page.route("**/api/system", (route) =>
      isAway
        ? route.fulfill({
            status: 503,
            json: {
              error: "The database cannot be reached.",
              message: "It is tried again every second.",
              id: "unavailable",
              request_id: "req-1",
            },
          })
        : route.continue(),
    );
    await page.goto("/settings/system");
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading")).toHaveText("The database cannot be reached.");
    await expect(alert).toContainText("It is tried again every second.");
    await alert.getByRole("button", { name: "Copy details" }).click();
    await expect(alert.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("The database cannot be reached.");
    expect(copied).toContain("Request req-1");
    isAway = false;
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  });

  test("a page that has data keeps the data and shows its age", async ({ page }) => {
    await page.goto("/settings/system");
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
    await page.route("**/api/system", (route) =>
      route.fulfill({ status: 503, json: { error: "The database is away." } }),
    );
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText(/This data is from \d+s ago\. The database is away\./)).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  });
});

test.describe("if a page fails while rendering", () => {
  test.use({ provoked: [/TypeError|undefined|error boundary|CatchBoundary/i] });

  test("SH-26 ER-11 ER-14 the shell shows the error page with message and stack, and the error is logged", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    await page.route("**/api/system", (route) => route.fulfill({ json: {} }));
    await page.goto("/settings/system");
    const alert = page.getByRole("alert");
    await expect(alert.getByRole("heading")).toContainText("undefined");
    await expect(alert.locator("pre")).toContainText("at ");
    await expect(page).toHaveTitle("Error | Quarterdeck");
    await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeVisible();
    expect(logged.length).toBeGreaterThan(0);
  });
});

test.describe("if no response arrives", () => {
  test.use({ provoked: [/ERR_|Failed to load/] });

  test("ER-04 an offline browser shows a message", async ({ page, context }) => {
    await page.goto("/settings/system");
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No internet connection. Please try again.")).toBeVisible();
  });
});

test.describe("if the session check fails", () => {
  test.use({ provoked: [/status of 500/] });

  test("ER-05 the error page is shown, and a retry continues", async ({ page }) => {
    let isBroken = true;
    await page.route("**/api/auth/whoami", (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { error: "Something went wrong on the server." } })
        : route.continue(),
    );
    await page.goto("/settings/system");
    await expect(page.getByRole("alert").getByRole("heading")).toHaveText("Something went wrong on the server.");
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  });
});

test.describe("if code cannot be loaded", () => {
  test.use({ provoked: [/ERR_FAILED|Failed to fetch|dynamically imported|CatchBoundary|error boundary/i] });

  test("ER-15 the last-resort error page is shown, and its button reloads the page", async ({ page }) => {
    let isGone = true;
    await page.route("**/assets/inside-*.js", (route) => (isGone ? route.abort() : route.continue()));
    await page.goto("/settings/system");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sorry.. there was an error");
    await expect(page.getByRole("alert")).toContainText("A part of the console could not be loaded.");
    isGone = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  });
});

test.describe("if the clipboard is missing or forbidden", () => {
  test.use({ provoked: [/status of 503/] });

  test("ER-12 ER-13 copying shows a message", async ({ page }) => {
    await page.route("**/api/system", (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
    await page.goto("/settings/system");
    const copy = page.getByRole("button", { name: "Copy details" });
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
    });
    await copy.click();
    await expect(page.getByText("Failed to copy to clipboard")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Failed to copy to clipboard")).toBeHidden();
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await copy.click();
    await expect(page.getByText("Clipboard not available")).toBeVisible();
  });
});
