// Tests incident rules in the browser: the form, the code, the preview, the incident that a saved rule opens, and the
// tabs Spec and Job History.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck } from "./an-incident.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

/** Replaces the text of the code editor. */
async function write(page: Page, code: string) {
  await page.getByText("Code", { exact: true }).click();
  await page.getByRole("textbox", { name: "Spec" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(code);
}

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test("IN-35 a rule is edited as a form or as code, and previewed", async ({ page }) => {
  await page.goto("/settings/incident_rules/new");
  await page.getByRole("textbox", { name: "Name" }).fill("lock keeper");
  await page.getByRole("button", { name: "Show preview" }).click();
  await expect(preview(page).getByRole("status")).toContainText(/would (?:not )?have opened/);
});

test("IN-35 a rule opens an incident, its tab Spec changes it, and its tab Job History lists its runs", async ({
  page,
}) => {
  const check = await seedCheck("weir answers");
  await query(
    `insert into check_statuses (check_id, time, status)
     select $1, t, t < now() - interval '1 hour'
     from   generate_series(now() - interval '3 hours', now(), interval '1 minute') t`,
    [check],
  );
  await page.goto("/settings/incident_rules/new");
  await page.getByRole("textbox", { name: "Name" }).fill("weir keeper");
  await write(page, "checks:\n  - name: weir answers\ntemplate:\n  title: '{{.name}} no more'\n  severity: High\n");
  await page.getByRole("button", { name: "Show preview" }).click();
  await expect(preview(page).getByRole("status")).toContainText("The rule would have opened 1 incident.");
  const line = preview(page).getByRole("list", { name: "Incidents of the preview" }).getByRole("listitem");
  await expect(line).toContainText("weir answers no more");
  await expect(line).toContainText("High");
  await expect(line.getByRole("link", { name: "weir answers" })).toBeVisible();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Rule added successfully")).toBeVisible();

  // The saved rule opens the incident that the preview showed.
  await page.goto("/incidents?search=weir");
  await expect(page.getByRole("row").filter({ hasText: "weir answers no more" })).toContainText("High");

  await page.goto("/settings/incident_rules");
  await page.getByRole("gridcell", { name: "weir keeper", exact: true }).click();
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await expect(page.getByRole("tab", { name: "Spec" })).toHaveAttribute("aria-selected", "true");
  // The editor remembers the chosen view.
  await page.getByText("Form", { exact: true }).click();
  await expect(page.getByLabel("Title")).toHaveValue("{{.name}} no more");
  await expect(page.getByText("Everybody who may read incidents sees it.", { exact: false })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("tab", { name: "Job History" }).click();
  const run = page.getByRole("row").filter({ hasText: "Incident rules" });
  await expect(run.first()).toContainText("Success");
  expect(await axeFindings(page)).toEqual([]);
  // A failed run shows its reason.
  await query(
    `insert into job_history (name, status, resource_type, resource_id, error_count, details)
     select 'IncidentRules', 'FAILED', 'incident_rule', id, 1, '{"errors": ["A selector cannot be used: weir"]}'
     from   incident_rules where name = 'weir keeper'`,
  );
  await page.reload();
  await expect(run.filter({ hasText: "Failed" })).toContainText("A selector cannot be used: weir");

  await page.getByRole("tab", { name: "Spec" }).click();
  await page.getByLabel("Title").fill("{{.name}} is silent");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Rule updated successfully")).toBeVisible();
  const { rows } = await query("select spec from incident_rules where name = 'weir keeper'");
  expect(rows).toEqual([
    { spec: { checks: [{ name: "weir answers" }], template: { title: "{{.name}} is silent", severity: "High" } } },
  ]);
});
