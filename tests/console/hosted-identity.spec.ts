// The console with the hosted identity service, against a stand-in of the service and of its browser library.
import type { Page } from "@playwright/test";
import { type HostedIdentityStandIn, secretKey, startHostedIdentity } from "../services/hosted-identity.ts";
import { expect, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

// Some tests provoke responses of these kinds, which the browser reports.
test.use({ still: true, provoked: [/status of (401|403|404|503)/] });

// The tests share one server and one state of the service.
test.describe.configure({ mode: "default" });
let service: HostedIdentityStandIn;
let product: StartedProduct;
test.beforeAll(async () => {
  service = await startHostedIdentity();
  product = await startProduct(
    {
      CLERK_PUBLISHABLE_KEY: service.publishableKey,
      CLERK_SECRET_KEY: secretKey,
      CLERK_API_URL: service.issuer,
      CLERK_ORGANIZATION_ID: "org_acme",
    },
    "tests/console/hosted-process.ts",
  );
});
test.afterAll(async () => {
  await product.stop();
  await service.stop();
});

const organization = (id: string, name: string, public_metadata: Record<string, unknown>) => ({
  id,
  name,
  role: "org:admin",
  public_metadata,
});

test.beforeEach(() => {
  Object.assign(service.state, {
    isSignedIn: true,
    party: product.url,
    active: "org_acme",
    organizations: [
      organization("org_acme", "Acme", { backend_url: `${product.url}/api` }),
      organization("org_young", "Young", {}),
    ],
  });
});

const part = (page: Page, name: string) => page.locator(`[data-hosted-part="${name}"]`);
const inside = (page: Page) => page.getByRole("button", { name: "User menu" });
const provisioning = (page: Page) => page.getByText("Please wait, instance provisioning in-progress ...");
const open = (page: Page, path: string) => page.goto(`${product.url}${path}`);
const place = (page: Page) => page.url().slice(product.url.length);

test("HO-04 HO-05 a visitor signs in, chooses an organisation and returns to the console", async ({ page }) => {
  Object.assign(service.state, { isSignedIn: false, active: null });
  await open(page, "/settings/tokens?a=b");
  await expect(part(page, "SignIn")).toBeVisible();
  expect(place(page)).toBe("/login?return_to=%2Fsettings%2Ftokens%3Fa%3Db");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(part(page, "OrganizationList")).toBeVisible();
  expect(place(page)).toBe("/settings/tokens?a=b");
  // The personal account is hidden.
  await expect(page.getByRole("button", { name: "Personal account" })).toHaveCount(0);
  await page.getByRole("button", { name: "Acme" }).click();
  await expect(inside(page)).toBeVisible();
  expect(place(page)).toMatch(/^\/topology/);
});

test("HO-04 registration and the profile are components of the service", async ({ page }) => {
  await open(page, "/profile-settings");
  await expect(part(page, "UserProfile")).toBeVisible();
  service.state.isSignedIn = false;
  await open(page, "/registration");
  await expect(part(page, "SignUp")).toBeVisible();
});

test("SE-77 the organisation profile is a page of the settings", async ({ page }) => {
  await open(page, "/settings/organization-profile");
  await expect(page.getByRole("heading", { level: 1, name: "Organization profile" })).toBeVisible();
  await expect(part(page, "OrganizationProfile")).toBeVisible();
});

test("HO-06 HO-12 HO-07 the header switches to an organisation that is being provisioned, until it has a backend", async ({
  page,
}) => {
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await open(page, "/settings/tokens");
  const switcher = page.locator("header").locator('[data-hosted-part="OrganizationSwitcher"]');
  await switcher.getByRole("button", { name: "Young" }).click();
  await expect(provisioning(page)).toBeVisible();
  expect(visited).toContain("/organizations/orgs-switched");
  service.state.organizations[1] = organization("org_young", "Young", { backend_url: `${product.url}/api` });
  // This server holds the data of a different organisation.
  await expect(page.getByText("This server holds the data of a different organisation.")).toBeVisible();
});

test("HO-06 creating an organisation also leads to /organizations/orgs-switched", async ({ page }) => {
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await open(page, "/settings/tokens");
  await page.locator("header").getByRole("button", { name: "Create organization in a dialog" }).click();
  await expect(provisioning(page)).toBeVisible();
  expect(visited).toContain("/organizations/orgs-switched");
});

for (const status of [404, 503])
  test(`HO-08 whoami with ${status} shows the provisioning screen until it succeeds`, async ({ page }) => {
    await page.route("**/api/auth/whoami", (route) => route.fulfill({ status, json: { error: "not ready" } }));
    await open(page, "/settings/tokens");
    await expect(provisioning(page)).toBeVisible();
    await page.unroute("**/api/auth/whoami");
    await expect(inside(page)).toBeVisible();
  });

test("a role without a mapping shows the error page", async ({ page }) => {
  service.state.organizations[0]!.role = "org:billing";
  await open(page, "/settings/tokens");
  await expect(page.getByRole("heading", { name: "Sorry.. there was an error" })).toBeVisible();
  await expect(page.getByText('The role "org:billing" of the organisation has no rights here.')).toBeVisible();
});

test("HO-02 an invalid direct flag shows the error page", async ({ page }) => {
  service.state.organizations[0] = organization("org_acme", "Acme", {
    backend_url: `${product.url}/api`,
    direct: "maybe",
  });
  await open(page, "/settings/tokens");
  await expect(page.getByText("Invalid boolean value")).toBeVisible();
});

test("HO-09 HO-10 an expired session opens /auth-state-checker, then sign-in, and returns", async ({
  page,
  context,
}) => {
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await open(page, "/settings/tokens");
  await expect(inside(page)).toBeVisible();
  service.state.isSignedIn = false;
  await context.clearCookies();
  await page.getByRole("navigation").getByRole("link", { name: "Permissions", exact: true }).click();
  await expect(part(page, "SignIn")).toBeVisible();
  expect(visited).toContain("/auth-state-checker");
  // The page may already be requested while the pointer is above the link.
  expect(place(page)).toMatch(/^\/login\?return_to=%2Fsettings%2F(?:tokens|permissions)$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(inside(page)).toBeVisible();
  expect(place(page)).toMatch(/^\/settings\/(?:tokens|permissions)/);
});

test("HO-09 a session that the backend refuses is a bad session", async ({ page }) => {
  service.state.party = "https://elsewhere.example.org";
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
  await expect(inside(page)).toBeVisible();
});

test("HO-03 in direct mode the data comes from the organisation's backend, with a bearer token", async ({ page }) => {
  const backend = `${product.urlWithProvider}/api`;
  service.state.organizations[0] = organization("org_acme", "Acme", { backend_url: backend, direct: "true" });
  const calls: { url: string; authorization: string | undefined }[] = [];
  page.on("request", (request) => {
    if (/\/api\//.test(request.url()) && request.method() !== "OPTIONS")
      calls.push({ url: request.url(), authorization: request.headers()["authorization"] });
  });
  await open(page, "/settings/tokens");
  await expect(inside(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Tokens" })).toBeVisible();
  const data = calls.filter(({ url }) => !url.endsWith("/api/events"));
  expect(data.map(({ url }) => url)).toContain(`${backend}/auth/whoami`);
  expect(data.filter(({ url }) => !url.startsWith(backend))).toEqual([]);
  expect(data.filter(({ authorization }) => !/^Bearer eyJ/.test(authorization ?? ""))).toEqual([]);
  expect(service.requests()).toContain("POST /v1/client/sessions/sess_1/tokens/Backend");
});

test("HO-13 users are managed by the service: neither page nor menu entry exists", async ({ page }) => {
  await open(page, "/settings/tokens");
  const menu = page.getByRole("navigation");
  await expect(menu.getByRole("link", { name: "Permissions", exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Users", exact: true })).toHaveCount(0);
  await open(page, "/settings/users");
  await expect(inside(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toHaveCount(0);
});

test("signing out ends the session at the service and returns to sign-in", async ({ page }) => {
  await open(page, "/settings/tokens");
  await inside(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(part(page, "SignIn")).toBeVisible();
  expect(place(page)).toBe("/login?return_to=%2Fsettings%2Ftokens");
  expect(service.state.isSignedIn).toBe(false);
});

test("without the library the console says that the service cannot be reached", async ({ page }) => {
  await page.route("**/clerk.browser.js", (route) =>
    route.fulfill({ status: 503, headers: { "access-control-allow-origin": "*" } }),
  );
  await open(page, "/settings/tokens");
  await expect(page.getByText("The identity service cannot be reached.")).toBeVisible();
});
