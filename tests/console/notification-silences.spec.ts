// Tests the page to add a silence with its preview, recurring silences, and silences that matched nothing.
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { seedMessages } from "./some-messages.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const previewOf = (page: Page) => page.getByRole("region", { name: "Preview" });

/** Stores messages about a catalog item, and returns their ids. */
async function send(count: number, resource: string, { days = 1, purpose = "event" } = {}): Promise<string[]> {
  const { rows } = await query(
    `insert into notification_send_history (status, source_event, resource_id, purpose, created_at, first_observed)
     select 'sent', 'config.unhealthy', $1, $3, moment, moment
     from   generate_series(1, $2) n, lateral (select now() - $4 * interval '1 day' - n * interval '1 minute' as moment) at
     returning id`,
    [resource, count, purpose, days],
  );
  return rows.map(({ id }) => id!);
}

test("NO-05 DA-92 the preview shows the 37 messages that the silence would have hidden", async ({ page }) => {
  const { word, config, cluster } = await seedMessages("upperdeck");
  await query("delete from notification_send_history where resource_id = $1", [config]);
  const [sibling] = (
    await query(
      `insert into config_items (name, type, config_class, parent_id, path) values ($1, 'Kubernetes::Pod', 'Pod', $2, $3) returning id`,
      [`${word}-sibling`, cluster, cluster],
    )
  ).rows;
  const { config: stranger } = await seedMessages("upperdeck-other");
  const hidden = [
    ...(await send(25, config)),
    ...(await send(11, sibling!["id"]!, { days: 14 })),
    ...(await send(1, cluster)),
  ];
  // Old messages, resolved messages and messages about other resources are not counted.
  await send(3, config, { days: 16 });
  await send(2, config, { purpose: "resolved" });
  await send(4, stranger);

  const requested = page.waitForRequest((request) => request.url().includes(`id=${cluster}&`));
  await page.goto(`/notifications/silences/add?config_id=${config}`);
  await expect(previewOf(page)).toContainText("This silence would have hidden 25 messages in the last 15 days.");
  const form = page.getByRole("form", { name: "Silence" });
  await form.getByRole("radio", { name: new RegExp(`${word}-cluster`) }).check();
  await expect(previewOf(page)).toContainText("This silence would have hidden 37 messages in the last 15 days.");
  await expect(previewOf(page).getByRole("listitem")).toHaveCount(11);
  await expect(previewOf(page).getByRole("listitem").last()).toHaveText("and 27 more");
  const all = new URL((await requested).url());
  all.searchParams.set("limit", "1000");
  const listed = (await (await page.request.get(all.href)).json()) as { id: string }[];
  expect(listed.map(({ id }) => id).sort()).toEqual(hidden.sort());
  expect(await axeFindings(page)).toEqual([]);

  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Silence added successfully");
  await expect(page).toHaveURL(/\/notifications\/silences/);
  await page.goto(`/notifications/silences?search=${word}-pod`);
  await expect(row(page, `Silence ${word}-pod`)).toContainText("Active");
  await expect(row(page, `Silence ${word}-pod`)).toContainText(`${word}-cluster`);
  await row(page, `Silence ${word}-pod`).getByRole("gridcell", { name: "Active" }).click();
  await expect(previewOf(page)).toContainText("This silence would have hidden 37 messages");
});

test("the preview shows the error in a filter, and is updated while the filter is typed", async ({ page }) => {
  const { word } = await seedMessages("vang");
  await page.goto("/notifications/silences/add");
  await expect(previewOf(page)).toContainText("Choose a resource, a filter or selectors");
  const filter = page.locator("[data-expression=cel] .cm-content");
  await filter.fill(`check.name == "${word}-check"`);
  await expect(previewOf(page)).toContainText("would have hidden 8 messages");
  await filter.fill(`check.name == "${word}-check" && check.severity == "low"`);
  await expect(previewOf(page)).toContainText("would have hidden 0 messages");
});

test.describe("with a wrong filter", () => {
  test.use({ provoked: [/status of 400/] });

  test("the preview and the server reject the filter, and the input is kept", async ({ page }) => {
    await page.goto("/notifications/silences/add");
    const form = page.getByRole("form", { name: "Silence" });
    await form.getByRole("textbox", { name: "Name" }).fill("wrong-filter");
    await form.locator("[data-expression=cel] .cm-content").fill("check.name ==");
    await expect(previewOf(page).getByRole("alert")).toBeVisible();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert").last()).toBeVisible();
    await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("wrong-filter");
    const { rows } = await query("select from notification_silences where name = 'wrong-filter'");
    expect(rows).toHaveLength(0);
  });
});

test("a recurring silence is added with its schedule and time zone, and listed as recurring", async ({ page }) => {
  const { word, config } = await seedMessages("warp");
  await page.goto(`/notifications/silences/add?config_id=${config}`);
  const form = page.getByRole("form", { name: "Silence" });
  await form.getByRole("radio", { name: "Recurring" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("This field is required")).toBeVisible();
  await form.getByRole("combobox", { name: "Begins" }).fill("0 2 * * 0");
  await form.getByLabel("Lasts (minutes)").fill("90");
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Silence added successfully");
  await page.goto(`/notifications/silences?search=${word}&state=recurring`);
  await expect(row(page, `Silence ${word}-pod`)).toContainText("Recurring");
  await expect(row(page, `${word}-silence`)).toHaveCount(0);
  const { rows } = await query(
    "select schedule, duration_minutes, time_zone, until from notification_silences where name = $1",
    [`Silence ${word}-pod`],
  );
  expect(rows[0]).toMatchObject({
    schedule: "0 2 * * 0",
    duration_minutes: 90,
    time_zone: "Europe/Berlin",
    until: null,
  });
});

test("silences that matched nothing for 14 days are marked and can be filtered", async ({ page }) => {
  const { word, config } = await seedMessages("windlass");
  await query(
    `insert into notification_silences (name, config_id, created_at, updated_at, source)
     values ($1, $2, now() - interval '20 days', now() - interval '20 days', 'UI')`,
    [`${word}-forgotten`, config],
  );
  await page.goto(`/notifications/silences?search=${word}&state=unmatched`);
  await expect(row(page, `${word}-forgotten`)).toContainText("No match");
  await expect(row(page, `${word}-silence`)).toHaveCount(0);
});

test("a silence created with amtool shows its matchers and author", async ({ page }) => {
  await query(
    `insert into notification_silences (name, matchers, author, until, source)
     values ('wheelhouse-alert', '[{"name":"alertname","value":"DiskFull","isRegex":false,"isEqual":true},{"name":"host","value":"db-.*","isRegex":true,"isEqual":false}]', 'ops on wheelhouse', now() + interval '1 hour', 'UI')`,
  );
  await page.goto("/notifications/silences?search=wheelhouse");
  await expect(row(page, "wheelhouse-alert")).toContainText("alertname=DiskFull, host!~db-.*");
  await expect(row(page, "wheelhouse-alert")).toContainText("ops on wheelhouse");
});
