// Tests that an administrator redacts a comment and evidence: the marker is visible, and the history is masked.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";
import { asPerson } from "./second-person.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

async function redact(page: Page, reason: string) {
  const question = page.getByRole("alertdialog", { name: "Redact this text?" });
  await question.getByRole("button", { name: "Redact", exact: true }).click();
  await expect(question).toContainText("Please write the reason.");
  await question.getByRole("textbox", { name: "Reason" }).fill(reason);
  expect(await axeFindings(page, { part: "[role=alertdialog]" })).toEqual([]);
  await question.getByRole("button", { name: "Redact", exact: true }).click();
  await expect(page.getByText("The text was redacted")).toBeVisible();
  await expect(question).toBeHidden();
}

/** All places of an incident in which a text could still be. */
async function expectForgotten(page: Page, incident: string, text: string) {
  for (const path of [
    `/api/db/incident_histories?incident_id=eq.${incident}`,
    `/api/db/comments?incident_id=eq.${incident}`,
    `/api/db/hypotheses?incident_id=eq.${incident}&select=evidences(*)`,
    `/api/incidents/${incident}/timeline`,
    `/api/incidents/${incident}/postmortem`,
    `/api/incidents/${incident}/export.html`,
  ]) {
    const answer = await page.request.get(path);
    expect({ path, status: answer.status(), leaks: (await answer.text()).includes(text) }).toEqual({
      path,
      status: 200,
      leaks: false,
    });
  }
}

test("redacting a comment replaces it with a marker, masks the history, and updates other screens", async ({
  page,
}) => {
  const { id, root } = await seedIncident({ title: "purser talks" });
  const { rows } = await query(
    `insert into comments (incident_id, hypothesis_id, comment, created_by)
     select $1, $2, 'the code is heron-4711', created_by from incidents where id = $1 returning id`,
    [id, root],
  );
  await query("update comments set comment = 'the code is heron-4712' where id = $1", [rows[0]!["id"]]);
  await page.goto(`/incidents/${id}?tab=comments`);
  const entry = page.getByRole("list", { name: "Comments and evidence" }).getByRole("listitem");
  await asPerson(page, people.responder.email, async (theirs) => {
    await theirs.goto(`/incidents/${id}?tab=comments`);
    await expect(theirs.getByText("the code is heron-4712")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Redact", exact: true })).toHaveCount(0);

    await entry.hover();
    await entry.getByRole("button", { name: "Redact", exact: true }).click();
    await redact(page, "a door code");
    for (const each of [page, theirs]) {
      await expect(each.getByText("(redacted)", { exact: true })).toBeVisible();
      await expect(each.getByText(/heron-471/)).toHaveCount(0);
    }
  });
  await expect(entry.getByRole("button", { name: "Redact", exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: /^Changelog/ }).click();
  const log = page.getByRole("list", { name: "Changelog" });
  await expect(log).toContainText("redacted the comment");
  await expect(log).toContainText("a door code");
  await expect(log).not.toContainText("heron");
  await page.getByRole("tab", { name: "Timeline" }).click();
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("redacted a comment: a door code");
  await expectForgotten(page, id, "heron");
});

test("redacting evidence removes its lines, and shows a marker with the reason", async ({ page }) => {
  const { id, root } = await seedIncident({ title: "log full of names" });
  const evidence = await seedEvidence(root, {
    type: "log",
    evidence: { lines: [{ timestamp: "2026-11-18T10:05:30Z", message: "passenger egret-815", labels: {} }] },
  });
  await query("update evidences set description = 'egret-815 is on board' where id = $1", [evidence]);
  await query("update evidences set description = 'egret-815 was on board' where id = $1", [evidence]);
  await page.goto(`/incidents/${id}`);
  const card = page.getByRole("article", { name: /^Logs/ });
  await expect(card).toContainText("passenger egret-815");
  await card.getByRole("button", { name: "Redact", exact: true }).click();
  await redact(page, "a name");
  await expect(card).toContainText("(redacted)");
  await expect(page.getByText(/egret/)).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Redact", exact: true })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: /^Changelog/ }).click();
  const log = page.getByRole("list", { name: "Changelog" });
  await expect(log).toContainText("redacted the logs");
  await expect(log).toContainText("a name");
  await expectForgotten(page, id, "egret");
});
