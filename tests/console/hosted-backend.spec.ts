// The backend of an organisation: direct mode, forwarding, live changes, and failures.
import type { Page } from "@playwright/test";
import pg from "pg";
import { hostedConsole, organization, part, problem, provisioning, userMenu, visits } from "./a-hosted-console.ts";
import { expect, test } from "./journey.ts";

const hosted = hostedConsole();
const { open, place } = hosted;

const backend = () => `${hosted.product.urlWithProvider}/api`;

/** Makes Globex the active organisation. Its data is on a different server than the console. */
function useGlobex(metadata: Record<string, unknown> = {}) {
  const { state } = hosted.service;
  state.organizations[2] = organization("org_globex", "Globex", { backend_url: backend(), ...metadata });
  state.active = "org_globex";
}

/** Inserts a job run that the page has not loaded. */
async function recordRun(name: string) {
  const client = new pg.Client({ connectionString: hosted.product.databaseUrl });
  await client.connect();
  await client.query("insert into job_history (name, status) values ($1, 'SUCCESS')", [name]);
  await client.end();
}

/** The API calls that a page makes from now on. */
function apiCalls(page: Page) {
  const calls: { url: string; authorization: string | undefined }[] = [];
  page.on("request", (request) => {
    if (/\/api\//.test(request.url()) && request.method() !== "OPTIONS")
      calls.push({ url: request.url(), authorization: request.headers()["authorization"] });
  });
  return calls;
}

for (const [mode, metadata, base] of [
  ["in direct mode the browser calls the organisation's backend", { direct: "true" }, backend],
  ["otherwise the console's server forwards the calls", {}, () => `${hosted.product.url}/api`],
] as const)
  test(`HO-03 ${mode}, with a bearer token and live changes`, async ({ page }) => {
    useGlobex(metadata);
    const calls = apiCalls(page);
    await open(page, "/settings/system");
    await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
    // The stream is open, so the page shows changes from now on.
    await expect.poll(() => calls.map(({ url }) => url)).toContain(`${base()}/events`);
    const name = `A run ${mode}`;
    await recordRun(name);
    await expect(page.getByRole("gridcell", { name })).toBeVisible();
    expect(calls.map(({ url }) => url)).toContain(`${base()}/auth/whoami`);
    expect(calls.filter(({ url }) => !url.startsWith(base()))).toEqual([]);
    expect(calls.filter(({ authorization }) => !authorization?.startsWith("Bearer eyJ"))).toEqual([]);
    expect(hosted.service.requests()).toContain("POST /v1/client/sessions/sess_1/tokens/Backend");
  });

test("HO-03 a new access token is for the organisation's backend", async ({ page }) => {
  useGlobex({ direct: true });
  await open(page, "/settings/tokens?addToken=true");
  const form = page.getByRole("dialog", { name: "Create new token" });
  await form.getByLabel(/^Name/).fill("for a script");
  await form.getByRole("button", { name: "Create Token" }).click();
  await expect(page.getByRole("dialog")).toContainText(`${backend()}/auth/whoami`);
});

test.describe("failures", () => {
  test.use({ still: true, provoked: [/status of (401|403|404|500|503)|ERR_|Failed to load/] });

  for (const status of [404, 500, 503])
    test(`HO-08 whoami with ${status} shows the provisioning screen until it succeeds`, async ({ page }) => {
      await page.route("**/api/auth/whoami", (route) => route.fulfill({ status, json: { error: "not ready" } }));
      await open(page, "/settings/tokens");
      await expect(provisioning(page)).toBeVisible();
      await page.unroute("**/api/auth/whoami");
      await expect(userMenu(page)).toBeVisible();
    });

  test("HO-08 a backend that does not respond shows the provisioning screen", async ({ page }) => {
    // The server remembers the address of Globex from other tests.
    const { state } = hosted.service;
    state.organizations[1] = organization("org_young", "Young", { backend_url: "http://127.0.0.1:9/api" });
    state.active = "org_young";
    await open(page, "/settings/tokens");
    await expect(provisioning(page)).toBeVisible();
  });

  test("a role without a mapping shows the error page", async ({ page }) => {
    hosted.service.state.organizations[0]!.role = "org:billing";
    await open(page, "/settings/tokens");
    await expect(page.getByRole("heading", { name: "Sorry.. there was an error" })).toBeVisible();
    await expect(problem(page)).toHaveText('The role "org:billing" of the organisation has no rights here.');
  });

  test("HO-02 an invalid direct flag shows the error page", async ({ page }) => {
    useGlobex({ direct: "maybe" });
    await open(page, "/settings/tokens");
    await expect(problem(page)).toHaveText("Invalid boolean value");
  });

  for (const [silent, address] of [
    ["backend", "**/api/auth/whoami"],
    ["identity service", "**/sessions/*/tokens/Backend"],
  ] as const)
    test(`ER-02 a silent ${silent} shows the error page after the timeout`, async ({ page }) => {
      // Shortens the timeout, because each attempt would otherwise take half a minute.
      await page.addInitScript(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => timeout(ms === 30_000 ? 1000 : ms);
      });
      await page.route(address, () => {});
      await open(page, "/settings/tokens");
      await expect(problem(page)).toHaveText("Request timed out. Please try again.");
    });

  test("ER-03 a network error of whoami shows the error page, and a retry continues", async ({ page }) => {
    await page.route("**/api/auth/whoami", (route) => route.abort());
    await open(page, "/settings/tokens");
    await expect(page.getByText("Network Error. Please try again.").first()).toBeVisible();
    await page.unroute("**/api/auth/whoami");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(userMenu(page)).toBeVisible();
  });

  test("ER-04 an offline browser shows a message", async ({ page, context }) => {
    useGlobex({ direct: true });
    await open(page, "/settings/system");
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No internet connection. Please try again.")).toBeVisible();
  });

  test("HO-10 a 401 of any data call opens /auth-state-checker", async ({ page }) => {
    useGlobex({ direct: true });
    const visited = visits(page);
    await page.route("**/api/system", (route) =>
      route.fulfill({ status: 401, headers: { "access-control-allow-origin": "*" }, json: { error: "Sign in." } }),
    );
    await open(page, "/settings/system");
    // The backend refuses the session, although it is still valid for the identity service.
    await expect(page.getByRole("alert")).toContainText("Bad Session.");
    expect(visited).toContain("/auth-state-checker");
    expect(place(page)).toBe("/error?error_code=BAD_SESSION");
    await expect(part(page, "UserButton")).toBeVisible();
  });

  test("if the library cannot be loaded, the console shows that the service cannot be reached", async ({ page }) => {
    await page.route("**/clerk.browser.js", (route) =>
      route.fulfill({ status: 503, headers: { "access-control-allow-origin": "*" } }),
    );
    await open(page, "/settings/tokens");
    await expect(problem(page)).toContainText("The identity service cannot be reached.");
  });
});
