// Tests the dialog that links a resource to an incident: its fields, texts, defaults and failures.
import type { Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { makeYard } from "./a-yard.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Link to Incident" });
const field = (page: Page, name: "Incident" | "Hypothesis" | "Type" | "Severity") =>
  dialog(page).getByRole("combobox", { name, exact: true });
const link = (page: Page) => dialog(page).getByRole("button", { name: "Link", exact: true });

async function openOnCheck(page: Page, name: string) {
  const check = await seedCheck(name);
  await page.goto(`/health/checks/${check}`);
  await page.getByRole("button", { name: "Attach as Evidence" }).click();
  await expect(dialog(page)).toBeVisible();
  return check;
}

/** Types into a field and chooses the option with this name. */
async function choose(page: Page, name: "Incident" | "Hypothesis", text: string, option: string | RegExp = text) {
  await field(page, name).fill(text);
  await page.getByRole("option", { name: option }).first().click();
}

const newOption = (title: string) => new RegExp(`^${title} ?New (incident|hypothesis)$`);

test("IN-08 IN-09 IN-10 IN-24 IN-26 the dialog offers an incident, a hypothesis, a type and a severity, and its button reads Link", async ({
  page,
}) => {
  await openOnCheck(page, "sextant answers");
  await expect(field(page, "Incident")).toBeVisible();
  await expect(field(page, "Hypothesis")).toBeVisible();
  await expect(field(page, "Type").locator("option:checked")).toHaveText("Availability");
  await expect(field(page, "Severity").locator("option:checked")).toHaveText("Low");
  await expect(field(page, "Severity").locator("option:not([value=''])")).toHaveText([
    "Info",
    "Warning",
    "Low",
    "Medium",
    "High",
    "Blocker",
    "Critical",
  ]);
  await expect(field(page, "Type").locator("option:not([value=''])")).toHaveText([
    "Cost",
    "Availability",
    "Performance",
    "Security",
    "Integration",
    "Compliance",
    "Technical Debt",
    "Reliability",
  ]);
  await expect(link(page)).toBeEnabled();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
});

test("IN-16 IN-17 IN-18 an incident, a type and a severity are required", async ({ page }) => {
  await openOnCheck(page, "astrolabe answers");
  await field(page, "Type").selectOption("");
  await field(page, "Severity").selectOption("");
  await link(page).click();
  await expect(dialog(page).getByText("Must select or create an incident")).toBeVisible();
  await expect(dialog(page).getByText("Please select an incident type")).toBeVisible();
  await expect(dialog(page).getByText("Please select incident severity")).toBeVisible();
});

test("IN-11 IN-12 IN-19 an existing incident hides type and severity, and needs a hypothesis", async ({ page }) => {
  const two = await seedIncident({ title: "compass spins", hypotheses: ["magnet", "iron"] });
  await openOnCheck(page, "compass answers");
  await choose(page, "Incident", "compass trembles", newOption("compass trembles"));
  await expect(field(page, "Type")).toBeVisible();
  await choose(page, "Hypothesis", "a storm", newOption("a storm"));
  await expect(field(page, "Hypothesis")).toHaveValue("a storm");

  await choose(page, "Incident", two.title, new RegExp(two.number));
  await expect(field(page, "Type")).toHaveCount(0);
  await expect(field(page, "Severity")).toHaveCount(0);
  // Choosing an incident resets the hypothesis.
  await expect(field(page, "Hypothesis")).toHaveValue("");
  await link(page).click();
  await expect(dialog(page).getByText("Must select or create a hypothesis")).toBeVisible();
});

test("IN-13 the only hypothesis of an incident is chosen automatically", async ({ page }) => {
  const { title, number } = await seedIncident({ title: "anchor drags", hypotheses: ["the chain is short"] });
  await openOnCheck(page, "anchor answers");
  await choose(page, "Incident", title, new RegExp(number));
  await expect(field(page, "Hypothesis")).toHaveValue("the chain is short");
});

test("HL-71 IN-14 IN-15 a check is linked to a new incident; the toast shows for five seconds, and the dialog closes", async ({
  page,
}) => {
  const check = await openOnCheck(page, "rudder answers");
  await choose(page, "Incident", "rudder jams", newOption("rudder jams"));
  await field(page, "Severity").selectOption("High");
  await link(page).click();
  const toast = page.getByText("Linked to incident successfully");
  await expect(toast).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const { rows } = await query(
    `select i.id, i.type, i.severity, i.status as state, h.title, h.status, h.type as level, e.check_id, e.type as kind, e.evidence ->> 'includeMessages' as messages
     from   incidents i join hypotheses h on h.incident_id = i.id join evidences e on e.hypothesis_id = h.id
     where  i.title = 'rudder jams'`,
  );
  expect(rows).toEqual([
    {
      id: expect.any(String),
      type: "availability",
      severity: "high",
      state: "open",
      title: "rudder jams",
      status: "possible",
      level: "root",
      check_id: check,
      kind: "check",
      messages: "true",
    },
  ]);
  await page.getByRole("button", { name: "Open incident" }).click();
  await expect(page).toHaveURL(`/incidents/${rows[0]!["id"]}`);
  await expect(toast).toBeHidden();
});

test.describe("without the live stream", () => {
  test.use({ still: true });

  test("IN-22 lists of incidents are refreshed after linking", async ({ page }) => {
    const { word, ids } = await makeFleet("gangway");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/topology/${ids.tug}?panel=incidents`);
    await expect(page.getByText("No details found")).toBeVisible();
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Link to Incident" }).click();
    await choose(page, "Incident", `${word} is crowded`, newOption(`${word} is crowded`));
    await link(page).click();
    const list = page.getByRole("list", { name: "Incidents" });
    await expect(list.getByRole("link", { name: `${word} is crowded` })).toBeVisible();
  });
});

test.describe("with failing requests", () => {
  test.use({ provoked: [/status of 500/], still: true });

  const refuse = (page: Page, table: string) =>
    page.route(`**/api/db/${table}*`, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 500, json: { message: `the ${table} are locked` } })
        : route.fallback(),
    );

  test("IN-20 ER-18 if the hypothesis of a new incident cannot be created, an error toast is shown, the dialog stays open, and a retry creates no second incident", async ({
    page,
  }) => {
    await openOnCheck(page, "keel answers");
    await choose(page, "Incident", "keel bends", newOption("keel bends"));
    await refuse(page, "hypotheses");
    await link(page).click();
    await expect(page.getByText("The incident was not linked: the hypotheses are locked")).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    await expect(link(page)).toBeEnabled();
    await expect(field(page, "Incident")).toHaveValue("keel bends");
    await page.unroute("**/api/db/hypotheses*");
    await link(page).click();
    await expect(page.getByText("Linked to incident successfully")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    const { rows } = await query("select count(*)::text from incidents where title = 'keel bends'");
    expect(rows[0]!["count"]).toBe("1");
  });

  test("IN-20 if the incident itself cannot be created, nothing is stored, and the dialog keeps its values", async ({
    page,
  }) => {
    await openOnCheck(page, "stern answers");
    await choose(page, "Incident", "stern sinks", newOption("stern sinks"));
    await field(page, "Severity").selectOption("Blocker");
    await refuse(page, "incidents");
    await link(page).click();
    await expect(page.getByText("The incident was not linked: the incidents are locked")).toBeVisible();
    await expect(dialog(page)).toBeVisible();
    await expect(field(page, "Incident")).toHaveValue("stern sinks");
    await expect(field(page, "Severity").locator("option:checked")).toHaveText("Blocker");
    await expect(page.getByText("Linked to incident successfully")).toHaveCount(0);
    expect((await query("select from incidents where title = 'stern sinks'")).rows).toEqual([]);
    expect((await query("select from hypotheses where title = 'stern sinks'")).rows).toEqual([]);
  });

  test("IN-21 if the evidence cannot be attached, the dialog closes with an error toast", async ({ page }) => {
    const { title, number } = await seedIncident({ title: "mast cracks" });
    await openOnCheck(page, "mast answers");
    await choose(page, "Incident", title, new RegExp(number));
    await expect(field(page, "Hypothesis")).toHaveValue(title);
    await refuse(page, "evidences");
    await link(page).click();
    await expect(page.getByText("The evidence was not attached: the evidences are locked")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("Linked to incident successfully")).toHaveCount(0);
  });

  test("IN-10 the button reads Linking.. while the request is sent", async ({ page }) => {
    const answered = Promise.withResolvers<void>();
    await openOnCheck(page, "hull answers");
    await choose(page, "Incident", "hull leaks", newOption("hull leaks"));
    await page.route("**/api/db/incidents*", async (route) => {
      if (route.request().method() === "POST") await answered.promise;
      await route.fallback();
    });
    await link(page).click();
    await expect(dialog(page).getByRole("button", { name: "Linking.." })).toBeVisible();
    answered.resolve();
    await expect(dialog(page)).toBeHidden();
  });
});

test("IN-07 config items, changes and insights are linked to an incident", async ({ page }) => {
  const { word, ids } = await makeYard("dockyard");
  const { title, number, id } = await seedIncident({ title: `${word} is closed` });
  const attach = async () => {
    await choose(page, "Incident", title, new RegExp(number));
    await expect(field(page, "Hypothesis")).toHaveValue(title);
    await link(page).click();
    await expect(page.getByText("Linked to incident successfully").last()).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  };
  await page.goto(`/catalog/${ids.crane}`);
  await page.getByRole("button", { name: "Link to Incident" }).click();
  await attach();
  const { rows: changes } = await query("select id from config_changes where config_id = $1", [ids.crane]);
  await page.goto(`/catalog/changes?change=${changes[0]!["id"]}`);
  await page.getByRole("button", { name: "Attach as Evidence" }).click();
  await attach();
  const { rows: insights } = await query("select id from config_analysis where config_id = $1", [ids.crane]);
  await page.goto(`/catalog/insights?insight=${insights[0]!["id"]}`);
  await page.getByRole("button", { name: "Attach as Evidence" }).click();
  await attach();
  const { rows } = await query(
    `select e.type, e.config_id, e.config_change_id, e.config_analysis_id
     from   evidences e join hypotheses h on h.id = e.hypothesis_id where h.incident_id = $1 order by e.created_at`,
    [id],
  );
  expect(rows).toEqual([
    { type: "config", config_id: ids.crane, config_change_id: null, config_analysis_id: null },
    { type: "config_change", config_id: ids.crane, config_change_id: changes[0]!["id"], config_analysis_id: null },
    { type: "config_analysis", config_id: ids.crane, config_change_id: null, config_analysis_id: insights[0]!["id"] },
  ]);

  // The page of a catalog item lists its incidents.
  await page.goto(`/catalog/${ids.crane}/incidents`);
  await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();
});

test("selected lines of a document are linked to an incident", async ({ page }) => {
  const { ids } = await makeYard("slipway");
  await query("update config_items set config = $2 where id = $1", [
    ids.crane,
    JSON.stringify({ arms: 2, hook: { length: 5, metal: "steel" }, load: "heavy" }),
  ]);
  const { title, number, id } = await seedIncident({ title: "slipway is blocked" });
  await page.goto(`/catalog/${ids.crane}?selected=2`);
  await page.getByRole("button", { name: "Attach as Evidence" }).click();
  await choose(page, "Incident", title, new RegExp(number));
  await expect(field(page, "Hypothesis")).toHaveValue(title);
  await link(page).click();
  await expect(page.getByText("Linked to incident successfully")).toBeVisible();
  const { rows } = await query(
    "select e.evidence -> 'selected_lines' ->> '2' as line from evidences e join hypotheses h on h.id = e.hypothesis_id where h.incident_id = $1",
    [id],
  );
  expect(rows).toEqual([{ line: "  length: 5" }]);
  await page.goto(`/incidents/${id}`);
  await expect(page.getByLabel("Selected lines")).toContainText("metal: steel");
});

test.describe("as a viewer", () => {
  test.use({ as: "viewer" });

  test("AC-19 a viewer cannot attach evidence", async ({ page }) => {
    const check = await seedCheck("capstan answers");
    await page.goto(`/health/checks/${check}`);
    await expect(page.getByRole("tab", { name: "History" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Attach as Evidence" })).toHaveCount(0);
  });
});

test.describe("as a responder", () => {
  test.use({ as: "responder" });

  test("AC-19 a responder attaches evidence, but not while the feature is disabled", async ({ page }) => {
    await openOnCheck(page, "windlass answers");
    const check = await seedCheck("bollard answers");
    await page.route("**/api/properties*", async (route) => {
      const answer = await route.fetch();
      const stored = (await answer.json()) as unknown;
      const off = { name: "incidents.disable", value: "true", source: "db", type: "bool" };
      await route.fulfill({ response: answer, json: Array.isArray(stored) ? [...(stored as object[]), off] : stored });
    });
    await page.goto(`/health/checks/${check}`);
    await expect(page.getByRole("tab", { name: "History" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Attach as Evidence" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Incidents" })).toHaveCount(0);
  });
});
