// Tests smaller parts of incidents: an incident about a component, the commander, the tree with all hypotheses open, the
// steps of a responder, and the messages for changes that could not be saved.
import type { Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedCheck, seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const strip = (page: Page) => page.getByRole("list", { name: "Affected resources" });

test("IN-07 a component is linked from its card, and an incident can be created about it", async ({ page }) => {
  const { word, ids, query: filter } = await makeFleet("flotilla");
  const { id, title, number } = await seedIncident({ title: "flotilla scattered" });
  await page.goto(`/topology?${filter}`);
  await page.getByRole("button", { name: `Actions on ${word}-tug` }).click();
  await page.getByRole("menuitem", { name: "Link to Incident" }).click();
  const dialog = page.getByRole("dialog", { name: "Link to Incident" });
  await dialog.getByRole("combobox", { name: "Incident", exact: true }).fill(title);
  await page.getByRole("option", { name: new RegExp(number) }).click();
  await expect(dialog.getByRole("combobox", { name: "Hypothesis" })).toHaveValue(title);
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText("Linked to incident successfully")).toBeVisible();
  await page.goto(`/incidents/${id}`);
  await expect(strip(page).getByRole("link", { name: new RegExp(`${word}-tug`) })).toHaveAttribute(
    "href",
    `/topology/${ids.tug}`,
  );

  await page.goto(`/incidents?topology=${ids.tug}`);
  const form = page.getByRole("dialog", { name: "Create New Incident" });
  await form.getByRole("textbox", { name: "Title" }).fill("tug aground");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { name: "tug aground" })).toBeVisible();
  await expect(page.getByRole("article", { name: `Component: ${word}-tug` })).toBeVisible();
});

test("the commander is changed on the page", async ({ page }) => {
  const { id } = await seedIncident({ title: "helm loose" });
  await page.goto(`/incidents/${id}`);
  const details = page.getByRole("region", { name: "Details", exact: true });
  await details.getByRole("button", { name: "Change commander" }).click();
  await details.getByRole("combobox", { name: "Commander" }).fill("Rosa");
  await page.getByRole("option", { name: /Rosa Responder/ }).click();
  await expect(details).toContainText("Rosa Responder");
  const { rows } = await query(
    "select p.email from incidents i join people p on p.id = i.commander_id where i.id = $1",
    [id],
  );
  expect(rows).toEqual([{ email: people.responder.email }]);
});

test("Expand All opens every hypothesis, and is remembered in the URL", async ({ page }) => {
  const { id, root } = await seedIncident({ title: "cable snapped" });
  await page.goto(`/incidents/${id}`);
  const tree = page.getByRole("list", { name: "Hypotheses" });
  await expect(tree.getByText("cable snapped")).toBeVisible();
  // The roots are always open.
  await expect(page.getByRole("button", { name: "Expand All" })).toHaveCount(0);

  const { rows } = await query(
    `insert into hypotheses (incident_id, parent_id, title, type, status, created_by)
     select $1, $2, 'old cable', 'factor', 'likely', created_by from incidents where id = $1 returning id`,
    [id, root],
  );
  await query(
    `insert into comments (incident_id, hypothesis_id, comment, created_by)
     select $1, $2, 'it is from 1998', created_by from incidents where id = $1`,
    [id, rows[0]!["id"]],
  );
  await page.getByRole("button", { name: "Expand All" }).click();
  await expect(tree.getByText("it is from 1998")).toBeVisible();
  await expect(page).toHaveURL(/comments=true/);
  await page.reload();
  await expect(tree.getByText("it is from 1998")).toBeVisible();
  await page.getByRole("button", { name: "Collapse All" }).click();
  await expect(tree.getByText("it is from 1998")).toHaveCount(0);
});

test("a responder shows its steps, and a team without external systems shows a message", async ({ page }) => {
  const { id } = await seedIncident({ title: "anchor drags" });
  await query(
    `insert into responders (incident_id, type, person_id, created_by, created_at, acknowledged)
     select $1, 'person', id, id, now() - interval '10 minutes', now() - interval '7 minutes'
     from   people where email = $2`,
    [id, people.responder.email],
  );
  await query(
    "insert into teams (name, icon, spec, source, created_by) select 'Anchor watch', 'group', '{}', 'UI', id from people where email = $1",
    [people.admin.email],
  );
  await page.goto(`/incidents/${id}?panel=responders`);
  const responders = page.getByRole("region", { name: "Responders", exact: true });
  await responders.getByRole("button", { name: "Rosa Responder", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Rosa Responder" });
  await expect(dialog).toContainText(/Time taken to acknowledge\s*3\s?m/);
  await expect(dialog.getByRole("list", { name: "Progress" }).getByRole("listitem")).toContainText([
    "Acknowledged",
    "Signed off",
    "Closed",
  ]);
  await page.keyboard.press("Escape");

  await responders.getByRole("button", { name: "Add Responders" }).click();
  const wizard = page.getByRole("dialog", { name: "Add Responders" });
  await wizard.getByRole("combobox", { name: "Team" }).fill("Anchor");
  await page.getByRole("option", { name: "Anchor watch" }).click();
  await wizard.getByRole("button", { name: "Next" }).click();
  await expect(wizard.getByText("There were no responders configured for this team")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
});

test.describe("with failing requests", () => {
  test.use({ provoked: [/status of 500/], still: true });

  test("ER-18 changes that could not be saved are reported, and the page keeps the stored values", async ({ page }) => {
    const { id, root } = await seedIncident({ title: "capstan stuck" });
    const evidence = { type: "check", column: "check_id", id: await seedCheck("capstan turns") };
    const marked = await seedEvidence(root, evidence);
    await page.route(/\/api\/db\/(?:evidences|incidents)\b/, (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({ status: 500, json: { message: "no ink" } }),
    );
    await page.goto(`/incidents/${id}`);
    const card = page.getByRole("article", { name: "Check: capstan turns" });
    const choose = async (label: string) => {
      await card.getByRole("button", { name: /^Actions on evidence/ }).click();
      await page.getByRole("menuitem", { name: label }).click();
    };
    await choose("Add to definition of done");
    await expect(page.getByText("Marking evidence as part of definition of done failed")).toBeVisible();
    await choose("Delete Evidence");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Evidence delete failed")).toBeVisible();
    await expect(card).toBeVisible();

    const status = page.getByRole("button", { name: /^Status: / });
    await status.click();
    await page.getByRole("menuitemradio", { name: "Investigating" }).click();
    await expect(page.getByText("Incident status updated failed")).toBeVisible();
    await expect(status).toHaveText("Open");

    await query("update evidences set definition_of_done = true where id = $1", [marked]);
    await page.reload();
    await choose("Remove from definition of done");
    await expect(page.getByText("Removing evidence from definition of done failed")).toBeVisible();
  });
});
