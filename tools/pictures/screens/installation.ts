// A fresh installation: the first pages of a new administrator, sign-in, and the two steps of sign-in.
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { openContext, openPage } from "../camera.ts";
import { person } from "../products.ts";
import { type Screen, screen } from "../screen.ts";

/** The first checks, the first scrape and the topology of a new installation have run after this time. */
const FIRST_RUNS_MS = 15_000;

export const firstRuns = () => pause(FIRST_RUNS_MS);

export const guestScreens: readonly Screen[] = [
  screen("login", "/login", "Sign-in page", { isGuest: true }),
  screen("login-error", "/login", "Sign-in page after a wrong password", {
    isGuest: true,
    act: ({ page }) => fillIn(page, "wrong-password"),
  }),
  screen("recovery", "/recovery", "Password recovery", { isGuest: true }),
];

export const firstRunScreens: readonly Screen[] = [
  screen("first-run", "/health", "Fresh installation: welcome panel with the first steps, built-in checks"),
  screen("first-run-catalog", "/catalog", "Fresh installation: catalog with the items of the machine"),
  screen("first-run-topology", "/topology", "Fresh installation: topology of the machine"),
  screen("first-run-incidents", "/incidents", "Fresh installation: empty list of incidents"),
  screen("first-run-playbooks", "/playbooks", "Fresh installation: empty list of playbooks"),
  screen("first-run-logs", "/logs", "Fresh installation: the log of the product, live"),
  screen("system", "/settings/system", "System page of a fresh installation (web and worker)"),
  screen("profile", "/profile-settings", "Profile settings"),
  screen("two-factor-setup", "/profile-settings", "Profile scrolled to the authenticator app", {
    act: ({ page }) => appSection(page).evaluate((section) => section.scrollIntoView({ block: "start" })),
  }),
];

/** Taken after the others, because it changes how the person signs in. */
export const twoFactor = screen("two-factor", "/login", "Second step of sign-in", {
  isGuest: true,
  async prepare({ browser, product }) {
    const context = await openContext(browser, product);
    try {
      const { page, settle } = await openPage(context);
      await page.goto(`${product.url}/profile-settings`);
      await settle();
      const secret = (await appSection(page).locator("p.font-mono").textContent()) ?? "";
      const code = new TOTP({ secret: Secret.fromBase32(secret.trim()) }).generate();
      await appSection(page).getByLabel("Code from the app").fill(code);
      await appSection(page).getByRole("button", { name: "Save" }).click();
      await appSection(page).getByRole("button", { name: "Remove the authenticator app" }).waitFor();
    } finally {
      await context.close();
    }
  },
  async act({ page }) {
    await fillIn(page, person.password);
    await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  },
});

const appSection = (page: Page) => page.getByRole("region", { name: "Manage 2FA TOTP Authenticator App" });

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
