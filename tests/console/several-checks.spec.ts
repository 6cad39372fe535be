// Tests pausing, resuming, running and deleting checks on the health page, and the link from a check to its position in
// the editor.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "@playwright/test";
import { inDatabase, row, search } from "./a-harbour.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

/** The checks connect to this server. */
const target = createServer((socket) => socket.destroy());
test.beforeAll(async () => {
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
});
test.afterAll(() => target.close());

/** Creates a canary with checks of these names, which the engine of the product runs. */
async function makeCanary(page: Page, name: string, checks: readonly string[]): Promise<string> {
  const { port } = target.address() as AddressInfo;
  await page.goto("/health");
  return page.evaluate(
    async ({ row: body }) => {
      const answer = await fetch("/api/db/canaries", {
        method: "POST",
        headers: { "content-type": "application/json", prefer: "return=representation" },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as [{ id: string }])[0].id;
    },
    {
      row: {
        name,
        namespace: "several",
        spec: { schedule: "@every 1h", tcp: checks.map((check) => ({ name: check, endpoint: `127.0.0.1:${port}` })) },
      },
    },
  );
}

const list = (page: Page, word: string) => page.goto(`/health?hidePassing=false&groupBy=no-group&query=${word}`);
const footer = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page, text: string | RegExp) => page.getByRole("region", { name: "Messages" }).getByText(text);

test("several checks are selected by mouse and keyboard, paused, marked in the list and resumed", async ({ page }) => {
  await makeCanary(page, "pier", ["pier-one", "pier-two", "pier-three"]);
  await list(page, "pier-");
  await row(page, "pier-one").getByRole("checkbox").click();
  await row(page, "pier-three").getByRole("gridcell").nth(1).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^2 of [\d,]+ selected$/)).toBeVisible();
  await footer(page, "Pause").click();
  const dialog = page.getByRole("dialog", { name: "Pause 2 checks?" });
  await dialog.getByLabel("Reason").fill("dredging");
  await dialog.getByText("Until resumed").click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(toast(page, "2 checks paused")).toBeVisible();
  await expect(row(page, "pier-one").locator("[data-health=paused]")).toHaveAttribute(
    "title",
    /^Paused until .+: dredging$/,
  );
  await expect(row(page, "pier-two").locator("[data-health=paused]")).toHaveCount(0);
  await expect(page.locator("header [data-counter=paused]")).toBeVisible();

  await row(page, "pier-one").getByRole("link").click();
  const drawer = page.getByRole("dialog", { name: "pier-one" });
  await expect(drawer.getByRole("note")).toContainText("by Administrator");
  await drawer.getByRole("button", { name: "Resume" }).click();
  await expect(toast(page, "pier-one resumed")).toBeVisible();
  await expect(drawer.getByRole("note").filter({ hasText: "Paused" })).toHaveCount(0);
});

test("on a phone a button starts the selection, with the same actions", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await makeCanary(page, "quay", ["quay-one", "quay-two", "quay-three"]);
  await list(page, "quay-");
  await expect(row(page, "quay-one")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  const select = page.getByRole("button", { name: "Select checks" });
  await select.click();
  await expect(select).toHaveAttribute("aria-pressed", "true");
  await row(page, "quay-one").getByRole("checkbox").click();
  await row(page, "quay-two").getByRole("checkbox").click();
  await expect(page.getByText("2 of 3 selected")).toBeVisible();
  await expect(footer(page, "Delete")).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFindings(page)).toEqual([]);
  await footer(page, "Pause").click();
  await expect(page.getByRole("dialog", { name: "Pause 2 checks?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await select.click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("the message lists a check that cannot be resumed, and the other checks are resumed", async ({ page }) => {
  await makeCanary(page, "jetty", ["jetty-one", "jetty-two"]);
  await inDatabase((client) =>
    client.query("update checks set paused_at = now() where name = 'jetty-one' and deleted_at is null"),
  );
  await list(page, "jetty-");
  await expect(row(page, "jetty-one").locator("[data-health=paused]")).toBeVisible();
  await row(page, "jetty-one").getByRole("checkbox").click();
  await row(page, "jetty-two").getByRole("checkbox").click();
  await footer(page, "Resume").click();
  await expect(toast(page, "jetty-one resumed. Not resumed: jetty-two (The check is not paused.)")).toBeVisible();
});

test("the message of a deletion lists the checks, and undo restores their history and their position in the spec", async ({
  page,
}) => {
  const canary = await makeCanary(page, "crane", ["crane-one", "crane-two"]);
  await list(page, "crane-");
  await row(page, "crane-one").getByRole("checkbox").click();
  await footer(page, "Run Now").click();
  await expect(toast(page, "crane-one run")).toBeVisible();
  await footer(page, "Delete").click();
  const dialog = page.getByRole("alertdialog", { name: "Delete crane-one?" });
  await expect(dialog).toContainText("1 check: crane-one");
  await expect(dialog).toContainText(/[1-9]\d* recorded runs?/);
  await expect(dialog).toContainText("0 relationships");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "crane-one deleted")).toBeVisible();
  await expect(row(page, "crane-one")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "crane-one restored")).toBeVisible();
  await expect(row(page, "crane-one")).toBeVisible();
  const { rows } = await inDatabase((client) =>
    client.query<{ names: string[] }>(
      "select array(select jsonb_path_query(spec, '$.tcp[*].name') #>> '{}') as names from canaries where id = $1",
      [canary],
    ),
  );
  expect(rows[0]!.names.toSorted()).toEqual(["crane-one", "crane-two"]);
});

test("Edit on a check opens that check in the form of its canary, and moves the cursor to it in the code", async ({
  page,
}) => {
  await makeCanary(page, "berth", ["berth-one", "berth-two", "berth-three"]);
  await list(page, "berth-");
  await row(page, "berth-two").getByRole("link").click();
  await page.getByRole("dialog", { name: "berth-two" }).getByRole("link", { name: "Edit" }).click();
  const card = page.getByRole("region", { name: "berth-two" });
  await expect(card.getByRole("button", { expanded: true })).toHaveCount(1);
  await expect(card.getByRole("textbox", { name: /^Name/ })).toHaveValue("berth-two");
  // The opened form begins at the top of the page.
  await expect(card.getByRole("textbox", { name: /^URL/ }).first()).toBeInViewport();
  await expect(page.getByRole("region", { name: "berth-one" }).getByRole("button", { expanded: true })).toHaveCount(0);

  // In the code the cursor is at that check, and the switch keeps the focus.
  await page.getByRole("radiogroup", { name: "Spec as" }).getByText("Code").click();
  await expect(page.locator(".cm-activeLine")).toContainText("name: berth-two");
  await expect(page.getByRole("radio", { name: "Code" })).toBeFocused();
  // Code is now the preferred mode, so the next link opens the code with the cursor at its check.
  await page.goto(page.url().replace("berth-two", "berth-three"));
  await expect(page.locator(".cm-activeLine")).toContainText("name: berth-three");
  await expect(page.getByRole("textbox", { name: "Spec" })).toBeFocused();
});

test("the Job History of a canary shows the runs of its checks, and rows of the list show them as bars", async ({
  page,
}, info) => {
  const canary = await makeCanary(page, "buoy", ["buoy-one", "buoy-two"]);
  await list(page, "buoy-");
  await expect(row(page, "buoy-one").getByRole("img", { name: /^None of the last \d+ runs failed$/ })).toBeVisible();
  await expect(row(page, "buoy-one")).toContainText("100.0%");
  await page.goto(`/settings/canaries/${canary}?tab=job-history`);
  const history = page.getByRole("row").filter({ hasText: "Check runs" });
  await expect(history.first()).toContainText("Success");
  await info.attach("job-history", { body: await page.screenshot(), contentType: "image/png" });
  await expect(search(page)).toHaveCount(0);
});
