// Tests which roles have the Run Now button of a check.
import { query, someone } from "./accounts.ts";
import { expect, signedIn, test } from "./journey.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const roles = {
  admin: true,
  editor: true,
  commander: true,
  responder: true,
  viewer: false,
  guest: false,
} as const;

/** Stores a check of a canary without a schedule. */
async function storeCheck(name: string): Promise<string> {
  const { rows } = await query(
    `with canary as (insert into canaries (name, namespace, spec, source) values ($1, 'retail', '{}', 'UI') returning id)
     insert into checks (canary_id, type, name, namespace, spec) select id, 'tcp', $1, 'retail', '{}' from canary returning id`,
    [name],
  );
  return rows[0]!["id"]!;
}

for (const [role, mayRun] of Object.entries(roles))
  test(`AC-15 ${role}: Run Now is ${mayRun ? "shown" : "hidden"} on a check`, async ({ browser, baseURL }) => {
    const check = await storeCheck(`run-now-${role}`);
    const email = await someone(`run-now-${role}`, role);
    const context = await browser.newContext({ storageState: await signedIn(email) });
    const page = await context.newPage();
    await page.goto(new URL(`/health/checks/${check}`, baseURL).href);
    await expect(page.getByRole("tab", { name: "History" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Run Now" })).toHaveCount(mayRun ? 1 : 0);
    await context.close();
  });

test.describe("without a stored check", () => {
  test.use({ as: "admin", provoked: [/status of (400|404)/] });

  test("AC-15 the test of a check in the form has no Run Now button", async ({ page }) => {
    await page.goto("/settings/canaries/new");
    await expect(page.getByLabel("Namespace")).toBeVisible();
    await expect(page.getByRole("button", { name: "Run Now" })).toHaveCount(0);
    await page.goto("/health/checks/00000000-0000-4000-8000-00000000dead");
    await expect(page.getByRole("heading", { name: "No such check" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Run Now" })).toHaveCount(0);
  });
});
