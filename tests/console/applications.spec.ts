// Tests the list of applications, their editor, the audit report, its print view and its exports.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { writeApplication } from "../support/an-application.ts";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const run = (text: string, values: readonly unknown[]) => query(text, [...values]);
const report = (name: string) => `/applications/default/${name}`;
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("AP-01 the menu has the list of applications, and a user can create, open and edit an application", async ({
  page,
}) => {
  await page.goto("/catalog");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Applications", exact: true }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
  await page.getByRole("button", { name: "Add Application" }).first().click();
  await expect(page).toHaveURL(/\/applications\/new$/);
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("pilotage");
  await page.getByRole("textbox", { name: "Description" }).first().fill("Guides ships.");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Application added successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/applications$/);
  await page.getByText("pilotage", { exact: true }).click();
  await expect(page).toHaveURL(/\/applications\/default\/pilotage$/);
  await expect(page.getByText("Guides ships.")).toBeVisible();
  await expect(page.getByText("The report has no other data about this application.", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(/\/applications\/[\da-f-]{36}$/);
  await page.getByRole("textbox", { name: "Description" }).first().fill("Guides every ship.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Application updated successfully")).toBeVisible();
  await page.goto(report("pilotage"));
  await expect(page.getByText("Guides every ship.")).toBeVisible();
});

test("AP-02 the page of an application is an audit report with a section for each kind of data", async ({ page }) => {
  await writeApplication(run, "moorings", { sections: [{ title: "Tides", viewRef: { name: "tides" } }] });
  await page.goto(report("moorings"));
  await expect(page).toHaveTitle("Application - moorings | Quarterdeck");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Application Details",
    "Users & Roles",
    "Changes",
    "Incidents",
    "Recent Backups",
    "Recent Restores",
    "Security Findings",
    "Monitoring",
    "Version Information",
    "Tides",
    "Locations",
    "Cost",
  ]);
  await expect(section(page, "Users & Roles")).toContainText("Administrator");
  await expect(section(page, "Users & Roles")).toContainText("12 characters");
  await expect(section(page, "Incidents").getByRole("row", { name: /moorings was away/ })).toContainText("1d 2h");
  await expect(section(page, "Recent Backups")).toContainText("38 days with a backup, 2 with a failure");
  await expect(section(page, "Monitoring")).toContainText("99%");
  await expect(section(page, "Tides")).toContainText('There is no view "default/tides".');
  await expect(section(page, "Locations")).toContainText("harbour-prod");
  await expect(section(page, "Cost")).toContainText("$240");
  await expect(page.getByText("This report is not complete")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test("AP-02 column headings sort the tables of the report, and long tables can be expanded", async ({ page }) => {
  await writeApplication(run, "slipway");
  await page.goto(report("slipway"));
  const backups = page.getByRole("group", { name: "Recent backups", exact: true });
  const visible = backups.locator("tbody tr:visible");
  await expect(visible).toHaveCount(15);
  await page.getByRole("button", { name: "Show all 40" }).click();
  await expect(visible).toHaveCount(40);
  const heading = backups.getByRole("columnheader", { name: "Size" });
  await heading.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(visible.first()).toContainText("16 GB");
});

test("AP-02 the printed report has no menu and no header, contains all rows, and is light even in the dark theme", async ({
  page,
}) => {
  await writeApplication(run, "drydock");
  await page.goto(report("drydock"));
  await expect(section(page, "Locations")).toBeVisible();
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(
    page.getByRole("group", { name: "Recent backups", exact: true }).locator("tbody tr:visible"),
  ).toHaveCount(40);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThanOrEqual(3);
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox\s*\[\s*0 0 84[12]/);
});

test("AP-02 the print view is in the URL, and the report is exported as JSON, HTML and CSV", async ({ page }) => {
  await writeApplication(run, "boathouse");
  await page.goto(report("boathouse"));
  await page.getByRole("button", { name: "Print View" }).click();
  await expect(page).toHaveURL(/print=true/);
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeHidden();
  await page.getByRole("button", { name: "Print View" }).click();
  await expect(page).not.toHaveURL(/print/);
  for (const [label, text] of [
    ["JSON", '"name": "boathouse"'],
    ["HTML", "<!doctype html>"],
    ["CSV", "section,date,subject"],
  ] as const) {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: `Export as ${label}` }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^audit-report-[\\d-]+\\.${label.toLowerCase()}$`));
    expect(readFileSync(await file.path(), "utf8")).toContain(text);
  }
});

test.describe("a viewer", () => {
  test.use({ as: "viewer", provoked: [/404/] });

  test("AP-02 can read the report but not edit it, and gets a message for an unknown application", async ({ page }) => {
    await writeApplication(run, "lighthouse");
    await page.goto(report("lighthouse"));
    await expect(section(page, "Changes")).toContainText("Deployed lighthouse 2.4.1");
    await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
    await page.goto(report("nowhere"));
    await expect(page.getByRole("heading", { name: 'There is no application "default/nowhere".' })).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("AP-02 the report fits the screen, and wide tables scroll", async ({ page }) => {
    await writeApplication(run, "jetty");
    await page.goto(report("jetty"));
    await expect(section(page, "Cost")).toBeAttached();
    expect(await page.evaluate(() => document.querySelector("main")!.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeFindings(page)).toEqual([]);
  });
});
