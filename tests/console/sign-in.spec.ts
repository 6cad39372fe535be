import type { Page } from "@playwright/test";
import pg from "pg";
import { expect, test } from "./journey.ts";
import { password, people, product } from "./product.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const returnTo = (page: Page) => new URL(page.url()).searchParams.get("return_to");
/** The user menu is visible on any page once a person is signed in. */
const inside = (page: Page) => page.getByRole("button", { name: "User menu" });
const system = (page: Page) => page.getByRole("heading", { level: 1, name: "System" });

async function fillIn(page: Page, typedPassword = password) {
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(typedPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Expires the flow in the page's URL. */
async function expireFlow(page: Page) {
  const id = new URL(page.url()).searchParams.get("flow");
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  await client.query("update identity_flows set expires_at = now() - interval '1 second' where id = $1", [id]);
  await client.end();
}

test("ID-03 a visitor is asked to sign in, and then sees a page of the menu", async ({ page }) => {
  await page.goto("/");
  await expect(heading(page)).toHaveText("Sign In to your account");
  await expect(page).toHaveTitle("Sign in | Quarterdeck");
  await expect(page.getByLabel("Email")).toBeFocused();
  await fillIn(page);
  await expect(inside(page)).toBeVisible();
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  await expect(current).toHaveText("Dashboard");
  await expect(current).toHaveAttribute("href", new URL(page.url()).pathname);
});

test.describe("without an invitation", () => {
  test.use({ provoked: [/status of 400/] });

  test("ID-01 the built-in identity service has its own screens", async ({ page }) => {
    for (const [path, title] of [
      ["/login", "Sign In to your account"],
      ["/registration", "Create account"],
      ["/recovery", "Recover account"],
      ["/verification", "Verify your account"],
    ] as const) {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
    }
    await page.goto("/profile-settings");
    await fillIn(page);
    await expect(page.getByRole("heading", { name: "Change Password" })).toBeVisible();
  });
});

test("ID-34 ID-40 a protected page redirects to the sign-in screen, which redirects back after sign-in", async ({
  page,
}) => {
  await page.goto("/settings/system?from=mail&q=a%20b");
  await expect(heading(page)).toHaveText("Sign In to your account");
  expect(returnTo(page)).toBe("/settings/system?from=mail&q=a+b");
  await fillIn(page);
  await expect(system(page)).toBeVisible();
  expect(page.url()).toContain("/settings/system?from=mail&q=a+b");
});

test("the sign-in screen is not in the history after signing in", async ({ page }) => {
  await page.goto("/settings/system");
  await fillIn(page);
  await expect(system(page)).toBeVisible();
  await page.goBack().catch(() => undefined);
  expect(page.url()).not.toContain("/login");
});

test.describe("with a wrong password", () => {
  test.use({ provoked: [/status of 400/] });

  test("ID-26 ID-35 a wrong password shows the returned flow with its message in red", async ({ page }) => {
    await page.goto("/login");
    await fillIn(page, "not the password");
    const message = page.getByRole("alert");
    await expect(message).toContainText("wrong");
    await expect(page.getByLabel("Email")).toHaveValue(people.admin.email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    const [red = 0, green = 0, blue = 0] = await message.evaluate((element) => {
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) throw new Error("no canvas");
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  });

  test("a wrong password keeps the return_to", async ({ page }) => {
    await page.goto("/login?return_to=%2Fsettings%2Fsystem%3Ftab%3D1");
    await fillIn(page, "not the password");
    await expect(page.getByRole("alert")).toBeVisible();
    await fillIn(page);
    await expect(system(page)).toBeVisible();
    expect(page.url()).toContain("/settings/system?tab=1");
  });
});

test("ID-38 a second submit during the first is ignored", async ({ page }) => {
  await page.goto("/login");
  const submits: string[] = [];
  // The start page sends other requests as well.
  page.on("request", (request) => request.url().includes("/self-service/login?flow=") && submits.push(request.url()));
  // Holds the first request until both clicks have happened.
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/self-service/login?flow=*", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).dblclick();
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveAttribute("aria-busy", "true");
  letGo();
  await expect(inside(page)).toBeVisible();
  expect(submits).toHaveLength(1);
});

test.describe("a name and a password in the URL", () => {
  const both = `username=${encodeURIComponent(people.admin.email)}&password=${encodeURIComponent(password)}`;

  test("ID-06 a name and a password in the URL sign in automatically, and are removed from the URL before any request", async ({
    page,
  }) => {
    const addresses: string[] = [];
    const seen: string[] = [];
    page.on("framenavigated", (frame) => addresses.push(frame.url()));
    page.on("request", (request) => {
      if (request.resourceType() !== "fetch") return;
      seen.push(page.url(), request.url(), request.headers()["referer"] ?? "");
    });
    await page.goto(`/login?${both}&return_to=%2Fsettings%2Fsystem%3Fx%3D1`);
    await expect(system(page)).toBeVisible();
    expect(page.url()).toContain("/settings/system?x=1");
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => text.includes("password=") || text.includes(password))).toEqual([]);
    // Only the first URL contains the password; later URLs and the history do not contain it.
    expect(addresses.slice(1).filter((address) => address.includes(password))).toEqual([]);
    await page.goBack().catch(() => undefined);
    expect(page.url()).not.toContain(password);
  });

  test("ID-07 the form is not submitted automatically if the name or the password is missing", async ({ page }) => {
    const submits: string[] = [];
    page.on("request", (request) => request.method() === "POST" && submits.push(request.url()));
    await page.goto(`/login?username=${encodeURIComponent(people.admin.email)}`);
    await expect(page.getByLabel("Email")).toHaveValue(people.admin.email);
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.goto("/login?password=x-y-z-1");
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    expect(page.url()).not.toContain("x-y-z-1");
    expect(submits).toEqual([]);
  });

  test.describe("if the password in the URL is wrong", () => {
    test.use({ provoked: [/status of 400/] });
    test("the form shows the email with a message, and is not submitted again", async ({ page }) => {
      await page.goto(`/login?username=${encodeURIComponent(people.admin.email)}&password=wrong-wrong`);
      await expect(page.getByRole("alert")).toContainText("wrong");
      await expect(page.getByLabel("Email")).toHaveValue(people.admin.email);
      await page.reload();
      await expect(page.getByLabel("Email")).toBeVisible();
      expect(page.url()).not.toContain("wrong-wrong");
    });
  });
});

test("ID-33 a flow is created once and fetched again after a reload", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (path.includes("/self-service/login/")) asked.push(path.replace(/.*\/login\//, ""));
  });
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page).toHaveURL(/flow=[0-9a-f-]{36}/);
  await page.reload();
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(asked).toEqual(["browser", "flows"]);
});

test.describe("a flow that no longer exists", () => {
  test.use({ provoked: [/status of 4(03|04|10)/] });

  test("ID-36 ID-52 an expired flow starts again with a message, even if it was submitted", async ({ page }) => {
    const expired = "Your interaction expired, please fill out the form again.";
    await page.goto("/login");
    await expect(page).toHaveURL(/flow=/);
    await expireFlow(page);
    await page.reload();
    await expect(page.getByRole("alert")).toHaveText(expired);
    await expireFlow(page);
    const old = new URL(page.url()).searchParams.get("flow")!;
    await fillIn(page);
    // The message is the same as before; the new flow id shows that the form is new.
    await expect(page).not.toHaveURL(new RegExp(old));
    await expect(page.getByRole("alert")).toHaveText(expired);
    await fillIn(page);
    await expect(inside(page)).toBeVisible();
  });

  test("ID-53 a flow with a forged token starts again with a message", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeVisible();
    await page.locator("[name=csrf_token]").evaluate((field: HTMLInputElement) => (field.value = "forged"));
    await fillIn(page);
    await expect(page.getByRole("alert")).toHaveText(
      "A security violation was detected, please fill out the form again.",
    );
    await fillIn(page);
    await expect(inside(page)).toBeVisible();
  });

  test("an unknown flow is replaced by a new flow", async ({ page }) => {
    await page.goto("/login?flow=00000000-0000-4000-8000-000000000000");
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(page).not.toHaveURL(/00000000/);
    await fillIn(page);
    await expect(inside(page)).toBeVisible();
  });
});

test.describe("a return_to of another site", () => {
  test.use({ provoked: [/status of 400/] });
  test("ID-51 a return_to of another site is rejected with a message, and sign-in opens the start page", async ({
    page,
  }) => {
    await page.goto("/login?return_to=https%3A%2F%2Fevil.example.org%2F");
    await expect(page.getByRole("alert")).toHaveText("The return_to address is not allowed.");
    await fillIn(page);
    await expect(inside(page)).toBeVisible();
  });
});

test.describe("for a person who is already signed in", () => {
  test.use({ as: "admin", provoked: [/status of 400/] });

  test("ID-49 the sign-in screen redirects to the console", async ({ page }) => {
    await page.goto("/login");
    await expect(inside(page)).toBeVisible();
    await page.goto("/login?return_to=%2Fsettings%2Fsystem%3Fx%3D1");
    await expect(system(page)).toBeVisible();
    expect(page.url()).toContain("?x=1");
  });

  test("the console detects a session even if its local storage does not mention one", async ({ page }) => {
    await page.goto("/settings/system");
    await expect(system(page)).toBeVisible();
    await page.evaluate(() => localStorage.removeItem("signedIn"));
    await page.goto("/settings/system?x=2");
    await expect(system(page)).toBeVisible();
    expect(page.url()).toContain("?x=2");
  });
});

test.describe("if the server does not respond", () => {
  test.use({ provoked: [/ERR_/] });
  test("the form keeps the input and shows a message", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByLabel("Email")).toBeVisible();
    await page.route("**/self-service/login?flow=*", (route) => route.abort("connectionreset"));
    await fillIn(page);
    await expect(page.getByRole("alert")).toHaveText("Network Error. Please try again.");
    await page.unroute("**/self-service/login?flow=*");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(inside(page)).toBeVisible();
  });
});

test.describe("additional sign-in steps", () => {
  test.use({ as: "admin" });

  test("ID-02 ID-05 ID-45 the second factor has its own heading and is requested if the URL has aal=aal2", async ({
    page,
  }) => {
    const asked = page.waitForRequest("**/self-service/login/browser?*");
    await page.goto("/login?aal=aal2&refresh=true&return_to=%2Fsettings%2Fsystem");
    await expect(heading(page)).toHaveText("Two-Factor Authentication");
    const { searchParams } = new URL((await asked).url());
    expect(Object.fromEntries(searchParams)).toEqual({ aal: "aal2", refresh: "true", return_to: "/settings/system" });
  });

  test("ID-04 a refresh asks for the password again", async ({ page }) => {
    await page.goto("/login?refresh=true&return_to=%2Fsettings%2Fsystem");
    await expect(heading(page)).toHaveText("Confirm Action");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button").filter({ hasNotText: "password" }).last().click();
    await expect(system(page)).toBeVisible();
  });
});

test("a password can be shown while typing", async ({ page }) => {
  await page.goto("/login");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("abc");
  await expect(field).toHaveAttribute("autocomplete", "current-password");
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test.describe("signing out", () => {
  test.use({ as: "admin" });
  test("SH-34 ID-46 signing out ends the session, and the next sign-in returns to the same path and query", async ({
    page,
    request,
  }) => {
    await page.goto("/settings/system?keep=me");
    await page.getByRole("button", { name: "User menu" }).click();
    const asked = page.waitForRequest("**/self-service/logout?*");
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(heading(page)).toHaveText("Sign In to your account");
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get("token")).toBeTruthy();
    expect(searchParams.get("return_to")).toBe("/login?return_to=%2Fsettings%2Fsystem%3Fkeep%3Dme");
    expect(returnTo(page)).toBe("/settings/system?keep=me");
    expect((await request.get("/api/auth/whoami")).status()).toBe(401);
    await fillIn(page);
    await expect(system(page)).toBeVisible();
    expect(page.url()).toContain("?keep=me");
  });

  test.describe("in another window", () => {
    test.use({ still: true, provoked: [/status of 401/] });
    test("ER-01 signing out in another window redirects to the sign-in screen at the next request", async ({
      page,
      context,
    }) => {
      // A request that is still in progress when the session ends would redirect before the click.
      await page.goto("/settings/system?keep=me", { waitUntil: "networkidle" });
      await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
      await context.clearCookies();
      // The live stream may cause the next request before the click; then the button no longer exists.
      const clicked = page
        .getByRole("button", { name: "Refresh" })
        .click({ timeout: 15_000 })
        .catch(() => {});
      await expect(heading(page)).toHaveText("Sign In to your account");
      expect(returnTo(page)).toBe("/settings/system?keep=me");
      await clicked;
    });
  });
});
