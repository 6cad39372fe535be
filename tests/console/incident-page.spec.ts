// Tests the page of an incident: its header, the plan, comments, the definition of done, responders and the changelog.
import type { Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck, seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 1440, height: 900 },
});

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const open = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}( \\d+)?$`) }).click();
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

test("IN-03 an incident page shows its header, and an unknown id shows a not-found page", async ({ page }) => {
  const { id, number, title } = await seedIncident({
    title: "tide gauge stuck",
    severity: "high",
    type: "performance",
  });
  await page.goto(`/incidents/${id}`);
  await expect(page).toHaveTitle(`Incident - ${title} | Quarterdeck`);
  await expect(page.getByRole("heading", { level: 1, name: number })).toBeVisible();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByText("Performance").first()).toBeVisible();
  await expect(main.getByText("High").first()).toBeVisible();
  await expect(main.getByText("Not yet")).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/incidents/0197a000-0000-7000-8000-00000000dead");
  await expect(page.getByText("Incident not found")).toBeVisible();
});

test("the status follows the workflow; mitigated and resolved ask for the evidence of the definition of done", async ({
  page,
}) => {
  const { id, root } = await seedIncident({ title: "dredger idle" });
  await page.goto(`/incidents/${id}`);
  const status = page.getByRole("button", { name: /^Status: / });
  await status.click();
  await expect(page.getByRole("menuitemradio")).toHaveText([
    "Open",
    "Investigating",
    "Mitigated",
    "Resolved",
    "Closed",
  ]);
  await page.getByRole("menuitemradio", { name: "Mitigated" }).click();
  const dialog = page.getByRole("dialog", { name: "Add contributing factors to definition of done" });
  await expect(dialog.getByText("There are no evidences provided for this incident")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Skip" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const check = await seedCheck("dredger answers");
  await seedEvidence(root, { type: "check", column: "check_id", id: check });
  await expect(page.getByRole("article", { name: "Check: dredger answers" })).toBeVisible();
  await status.click();
  await page.getByRole("menuitemradio", { name: "Mitigated" }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText("Please select atleast one evidence")).toBeVisible();
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText("Incident status updated successfully")).toBeVisible();
  await expect(status).toHaveText("Mitigated");
  await expect(page.getByText("Not yet")).toHaveCount(1);

  await status.click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["Mitigated", "Resolved", "Closed", "Open"]);
  await page.getByRole("menuitemradio", { name: "Closed" }).click();
  await expect(status).toHaveText("Closed");
});

test("IN-05 IN-29 IN-30 the hypothesis tree can be edited, moved with keys and by dragging, and deleted", async ({
  page,
}) => {
  const { id, title } = await seedIncident({ title: "ballast shifts", hypotheses: ["ballast shifts", "cargo moved"] });
  await page.goto(`/incidents/${id}`);
  const tree = page.getByRole("list", { name: "Hypotheses" });
  await tree.getByRole("button", { name: "Add factor" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create Factor" });
  await expect(dialog.getByRole("combobox", { name: "State" }).locator("option")).toHaveText([
    "Proven",
    "Likely",
    "Possible",
    "Unlikely",
    "Improbable",
    "Disproven",
  ]);
  await dialog.getByRole("textbox", { name: "Title" }).fill("loose straps");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(tree.getByRole("list", { name: `Below ${title}` })).toContainText("loose straps");
  expect(await axeFindings(page)).toEqual([]);

  await tree.getByRole("button", { name: "Status of loose straps: Possible" }).click();
  await page.getByRole("menuitemradio", { name: "Proven", exact: true }).click();
  await expect(tree.getByRole("button", { name: "Status of loose straps: Proven" })).toBeVisible();

  // The arrow keys on the handle move the hypothesis to the top and back.
  await tree.getByRole("button", { name: "Move loose straps" }).press("ArrowLeft");
  await expect(tree.getByRole("list", { name: `Below ${title}` })).toHaveCount(0);
  const levels = async () =>
    (
      await query(
        "select h.title, h.type, p.title as parent from hypotheses h left join hypotheses p on p.id = h.parent_id where h.incident_id = $1 order by h.title",
        [id],
      )
    ).rows;
  await expect.poll(levels).toContainEqual({ title: "loose straps", type: "root", parent: null });
  await tree.getByRole("button", { name: "Move loose straps" }).press("ArrowRight");
  await expect.poll(levels).toContainEqual({ title: "loose straps", type: "factor", parent: "cargo moved" });
  await expect(tree.getByRole("list", { name: "Below cargo moved" })).toContainText("loose straps");

  await tree.getByRole("button", { name: "Move loose straps" }).dragTo(tree.getByText(title, { exact: true }).first());
  await expect.poll(levels).toContainEqual({ title: "loose straps", type: "factor", parent: title });
  // Waits until the page shows the move, because that update would close an open menu.
  await expect(tree.getByRole("list", { name: `Below ${title}` })).toContainText("loose straps");

  await tree.getByRole("button", { name: "Actions on loose straps" }).click();
  await page.getByRole("menuitem", { name: "Edit title" }).click();
  await page.getByRole("textbox", { name: "Title of loose straps" }).fill("worn straps");
  await page.keyboard.press("Enter");
  await expect(tree.getByText("worn straps")).toBeVisible();
  await tree.getByRole("button", { name: "Actions on worn straps" }).click();
  await page.getByRole("menuitem", { name: "Delete hypothesis" }).click();
  const question = page.getByRole("dialog", { name: "Delete hypothesis?" });
  await expect(question).toContainText(
    "Are you sure you want to delete the hypothesis or would you rather mark this hypothesis as Disproven.",
  );
  await question.getByRole("button", { name: "Disprove Hypothesis" }).click();
  await expect(tree.getByRole("button", { name: "Status of worn straps: Disproven" })).toBeVisible();
  await tree.getByRole("button", { name: "Actions on worn straps" }).click();
  await page.getByRole("menuitem", { name: "Delete hypothesis" }).click();
  await question.getByRole("button", { name: "Delete Hypothesis" }).click();
  await expect(tree.getByText("worn straps")).toHaveCount(0);
});

test("IN-02 comments are Markdown with mentions, and appear on other screens without a reload", async ({
  page,
  context,
}) => {
  const { id, title } = await seedIncident({ title: "crane blind" });
  await page.goto(`/incidents/${id}?tab=comments`);
  const other = await context.newPage();
  await other.goto(`/incidents/${id}?tab=comments`);
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.press("Enter");
  await expect(page.getByText("Please add comment details")).toBeVisible();
  await field.fill("It is **dark**, ask @Rosa");
  await expect(page.getByRole("option", { name: "Rosa Responder" })).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("It is **dark**, ask @Rosa Responder ");
  expect(await axeFindings(page)).toEqual([]);
  await field.press("Enter");
  for (const each of [page, other]) {
    const entry = each.getByRole("list", { name: "Comments and evidence" }).getByRole("listitem").first();
    await expect(entry.locator("strong")).toHaveText("dark");
    await expect(entry.locator("mark")).toHaveText("@Rosa Responder");
    await expect(entry).toContainText(title);
  }
  await expect(field).toHaveValue("");
  const { rows } = await query(
    "select c.comment, p.id from comments c, people p where c.incident_id = $1 and p.email = $2",
    [id, people.responder.email],
  );
  expect(rows[0]!["comment"]).toBe(`It is **dark**, ask @[Rosa Responder](user:${rows[0]!["id"]})`);
});

test.describe("with failing requests", () => {
  test.use({ provoked: [/status of 500/], still: true });

  test("a comment that cannot be stored is removed, and its text stays in the input", async ({ page }) => {
    const { id } = await seedIncident({ title: "hatch open" });
    await page.route("**/api/db/comments*", (route) => route.fulfill({ status: 500, json: { message: "no ink" } }));
    await page.goto(`/incidents/${id}?tab=comments`);
    const field = page.getByRole("textbox", { name: "Comment" });
    await field.fill("close it");
    await field.press("Enter");
    await expect(page.getByText("The comment was not saved: no ink")).toBeVisible();
    await expect(field).toHaveValue("close it");
    await expect(page.getByText("No comments yet.", { exact: false })).toBeVisible();
  });
});

test("the definition of done is added, ticked and removed", async ({ page }) => {
  const { id, root } = await seedIncident({ title: "sluice stuck" });
  const { ids, word } = await makeFleet("sluice");
  await seedEvidence(root, { type: "topology", column: "component_id", id: ids.tug });
  await page.goto(`/incidents/${id}?panel=done`);
  const done = panel(page, "Definition of done");
  await done.getByRole("button", { name: "Add definition of done" }).click();
  const dialog = page.getByRole("dialog", { name: "Add definition of done" });
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Please select atleast one evidence")).toBeVisible();
  await dialog.getByRole("checkbox", { name: new RegExp(`${word}-tug`) }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Component is Health" }).click();
  await expect(dialog.getByText("status == 'healthy'")).toBeVisible();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(done.getByRole("listitem")).toContainText([`${word}-tug`]);
  await expect(done.getByText("Done while status == 'healthy' is true")).toBeVisible();

  await done.getByRole("button", { name: "Add definition of done" }).click();
  await dialog.getByText("Manual", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Text" }).fill("The master signed");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(done.getByText("The master signed").first()).toBeVisible();
  await done.getByRole("button", { name: "Actions on The master signed" }).click();
  await page.getByRole("menuitem", { name: "Mark as resolved" }).click();
  const question = page.getByRole("alertdialog", { name: "Mark as resolved" });
  await expect(question).toContainText("Are you sure you want to mark the definition of done as resolved?");
  await question.getByRole("button", { name: "Yes" }).click();
  const item = done.getByRole("listitem").filter({ hasText: "The master signed" });
  await expect(item.getByTitle("Done", { exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await done.getByRole("button", { name: "Actions on The master signed" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page
    .getByRole("alertdialog", { name: "Remove from definition of done ?" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(item).toHaveCount(0);
});

test("responders are added, shown and deleted", async ({ page }) => {
  const { id } = await seedIncident({ title: "pilot late" });
  await page.goto(`/incidents/${id}?panel=responders`);
  const responders = panel(page, "Responders");
  await expect(responders.getByText("No details found")).toBeVisible();
  await responders.getByRole("button", { name: "Add Responders" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Responders" });
  await expect(dialog.getByText("Select Responder", { exact: true })).toBeVisible();
  await dialog.getByText("Person", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "Person" }).fill("Rosa");
  await page.getByRole("option", { name: /Rosa Responder/ }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Responder added successfully")).toBeVisible();
  await expect(responders.getByRole("listitem")).toContainText("Rosa Responder");
  expect(await axeFindings(page)).toEqual([]);
  await responders.getByRole("button", { name: "Rosa Responder", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Rosa Responder" })).toContainText("Acknowledged");
  await page.keyboard.press("Escape");
  await responders.getByRole("button", { name: "Delete Rosa Responder" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Responder ?" });
  await expect(question).toContainText("Are you sure you want to delete the responder ?");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(responders.getByText("No details found")).toBeVisible();
});

test("IN-28 the changelog lists every event, and the details panel changes type and severity", async ({ page }) => {
  const { id, root } = await seedIncident({ title: "mooring torn" });
  await seedEvidence(root, { type: "check", column: "check_id", id: await seedCheck("mooring answers") });
  await page.goto(`/incidents/${id}`);
  const details = panel(page, "Details");
  await details.getByRole("combobox", { name: "Severity" }).selectOption("Critical");
  await expect(page.getByRole("main").getByText("Critical").first()).toBeVisible();
  await details.getByRole("combobox", { name: "Type" }).selectOption("Cost");
  await expect
    .poll(async () => (await query("select severity, type from incidents where id = $1", [id])).rows)
    .toEqual([{ severity: "critical", type: "cost" }]);
  await open(page, "Changelog");
  const log = page.getByRole("list", { name: "Changelog" });
  await expect(log).toContainText("created Incident");
  await expect(log).toContainText("added check mooring answers");
  await expect(log).toContainText("added mooring torn, status is possible");
});

test("attached log lines are shown, and link to the logs of that time", async ({ page }) => {
  const { id, root } = await seedIncident({ title: "radio noisy" });
  const { ids } = await makeFleet("radio");
  await seedEvidence(root, {
    type: "log",
    column: "component_id",
    id: ids.tug,
    evidence: { lines: [{ timestamp: "2026-11-18T10:05:30Z", message: "static on channel 16", labels: {} }] },
  });
  await page.goto(`/incidents/${id}`);
  await expect(page.getByRole("group", { name: "Log lines" })).toContainText("static on channel 16");
  const href = await page.getByRole("link", { name: "Open in Logs" }).getAttribute("href");
  const url = new URL(href!, page.url());
  expect(url.pathname).toBe("/logs");
  expect(url.searchParams.get("topologyId")).toBe(ids.tug);
  expect(url.searchParams.get("from")).toBe("2026-11-18 11:04");
});

test("the page fits on a phone", async ({ page }) => {
  const { id, root } = await seedIncident({
    title: "a long title of an incident that does not fit on one line of a phone",
  });
  await seedEvidence(root, { type: "check", column: "check_id", id: await seedCheck("buoy answers") });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/incidents/${id}`);
  await expect(page.getByRole("article", { name: "Check: buoy answers" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeFindings(page)).toEqual([]);
  await tab(page, "Comments").click();
  await expect(page.getByRole("list", { name: "Comments and evidence" })).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.getByRole("dialog").getByRole("combobox", { name: "Severity" })).toBeVisible();
  // The last tab is scrolled into view, also when the page opens with this tab.
  await page.goto(`/incidents/${id}?tab=postmortem`);
  await expect(tab(page, "Post-mortem")).toBeInViewport({ ratio: 1 });
});
