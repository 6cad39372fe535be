// Opens the console under a host name that the server is not configured for; the browser resolves it to the product
// itself.
import type { Page } from "@playwright/test";
import { chromiumFlags } from "../../tools/test/chromium-flags.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { password, people, type PersonRole, product } from "./product.ts";

const name = "deck.lan";

test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: [...chromiumFlags(), `--host-resolver-rules=MAP ${name} 127.0.0.1`] }),
  contextOptions: { reducedMotion: "reduce" },
  // Chromium ignores the Cross-Origin-Opener-Policy header on plain HTTP, except on localhost.
  provoked: [/Cross-Origin-Opener-Policy header has been ignored|status of 403 .*recovery/],
});

const under = (host: string) => {
  const url = new URL(product().url);
  url.hostname = host;
  return url.origin;
};

async function open(page: Page, role: PersonRole, host: string, path: string) {
  const { cookies } = await stateOf(role);
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: host })));
  await page.context().addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
  await page.goto(under(host) + path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("administrators see a hint to set PUBLIC_URL, and can dismiss it", async ({ page }) => {
  await open(page, "admin", name, "/settings/users");
  const notice = page.getByRole("status").filter({ hasText: "Set PUBLIC_URL to the address people use." });
  await expect(notice).toContainText("ALLOWED_HOSTS");
  expect(await axeFindings(page)).toEqual([]);
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
});

test("administrators do not see the hint at the configured address or on the machine itself", async ({ page }) => {
  for (const host of ["localhost", "127.0.0.1"]) {
    await open(page, "admin", host, "/settings/users");
    await expect(page.getByText("Set PUBLIC_URL")).toHaveCount(0);
  }
});

test("people who are not administrators do not see the hint", async ({ page }) => {
  await open(page, "viewer", name, "/health");
  await expect(page.getByText("Set PUBLIC_URL")).toHaveCount(0);
});

test("the recovery page explains why no mail is sent, while signing in still works", async ({ page }) => {
  await page.goto(`${under(name)}/recovery`);
  await expect(page.getByRole("alert")).toContainText("Set PUBLIC_URL to the address people use.");
  await page.goto(`${under(name)}/login`);
  await page.getByLabel("Email").fill(people.viewer.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/topology/);
});
