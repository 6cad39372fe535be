// Tests incidents from the failure to the post-mortem.
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck, seedEvidence, seedIncident, stateCheck } from "./an-incident.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { asPerson } from "./second-person.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 1440, height: 900 },
  provoked: [/status of 412/],
});

test("a failing check is linked to an incident with a definition of done, which resolves when the check recovers", async ({
  page,
}) => {
  const check = await seedCheck("canal lock answers");
  await page.goto(`/health?checkId=${check}&timeRange=1h&hidePassing=false`);
  await page.getByRole("button", { name: "Attach as Evidence" }).click();
  const dialog = page.getByRole("dialog", { name: "Link to Incident" });
  await dialog.getByRole("combobox", { name: "Incident", exact: true }).fill("canal lock fails");
  await page.getByRole("option", { name: /^canal lock fails ?New incident$/ }).click();
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await page.getByRole("button", { name: "Open incident" }).click();
  const card = page.getByRole("article", { name: "Check: canal lock answers" });
  await expect(card).toContainText("Unhealthy");
  await card.getByRole("button", { name: /^Actions on evidence/ }).click();
  await page.getByRole("menuitem", { name: "Add to definition of done" }).click();
  await page.getByRole("button", { name: /^Definition of done/ }).click();
  const done = page.getByRole("region", { name: "Definition of done" });
  await expect(done.getByRole("listitem")).toContainText("canal lock answers");

  await stateCheck(check, "healthy");
  const status = page.getByRole("button", { name: /^Status: / });
  await expect(status).toHaveText("Resolved");
  await expect(done.getByTitle("Done", { exact: true })).toBeVisible();
  await expect(card.getByLabel("Then and now")).toContainText("Health");
  await page.getByRole("tab", { name: "Timeline" }).click();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(timeline).toContainText(/resolved/i);
  await expect(page.getByRole("figure", { name: "Timeline by time" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await stateCheck(check, "unhealthy");
  await expect(status).toHaveText("Open");
});

test("two people edit the same title, and neither text is lost", async ({ page }) => {
  const { id } = await seedIncident({ title: "winch slow" });
  await page.goto(`/incidents/${id}`);
  await page.getByRole("button", { name: "Edit title" }).click();
  const mine = page.getByRole("textbox", { name: "Title of the incident" });
  await mine.fill("winch slow in the rain");

  await asPerson(page, people.responder.email, async (theirs) => {
    await theirs.goto(`/incidents/${id}`);
    await theirs.getByRole("button", { name: "Edit title" }).click();
    await theirs.getByRole("textbox", { name: "Title of the incident" }).fill("winch slow after dark");
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { name: "winch slow after dark" })).toBeVisible();

    await mine.press("Enter");
    const conflict = page.getByRole("dialog", { name: "Someone else changed the title while you were editing it" });
    await expect(conflict).toContainText("winch slow after dark");
    await expect(conflict).toContainText("winch slow in the rain");
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await conflict.getByRole("button", { name: "Use my title" }).click();
    await expect(theirs.getByRole("heading", { name: "winch slow in the rain" })).toBeVisible();
  });
  await page.getByRole("button", { name: /^Changelog/ }).click();
  await expect(page.getByRole("list", { name: "Changelog" })).toContainText("winch slow after dark");
});

test("a post-mortem is drafted, edited and published, and the replay shows the incident minute by minute", async ({
  page,
}) => {
  const check = await seedCheck("ferry answers");
  const { id, root, title } = await seedIncident({ title: "ferry adrift" });
  await seedEvidence(root, { type: "check", column: "check_id", id: check });
  await page.goto(`/incidents/${id}?tab=postmortem`);
  const main = page.getByRole("main");
  await expect(main.getByText(title).nth(1)).toBeVisible();
  await expect(page.getByText("Draft from the data of the incident, not published")).toBeVisible();
  await page.getByText("Edit", { exact: true }).click();
  const editor = page.getByRole("textbox", { name: "Post-mortem in Markdown" });
  await editor.fill("# Ferry adrift\n\nThe rope **broke**.");
  await expect(page.getByRole("region", { name: "Preview" }).locator("strong")).toHaveText("broke");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Post-mortem published")).toBeVisible();
  await expect(main.getByRole("status").filter({ hasText: "Published" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("tab", { name: "Replay" }).click();
  await expect(page.getByRole("region", { name: "Resources" })).toContainText("ferry answers");
  const bar = page.getByRole("slider", { name: "Point in time" });
  // The replay opens at the minute when the incident was opened.
  const { rows } = await query(
    "select ceil(extract(epoch from created_at) / 60) * 60000 as at from incidents where id = $1",
    [id],
  );
  await expect(bar).toHaveValue(String(Number(rows[0]!["at"])));
  await bar.focus();
  await page.keyboard.press("End");
  await expect(main.getByRole("status")).toContainText("1 resource");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Export" }).click();
  const html = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^One HTML file/ }).click();
  expect((await html).suggestedFilename()).toMatch(/\.html$/);
});

test("figures show the times by month, type and team, and can be saved as CSV", async ({ page }) => {
  const { id } = await seedIncident({ title: "harbour full" });
  await query("update incidents set status = 'resolved' where id = $1", [id]);
  await page.goto("/incidents/figures");
  await expect(page.getByRole("term").filter({ hasText: "Time to resolve" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.getByText("By team", { exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "No team" })).toBeVisible();
  await page.getByText("By type", { exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Availability" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toBe("incidents-by-type.csv");
});
