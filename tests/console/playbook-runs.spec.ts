// Tests the runs of playbooks: the list, the page of a run with its live output, approvals, and the bell.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { addOutput, endAction, seedAction, seedPlaybook, seedRun } from "./some-playbooks.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const output = (page: Page) => page.getByRole("log", { name: "Output" });
const actions = (page: Page) => page.getByRole("navigation", { name: "Actions" });

test("PB-02 runs are listed and filtered by playbook and status, and a row opens the run", async ({ page }) => {
  const { id } = await seedPlaybook("Scrub the deck", { runs: ["completed", "failed"] });
  await seedPlaybook("Coil the lines", { runs: ["completed"] });
  await page.goto(`/playbooks/runs?playbook=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Runs of Scrub the deck" })).toBeVisible();
  const rows = page.getByRole("row").filter({ hasText: "Scrub the deck" });
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("row").filter({ hasText: "Coil the lines" })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`/playbooks/runs?playbook=${id}&status=failed`);
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
  await expect(page.getByRole("heading", { level: 1, name: "Scrub the deck" })).toBeVisible();
});

test("PB-03 the output of a running action is live, coloured and searchable, and lines have links", async ({
  page,
}) => {
  const { id } = await seedPlaybook("Pump the bilge");
  const run = await seedRun(id, { status: "running", spec: { actions: [{ name: "Pump", exec: { script: "pump" } }] } });
  const action = await seedAction(run, { name: "Pump", status: "running" });
  await addOutput(action, "first stroke\n\u001b[31mleak\u001b[0m <b>found</b>\n");
  await page.goto(`/playbooks/runs/${run}`);
  await expect(output(page)).toContainText("leak <b>found</b>");
  await expect(output(page).locator("span.text-unhealthy-text")).toHaveText("leak");
  await addOutput(action, Array.from({ length: 500 }, (_, index) => `stroke ${index}\n`).join(""));
  await expect(output(page)).toContainText("stroke 499");
  expect(await output(page).locator("[data-line]").count()).toBeLessThan(120);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("searchbox", { name: "Search the output" }).fill("stroke 77");
  await expect(page.getByRole("status").filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole("button", { name: "Next match" }).click();
  await expect(output(page).locator("mark")).toHaveText("stroke 77");
  await output(page).getByRole("button", { name: "Link to line 80", exact: true }).click();
  await expect(page).toHaveURL(/line=80/);
  await page.reload();
  await expect(output(page).locator("[data-line='80']")).toContainText("stroke 77");
  await expect(output(page).locator("[data-line='80']")).toBeInViewport();

  await endAction(run, action);
  await expect(page.getByRole("region", { name: "Pump" })).toContainText("Completed");
});

test("the timeline shows attempts, and results are shown by their type", async ({ page }) => {
  const spec = {
    actions: [
      { name: "Measure", exec: { script: "measure" } },
      { name: "Tables", sql: { query: "select 1" } },
    ],
  };
  const { id } = await seedPlaybook("Take soundings", { spec });
  const run = await seedRun(id, { status: "completed", spec });
  await seedAction(run, { name: "Measure", status: "failed", error: "exit code 1", result: { stderr: "too shallow" } });
  await seedAction(run, { name: "Measure", status: "completed", attempt: 1, result: { stdout: "12 fathoms" } });
  const result = { columns: ["name", "rows"], rows: [{ name: "orders", rows: "7" }], query: "select 1", count: 1 };
  await seedAction(run, { name: "Tables", status: "completed", position: 1, result });
  await page.goto(`/playbooks/runs/${run}`);
  await expect(page.getByRole("tab", { name: /Rows/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("row").filter({ hasText: "orders" })).toBeVisible();
  await expect(actions(page).getByRole("button", { name: /Measure/ })).toContainText("2 attempts");
  await actions(page)
    .getByRole("button", { name: /Measure/ })
    .click();
  await expect(page.getByRole("tabpanel")).toContainText("12 fathoms");
  await page.getByRole("button", { name: "Attempt 1" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("exit code 1");
  expect(await axeFindings(page)).toEqual([]);
});

const part = (text: string) => ({ title: "Script", contentType: "text/x-shellscript", text, isBinding: true });
const plan = (text: string) => [{ name: "Fire", kind: "exec", summary: "Run a script", parts: [part(text)] }];

test("PB-11 an approver sees the plan and its changes, the bell counts the run, and the run can be cancelled", async ({
  page,
}) => {
  const spec = {
    approval: { approvers: { people: [people.admin.email, people.editor.email] } },
    actions: [{ name: "Fire", exec: { script: "fire --twice" } }],
  };
  const { id } = await seedPlaybook("Fire the salute", { spec });
  const run = await seedRun(id, {
    status: "pending_approval",
    spec,
    plan: plan("fire --twice"),
    formerPlan: plan("fire --once"),
    planHash: "f".repeat(64),
  });
  await page.goto("/notifications");
  const waiting = page.getByRole("region", { name: "Waiting for your approval" });
  await expect(waiting).toContainText("Fire the salute");
  await expect(page.getByRole("link", { name: /Notifications.*waiting for your approval/ })).toBeVisible();
  await waiting.getByRole("link", { name: /Fire the salute/ }).click();
  await expect(page).toHaveURL(new RegExp(run));
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Approve Playbook Fire the salute Run" });
  await expect(dialog).toContainText("Difference to the approved plan");
  await expect(dialog).toContainText("fire --once");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(page.getByText("Approved the run")).toBeVisible();
  await expect(actions(page)).toContainText(`Approved by ${people.admin.name}`);

  await page.getByRole("button", { name: "Cancel run", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  expect((await query("select status from playbook_runs where id = $1", [run])).rows).toEqual([
    { status: "cancelled" },
  ]);
});

test("a run that does not exist shows a not-found page, and a phone shows the actions above the output", async ({
  page,
}) => {
  await page.goto("/playbooks/runs/0197a000-0000-7000-8000-00000000dead");
  await expect(page.getByText("Run not found")).toBeVisible();
  const { id } = await seedPlaybook("Man the boats");
  const run = await seedRun(id, { status: "failed", error: "no such agent" });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/playbooks/runs/${run}`);
  await expect(actions(page)).toContainText("Initialization: no such agent");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
