// Tests the pages of a catalog item: the current and former versions of its document, its changes and its
// relationships.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { axeFindings, expectSound } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const tabs = (page: Page, name: string) => page.getByRole("navigation", { name, exact: true }).getByRole("link");
const line = (page: Page, number: number) => page.getByRole("button", { name: `Line ${number}`, exact: true });
const card = (page: Page, name: string) => page.getByRole("group", { name: new RegExp(`^${name}, `) });

test("CA-07 an item shows its type, its parents, and the current and former versions of its document", async ({
  page,
}) => {
  const { id, cluster } = await seedItem("document");
  // Wide enough for the details next to the document.
  await page.setViewportSize({ width: 1680, height: 900 });
  await page.goto(`/catalog/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "document" })).toBeVisible();
  await expect(page).toHaveTitle(/^document/);
  await expect(page.getByRole("navigation", { name: "Part of" })).toHaveText(
    "Deploymentindocument-clusterdocument-namespace",
  );
  await expect(tabs(page, "document")).toHaveText([
    "Config",
    "Changes3",
    "Insights1",
    "Relationships6",
    "Checks1",
    "Incidents",
    "Notifications",
    "Playbooks0",
  ]);
  const details = page.getByRole("complementary", { name: "Details" });
  await expect(page.getByText("One of two is ready.")).toBeVisible();
  await expect(details).toContainText("Last scraped 3h ago");
  await expect(details.getByRole("region", { name: "Labels" })).toHaveText(
    "Labelsteamwebapp.kubernetes.ioversion1.1part-ofshoptopology.kubernetes.ioregioneu-1zoneeu-1a",
  );
  await expect(details.getByRole("link", { name: "shop" })).toHaveAttribute("href", "https://git.example.org/shop");
  await expect(details).toContainText("1.5 GiB");

  // The URL contains the selected lines.
  const text = page.getByRole("region", { name: "Config of document" });
  await expect(text).toContainText("image: shop/checkout:1.1");
  await line(page, 8).click();
  await line(page, 10).click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/\?selected=7-9$/);
  await page.reload();
  await expect(line(page, 9)).toHaveAttribute("aria-pressed", "true");
  await line(page, 8).press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?selected=7&selected=9$/);
  await page.getByRole("textbox", { name: "Search in Config of document" }).fill("CHECKOUT");
  await expect(page.getByRole("status").filter({ hasText: "1 of 3" })).toBeVisible();
  await page.getByRole("button", { name: "JSON" }).click();
  await expect(text).toContainText('"replicas": 2');
  await page.getByRole("button", { name: "YAML" }).click();
  await expectSound(page);

  // Blame shows the change that produced a line.
  await page.getByRole("button", { name: "Blame" }).click();
  await page.getByRole("button", { name: /^Changed .* spec\.image · bot$/ }).click();
  const change = page.getByRole("dialog", { name: "diff" });
  await expect(change.getByText("shop/checkout:1.1").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(change).toBeHidden();
  await page.getByRole("button", { name: "Blame" }).click();

  // The document can be shown at a version and at a time.
  await page.getByRole("button", { name: /^As of/ }).click();
  await page.getByRole("list", { name: "Versions" }).getByRole("button").nth(2).click();
  await expect(text).toContainText("image: shop/checkout:1.0");
  await expect(page.getByText(/The document as of [^,]*, until /)).toBeVisible();
  const [before] = (await query("select (now() - interval '6 days')::text as moment")).rows;
  await page.goto(`/catalog/${id}?at=${encodeURIComponent(new Date(before!["moment"]!).toISOString())}`);
  await expect(page.getByText("The item did not exist at that time.")).toBeVisible();
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(text).toContainText("image: shop/checkout:1.1");
  // By keyboard, the list of versions is one tab stop, and focus stays in place when a pressed button disappears.
  await page.getByRole("button", { name: /^As of/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: "As of: Now" })).toBeFocused();
  await expect(page.getByRole("list", { name: "Versions" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await expect(page.getByRole("button", { name: "First seen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text).toContainText("replicas: 1");
  await page.getByRole("button", { name: "Back to now" }).press("Enter");
  await expect(text).toContainText("replicas: 2");
  await expect(page.getByRole("button", { name: /^As of/ })).toBeFocused();

  // Compare shows two versions side by side, by default the last two versions.
  await page.getByRole("button", { name: "Compare" }).press("Enter");
  await expect(page.getByRole("button", { name: /^Before/ })).toBeFocused();
  const diff = page.getByRole("figure", { name: "Config of document" });
  await expect(diff).toContainText("Removed: image: shop/checkout:1.0");
  // Swap works for the default versions as well.
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(diff).toContainText("Added: image: shop/checkout:1.0");
  await expect(page.getByRole("button", { name: "Before: Now" })).toBeVisible();
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(diff).toContainText("Removed: image: shop/checkout:1.0");
  await page.getByRole("button", { name: /^Before/ }).click();
  await page.getByLabel("A moment").fill("2020-01-01T00:00");
  await page.getByRole("list", { name: "Versions" }).getByRole("button").nth(3).click();
  await page.getByRole("button", { name: /^After/ }).click();
  await page.getByRole("list", { name: "Versions" }).getByRole("button").nth(1).click();
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(diff).toContainText("Added: image: shop/checkout:1.0");
  await expectSound(page);
  await page.goBack();
  await expect(diff).toContainText("Removed: image: shop/checkout:1.0");

  await page.getByRole("link", { name: "document-cluster" }).click();
  await expect(page).toHaveURL(`/catalog/${cluster}`);
  await page.goto("/catalog/00000000-0000-4000-8000-00000000dead");
  await expect(page.getByRole("heading", { name: "Details not found" })).toBeVisible();
});

test("CA-08 CA-09 CA-12 CA-20 an item shows its changes, its insights and its checks", async ({ page }) => {
  const { id, pods } = await seedItem("history");
  await page.goto(`/catalog/${id}/changes`);
  const changes = page.getByRole("grid", { name: "Changes" });
  await expect(changes.getByRole("row").filter({ hasText: "Stopping the container" })).toBeVisible();
  await page.getByRole("button", { name: "Downstream" }).click();
  await expect(page).toHaveURL(/downstream=false/);
  await expect(changes.getByRole("row").filter({ hasText: "Stopping the container" })).toHaveCount(0);
  await expect(changes.getByRole("row").filter({ hasText: "spec.image" })).toBeVisible();
  await page.goBack();
  await expect(changes.getByRole("row").filter({ hasText: "Stopping the container" })).toBeVisible();

  await tabs(page, "history").filter({ hasText: "Insights" }).click();
  await expect(page.getByRole("row").filter({ hasText: "history-analyzer" })).toBeVisible();
  await tabs(page, "history").filter({ hasText: "Checks" }).click();
  await expect(page).toHaveURL(`/catalog/${id}/checks`);
  await page.getByRole("row").filter({ hasText: "history answers" }).click();
  await expect(page.getByRole("dialog", { name: "history answers" })).toBeVisible();
  await page.keyboard.press("Escape");

  // An item without checks offers to add a check.
  await page.goto(`/catalog/${pods[1]}/checks`);
  await expect(page.getByText("No checks for this item")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add a check" })).toHaveAttribute("href", "/settings/canaries/new");

  // An unknown tab shows the page for unknown addresses.
  await page.goto(`/catalog/${id}/nothing`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();

  // On a small screen the details are behind a button, but the reason for the health is visible. Changes on the server
  // appear at once.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/catalog/${id}`);
  await expect(page.getByText("One of two is ready.")).toBeVisible();
  await page.goto(`/catalog/${pods[0]}`);
  await page.getByRole("button", { name: "Show details" }).click();
  await expect(page.getByRole("dialog", { name: "history-pod-0" })).toContainText("Status");
  await page.keyboard.press("Escape");
  await query("update config_items set deleted_at = now(), delete_reason = 'STALE' where id = $1", [pods[0]]);
  await expect(page.getByText(/Deleted .*: its scraper no longer finds it/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  // Deleted items are hidden by default, and marked when shown.
  await page.setViewportSize({ width: 1680, height: 900 });
  await page.goto(`/catalog/${id}/relationships?view=table`);
  // The reason for the health is shown once, in the header.
  await expect(page.getByText("One of two is ready.")).toHaveCount(1);
  await expect(page.getByRole("complementary", { name: "Details" })).not.toContainText("One of two is ready.");
  const around = page.getByRole("treegrid", { name: "Relationships" }).getByRole("row");
  await expect(around.filter({ hasText: "history-pod-1" })).toBeVisible();
  await expect(around.filter({ hasText: "history-pod-0" })).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem("show_deleted_items_preference", "yes"));
  await page.reload();
  await expect(around.filter({ hasText: "history-pod-0" })).toContainText("Deleted");
});

test("CA-08 an unhealthy item links to its changes, their author and other changes at that time", async ({ page }) => {
  const { id } = await seedItem("night");
  await query(
    "update config_changes set created_at = created_at - interval '4 days', first_observed = first_observed - interval '4 days' where config_id = $1",
    [id],
  );
  await page.goto(`/catalog/${id}`);
  // The last change is shown first.
  await page.getByRole("link", { name: /^Config changed 4d ago: spec\.image \S+ → 1\.1 · bot$/ }).click();
  const dialog = page.getByRole("dialog", { name: "diff" });
  await expect(dialog.getByRole("figure", { name: "What changed" })).toContainText("shop/checkout:1.1");
  await expect(page).toHaveURL(new RegExp(`/catalog/${id}\\?change=`));
  await page.keyboard.press("Escape");

  // The tab counts the changes of 30 days and lists the same number.
  await tabs(page, "night").filter({ hasText: "Changes" }).click();
  await expect(page).toHaveURL(/range=now-30d/);
  await expect(page.getByRole("row").filter({ hasText: "spec.image" })).toBeVisible();

  // If there are no changes, one click extends the time range.
  await page.goto(`/catalog/${id}/changes?downstream=false&rangeType=relative&range=now-1d`);
  await expect(page.getByText("Neither the item nor its related items changed in this time range.")).toBeVisible();
  await page.getByRole("button", { name: "Show the last 7 days" }).click();
  await expect(page.getByRole("row").filter({ hasText: "spec.image" })).toBeVisible();
});

test("the badge of each tab shows the number of rows in its list, with and without filters", async ({ page }) => {
  const { id, pods } = await seedItem("counted");
  // The last change of the item itself is older than 30 days; one of its pods changed today.
  await query(
    "update config_changes set created_at = created_at - interval '38 days', first_observed = first_observed - interval '38 days' where config_id = $1",
    [id],
  );
  await query("insert into config_changes (config_id, change_type, summary) values ($1, 'Restarted', 'again')", [
    pods[0],
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/catalog/${id}`);
  await expect(page.getByRole("link", { name: /^Config changed 1mo ago/ })).toBeVisible();
  const tab = (name: string) => tabs(page, "counted").filter({ hasText: name });
  const badgeOf = async (name: string) => Number(/\d+$/.exec((await tab(name).textContent()) ?? "")?.[0]);
  // Selects rows, without groups and headers.
  const listed = () =>
    page
      .locator("[role=grid] [role=row]:not([aria-expanded]), [role=treegrid] [role=row]:not([aria-expanded])")
      .filter({ has: page.getByRole("gridcell") });
  for (const name of ["Changes", "Insights", "Relationships", "Checks"]) {
    await expect(tab(name)).toHaveText(/\d/);
    const badge = await badgeOf(name);
    await tab(name).click();
    await expect(tab(name)).toHaveAttribute("aria-current", "page");
    if (name === "Relationships") await page.getByText("Table", { exact: true }).click();
    await expect.poll(() => listed().count(), { timeout: 30_000, message: name }).toBe(badge);
  }
  // The range extends until it includes the last change.
  await tab("Changes").click();
  await expect(page).toHaveURL(/range=now-1y/);
  await expect(listed().filter({ hasText: "spec.image" })).toHaveCount(1);
  const all = await badgeOf("Changes");
  await page.getByRole("button", { name: "Downstream" }).click();
  await expect.poll(() => badgeOf("Changes"), { timeout: 30_000 }).toBeLessThan(all);
  await expect.poll(async () => (await listed().count()) - (await badgeOf("Changes")), { timeout: 30_000 }).toBe(0);
  await tab("Relationships").click();
  await page.getByText("Table", { exact: true }).click();
  const hard = await badgeOf("Relationships");
  await page.getByRole("button", { name: "Soft" }).click();
  await expect.poll(() => badgeOf("Relationships"), { timeout: 30_000 }).toBeGreaterThan(hard);
  await expect
    .poll(async () => (await listed().count()) - (await badgeOf("Relationships")), { timeout: 30_000 })
    .toBe(0);
});

test("the breadcrumb stays visible with a very long name", async ({ page }) => {
  const { id } = await seedItem("endless");
  await query("update config_items set name = repeat('an-endless-name-', 30) where id = $1", [id]);
  const crumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Deployment" });
  // The link is about as wide as its text or, on a phone, as an arrow.
  for (const [width, least] of [
    [1440, 60],
    [390, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/catalog/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: /^an-endless-name/ })).toBeVisible();
    expect((await crumb.boundingBox())!.width, `at ${width}`).toBeGreaterThanOrEqual(least);
  }
});

test("CA-10 CA-13 the relationships of an item are a graph and a table", async ({ page }) => {
  const { id, pods, node } = await seedItem("around");
  await query(
    `insert into config_analysis (config_id, analyzer, analysis_type, severity, status, summary)
     select unnest($1::uuid[]), 'around-surveyor', 'security', 'high', 'open', 'A container runs as root'`,
    [[pods[0], pods[1]]],
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/catalog/${id}/relationships`);
  await expect(card(page, "around")).toHaveAttribute("aria-current", "true");
  await expect(card(page, "around-settings")).toBeVisible();
  // Five items of a type are shown as one group until expanded.
  const group = page.getByRole("button", { name: "Pod 5, a group" });
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(card(page, "around-pod-0")).toHaveCount(0);

  // The keyboard moves along the edges, across them, and into the group.
  await card(page, "around").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", /^(around-settings|Pod 5)/);
  await group.focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "around-pod-4")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", /^around-pod-\d, Pod, /);
  await page.keyboard.press("Home");
  await expect(card(page, "around")).toBeFocused();
  await expectSound(page);

  // With the group closed, the graph fits into the window in both directions.
  await group.press("Enter");
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("button", { name: /^From left to right/ }).click();
  await expect(page).toHaveURL(/direction=vertical/);
  await page.getByRole("button", { name: "Soft" }).click();
  await expect(card(page, "around-node")).toBeVisible();

  // The display settings are kept when the user opens a related item and returns.
  await card(page, "around-node").getByRole("link", { name: "around-node" }).click();
  await expect(page).toHaveURL(new RegExp(`/catalog/${node}/relationships\\?.*relation=soft`));
  await expect(card(page, "around-node")).toHaveAttribute("aria-current", "true");
  await expect(card(page, "around")).toHaveCount(0);
  // Without relationships, the page shows a message and suggests a setting that shows more.
  await expect(
    page.getByRole("status").filter({
      hasText: /^The item has no outgoing relationships\. \d+ items? (is|are) linked in other ways\./,
    }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show links of every kind" }).click();
  await expect(card(page, "around")).toBeVisible();
  await expect(page.getByText("The item has no")).toHaveCount(0);
  await page.goBack();
  await expect(card(page, "around")).toHaveCount(0);
  await page.goto(`/catalog/${node}/relationships?view=table&relation=soft`);
  await expect(page.getByRole("status").filter({ hasText: "No relationships" })).toContainText(
    "The item has no outgoing relationships",
  );
  await page.goto(`/catalog/${node}/relationships?view=graph&relation=soft`);
  await page.getByText("Both", { exact: true }).click();
  await expect(page).toHaveURL(/incoming=true/);
  await expect(card(page, "around")).toBeVisible();
  await page.getByLabel("Depth").selectOption("1");
  await expect(card(page, "around-namespace")).toHaveCount(0);
  await page.goBack();
  await expect(card(page, "around-namespace")).toBeVisible();
  await page.goto(`/catalog/${id}/relationships`);

  await page.getByText("Table", { exact: true }).click();
  await expect(page).toHaveURL(/view=table/);
  const table = page.getByRole("treegrid", { name: "Relationships" });
  await expect(table.getByRole("row").filter({ hasText: "around-pod-4" })).toContainText("Unhealthy: Running");
  // A group has the insights of its items, and begins with the unhealthy items.
  const ofPods = table.locator("tbody [aria-expanded]").filter({ hasText: "Pod" });
  await expect(ofPods.getByRole("gridcell").last()).toHaveText("2Security");
  await expect(page.getByRole("columnheader", { name: "Status" })).toHaveAttribute("aria-sort", "descending");
  await expect(
    table
      .getByRole("row")
      .filter({ hasText: /around-pod-/ })
      .first(),
  ).toContainText("around-pod-4");
  await page.goto(`/catalog/${id}/relationships?view=table&health=unhealthy:1`);
  await expect(table.getByRole("row").filter({ hasText: "around-pod-4" })).toBeVisible();
  await expect(table.getByRole("row").filter({ hasText: "around-pod-3" })).toHaveCount(0);
  await table.getByRole("row").filter({ hasText: "around-pod-4" }).getByText("Running").click();
  await expect(page).toHaveURL(`/catalog/${pods[4]}`);
});

test("CA-10 the graph opens fitted with readable text, and Incoming and Outgoing filter it", async ({ page }) => {
  const { id } = await seedItem("fitted");
  const graph = page.getByRole("application", { name: /^Relationships of fitted/ });
  /** Returns the cards that are not completely inside the graph area. */
  const outside = async () => {
    const place = (await graph.boundingBox())!;
    const boxes = await graph
      .locator("[data-graph]")
      .evaluateAll((cards) =>
        cards.map((card) => ({ name: card.getAttribute("aria-label"), ...card.getBoundingClientRect().toJSON() })),
      );
    return boxes
      .filter(
        ({ left, right, top, bottom }) =>
          left < place.x || right > place.x + place.width || top < place.y || bottom > place.y + place.height,
      )
      .map(({ name }) => name);
  };
  /** Returns the size in pixels at which the smallest text of the cards is rendered. */
  const smallestText = () =>
    graph.locator("[data-graph] *").evaluateAll((parts) =>
      Math.min(
        ...parts
          .filter((part) => part instanceof HTMLElement && part.offsetWidth > 0)
          .map((part) => {
            const scale = part.getBoundingClientRect().width / (part as HTMLElement).offsetWidth;
            return scale * Number.parseFloat(getComputedStyle(part).fontSize);
          }),
      ),
    );
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/catalog/${id}/relationships?view=graph`);
    await expect(card(page, "fitted-settings")).toBeVisible();
    await expect(page.getByRole("button", { name: "Pod 5, a group" })).toBeVisible();
    await expect(card(page, "fitted-namespace")).toHaveCount(0);
    await expect.poll(outside).toEqual([]);
    expect(await smallestText()).toBeGreaterThan(10.9);

    await page.goto(`/catalog/${id}/relationships?view=graph&incoming=true`);
    await expect(card(page, "fitted-cluster")).toBeVisible();
    await expect(card(page, "fitted-settings")).toBeVisible();
    await expect.poll(outside).toEqual([]);

    await page.goto(`/catalog/${id}/relationships?view=graph&incoming=true&outgoing=false`);
    await expect(card(page, "fitted-cluster")).toBeVisible();
    await expect(card(page, "fitted-settings")).toHaveCount(0);
    await expect.poll(outside).toEqual([]);
  }
  // A graph that is larger than its area shows the number of nodes outside, and a click moves to them.
  await page.goto(`/catalog/${id}/relationships?view=graph&incoming=true`);
  await expect(page.getByRole("region", { name: "Why it is unhealthy" })).toBeVisible();
  await expect.poll(outside).toEqual([]);
  await page.getByRole("button", { name: "Pod 5, a group" }).click();
  await expect(page.getByRole("button", { name: "Pod 5, a group" })).toHaveAttribute("aria-expanded", "true");
  await expect(card(page, "fitted-pod-4")).toBeInViewport();
  await page.getByRole("button", { name: /^\d more at the top$/ }).click();
  // Zoomed cards have fractional sizes, so a visible card can have a ratio slightly below 1.
  await expect(card(page, "fitted-cluster")).toBeInViewport({ ratio: 0.999 });
  await expect(page.getByRole("button", { name: /^\d more at the bottom$/ })).toBeVisible();
});

test("CA-08 the link to the changes lists the same rows as the Changes tab", async ({ page }) => {
  const { id } = await seedItem("direct");
  await query(
    "update config_changes set created_at = created_at - interval '4 days', first_observed = first_observed - interval '4 days' where config_id = $1",
    [id],
  );
  const rows = page.getByRole("grid", { name: "Changes" }).getByRole("row");
  await page.goto(`/catalog/${id}/changes`);
  await expect(tabs(page, "direct").nth(1)).toHaveText("Changes3");
  // The expected number includes the header row.
  await expect(rows).toHaveCount(4);
  await page.goto(`/catalog/${id}`);
  await tabs(page, "direct").nth(1).click();
  await expect(rows).toHaveCount(4);
});
