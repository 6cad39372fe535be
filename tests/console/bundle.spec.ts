import { scriptBytes } from "../script-bytes.ts";
import { expect, test } from "./journey.ts";

const BUDGET = 150_000;

test("the sign-in screen fetches at most 150 kB of script, compressed, until it is idle", async ({ page }) => {
  const scripts = await scriptBytes(page, "/login");
  await expect(page.getByLabel("E-mail")).toBeVisible();
  const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  const list = scripts.map(({ url, gzip }) => `${gzip} ${new URL(url).pathname}`).join("\n");
  expect(total, list).toBeGreaterThan(0);
  expect(total, list).toBeLessThanOrEqual(BUDGET);
  // Schemas are the server's and the forms'; nothing of them belongs here.
  expect(list).not.toMatch(/zod|OpenedMenu|SystemPage|inside/);
});
