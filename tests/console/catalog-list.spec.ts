// Tests search and grouping in the list of the items of a type.
import type { Page } from "@playwright/test";
import { inDatabase, makeYard } from "./a-yard.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
/** Waits for the URL parameter, because the URL changes shortly after the click. */
const expectParam = (page: Page, name: string, value: string) =>
  expect.poll(() => param(page, name), { message: name }).toBe(value);

test("CA-02 a list is searched by the contents of its items, and sorting and filters are kept in the URL", async ({
  page,
}) => {
  const { word } = await makeYard("dhow");
  await inDatabase(async (client) => {
    await client.query(
      `update config_items
       set    config = jsonb_build_object('gear', jsonb_build_object('wire', $1 || 'wire-12mm'))
       where  name in ($1 || '-crane', $1 || '-winch', $1 || '-lock')`,
      [word],
    );
    await client.query("select index_config_items(100000)");
  });
  await page.goto(`/catalog?configType=${word}::Quay::Crane&sortBy=name&sortOrder=desc`);
  const search = page.getByRole("searchbox", { name: "Search for configs" });
  const found = page.locator("tbody [data-key]");

  // The search finds words of the document in any order, for this type only.
  await search.fill(`12mm ${word}wire`);
  await expectParam(page, "search", `12mm ${word}wire`);
  await expect(found).toHaveText([new RegExp(`^${word}-winch`), new RegExp(`^${word}-crane`)]);
  await expect(page.getByText("2 rows", { exact: true })).toBeVisible();
  expect(param(page, "configType")).toBe(`${word}::Quay::Crane`);
  expect(param(page, "sortOrder")).toBe("desc");

  // A filter narrows the search results.
  await found.getByRole("gridcell").filter({ hasText: "Jammed" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter by this value" }).click();
  await expectParam(page, "status", "Jammed:1");
  await expect(found).toHaveText([new RegExp(`^${word}-winch`)]);

  // The URL restores the same list. A part of a name is found; a word that no item contains is not.
  await page.reload();
  await expect(found).toHaveText([new RegExp(`^${word}-winch`)]);
  await expect(search).toHaveValue(`12mm ${word}wire`);
  await search.fill("how-win");
  await expectParam(page, "search", "how-win");
  await expect(found).toHaveText([new RegExp(`^${word}-winch`)]);
  await search.fill(`${word} anchor`);
  await expect(page.getByText("No config items")).toBeVisible();
});

test("CA-02 a group that is longer than a page continues on the next page, and unhealthy items come first", async ({
  page,
}) => {
  await inDatabase((client) =>
    client.query(
      `insert into config_items (type, config_class, name, health)
       select 'quoin::Buoy', 'Buoy', 'quoin-' || lpad(n::text, 2, '0'), case n % 2 when 0 then 'unhealthy' else 'healthy' end
       from   generate_series(1, 14) n`,
    ),
  );
  const [group, items] = [page.locator("tbody [aria-expanded]"), page.locator("tbody [data-key]:not([aria-expanded])")];
  await page.goto("/catalog?configType=quoin::Buoy&groupBy=health&pageSize=10");
  await expect(group).toHaveText([/^Unhealthy7/, /^Healthy3/]);
  await expect(items.first()).toContainText("quoin-02");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(group).toHaveText([/^Healthy4/]);
  await expect(items.first()).toContainText("quoin-07");
});

test("CA-02 a list is sorted by health across its pages: unhealthy items first, then warnings", async ({ page }) => {
  await inDatabase((client) =>
    client.query(
      `insert into config_items (type, config_class, name, health)
       select 'fender::Buoy', 'Buoy', 'fender-' || lpad(n::text, 2, '0'),
              case when n > 13 then null when n > 12 then 'warning' when n > 2 then 'unhealthy' else 'healthy' end
       from   generate_series(1, 15) n`,
    ),
  );
  const items = page.locator("tbody [data-key]");
  const numbers = (...list: number[]) => list.map((number) => new RegExp(`^fender-${String(number).padStart(2, "0")}`));
  await page.goto("/catalog?configType=fender::Buoy&pageSize=10");
  await expect(items).toHaveText(numbers(3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  await expect(page.getByText("1–10 of 15")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(items).toHaveText(numbers(13, 1, 2, 14, 15));
});

test("DA-121 the label filter lists a new label at once, without a reload", async ({ page }) => {
  const { word } = await makeYard("skiff");
  const label = `${word}-hull`;
  await page.goto(`/catalog?configType=${word}::Quay::Crane`);
  await expect(page.locator("tbody [data-key]").first()).toBeVisible();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("button", { name: /^Labels/ }).click();
  const offered = page.getByRole("radiogroup", { name: /^load:heavy$/ });
  const added = page.getByRole("radiogroup", { name: `${label}:oak`, exact: true });
  await expect(offered).toBeVisible();
  await expect(added).toHaveCount(0);

  // The page stays open while a scraper adds the label.
  await inDatabase((client) =>
    client.query("update config_items set labels = labels || jsonb_build_object($2::text, 'oak') where name = $1", [
      `${word}-crane`,
      label,
    ]),
  );
  await expect(added).toBeVisible();
});
