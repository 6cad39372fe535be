// Tests the incident list, the dialog that creates an incident, and the board.
import type { Page } from "@playwright/test";
import { makeFleet } from "./a-fleet.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedEvidence, seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const filter = (page: Page, name: string) => page.getByRole("combobox", { name: new RegExp(`^${name}`) });
const search = async (page: Page, text: string) => {
  await page.getByRole("searchbox", { name: "Search for incident" }).fill(text);
  await expect(page).toHaveURL(new RegExp(`search=${text}`));
};

test("IN-01 IN-23 IN-25 the list shows open incidents by default, and filters by status, severity, type, owner and text", async ({
  page,
}) => {
  await seedIncident({ title: "lighthouse dark", severity: "critical", type: "security" });
  await seedIncident({ title: "lighthouse dim", status: "closed", severity: "medium" });
  await seedIncident({ title: "lighthouse loud", status: "investigating", by: "responder", type: "technical_debt" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/incidents");
  await expect(page).toHaveTitle("Incidents | Quarterdeck");
  await expect(page.getByRole("columnheader")).toContainText([
    "Id",
    "Type",
    "Severity",
    "Status",
    "Name",
    "Resource",
    "Age",
    "Responders",
  ]);
  await search(page, "lighthouse");
  await expect(row(page, "lighthouse dark")).toContainText("Critical");
  await expect(row(page, "lighthouse dark")).toContainText("Security");
  await expect(row(page, "lighthouse dim")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await filter(page, "Status").selectOption("");
  await expect(row(page, "lighthouse dim")).toContainText("Closed");
  await expect(row(page, "lighthouse loud")).toContainText("Technical Debt");
  await filter(page, "Severity").selectOption("Medium");
  await expect(row(page, "lighthouse dark")).toHaveCount(0);
  await expect(row(page, "lighthouse dim")).toBeVisible();
  await filter(page, "Severity").selectOption("");
  await filter(page, "Type").selectOption("Technical Debt");
  await expect(row(page, "lighthouse loud")).toBeVisible();
  await expect(row(page, "lighthouse dim")).toHaveCount(0);
  await filter(page, "Type").selectOption("");
  await filter(page, "Owner").selectOption("Rosa Responder");
  await expect(row(page, "lighthouse loud")).toBeVisible();
  await expect(row(page, "lighthouse dark")).toHaveCount(0);

  await page.goto("/incidents?search=lighthouse-of-nowhere");
  await expect(page.getByText("There are no incidents matching this criteria")).toBeVisible();
});

test("the list updates without a reload, and filters by component", async ({ page }) => {
  const { word, ids } = await makeFleet("tender");
  const { id, root } = await seedIncident({ title: `${word} sinks` });
  await seedEvidence(root, { type: "topology", column: "component_id", id: ids.tug });
  await page.goto(`/incidents?component=${ids.tug}&type=availability`);
  await expect(row(page, `${word} sinks`)).toContainText("Open");
  await expect(row(page, `${word} sinks`).getByRole("link", { name: `${word}-tug` })).toHaveAttribute(
    "href",
    `/topology/${ids.tug}`,
  );
  await query("update incidents set title = $2 where id = $1", [id, `${word} floats`]);
  await expect(row(page, `${word} floats`)).toBeVisible();
  await row(page, `${word} floats`).click();
  await expect(page).toHaveURL(`/incidents/${id}`);
});

test("IN-04 an incident is created with a root hypothesis", async ({ page }) => {
  await page.goto("/incidents");
  // An empty list has a second button.
  await page.getByRole("button", { name: "Create incident" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create New Incident" });
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("This field is required")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("textbox", { name: "Title" }).fill("beacon out");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Since **noon**.");
  await dialog.getByRole("combobox", { name: "Severity" }).selectOption("Blocker");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { name: "beacon out" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Hypotheses" })).toContainText("beacon out");
  const { rows } = await query("select severity, status, type from incidents where title = 'beacon out'");
  expect(rows).toEqual([{ severity: "blocker", status: "open", type: "availability" }]);
});

test("the palette finds an incident by its number, and offers to create an incident", async ({ page }) => {
  const { id, number } = await seedIncident({ title: "fog horn silent" });
  await page.goto("/incidents");
  await expect(page.getByRole("heading", { level: 1, name: "Incidents" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search pages, actions and resources" }).fill(number);
  await page.getByRole("option", { name: /fog horn silent/ }).click();
  await expect(page).toHaveURL(`/incidents/${id}`);
});

test("the board shows incidents by status, and changes the status", async ({ page }) => {
  const { id, number } = await seedIncident({ title: "jetty loose", severity: "high" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/incidents/board?search=jetty");
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(column("Open").getByRole("link", { name: "jetty loose" })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: `Status of ${number}` }).click();
  await page.getByRole("menuitemradio", { name: "Investigating" }).click();
  await expect(page.getByText("Incident status updated successfully")).toBeVisible();
  await expect(column("Investigating").getByRole("link", { name: "jetty loose" })).toBeVisible();
  const { rows } = await query("select status, acknowledged is not null as seen from incidents where id = $1", [id]);
  expect(rows).toEqual([{ status: "investigating", seen: true }]);
});

test.describe("as a viewer", () => {
  test.use({ as: "viewer" });

  test("a viewer can read incidents but not change them", async ({ page }) => {
    const { id, title } = await seedIncident({ title: "pier closed" });
    await page.goto(`/incidents/${id}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit title" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Status/ })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Comment" })).toHaveCount(0);
    await page.goto("/incidents");
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create incident" })).toHaveCount(0);
  });
});
