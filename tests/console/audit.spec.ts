import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

test("the audit log is a table, filtered by its URL and updated live", async ({ page, request }) => {
  await page.goto("/settings/audit?resource_type=properties:1");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Timestamp",
    "Person",
    "Action",
    "Resource",
    "Name",
    "From",
  ]);
  const ask = (method: string, path: string, data?: unknown) =>
    request.fetch(`/api/db/properties${path}`, { method, data, headers: { origin: new URL(page.url()).origin } });
  const name = "audit.in.a.journey";
  await ask("POST", "", { name, value: "not to be told" });
  await ask("PATCH", `?name=eq.${name}`, { value: "nor this" });
  await ask("DELETE", `?name=eq.${name}`);
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(people.admin.name);
  await expect(rows.nth(1)).toContainText("Updated");
  await expect(rows.nth(1).getByRole("gridcell").nth(4)).toHaveText(`${name}value`);
  await expect(rows.nth(1)).toContainText("127.0.0.1");
  await expect(rows.nth(1).getByRole("gridcell").first()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  // The name links to the flag, unless the flag was deleted.
  await expect(rows.nth(1).getByRole("link", { name })).toHaveAttribute(
    "href",
    `/settings/feature-flags?search=${name}`,
  );
  await expect(rows.filter({ hasText: "Deleted" }).getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("grid")).not.toContainText("nor this");
  expect(await axeFindings(page)).toEqual([]);

  await rows.nth(1).getByRole("gridcell").nth(1).click();
  const drawer = page.getByRole("dialog", { name: "Properties: updated" });
  await expect(drawer).toContainText(people.admin.name);
  const diff = drawer.getByRole("figure", { name: "Before and after" });
  await expect(diff).toContainText("value: not to be told");
  await expect(diff).toContainText("value: nor this");
  expect(await axeFindings(page)).toEqual([]);
  // The URL opens the entry, even if the list does not contain it.
  const { searchParams } = new URL(page.url());
  await page.goto(`/settings/audit?search=nothing&deed=${searchParams.get("deed")}`);
  await expect(diff).toContainText("value: nor this");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.goto("/settings/audit?resource_type=properties:1");

  await page.getByRole("searchbox", { name: "Search people or resources" }).fill(`${name}%`);
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
  await page.goto(`/settings/audit?action=delete:1&search=${name}`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Deleted");
});

test("on a phone the time range is next to the filters, and rows begin with the resource", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/audit");
  await expect(page.getByRole("columnheader", { name: "Name" })).toBeVisible();
  const filters = (await page.getByRole("button", { name: "Filters" }).boundingBox())!;
  const range = (await page.getByRole("button", { name: "Time range: 7 days" }).boundingBox())!;
  expect(range.y).toBe(filters.y);
  expect((await page.getByRole("searchbox").boundingBox())!.y).toBeLessThan(filters.y);
});

test.describe("for a responder", () => {
  test.use({ as: "responder" });
  test("the page is forbidden", async ({ page }) => {
    await page.goto("/settings/audit");
    await expect(page.getByText("You do not have permission to access this page.")).toBeVisible();
  });
});
