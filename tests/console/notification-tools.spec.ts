// Tests the tools around rules: a test message, the preview of a rule, and "Who is notified?".
import { makeFleet } from "./a-fleet.ts";
import { startReceiver } from "./a-receiver.ts";
import { query } from "./accounts.ts";
import { seedItem } from "./an-item.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { seedMessages } from "./some-messages.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

test("a test of an unsaved rule shows the raw exchange with the secret masked", async ({ page }) => {
  const receiver = await startReceiver();
  await page.goto("/notifications/rules?add=true");
  const form = page.getByRole("dialog", { name: "Add Notification Rule" });
  const tools = form.getByRole("complementary", { name: "Try the rule" });
  await tools.getByRole("radio", { name: "Test" }).check();
  await expect(tools).toContainText("Choose a recipient first.");
  await form.getByRole("textbox", { name: "Name" }).fill("quarter-webhook");
  await form.getByRole("group", { name: "Checks" }).getByRole("checkbox", { name: "failed" }).check();
  await form.getByRole("radiogroup", { name: "Recipient kind" }).getByRole("radio", { name: "Others" }).check();
  await form.getByRole("radiogroup", { name: "Send to" }).getByRole("radio", { name: "Webhook" }).check();
  await form.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await form.getByLabel("Signing secret").fill("a-signing-secret");
  await tools.getByRole("button", { name: "Send a test" }).click();
  await expect(tools.getByRole("status")).toContainText("Delivered to");
  await expect(tools.getByRole("region", { name: /^Request/ })).toContainText("POST");
  await expect(tools.getByRole("region", { name: /^Response/ })).toContainText("thanks");
  await expect(tools).not.toContainText("a-signing-secret");
  expect(receiver.bodies).toHaveLength(1);
  expect(await axeFindings(page)).toEqual([]);

  receiver.isBroken = true;
  await tools.getByRole("button", { name: "Send a test" }).click();
  await expect(tools.getByRole("status")).toContainText("Failed to");
  await expect(tools.getByRole("region", { name: /^Response, status 400/ })).toContainText("not here");
  await receiver.stop();
});

test("the preview shows the title and body for a chosen resource, and why a filter excludes it", async ({ page }) => {
  const { word, rule } = await seedMessages("rudder");
  await query("update notifications set title = 'Look at {{ .check.name }}', filter = null where id = $1", [rule]);
  await page.goto(`/notifications/rules?id=${rule}`);
  const form = page.getByRole("dialog", { name: "Edit Notification Rule" });
  await form.getByRole("combobox", { name: "Preview for" }).fill(`${word}-check`);
  await page.getByRole("option", { name: new RegExp(`${word}-check`) }).click();
  const preview = form.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("The rule sends this message.");
  await expect(preview).toContainText(`Look at ${word}-check`);
  await form.locator("[data-expression=cel] .cm-content").fill("check.name == 'another'");
  await expect(preview).toContainText("because the filter is false");
  expect(await axeFindings(page)).toEqual([]);
});

test("the pages of a check, a catalog item and a component show who is notified about the resource", async ({
  page,
}) => {
  const { word, check } = await seedMessages("yardarm");
  const item = await seedItem("yardarm-item");
  const { ids } = await makeFleet("yardarm");
  await query(
    `insert into notifications (name, events, filter, person_id, source)
     select $1 || name, '{check.failed,config.unhealthy,component.unhealthy}', filter, (select id from people where email = 'admin@example.org'), 'UI'
     from   (values ('-all', null), ('-never', 'false')) as v(name, filter)`,
    [word],
  );
  const panel = page.getByRole("region", { name: "Who is notified?" }).filter({ hasText: "Messages" });
  const applying = panel.getByRole("listitem").filter({ hasText: `${word}-all` });
  await page.goto(`/health/checks/${check}?checkTab=notifications`);
  await expect(applying.first()).toContainText("Applies");
  await expect(applying.first()).toContainText("Administrator");
  await expect(panel.getByRole("listitem").filter({ hasText: `${word}-never` })).toContainText("The filter is false.");
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole("link", { name: "Silence" }).click();
  await expect(page).toHaveURL(new RegExp(`/notifications/silences/add\\?check_id=${check}`));
  await page.goto(`/catalog/${item.id}/notifications`);
  await expect(applying.first()).toContainText("Administrator");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/topology/${ids.fleet}?panel=who-is-notified%3F`);
  await expect(applying.first()).toContainText("Administrator");
});

test("a message connection has a tab that sends a test", async ({ page }) => {
  const receiver = await startReceiver();
  const { rows } = await query(
    `insert into connections (name, namespace, type, url, source) values ('zenith-hook', 'default', 'generic_webhook', $1, 'UI') returning id`,
    [receiver.url],
  );
  await page.goto(`/settings/connections?id=${rows[0]!["id"]}&tab=send-a-test`);
  const dialog = page.getByRole("dialog", { name: "zenith-hook" });
  await dialog.getByRole("button", { name: "Send a test" }).click();
  await expect(dialog.getByRole("status")).toContainText("Delivered to");
  expect(receiver.bodies).toHaveLength(1);
  await receiver.stop();
});

test("on a phone the tab titles are complete, and the header buttons have no labels", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, title, action] of [
    ["/notifications/rules", "Rules", "Add Notification Rule"],
    ["/notifications/silences", "Silences", "Add Silence"],
  ] as const) {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1, name: title });
    await expect(heading).toBeVisible();
    const add = page.getByRole("banner").getByRole(path.endsWith("rules") ? "button" : "link", { name: action });
    const [text, button] = [(await heading.boundingBox())!, (await add.boundingBox())!];
    expect(button.width).toBeLessThan(60);
    expect(text.x + text.width).toBeLessThanOrEqual(button.x);
    expect(
      await heading.evaluate((node) => node.firstElementChild!.scrollWidth <= node.firstElementChild!.clientWidth),
    ).toBe(true);
  }
  await page.goto("/notifications/preferences");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My channels");
  await expect(page.getByRole("navigation", { name: "Notifications" })).toHaveCount(0);
});
