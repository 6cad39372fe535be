// Tests the identity screens other than sign-in: the profile with its second factors, recovery, verification,
// registration by invitation, and errors.
import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import { signIn } from "../support/sign-in.ts";
import { fillIn, forget, heading, letterTo, query, section, someone } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { password, people, product } from "./product.ts";

test.describe("the profile", () => {
  test.use({ provoked: [/status of (?:400|401|403)/] });

  test("ID-14 ID-15 ID-16 ID-18 ID-19 ID-21 ID-22 ID-23 ID-25 ID-39 the profile can be changed, and with an authenticator app sign-in takes two steps", async ({
    page,
  }) => {
    const email = await someone("tabea");
    await page.clock.install();
    await page.goto("/settings/system");
    await fillIn(page, email);
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Your Profile" }).click();
    await expect(page).toHaveURL(/\/profile-settings\?.*flow=/);
    for (const name of [
      "Profile Settings",
      "Change Password",
      "Manage 2FA Backup Recovery Codes",
      "Manage 2FA TOTP Authenticator App",
    ])
      await expect(section(page, name)).toBeVisible();
    await expect(page.getByRole("link", { name: "Go back" })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeVisible();
    const factors = section(page, "Sign-in and security").getByRole("listitem");
    await expect(factors).toHaveText([
      "PasswordSet",
      "Authenticator appOff",
      "PasskeysUnavailable",
      "Security keysUnavailable",
      "Recovery codesNone",
    ]);
    // Only the overview has the button for the authenticator app; the section of the recovery codes below it only names
    // the app.
    await expect(page.getByRole("button", { name: "Set up authenticator app" })).toHaveCount(1);
    const top = async (name: string) => (await section(page, name).boundingBox())!.y;
    expect(await top("Manage 2FA TOTP Authenticator App")).toBeLessThan(await top("Manage 2FA Backup Recovery Codes"));
    expect(await axeFindings(page)).toEqual([]);

    const profile = section(page, "Profile Settings");
    const [first, last] = [profile.getByLabel("First name"), profile.getByLabel("Last name")];
    await expect(first).toHaveAttribute("autocomplete", "given-name");
    expect((await first.boundingBox())!.y).toBe((await last.boundingBox())!.y);
    await profile.getByLabel("Last name").fill("Tester");
    await profile.getByRole("button", { name: "Save" }).click();
    const saved = page.getByText("Your changes have been saved.");
    await expect(saved).toBeVisible();
    await page.clock.runFor(10_500);
    await expect(saved).toBeHidden();

    const change = section(page, "Change Password");
    await change.getByLabel("New password").fill("short");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(change).toContainText("8 characters or more");

    const app = section(page, "Manage 2FA TOTP Authenticator App");
    await expect(app.getByRole("img")).toBeVisible();
    const secret = (await app.locator("p.font-mono").textContent()) ?? "";
    const codes = new TOTP({ secret: Secret.fromBase32(secret.trim()) });
    await app.getByLabel("Code from the app").fill(codes.generate());
    await app.getByRole("button", { name: "Save" }).click();
    await expect(app.getByRole("button", { name: "Remove the authenticator app" })).toBeVisible();
    await expect(factors.filter({ hasText: "Authenticator app" })).toHaveText("Authenticator appOn");

    const recovery = section(page, "Manage 2FA Backup Recovery Codes");
    await recovery.getByRole("button", { name: "Generate new codes" }).click();
    await expect(recovery.getByRole("listitem")).toHaveCount(12);
    // Nothing else is shown until the codes are confirmed.
    await expect(section(page, "Sign-in and security")).toBeHidden();
    await expect(app).toBeHidden();
    const listed = await recovery.getByRole("listitem").allTextContents();
    const [spare = ""] = listed;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await recovery.getByRole("button", { name: "Copy codes" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(listed.join("\n"));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      recovery.getByRole("button", { name: "Download codes" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("quarterdeck-recovery-codes.txt");
    const kept = await readFile(await file.path(), "utf8");
    for (const code of listed) expect(kept).toContain(code);
    await recovery.getByRole("button", { name: "I have saved the codes" }).click();
    await expect(recovery.getByRole("button", { name: "Show codes" })).toBeVisible();
    await expect(factors.filter({ hasText: "Recovery codes" })).toContainText("12 of 12 left");
    await factors.getByRole("button", { name: /Recovery codes/ }).click();
    await expect(recovery).toBeFocused();

    await forget(page, email);
    await page.goto("/settings/system");
    await fillIn(page, email);
    await expect(heading(page)).toHaveText("Two-Factor Authentication");
    await expect(page.getByText(`Signing in as ${email}.`)).toBeVisible();
    await expect(page.getByLabel("Recovery code")).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Code from your authenticator app").fill(codes.generate({ timestamp: Date.now() + 30_000 }));
    await expect(heading(page)).toHaveText("System");

    await forget(page, email);
    await page.goto("/settings/system");
    await fillIn(page, email);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await expect(page.getByLabel("Recovery code")).toBeFocused();
    await expect(page.getByLabel("Code from your authenticator app")).toHaveCount(0);
    // After a rejected code, the form still shows the second factor that was chosen.
    await page.getByLabel("Recovery code").fill("nonsense");
    await page.getByRole("button", { name: "Use a recovery code", exact: true }).click();
    await expect(page.getByLabel("Recovery code")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Recovery code").fill(spare);
    await page.getByRole("button", { name: "Use a recovery code", exact: true }).click();
    await expect(heading(page)).toHaveText("System");
    await page.goto("/profile-settings");
    await expect(factors.filter({ hasText: "Recovery codes" })).toContainText("11 of 12 left");
  });
});

test.describe("for a viewer", () => {
  test.use({ as: "viewer" });

  test("the profile links to the access tokens, which no menu shows, and a token can be created", async ({ page }) => {
    await page.goto("/profile-settings");
    await expect(page.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await page.getByRole("link", { name: "Access tokens" }).click();
    await expect(heading(page)).toHaveText("Tokens");
    await page.getByRole("button", { name: "Create Token" }).click();
    const form = page.getByRole("dialog", { name: "Create new token" });
    await form.getByRole("textbox", { name: /^Name/ }).fill("a viewer's token");
    await form.getByRole("button", { name: "Create Token" }).click();
    // The toast has the same words with a different capitalisation.
    await expect(page.getByRole("dialog", { name: "Token Created Successfully" })).toBeVisible();
  });
});

test.describe("changes of the profile", () => {
  test.use({ provoked: [/status of (?:401|403)/] });

  test("ID-50 ID-56 a change needs a session, and a new password needs a recent sign-in", async ({ page }) => {
    const email = await someone("olga");
    await page.goto("/profile-settings");
    await expect(heading(page)).toHaveText("Sign In to your account");
    await fillIn(page, email);
    await expect(heading(page)).toHaveText("Your profile");
    await query(
      "update sessions set authenticated_at = now() - interval '1 hour' where person_id = (select id from people where email = $1)",
      [email],
    );
    await page.reload();
    const change = section(page, "Change Password");
    await change.getByLabel("New password").fill("seven-unlikely-llamas");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(heading(page)).toHaveText("Confirm Action");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(heading(page)).toHaveText("Your profile");
    await change.getByLabel("New password").fill("seven-unlikely-llamas");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your changes have been saved.")).toBeVisible();
  });
});

test.describe("a person who forgot the password", () => {
  test.use({ provoked: [/status of (?:401|422)/] });

  test("ID-08 ID-11 ID-12 ID-55 a recovery code allows the person to set a new password", async ({ page }) => {
    const email = await someone("rita");
    await page.goto("/login");
    await page.getByRole("link", { name: "Reset password" }).click();
    await expect(heading(page)).toHaveText("Recover account");
    await expect(page.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/");
    expect(await axeFindings(page)).toEqual([]);
    await expect(page.getByText("We send you a code and a link")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset code" }).click();
    await expect(page.getByText("a code was sent to it")).toBeVisible();
    await expect(page.getByText("We send you a code and a link")).toHaveCount(0);
    await expect(page.getByLabel("Code from the email")).toHaveValue("");
    const code = /^ {4}(\d{6})$/m.exec(await letterTo(email))?.[1] ?? "";
    await page.getByLabel("Code from the email").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("You are signed in again.")).toBeVisible();
    const change = section(page, "Change Password");
    await change.getByLabel("New password").fill("seven-unlikely-llamas");
    await change.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your changes have been saved.")).toBeVisible();
    await expect(change.getByLabel("New password")).toHaveValue("");
    await forget(page, email);
    await page.goto("/settings/system");
    await fillIn(page, email, "seven-unlikely-llamas");
    await expect(heading(page)).toHaveText("System");
  });
});

test("another identity screen can be opened before the sign-in form is loaded", async ({ page }) => {
  await page.route("**/self-service/login/browser*", () => {});
  await page.goto("/login");
  await page.getByRole("link", { name: "Reset password" }).click();
  await expect(page).toHaveURL(/\/recovery\?flow=/);
  await expect(heading(page)).toHaveText("Recover account");
  await expect(page.getByLabel("Email")).toBeVisible();
});

test.describe("verification", () => {
  test.use({ provoked: [/status of (?:403|410)/] });

  test("ID-13 ID-37 verification confirms an email; an expired form, or the form of another browser, starts again", async ({
    page,
  }) => {
    const email = await someone("vera");
    await page.goto("/verification");
    await expect(heading(page)).toHaveText("Verify your account");
    await expect(page).toHaveURL(/flow=/);
    const id = new URL(page.url()).searchParams.get("flow");
    await query("update identity_flows set expires_at = now() where id = $1", [id]);
    await page.reload();
    await expect(page.getByText("Your interaction expired, please fill out the form again.")).toBeVisible();
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByText("A security violation was detected")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("a code was sent to it")).toBeVisible();
    const code = /^ {4}(\d{6})$/m.exec(await letterTo(email))?.[1] ?? "";
    await page.getByLabel("Code from the email").fill(code);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your email is confirmed.")).toBeVisible();
  });
});

test.describe("a new account", () => {
  test.use({ provoked: [/status of 400/] });

  test("ID-09 ID-10 registration requires an invitation, and creates the account if there is one", async ({ page }) => {
    await page.goto("/registration");
    await expect(heading(page)).toHaveText("Create account");
    await expect(page.getByText("You need an invitation to create an account.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");

    const { url } = product();
    const cookie = await signIn(url, { email: people.admin.email, password });
    const answer = await fetch(`${url}/api/auth/invite_user`, {
      method: "POST",
      headers: { cookie, origin: url, "content-type": "application/json" },
      body: JSON.stringify({ firstName: "Nina", lastName: "New", email: "nina@example.org", role: "editor" }),
    });
    const { link } = (await answer.json()) as { link: string };
    await page.goto(link);
    await expect(page.getByLabel("Email")).toHaveValue("nina@example.org");
    await expect(page.getByLabel("Email")).toBeDisabled();
    expect(page.url()).not.toContain("invitation");
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Password", { exact: true }).fill("password1234");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("This password is easy to guess.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("seven-unlikely-llamas");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  });
});

test.describe("the error page", () => {
  test.use({ provoked: [/status of 404/] });

  test("ID-27 ID-28 ID-29 ID-30 ID-57 the error page shows the error, and goes to the start page if the error is unknown", async ({
    page,
  }) => {
    await page.goto("/error?error_code=BAD_SESSION");
    await expect(page.getByRole("alert")).toHaveText(
      "Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.",
    );
    await page.goto("/error?error_code=OTHER");
    await expect(page.getByRole("alert")).toHaveText("Unknown error");
    await page.goto("/api/.ory/self-service/login/browser?return_to=https://evil.example/");
    await expect(heading(page)).toHaveText("An error occurred");
    await expect(page.getByRole("alert").first()).toHaveText("The return_to address is not allowed.");
    await expect(page.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/");
    await page.goto("/error?id=4d2f7b0e-3a57-4b8e-9a38-2f3ad0bd6a10");
    await expect(heading(page)).toHaveText("Sign In to your account");
  });
});
