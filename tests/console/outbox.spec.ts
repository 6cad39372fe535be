import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

test("without an SMTP server an administrator can read stored mails and pass on their link", async ({
  page,
  request,
}) => {
  await page.goto("/settings/outbox");
  await expect(page.getByText("Email is not configured.")).toBeVisible();
  const email = "outbox.journey@example.org";
  const invited = await request.post("/api/auth/invite_user", {
    headers: { origin: new URL(page.url()).origin },
    data: { firstName: "Out", lastName: "Box", email, role: "viewer" },
  });
  const { link } = (await invited.json()) as { link: string };
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Not sent");
  await expect(row).toContainText("Invitation");
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole("gridcell").first().click();
  const letter = page.getByRole("dialog", { name: "You are invited to Quarterdeck" });
  await expect(letter).toContainText(link);
  expect(await axeFindings(page)).toEqual([]);
  await letter.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.goto("/settings/outbox");
  await row.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.goto(`/settings/outbox?search=${email}&status=sent:1`);
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
});

test.describe("for an editor", () => {
  test.use({ as: "editor" });
  test("the page is forbidden", async ({ page }) => {
    await page.goto("/settings/outbox");
    await expect(page.getByText("You do not have permission to access this page.")).toBeVisible();
  });
});
