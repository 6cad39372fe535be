// Tests the gallery's forms: error messages, kept input, and use by keyboard.
import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./gallery.ts";

/** Returns the current value of the schema form. */
const valueOf = async (page: Page) => JSON.parse((await page.locator("[data-value]").textContent())!) as unknown;
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

test("WG-49 WG-50 a field shows its error after it was touched, and a submit focuses the first invalid field", async ({
  page,
}) => {
  await page.goto("/_gallery/form/all-required");
  const required = page.getByText("This field is required");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(required).toHaveCount(0);
  await name.focus();
  await expect(required).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(required).toHaveCount(1);
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription("This field is required");
  await name.fill("orders");
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  // The error is now shown at the field that lost focus.
  await expect(page.getByRole("textbox", { name: "Notes" })).toHaveAccessibleDescription("This field is required");
  await expect(required).toHaveCount(1);

  const port = page.getByRole("textbox", { name: "Port" });
  await port.fill("54x");
  await port.blur();
  await expect(page.getByText("This field must be a number")).toBeVisible();
  await port.fill("5432");
  await expect(page.getByText("This field must be a number")).toHaveCount(0);
  await port.press("Shift+ArrowUp");
  await expect(port).toHaveValue("5442");

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("textbox", { name: "Notes" })).toBeFocused();
  await expect(required.first()).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("WG-57 a filled form is submitted unchanged, and a form with invalid text is not submitted", async ({ page }) => {
  await page.goto("/_gallery/form/filled");
  const yaml = page.getByRole("textbox", { name: "Anything else" });
  await expect(yaml).toHaveValue(/zones:/);
  await yaml.fill("replicas: [2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^Invalid YAML/)).toBeVisible();
  await expect(yaml).toBeFocused();
  await expect(page.getByRole("status")).toHaveCount(0);
  await yaml.fill("replicas: 3");
  await page.getByRole("textbox", { name: "Memory" }).fill("2");
  const unit = page.getByRole("combobox", { name: "Unit of Memory" });
  await expect(unit.locator("option")).toHaveText(["Mi", "Gi", "Ti"]);
  await unit.selectOption("Ti");
  await page.getByRole("textbox", { name: "CPU" }).fill("500");
  // A stored secret is kept unless it is replaced.
  await expect(page.getByRole("textbox", { name: "Token" })).toHaveValue("Stored (hidden)");
  // Switching the kind of reference keeps name and key.
  const kind = page.getByRole("radiogroup", { name: "Kind of Password" });
  await kind.getByRole("radio", { name: "ConfigMap" }).check();
  await expect(page.getByRole("textbox", { name: "Password: key in the ConfigMap" })).toHaveValue("password");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  expect(JSON.parse((await page.getByRole("status").textContent())!)).toMatchObject({
    port: 5432,
    token: "***",
    password: "configmap://orders/password",
    kubeconfig: { valueFrom: { configMapKeyRef: { name: "clusters", key: "north.yaml" } } },
    memory: "2Ti",
    cpu: "500m",
    extra: { replicas: 3 },
  });

  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.keyboard.type("team");
  await expect(page.getByText("The key team is already used")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("textbox", { name: "Labels, key 3" })).toBeFocused();
});

test("an error from the server is shown, and the input is kept", async ({ page }) => {
  await page.goto("/_gallery/form/refused");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText("There is already an agent named north. Choose a different name.");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("north");
});

const schedules = {
  short: "@every 30s,@every 1m,@every 5m,@every 30m,@hourly,@every 2h,@every 4h",
  scraper: "@every 15m,@every 30m,@hourly,@every 2h,@every 4h,@daily",
  medium: "@every 5m,@every 15m,@every 30m,@hourly,@every 2h,@every 4h,@every 6h,@every 8h",
  default:
    "@every 30s,@every 1m,@every 5m,@every 15m,@every 30m,@hourly,@every 2h,@every 4h,@every 6h,@every 8h,@daily,@weekly",
  settings: "@every 30s,@every 1m,@every 5m,@every 30m,@hourly,@every 6h,@daily,@weekly",
};

test("WG-54 WG-55 schedules are selected or typed, and described in words", async ({ page }) => {
  await page.goto("/_gallery/form/schedules");
  for (const [name, list] of Object.entries(schedules)) {
    const line = page.getByRole("combobox", { name: `Schedule, ${name}` });
    await line.click();
    await expect(options(page)).toHaveCount(list.split(",").length);
    const shown = await options(page).locator("span:first-child").allTextContents();
    expect(shown.join(",")).toBe(list);
    await page.keyboard.press("Escape");
  }
  const line = page.getByRole("combobox", { name: "Schedule, settings" });
  await line.press("ArrowDown");
  await line.press("ArrowDown");
  await line.press("Enter");
  await expect(line).toHaveValue("@every 30s");
  await expect(line).toHaveAccessibleDescription("Every 30 seconds");
  await line.fill("0 9 * * 1-5");
  await expect(line).toHaveAccessibleDescription(/^At 09:00 from Monday to Friday UTC, next /);
});

test("WG-44 WG-56 icons and durations are selected by keyboard from complete lists", async ({ page }) => {
  await page.goto("/_gallery/form/empty");
  const duration = page.getByRole("combobox", { name: "Timeout" });
  await duration.click();
  await expect(options(page)).toHaveText(["none", "15s", "30s", "60s", "2m", "3m", "5m", "10m", "15m"]);
  await options(page).getByText("10m").click();
  await expect(duration).toHaveValue("10m");
  await duration.fill("90x");
  await duration.press("Tab");
  await expect(page.getByText('"90x" is not a duration.', { exact: false })).toBeVisible();
  await duration.fill("90m");
  await expect(duration).toHaveAccessibleDescription("= 1h 30m");
  await duration.click();
  await options(page).getByText("none").click();
  await expect(duration).toHaveValue("");

  const icon = page.getByRole("combobox", { name: "Icon" });
  await icon.click();
  // The list size includes all options, although only the visible options are rendered.
  await expect(options(page).first()).toHaveAttribute("aria-setsize", /^[3-9]\d\d$/);
  expect(await options(page).count()).toBeLessThan(40);
  await icon.press("ArrowUp");
  await expect(options(page).last()).toHaveText(/^z/);
  await icon.fill("postg");
  await expect(options(page)).toHaveText(["postgresql", "postgresql-table"]);
  await icon.press("ArrowDown");
  await icon.press("Enter");
  await expect(icon).toHaveValue("postgresql");
  await icon.fill("no such technology");
  await expect(page.getByText("No options found")).toBeVisible();
});

const person = (id: string, name: string) => ({ id, name, email: `${id}@example.org`, avatar: null });

test.describe("options from the server", () => {
  test.use({ provoked: [/503/] });

  test("WG-52 options are searched by a few letters, and the list shows that it is searching, has no results or failed", async ({
    page,
  }) => {
    const asked: string[] = [];
    let isDown = false;
    await page.route("**/api/db/people?*", async (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query.get("or") ?? query.get("id") ?? "");
      if (isDown) return route.fulfill({ status: 503, json: { message: "The database is restarting." } });
      const all = [person("ada", "Ada Lovelace"), person("grace", "Grace Hopper")];
      const sought = /ilike\."\*(.*?)\*"/.exec(query.get("or") ?? "")?.[1] ?? "";
      return route.fulfill({ json: all.filter(({ name }) => name.toLowerCase().includes(sought)) });
    });
    await page.route("**/api/resources/search", async (route) => {
      const { configs } = route.request().postDataJSON() as { configs: { search?: string; id?: string }[] };
      asked.push(configs[0]?.search ?? "");
      const found = configs[0]?.search?.includes("graf")
        ? [
            {
              id: "c1",
              name: "grafana",
              type: "Kubernetes::Deployment",
              namespace: "",
              agent: "",
              tags: { cluster: "north" },
            },
          ]
        : [];
      await route.fulfill({ json: { configs: found } });
    });
    await page.goto("/_gallery/form/from-the-server");

    const who = page.getByRole("combobox", { name: "Person" });
    await who.click();
    await expect(options(page)).toHaveCount(2);
    expect(asked).toEqual([""]);
    await who.pressSequentially("grace");
    // If typing is slow, the first letter may already have sent a request.
    await expect.poll(() => asked.at(-1)).toContain("grace");
    await expect(options(page)).toHaveCount(1);
    await expect(options(page)).toContainText("grace@example.org");
    await who.press("Enter");
    await expect(who).toHaveValue("Grace Hopper");
    // A selected option is neither searched nor requested again.
    expect(asked.at(-1)).toContain("grace");
    await who.fill("nobody");
    await expect(page.getByText("No options found")).toBeVisible();
    isDown = true;
    await who.fill("ad");
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    expect(await axeFindings(page, { part: "[data-side]" })).toEqual([]);
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(options(page)).toHaveText(/Ada Lovelace/);
    await page.keyboard.press("Escape");
    await expect(who).toHaveValue("Grace Hopper");

    const resource = page.getByRole("combobox", { name: "Catalog Item" });
    await expect(resource).toHaveAccessibleDescription(
      "Filter the list using queries e.g: name=grafana type=Kubernetes::Deployment or health=healthy,unhealthy",
    );
    asked.length = 0;
    await resource.click();
    const popup = page.getByRole("status");
    await expect(popup).toHaveText("Start typing to search");
    await resource.pressSequentially("(graf");
    await expect(popup).toHaveText('A ")" is missing.');
    await resource.fill("type=Nothing");
    await expect(popup).toHaveText("No options found");
    await resource.fill("graf");
    await expect(options(page)).toHaveText(/grafana.*Deployment · north/);
    expect(asked).toEqual(["type=Nothing", "*graf*"]);
    await resource.press("Enter");
    await expect(resource).toHaveValue("grafana");
    await page.getByRole("button", { name: "Clear Catalog Item" }).click();
    await expect(resource).toHaveValue("");
  });
});

test.describe("a connection", () => {
  test.use({ provoked: [/503/] });

  test("can be a stored connection of a matching type, one of a different type found by search, or a URL", async ({
    page,
  }) => {
    let isDown = true;
    await page.route("**/api/db/connections_list?*", (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { message: "The database is restarting." } })
        : route.fulfill({
            json: [
              { id: "1", name: "forge", namespace: "ops", type: "github" },
              { id: "2", name: "orders", namespace: "shop", type: "postgres" },
            ],
          }),
    );
    await page.goto("/_gallery/connection-field/some-types");
    const field = page.getByRole("combobox", { name: "Connection", exact: true });
    await field.click();
    await expect(page.getByText("The stored connections could not be loaded.")).toBeVisible();
    isDown = false;
    await page.reload();
    await field.click();
    await expect(options(page)).toHaveText(["ordersshop, postgres"]);
    expect(await axeFindings(page, { part: "[data-side]" })).toEqual([]);
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(field).toHaveValue("connection://shop/orders");
    await field.fill("forge");
    await expect(options(page)).toHaveText(["forgeops, github"]);
    await field.fill("mysql://db.example.org/orders");
    await expect(page.getByText("No stored connection matches")).toBeVisible();
    await field.press("Tab");
    await expect(field).toHaveValue("mysql://db.example.org/orders");

    await page.goto("/_gallery/connection-field/any-type");
    await field.click();
    await expect(options(page)).toHaveText(["forgeops, github", "ordersshop, postgres"]);
  });
});

test("typed text is kept if the name of the selected option arrives late", async ({ page }) => {
  const all = [person("ada", "Ada Lovelace"), person("grace", "Grace Hopper")];
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/db/people?*", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    if (!query.has("id")) return route.fulfill({ json: query.has("or") ? all.slice(1) : all });
    await answered.promise;
    return route.fulfill({ json: all.slice(0, 1) });
  });
  await page.goto("/_gallery/form/with-selected-options");
  const who = page.getByRole("combobox", { name: "Person" });
  await expect(who).toHaveValue("…");
  await who.fill("grace");
  await expect(options(page)).toHaveCount(1);
  const late = page.waitForResponse(/people\?.*id=/);
  answered.resolve();
  await late;
  // The avatar shows that the name has arrived.
  await expect(page.locator("[data-initials=AL]")).toBeVisible();
  await expect(who).toHaveValue("grace");
  await options(page).click();
  await expect(who).toHaveValue("Grace Hopper");
});

test("a form from a schema starts with its defaults, and reports missing values in touched fields", async ({
  page,
}) => {
  await page.goto("/_gallery/spec-form/new");
  expect(await valueOf(page)).toEqual({ method: "GET", followRedirects: true, paths: [] });
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByText("This field is required")).toHaveCount(1);
  const time = page.getByRole("textbox", { name: "Max Response Time (in millis)" });
  await time.fill("soon");
  await time.blur();
  await expect(page.getByText("This field must be a number")).toBeVisible();
  expect(await valueOf(page)).toMatchObject({ thresholdMillis: "soon" });
  await time.fill("0");
  await expect(page.getByText("Must be at least 1")).toBeVisible();
  await time.fill("");
  await page.getByRole("checkbox", { name: "204" }).check();
  await page.getByRole("checkbox", { name: "200" }).check();
  // Optional parts can be added and removed.
  await page.getByRole("button", { name: "Add Authentication" }).click();
  await expect(page.getByRole("textbox", { name: "Username", exact: true })).toBeFocused();
  await page.keyboard.type("probe");
  expect(await valueOf(page)).toEqual({
    method: "GET",
    responseCodes: [200, 204],
    followRedirects: true,
    authentication: { username: { value: "probe" } },
    paths: [],
  });
  await page.getByRole("button", { name: "Remove Authentication" }).click();
  await expect(page.getByRole("button", { name: "Add Authentication" })).toBeFocused();
  expect(await valueOf(page)).not.toHaveProperty("authentication");
});

test("list entries are added, moved and removed by keyboard; variants and maps keep their input", async ({ page }) => {
  await page.goto("/_gallery/spec-form/filled");
  const value = async () => (await valueOf(page)) as Record<string, unknown>;
  await page.getByRole("button", { name: "Add to Paths" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Path 3" })).toBeFocused();
  await page.keyboard.type("/third");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByRole("textbox", { name: "Path 1" })).toBeFocused();
  expect((await value())["paths"]).toEqual(["/third", "/checkout", "/checkout/confirm"]);
  await page.getByRole("button", { name: "Move Path 1 down" }).click();
  await page.getByRole("button", { name: "Remove Path 3" }).click();
  await expect(page.getByRole("button", { name: "Add to Paths" })).toBeFocused();
  expect((await value())["paths"]).toEqual(["/checkout", "/third"]);

  const target = page.getByRole("radiogroup", { name: "Kind of Target" });
  await expect(target.getByRole("radio", { name: "Service" })).toBeChecked();
  await target.getByRole("radio", { name: "Host" }).check();
  expect((await value())["target"]).toEqual({ type: "host" });
  await target.getByRole("radio", { name: "Service" }).check();
  expect((await value())["target"]).toMatchObject({ type: "service", service: "checkout" });

  const key = page.getByRole("textbox", { name: "Limits, key 1" });
  await key.fill("large");
  expect((await value())["limits"]).toEqual({ large: { memory: "512Mi", cpu: "250m" } });
  // Unknown keys are kept and can be edited.
  await page.getByRole("textbox", { name: "Other keys" }).fill("addedByHand: {since: 2025}");
  expect((await value())["addedByHand"]).toEqual({ since: 2025 });
  expect(await axeFindings(page)).toEqual([]);
});

test("a value that does not match its schema is edited as YAML until it is valid", async ({ page }) => {
  await page.goto("/_gallery/spec-form/does-not-match-its-schema");
  const stored = { name: 5, url: ["a"], headers: "none", followRedirects: "yes", paths: [1] };
  expect(await valueOf(page)).toEqual(stored);
  const url = page.getByRole("textbox", { name: "URL" });
  await expect(url).toHaveValue("- a");
  await expect(page.getByText("Must be a list")).toBeVisible();
  await expect(page.getByText("Must be true or false")).toBeVisible();
  // Typing stays in the same field until it loses focus.
  await url.press("ControlOrMeta+a");
  await url.pressSequentially("https://example.org");
  expect(await valueOf(page)).toEqual({ ...stored, url: "https://example.org" });
  await expect(url).toBeFocused();
});
