import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";

const shown = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test.use({ as: "admin" });

async function choose(page: Page, choice: string) {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitemradio", { name: choice }).click();
  await page.keyboard.press("Escape");
}

test("the theme follows the system until a person chooses one, and the choice is kept", async ({ page }) => {
  await page.goto("/settings/system");
  expect(await shown(page)).toBe("light");
  const light = await ground(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => shown(page)).toBe("dark");
  expect(await ground(page)).not.toBe(light);

  await choose(page, "Light");
  await expect.poll(() => shown(page)).toBe("light");
  await page.reload();
  expect(await shown(page)).toBe("light");
  expect(await ground(page)).toBe(light);

  await choose(page, "System");
  await expect.poll(() => shown(page)).toBe("dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("system");
});

test("a change of the theme applies to another tab at once", async ({ page, context }) => {
  await page.goto("/settings/system");
  const other = await context.newPage();
  await other.goto("/settings/system");
  await choose(page, "Dark");
  await expect.poll(() => shown(other)).toBe("dark");
});

test.describe("without the console's own code", () => {
  test.use({ provoked: [/ERR_FAILED/] });
  test("the chosen theme is set before anything is rendered", async ({ page }) => {
    await page.goto("/settings/system");
    await page.evaluate(() => localStorage.setItem("theme", "dark"));
    await page.route("**/assets/index-*.js", (route) => route.abort());
    await page.reload();
    expect(await shown(page)).toBe("dark");
  });
});
