import type { Page } from "@playwright/test";
import pg from "pg";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  provoked: [/status of (400|409|412)/],
});

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
/** Locates the first field, because a spec may contain further names. */
const nameField = (page: Page) => page.getByRole("textbox", { name: /^Name(?!space)/ }).first();
const toast = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const create = (page: Page) => page.getByRole("button", { name: "Create", exact: true }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

/** Changes the database directly. */
async function inDatabase(query: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  return client.query(query, values).finally(() => client.end());
}

/** Replaces the text of the code editor. */
async function write(page: Page, code: string) {
  await page.getByText("Code", { exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Spec" });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(code);
}

test("TO-10 SE-65 SE-66 SE-68 SE-70 SE-71 SE-73 SE-76 ER-06 ER-07 ER-08 ER-09 ER-10 a topology is added, edited as form and as code, and deleted", async ({
  page,
}) => {
  await page.goto("/settings/topologies");
  await page.getByRole("button", { name: "Add Topology" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add Topology" })).toBeVisible();
  await expect(page.getByLabel("Namespace")).toHaveValue("default");

  // Without a name nothing is sent.
  await create(page);
  await expect(page.getByText("This field is required")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await nameField(page).fill("journey");
  await page.getByLabel("Owner").fill("the harbour");
  await create(page);
  await toast(page, "Topology added successfully");
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await expect(page.getByRole("gridcell").getByText("journey", { exact: true })).toBeVisible();
  await page.goto("/settings/topologies");
  await expect(cell(page, "journey")).toBeVisible();

  // A name that is already used is rejected, and the input is kept.
  await page.getByRole("button", { name: "Add Topology" }).click();
  await nameField(page).fill("journey");
  await create(page);
  await toast(page, 'There is already a Topology named "journey".');
  await expect(page.getByText("This name is taken")).toBeVisible();
  await expect(nameField(page)).toHaveValue("journey");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave" }).click();

  // Name and namespace cannot be edited; the form edits all other fields.
  await cell(page, "journey").click();
  await expect(
    page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Topology" }),
  ).toBeVisible();
  await expect(page.locator("main form dl").first().locator("dd")).toHaveText(["journey", "default"]);
  await expect(page.getByLabel("Namespace")).toHaveCount(0);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await expect(page.getByLabel("Owner")).toHaveValue("the harbour");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Owner").fill("the crew");
  await save(page);
  await toast(page, "Topology updated successfully");
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await page.goto("/settings/topologies");

  // The code editor shows an error of the server at its line and in a toast; accepted code is stored as written.
  await cell(page, "journey").click();
  await write(page, "owner: the crew\nsomethingNew: {kept: true}\ncomponents:\n  - name: bridge\n    type: 5\n");
  await save(page);
  await expect(page.getByText(/spec\.components\.0\.type: must be a string/)).toBeVisible();
  // An invalid expression is marked at its line, with a suggestion.
  await write(page, 'owner: the crew\nstatusExpr: |\n  summary.healthy == 1 &&\n    abrev(name) == "x"\n');
  await save(page);
  await expect(page.getByText("Line 4: statusExpr: There is no function abrev. Did you mean abbrev?")).toBeVisible();
  await expect(page.locator(".cm-lintRange-error")).toHaveText("abrev");
  await write(page, "owner: the crew\nsomethingNew: {kept: true}\ncomponents:\n  - name: bridge\n");
  await save(page);
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await page.goto("/settings/topologies");
  const { rows } = await inDatabase("select spec, source from topologies where name = 'journey'");
  expect(rows).toEqual([
    { spec: { owner: "the crew", somethingNew: { kept: true }, components: [{ name: "bridge" }] }, source: "UI" },
  ]);

  await cell(page, "journey").click();
  await page.getByRole("button", { name: "Delete" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete resource" });
  await expect(question).toContainText("Are you sure you want to delete this resource?");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "journey deleted successfully");
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await expect(cell(page, "journey")).toHaveCount(0);
});

test("a conflicting change by another person is shown next to the person's own changes, and nothing is lost", async ({
  page,
}) => {
  const panels = [{ name: "Items", type: "number", query: "select count(*) as value from items" }];
  const merged = (merge: string) => ({ queries: { items: { configs: { agent: "all" } } }, merge, panels });
  const { rows } = await inDatabase(
    "insert into views (name, namespace, spec, source) values ('shared view', 'default', $1, 'UI') returning id",
    [merged("first")],
  );
  const { id } = rows[0] as { id: string };
  await page.goto(`/settings/views/${id}`);
  await page.getByLabel("Merge (SQL)").fill("mine");
  await inDatabase("update views set spec = $1 where id = $2", [merged("theirs"), id]);
  await save(page);
  const collision = page.getByRole("dialog", { name: "Someone else changed shared view while you were editing it" });
  await expect(collision).toContainText("theirs");
  await expect(collision).toContainText("mine");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await collision.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Merge (SQL)")).toHaveValue("mine");
  await save(page);
  await collision.getByRole("button", { name: "Overwrite with my version" }).click();
  await toast(page, "View updated successfully");
  expect((await inDatabase("select spec from views where id = $1", [id])).rows).toEqual([{ spec: merged("mine") }]);
  await inDatabase("delete from views where id = $1", [id]);
});

test("SE-53 SE-54 SE-67 SE-69 SE-72 SE-74 lists show the newest hundred, and resources from another source are read-only", async ({
  page,
}) => {
  await inDatabase(
    `insert into canaries (name, namespace, spec, source, created_at)
     select 'crowd ' || lpad(n::text, 3, '0'), 'default', '{"schedule": "@every 30s"}', 'UI', now() - n * interval '1 minute'
     from generate_series(1, 120) n`,
  );
  const { rows } = await inDatabase(
    `insert into canaries (name, namespace, spec, source) values ('from the cluster', 'retail', '{}', 'KubernetesCRD') returning id`,
  );
  const { id } = rows[0] as { id: string };
  await inDatabase(
    "insert into job_history (name, status, resource_type, resource_id) values ('Canary', 'FAILED', 'canary', $1)",
    [id],
  );
  let asked = "";
  page.on("request", (request) => {
    if (request.url().includes("/canaries_with_status?")) asked = decodeURIComponent(request.url());
  });
  await page.goto("/settings/canaries?search=crowd");
  await expect(page.getByText("The first 100 of 120 are shown.")).toBeVisible();
  expect(asked).toContain("limit=100");
  expect(asked).toContain("order=created_at.desc");
  await expect(page.getByRole("row").nth(1)).toContainText("crowd 001");
  await expect(page.getByRole("columnheader")).toContainText(["Name", "Source", "Schedule", "Last Result", "Last Run"]);
  expect(await axeFindings(page)).toEqual([]);

  await page.goto(`/settings/canaries/${id}`);
  await expect(page.getByRole("note")).toContainText("CRD linked to retail/from the cluster");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Job History" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Health check" })).toContainText("Failed");
  await expect(page.getByRole("columnheader", { name: "Resource" })).toHaveCount(0);

  // A job links to its resource.
  await page.goto("/settings/jobs?name=Canary:1");
  await page.getByRole("link", { name: "from the cluster" }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/canaries/${id}`));

  await page.goto("/settings/incident_rules/00000000-0000-0000-0000-000000000009");
  await expect(page.getByRole("heading", { name: "No resources found" })).toBeVisible();
  await page.goto("/settings/log-backends?search=nothing-has-this-name");
  await expect(page.getByText("No resources found")).toBeVisible();
  await inDatabase("delete from canaries where name like 'crowd %' or name = 'from the cluster'");
});

test.describe("for a responder", () => {
  test.use({ as: "responder" });
  test("resources are read-only, rules can be written, and the menu has the matching entries", async ({ page }) => {
    await page.goto("/settings/canaries");
    await expect(page.getByText("No resources found").or(page.getByRole("row").nth(1))).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Health Check" })).toHaveCount(0);
    await page.goto("/settings/canaries/new");
    await expect(page.getByText("You do not have permission to access this page.")).toBeVisible();
    // An empty list has the button in its middle instead.
    await inDatabase(
      "insert into incident_rules (name, source, created_by) select 'seen by responders', 'UI', id from people limit 1",
    );
    await page.goto("/settings/incident_rules");
    await expect(cell(page, "seen by responders")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Add Rule" })).toBeVisible();
    await inDatabase("delete from incident_rules where name = 'seen by responders'");
  });
});
