// Uses its own server, because other browser tests need the features that this test disables.
import type { BrowserContext, Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (404|409)/] });

// The tests run one after the other, because they share one server.
test.describe.configure({ mode: "default" });
let product: StartedProduct;
test.beforeAll(async () => {
  product = await startProduct({ PROPERTIES: "logs.disable=true" });
});
test.afterAll(() => product.stop());

test.beforeEach(async ({ context }) => {
  const { cookies } = await stateOf("admin", product);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const entry = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const switchedOff = (page: Page) => page.getByRole("heading", { name: /is switched off$/ });

test("SE-37 SE-38 AC-22 AC-23 AC-29 AC-30 flags are added, edited and deleted, and take effect at once in menu, pages and API", async ({
  page,
  context,
}) => {
  const api = async (path: string) => (await context.request.get(`${product.url}/api/db/${path}`)).status();
  await page.goto(`${product.url}/settings/feature-flags`);
  const row = (name: string) => page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });

  // Flags from the environment take precedence, are labelled, and cannot be edited.
  await expect(row("logs.disable")).toContainText("Environment");
  await expect(entry(page, "Log Backends")).toHaveCount(0);
  expect(await api("logging_backends")).toBe(404);
  await row("logs.disable").getByRole("gridcell").nth(2).click();
  await toast(page, "Cannot edit local feature flags");
  expect(await axeFindings(page)).toEqual([]);

  // Disabling a parent also disables its children.
  await expect(entry(page, "Health Checks")).toBeVisible();
  await expect(entry(page, "Job History")).toBeVisible();
  await page.getByRole("button", { name: "Add Feature Flag" }).click();
  const form = page.getByRole("dialog", { name: "Add feature flag" });
  await form.getByRole("button", { name: "Add" }).click();
  await expect(form.getByText("This field is required")).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("combobox", { name: /^Feature flag/ }).fill("health.disable");
  await page.keyboard.press("Escape");
  await form.getByRole("combobox", { name: /^Value/ }).fill("true");
  await page.keyboard.press("Enter");
  await toast(page, "Feature flag added successfully");
  await expect(entry(page, "Health Checks")).toHaveCount(0);
  await expect(entry(page, "Job History")).toHaveCount(0);
  await expect.poll(() => api("canaries")).toBe(404);
  await expect.poll(() => api("job_histories")).toBe(404);
  const other = await context.newPage();
  for (const path of ["/settings/canaries", "/settings/jobs"]) {
    await other.goto(product.url + path);
    await expect(switchedOff(other)).toBeVisible();
    await expect(other.getByText("health.disable", { exact: true })).toBeVisible();
    await expect(other.getByRole("link", { name: "Open the feature flag" })).toHaveAttribute(
      "href",
      "/settings/feature-flags?flag=health.disable",
    );
  }

  await row("health.disable").getByRole("gridcell").nth(2).click();
  const edit = page.getByRole("dialog", { name: "Edit feature flag" });
  await edit.getByRole("combobox", { name: /^Value/ }).fill("false");
  await page.keyboard.press("Enter");
  await toast(page, "Feature flag updated successfully");
  await expect(entry(page, "Job History")).toBeVisible();
  // The other window updates, and the page is available.
  await expect(other.getByRole("heading", { level: 1, name: "Job History" })).toBeVisible();
  await expect.poll(() => api("canaries")).toBe(200);

  // The list also has a switch, which is on while the features are on, although the value of the flag is false then.
  const inList = row("health.disable").getByRole("switch", {
    name: "Health, Settings › Health, Settings › Job history",
  });
  await expect(inList).toBeChecked();
  await inList.click();
  await expect(inList).not.toBeChecked();
  await expect(row("health.disable").getByText("true", { exact: true })).toBeVisible();
  await expect(row("health.disable").getByText(/: off$/)).toBeVisible();
  await expect(entry(page, "Job History")).toHaveCount(0);
  await inList.click();
  await expect(entry(page, "Job History")).toBeVisible();
  await expect(row("logs.disable").getByRole("switch")).toHaveCount(0);

  await row("health.disable").getByRole("gridcell").nth(2).click();
  await edit.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Feature flag removed successfully");
  await expect(row("health.disable")).toHaveCount(0);
});

/** Returns a function that adds a flag with the value true, or deletes it. */
const setterOf =
  (context: BrowserContext) =>
  async (name: string, method: "POST" | "DELETE", value = "true") => {
    const path = method === "POST" ? "" : `?name=eq.${name}`;
    const answer = await context.request.fetch(`${product.url}/api/db/properties${path}`, {
      method,
      headers: { origin: product.url },
      ...(method === "POST" && { data: { name, value } }),
    });
    expect(answer.ok()).toBe(true);
  };

test("AC-24 the page and the API of each area can be switched off and on again", async ({ page, context }) => {
  const set = setterOf(context);
  const api = async (path: string) => (await context.request.get(`${product.url}/api/db/${path}?limit=1`)).status();
  // The environment switches logs off.
  await set("logs.disable", "POST", "false");
  for (const [feature, path, table] of [
    ["topology", "/topology", "components"],
    ["health", "/health", "canaries"],
    ["incidents", "/incidents", "incidents"],
    ["config", "/catalog", "config_items"],
    ["playbooks", "/playbooks", "playbooks"],
    ["applications", "/applications", "applications"],
    ["views", "/settings/views", "views"],
    ["agents", "/settings/agents", "agents"],
  ] as const) {
    await page.goto(product.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(switchedOff(page), feature).toHaveCount(0);
    await set(`${feature}.disable`, "POST");
    await expect(switchedOff(page), feature).toBeVisible();
    await expect.poll(() => api(table), { timeout: 60_000 }).toBe(404);
    await set(`${feature}.disable`, "DELETE");
    await expect(switchedOff(page), feature).toHaveCount(0);
    await expect.poll(() => api(table), { timeout: 60_000 }).toBe(200);
  }
  await page.goto(`${product.url}/logs`);
  await expect(switchedOff(page)).toHaveCount(0);
  await set("logs.disable", "DELETE");
  await expect(switchedOff(page)).toBeVisible();
  await expect.poll(() => api("logging_backends"), { timeout: 60_000 }).toBe(404);
});

test("every settings page with a flag is hidden if the flag is disabled by its long or its short name", async ({
  page,
  context,
}) => {
  await page.goto(`${product.url}/settings/system`);
  const set = setterOf(context);
  for (const [flag, name] of [
    ["event_queue_status.disable", "Event Queue"],
    ["settings.event_queue_status.disable", "Event Queue"],
    ["job_history.disable", "Job History"],
    ["settings.health.disable", "Health Checks"],
    ["settings.topology.disable", "Topology"],
    ["topology.disable", "Topology"],
    ["incidents.disable", "Rules"],
    ["views.disable", "Views"],
    ["feature_flags.disable", "Feature Flags"],
  ] as const) {
    await expect(entry(page, name)).toBeVisible();
    await set(flag, "POST");
    await expect(entry(page, name), flag).toHaveCount(0);
    await set(flag, "DELETE");
  }
  await expect(entry(page, "Feature Flags")).toBeVisible();
});
