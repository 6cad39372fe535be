// Tests the page of a component, its card without the shell, and the topology editor.
import { makeFleet, stateHealth } from "./a-fleet.ts";
import { query } from "./accounts.ts";
import { makeYard } from "./a-yard.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

test("TO-01 the page of a component shows its path, its parts and its details", async ({ page }) => {
  const { word, ids } = await makeFleet("lugger");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/topology/${ids.ferry}`);
  await expect(page).toHaveTitle(`${word}-ferry | Quarterdeck`);
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(way.getByRole("link")).toHaveText(["Topology", `${word}-fleet`]);
  await expect(page.getByRole("article", { name: `${word}-engine` })).toBeVisible();
  const details = page.getByRole("region", { name: "Details", exact: true });
  await expect(details).toContainText(`${word}-Ship`);
  await expect(details).toContainText("fleet");
  expect(await axeFindings(page)).toEqual([]);

  // Only one panel is open at a time, and the URL contains its name.
  await page.getByRole("button", { name: /^Teams/ }).click();
  await expect(page).toHaveURL(/panel=teams/);
  await expect(page.getByText("No details found")).toBeVisible();
  await expect(details.getByText("Created", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No details found")).toBeVisible();

  await way.getByRole("link", { name: `${word}-fleet` }).click();
  await expect(page).toHaveURL(`/topology/${ids.fleet}`);
  await expect(page.getByRole("article", { name: `${word}-ferry` })).toBeVisible();

  // The page of a component without parts shows the card of the component itself.
  await page.goto(`/topology/${ids.tug}`);
  await expect(page.getByRole("article", { name: `${word}-tug` })).toBeVisible();
  await page.goto("/topology/0197a000-0000-7000-8000-00000000dead");
  await expect(page.getByRole("heading", { name: "Component not found" })).toBeVisible();
});

test("the page of a component turns red without a reload and shows the reason", async ({ page }) => {
  const { word, ids } = await makeFleet("barque");
  await page.goto(`/topology/${ids.fleet}`);
  const ferry = page.getByRole("article", { name: `${word}-ferry` });
  await expect(ferry).toHaveAttribute("data-health", "healthy");
  await stateHealth(ids.engine, "unhealthy");
  await expect(ferry).toHaveAttribute("data-health", "unhealthy");
  const why = page.getByRole("region", { name: "Why it is unhealthy" });
  await why.getByRole("button", { name: /^Why\?/ }).click();
  await expect(why.getByRole("link", { name: `${word}-engine` }).first()).toHaveAttribute(
    "href",
    `/topology/${ids.engine}`,
  );
  expect(await axeFindings(page)).toEqual([]);
});

test("a component is linked to an item of the catalog, and unlinked", async ({ page }) => {
  const { ids } = await makeFleet("pinnace");
  const yard = await makeYard("pinnaceyard");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/topology/${ids.tug}?panel=catalog`);
  await page.getByRole("button", { name: "Link to Catalog" }).click();
  const dialog = page.getByRole("dialog", { name: "Link to Catalog" });
  await dialog.getByRole("combobox", { name: /^Catalog item/ }).fill(`${yard.word}-crane`);
  await page.getByRole("option", { name: new RegExp(`^${yard.word}-crane`) }).click();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText("config link successful")).toBeVisible();
  const items = page.getByRole("list", { name: "Catalog items" });
  await expect(items.getByRole("link", { name: `${yard.word}-crane` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Changes 1" })).toBeVisible();
  await page.getByRole("button", { name: "Insights 1" }).click();
  await page.getByRole("link", { name: "Technical Debt", exact: true }).click();
  await expect(page).toHaveURL(/\/catalog\/insights\?insight=/);
  await page.goBack();

  await page.getByRole("button", { name: "Catalog 1" }).click();
  await page.getByRole("button", { name: `Actions for ${yard.word}-crane` }).click();
  await page.getByRole("menuitem", { name: "Unlink catalog" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete config link" });
  await expect(question).toContainText("Are you sure you want to delete this config link");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted config link successfully")).toBeVisible();
  await expect(items).toHaveCount(0);
});

test("a snapshot of a component is downloaded", async ({ page }) => {
  const { word, ids } = await makeFleet("wherry");
  await page.goto(`/topology/${ids.fleet}`);
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Snapshot" }).click();
  const dialog = page.getByRole("dialog", { name: `Download ${word}-fleet snapshot` });
  await expect(dialog.getByRole("combobox", { name: /^Time Range/ })).toBeVisible();
  await dialog.getByRole("switch", { name: "Include related components" }).click();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe(`${word}-fleet-snapshot.zip`);
  await expect(dialog).toBeHidden();
});

test("TO-02 TO-03 the view of a component is one card without the shell, even before the feature flags are loaded", async ({
  page,
}) => {
  const { word, ids } = await makeFleet("punt");
  await page.route("**/api/properties*", () => {});
  await page.goto(`/view/topology/${ids.fleet}`);
  const card = page.getByRole("article", { name: `${word}-fleet` });
  await expect(card).toBeVisible();
  await expect(page).toHaveTitle(`${word}-fleet`);
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toHaveCount(0);
  await expect(card.getByRole("link", { name: `${word}-ferry` })).toHaveAttribute("target", "_blank");
  await expect(card.getByRole("button", { name: /^Actions/ })).toHaveCount(0);
  expect(Math.round((await card.boundingBox())!.width)).toBe(356);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto("/view/topology/0197a000-0000-7000-8000-00000000dead");
  await expect(page.getByRole("heading", { name: "Component not found" })).toBeVisible();
});

test.describe("without a session", () => {
  test.use({ as: undefined, provoked: [/status of 401/] });

  test("TO-02 the view of a component is shown only if views are public, and omits the parts that its card hides", async ({
    page,
  }) => {
    const { word, ids } = await makeFleet("coracle");
    await page.goto(`${product().urlWithProvider}/view/topology/${ids.fleet}`);
    const card = page.getByRole("article", { name: `${word}-fleet` });
    await expect(card).toBeVisible();
    await expect(page).toHaveTitle(`${word}-fleet`);
    await expect(card).toContainText("Speed");
    await expect(card.getByRole("link", { name: `${word}-ferry` })).toBeVisible();
    for (const hidden of [`${word}-ghost`, `${word}-engine`, "the kernel"])
      await expect(page.getByText(hidden)).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`/view/topology/${ids.fleet}`);
    await expect(page).toHaveURL(/\/login/);
  });
});

test("TO-07 TO-08 TO-09 TO-10 a topology is previewed while it is edited, saved, run and deleted", async ({ page }) => {
  await page.goto("/settings/topologies");
  await page.getByRole("button", { name: "Add Topology" }).click();
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("journey raft");
  await expect(page.getByRole("textbox", { name: /^Namespace/ }).first()).toHaveValue("default");
  await page.getByText("Code", { exact: true }).click();
  const code = page.getByRole("textbox", { name: "Spec" });
  await code.fill(
    "schedule: '@never'\ncomponents:\n  - name: journey-raft\n    type: Raft\n    components:\n      - name: journey-mast\n",
  );
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Would add 3");
  await expect(preview.getByText("journey-mast")).toBeVisible();
  await preview.getByRole("button", { name: "Collapse journey-raft" }).click();
  await expect(preview.getByText("journey-mast")).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Topology added successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  const { rows } = await query("select id, namespace, source from topologies where name = 'journey raft'");
  expect(rows[0]).toMatchObject({ namespace: "default", source: "UI" });

  await page.goto(`/settings/topologies/${rows[0]!["id"]}`);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("The topology has 3 components")).toBeVisible();
  await page.getByRole("tab", { name: "Job History" }).click();
  await expect(page.getByRole("gridcell", { name: "Topology" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Spec" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  await expect(page.getByText("journey raft deleted successfully")).toBeVisible();
});

test("a pushed topology is read-only but can be deleted, and a topology from a file shows where it can be deleted", async ({
  page,
}) => {
  const { rows } = await query(
    `insert into topologies (name, spec, source) values ('journey pushed', '{"schedule": "@never"}', 'Push'),
     ('journey filed', '{"schedule": "@never"}', 'file:journey.yaml') returning id`,
  );
  const [pushed, filed] = rows.map((row) => row["id"]);
  await page.goto(`/settings/topologies/${filed}`);
  await expect(page.getByRole("note")).toHaveText(
    /Read-only\s*Managed by file:journey\.yaml\s*Edit and delete it where it is kept\./,
  );
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toHaveCount(0);

  await page.goto(`/settings/topologies/${pushed}`);
  await expect(page.getByRole("note")).toHaveText(/Read-only\s*Managed by Push\s*You can delete it\./);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("It comes back if it is pushed again.");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("journey pushed deleted successfully")).toBeVisible();
  const { rows: left } = await query("select deleted_at is null as here from topologies where id = $1", [pushed]);
  expect(left).toEqual([{ here: false }]);
});

test("a topology is built from the catalog: a proposal is previewed and created", async ({ page }) => {
  const { word } = await makeYard("skiffyard");
  await page.goto("/settings/topologies");
  await page.getByRole("button", { name: "Build a topology" }).click();
  await expect(page).toHaveURL(/\/settings\/topologies\/build$/);
  await page.getByText("Everything, by the tag berth", { exact: true }).click();
  await expect(page).toHaveURL(/proposal=tag/);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText(/Would add \d+/);
  await expect(preview.getByText(`${word}-a`)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  const name = page.getByRole("textbox", { name: /^Name/ });
  await name.fill("journey berths");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Topology added successfully")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "journey berths" })).toBeVisible();
  // The first run of the topology starts automatically.
  await expect
    .poll(async () => {
      const { rows } = await query("select count(*)::int as n from components where name = $1 and deleted_at is null", [
        `journey berths (${word}-a)`,
      ]);
      return rows[0]!["n"];
    })
    .toBe(1);
});
