// Sign-in, organisations and sessions with the hosted identity service.
import { hostedConsole, organization, part, problem, provisioning, userMenu, visits } from "./a-hosted-console.ts";
import { expect, test } from "./journey.ts";

// Some tests provoke responses of these kinds, which the browser reports.
test.use({ still: true, provoked: [/status of (401|403|404|503)/] });

const hosted = hostedConsole();
const { open, place } = hosted;

test("ID-01 HO-04 HO-05 a visitor signs in, chooses an organisation and enters the console", async ({ page }) => {
  Object.assign(hosted.service.state, { isSignedIn: false, active: null });
  await open(page, "/settings/tokens?a=b");
  await expect(part(page, "SignIn")).toBeVisible();
  expect(place(page)).toBe("/login?return_to=%2Fsettings%2Ftokens%3Fa%3Db");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(part(page, "OrganizationList")).toBeVisible();
  expect(place(page)).toBe("/settings/tokens?a=b");
  // The personal account is hidden.
  await expect(page.getByRole("button", { name: "Personal account" })).toHaveCount(0);
  await page.getByRole("button", { name: "Acme" }).click();
  await expect(userMenu(page)).toBeVisible();
  expect(place(page)).toMatch(/^\/topology/);
});

test("HO-04 registration and the profile are components of the service", async ({ page }) => {
  await open(page, "/profile-settings");
  await expect(part(page, "UserProfile")).toBeVisible();
  hosted.service.state.isSignedIn = false;
  await open(page, "/registration");
  await expect(part(page, "SignUp")).toBeVisible();
});

test("SE-77 the organisation profile is a page of the settings", async ({ page }) => {
  await open(page, "/settings/tokens");
  await page.getByRole("navigation").getByRole("link", { name: "Organization profile", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Organization profile" })).toBeVisible();
  await expect(part(page, "OrganizationProfile")).toBeVisible();
  expect(place(page)).toBe("/settings/organization-profile");
});

test("HO-06 HO-07 HO-12 the header switches to an organisation that is being provisioned, until it has a backend", async ({
  page,
}) => {
  const { service, product } = hosted;
  const visited = visits(page);
  await open(page, "/settings/tokens");
  await page.locator("header").getByRole("button", { name: "Young" }).click();
  await expect(provisioning(page)).toBeVisible();
  expect(visited).toContain("/organizations/orgs-switched");
  service.state.organizations[1] = organization("org_young", "Young", { backend_url: `${product.url}/api` });
  // This server holds the data of a different organisation.
  await expect(problem(page)).toHaveText("This server holds the data of a different organisation.");
});

test("HO-06 HO-12 the header switches to an organisation with another backend, and back", async ({ page }) => {
  await open(page, "/settings/tokens");
  for (const name of ["Globex", "Acme"]) {
    const switched = page.waitForURL(/\/topology/);
    await page.locator("header").getByRole("button", { name }).click();
    await switched;
    await expect(userMenu(page)).toBeVisible();
    expect(hosted.service.state.active).toBe(`org_${name.toLowerCase()}`);
    await open(page, "/settings/tokens");
  }
});

test("HO-06 a switch in another tab opens the page again for the new organisation", async ({ page }) => {
  const visited = visits(page);
  await open(page, "/settings/tokens");
  await expect(userMenu(page)).toBeVisible();
  hosted.service.state.active = "org_globex";
  const switched = page.waitForURL(/\/topology/);
  // The library notices the switch when it reads the organisation again.
  await page.evaluate(() => {
    const { Clerk } = globalThis as unknown as { Clerk: { organization: { reload(): Promise<void> } } };
    void Clerk.organization.reload();
  });
  await switched;
  expect(visited).toContain("/organizations/orgs-switched");
  await expect(userMenu(page)).toBeVisible();
});

test("HO-06 creating an organisation also leads to /organizations/orgs-switched", async ({ page }) => {
  const visited = visits(page);
  await open(page, "/settings/tokens");
  await page.locator("header").getByRole("button", { name: "Create organization in a dialog" }).click();
  await expect(provisioning(page)).toBeVisible();
  expect(visited).toContain("/organizations/orgs-switched");
});

test("HO-09 HO-10 an expired session opens /auth-state-checker, then sign-in, and returns", async ({
  page,
  context,
}) => {
  const visited = visits(page);
  await open(page, "/settings/system");
  await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  hosted.service.state.isSignedIn = false;
  await context.clearCookies();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(part(page, "SignIn")).toBeVisible();
  expect(visited).toContain("/auth-state-checker");
  expect(place(page)).toBe("/login?return_to=%2Fsettings%2Fsystem");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(userMenu(page)).toBeVisible();
  expect(place(page)).toBe("/settings/system");
});

test("HO-09 a session that the backend refuses opens the error page for a bad session", async ({ page }) => {
  hosted.service.state.party = "https://elsewhere.example.org";
  await open(page, "/settings/tokens");
  await expect(page.getByRole("alert")).toHaveText(
    "Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.",
  );
  expect(place(page)).toBe("/error?error_code=BAD_SESSION");
});

test("HO-11 the skeleton shows the organisation switcher and the user button", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/auth/whoami", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/settings/tokens");
  const skeleton = page.getByRole("status", { name: "Loading" });
  await expect(skeleton.locator('[data-hosted-part="OrganizationSwitcher"]')).toBeVisible();
  await expect(skeleton.locator('[data-hosted-part="UserButton"]')).toBeVisible();
  await expect(skeleton.getByRole("button", { name: "Personal account" })).toHaveCount(0);
  await expect(skeleton.getByRole("button", { name: "Create organization in a dialog" })).toBeVisible();
  await expect(page.getByTestId("avatar-placeholder")).toHaveCount(0);
  release();
  await expect(userMenu(page)).toBeVisible();
});

test("HO-13 users are managed by the service: neither page nor menu entry exists", async ({ page }) => {
  await open(page, "/settings/tokens");
  const menu = page.getByRole("navigation");
  await expect(menu.getByRole("link", { name: "Permissions", exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Users", exact: true })).toHaveCount(0);
  await open(page, "/settings/users");
  await expect(userMenu(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toHaveCount(0);
});

test("signing out ends the session at the service and returns to sign-in", async ({ page }) => {
  await open(page, "/settings/tokens");
  await userMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(part(page, "SignIn")).toBeVisible();
  expect(place(page)).toBe("/login?return_to=%2Fsettings%2Ftokens");
  expect(hosted.service.state.isSignedIn).toBe(false);
});
