// Signs in through an external OIDC provider, which runs as a real server on its own port.
import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { password, people, product } from "./product.ts";

test.use({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => provide(product().urlWithProvider),
  provoked: [/status of (?:401|422)/],
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const social = (page: Page) => page.getByRole("region", { name: "Manage Social Sign In" });

/** Fills in the provider's own pages for sign-in and consent. */
async function agree(page: Page, login: string) {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/**
 * Removes the session from this browser, and waits until it stays removed, because a late response can set the cookie
 * again.
 */
async function forgetSession(page: Page) {
  await page.goto("about:blank");
  await expect
    .poll(async () => {
      await page.context().clearCookies();
      await page.waitForTimeout(500);
      return page.context().cookies();
    })
    .toEqual([]);
}

test("ID-17 ID-55 a user links a provider account, signs in with it, and unlinks it", async ({ page }) => {
  // The pages of the provider would load a font from the internet.
  await page.route("https://fonts.googleapis.com/**", (route) => route.fulfill({ contentType: "text/css", body: "" }));
  await page.goto("/profile-settings");
  await page.getByLabel("Email").fill(people.editor.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page)).toHaveText("Your profile");
  await social(page).getByRole("button", { name: "Link Example", exact: true }).click();
  await agree(page, "edith-there");
  await expect(page.getByText("Your changes have been saved.")).toBeVisible();
  await expect(social(page).getByRole("button", { name: "Unlink Example" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await forgetSession(page);
  await page.goto("/settings/system");
  await expect(heading(page)).toHaveText("Sign In to your account");
  await expect(page.getByLabel("Email")).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
  // After going back, the form works as before.
  await page.goBack();
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await agree(page, "edith-there");
  await expect(heading(page)).toHaveText("System");
  await expect(page).toHaveURL(/\/settings\/system/);

  await page.goto("/profile-settings");
  await social(page).getByRole("button", { name: "Unlink Example" }).click();
  await expect(social(page).getByRole("button", { name: "Link Example", exact: true })).toBeVisible();
  await forgetSession(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with Example" }).click();
  await agree(page, "edith-there");
  await expect(page.getByRole("alert")).toContainText("No account is linked to your Example account.");
});
