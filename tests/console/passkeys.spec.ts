// Tests security keys and passkeys with Chromium's virtual authenticator, and the email and sessions in the profile.
import type { Page } from "@playwright/test";
import { signIn } from "../support/sign-in.ts";
import { fillIn, forget, heading, letterTo, query, section, someone } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { password, product } from "./product.ts";

const saved = (page: Page) => page.getByText("Your changes have been saved.");

/** Adds a virtual authenticator. A key only needs a touch; a device verifies its owner and stores passkeys. */
async function authenticator(page: Page, kind: "key" | "device") {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: kind === "key" ? "usb" : "internal",
      hasResidentKey: kind === "device",
      hasUserVerification: kind === "device",
      isUserVerified: kind === "device",
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Runs in the page: disables passkey suggestions in the email field. The virtual device would accept a suggestion
 * immediately, before the test can press a button.
 */
function suggestOnlyOnRequest() {
  if (location.protocol === "http:" && localStorage.getItem("suggests") !== "yes")
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
}

async function toProfile(page: Page, email: string) {
  await page.goto("/profile-settings");
  await fillIn(page, email);
  await expect(heading(page)).toHaveText("Your profile");
}

test.describe("on a host name", () => {
  // Keys are bound to host names, so they do not work with an IP address.
  test.use({
    // oxlint-disable-next-line no-empty-pattern
    baseURL: async ({}, provide) => provide(product().url.replace("127.0.0.1", "localhost")),
    provoked: [/status of (?:400|401|403)/],
  });

  test("ID-20 a user can add a security key, needs it after the password, and can remove it", async ({ page }) => {
    const email = await someone("kira");
    await authenticator(page, "key");
    await toProfile(page, email);
    const keys = section(page, "Manage Hardware Tokens and Biometrics");
    await keys.getByLabel("Name of the security key").fill("Blue key");
    await keys.getByRole("button", { name: "Add a security key" }).click();
    await expect(saved(page)).toBeVisible();
    await expect(keys.getByText("Blue key")).toBeVisible();
    await keys.getByRole("button", { name: "Add a security key" }).click();
    await expect(keys.getByRole("alert")).toHaveText("This key is already set up. Use a different key.");
    expect(await axeFindings(page)).toEqual([]);

    await forget(page, email);
    await page.goto("/settings/system");
    await fillIn(page, email);
    await expect(heading(page)).toHaveText("Two-Factor Authentication");
    await page.evaluate(() => {
      const ask = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = () => {
        navigator.credentials.get = ask;
        return Promise.reject(new DOMException("", "NotAllowedError"));
      };
    });
    const use = page.getByRole("button", { name: "Use a security key" });
    await use.click();
    await expect(page.getByRole("alert")).toHaveText("The request was cancelled or took too long. Please try again.");
    expect(await axeFindings(page)).toEqual([]);
    await use.click();
    await expect(heading(page)).toHaveText("System");

    await page.goto("/profile-settings");
    await keys.getByRole("button", { name: 'Remove the security key "Blue key"' }).click();
    await expect(saved(page)).toBeVisible();
    await expect(keys.getByText("Blue key")).toBeHidden();
    await forget(page, email);
    await page.goto("/settings/system");
    await fillIn(page, email);
    await expect(heading(page)).toHaveText("System");
  });

  test("a user can add a passkey, sign in with it without a password, and remove it", async ({ page }) => {
    const email = await someone("paula");
    await authenticator(page, "device");
    await page.addInitScript(suggestOnlyOnRequest);
    await toProfile(page, email);
    const passkeys = section(page, "Manage Passkeys");
    await passkeys.getByRole("button", { name: "Add a passkey" }).click();
    await expect(saved(page)).toBeVisible();
    await expect(passkeys.getByText("Chrome on Linux")).toBeVisible();

    await forget(page, email);
    await page.goto("/settings/system");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(heading(page)).toHaveText("System");

    await page.evaluate(() => localStorage.setItem("suggests", "yes"));
    await forget(page, email);
    await page.goto("/settings/system");
    await expect(heading(page)).toHaveText("System");

    await page.goto("/profile-settings");
    await query(
      "update sessions set authenticated_at = now() - interval '1 hour' where person_id = (select id from people where email = $1)",
      [email],
    );
    await page.reload();
    await passkeys.getByRole("button", { name: /Remove the passkey/ }).click();
    await expect(heading(page)).toHaveText("Confirm Action");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(heading(page)).toHaveText("Your profile");
    await passkeys.getByRole("button", { name: /Remove the passkey/ }).click();
    await expect(saved(page)).toBeVisible();
    await expect(passkeys.getByText("Chrome on Linux")).toBeHidden();
  });
});

test.describe("the profile", () => {
  test.use({ provoked: [/status of (?:400|401|403)/] });

  test("confirms a new email, ends other sessions, and explains that keys need a host name if the address is an IP address", async ({
    page,
  }) => {
    const email = await someone("mona");
    const { url } = product();
    for (let times = 0; times < 3; times += 1) await signIn(url, { email, password });
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
    await toProfile(page, email);
    await expect(section(page, "Manage Passkeys")).toContainText("need a host name");

    const sessions = section(page, "Sessions");
    await expect(sessions.getByRole("listitem")).toHaveCount(4);
    await expect(sessions.getByRole("listitem").first()).toContainText(/Chrome on Linux.*this session/);
    await sessions.getByRole("button", { name: "End the session of node" }).first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End", exact: true }).click();
    await expect(page.getByText("The session has ended.")).toBeVisible();
    await expect(sessions.getByRole("listitem")).toHaveCount(3);
    await sessions.getByRole("button", { name: "End all other sessions" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(3);
    await sessions.getByRole("button", { name: "End all other sessions" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End", exact: true }).click();
    await expect(page.getByText("2 sessions have ended.")).toBeVisible();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);

    const profile = section(page, "Profile Settings");
    await profile.getByLabel("Email").fill("mona.new@example.org");
    await profile.getByRole("button", { name: "Save" }).click();
    await expect(heading(page)).toHaveText("Verify your account");
    await expect(page.getByText("A code was sent to mona.new@example.org.")).toBeVisible();
    expect(await letterTo(email)).toContain("mona.new@example.org");
    const code = /^ {4}(\d{6})$/m.exec(await letterTo("mona.new@example.org"))?.[1] ?? "";
    await page.getByLabel("Code from the email").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your email is confirmed.")).toBeVisible();
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(profile.getByLabel("Email")).toHaveValue("mona.new@example.org");
  });
});
