// Tests the list of messages, the messages of a resource, the details of a message, and the bell.
import type { Page } from "@playwright/test";
import { query, someone } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, signedIn, test } from "./journey.ts";
import { seedMessages } from "./some-messages.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const table = (page: Page) => page.getByRole("grid", { name: "Notifications", exact: true });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Notification Details" });
/** Each browser test uses its own resources, which it finds by name. */
const found = (word: string, more = "") => `/notifications?search=${word}${more}`;

test("NO-01 NO-10 the notifications page lists resources with their messages, filtered by name, status, type and deletion", async ({
  page,
}) => {
  const { word, config } = await seedMessages("anchor");
  await page.goto(found(word));
  await expect(page).toHaveTitle("Notifications | Quarterdeck");
  const tabs = page.getByRole("navigation", { name: "Notifications" }).getByRole("link");
  await expect(tabs).toHaveText(["Notifications", "Rules", "Silences"]);
  await expect(row(page, `${word}-check`)).toContainText("6");
  await expect(row(page, `${word}-check`)).toContainText(`${word} is down`);
  await expect(row(page, `${word}-check`).getByRole("img")).toHaveAccessibleName("Sent: 1, Error: 1, Suppressed: 4");
  await expect(row(page, `${word}-pod`)).toContainText("Crash Loop Back Off");
  expect(await axeFindings(page)).toEqual([]);

  // Skipped and silenced messages are left out by default.
  await expect(page.getByText("Skipped")).toBeVisible();
  await page.goto(found(word, "&status="));
  await expect(row(page, `${word}-check`).getByRole("img")).toHaveAccessibleName("Sent: 1, Error: 1, Suppressed: 6");
  await page.goto(found(word, "&status=digested:1"));
  await expect(row(page, `${word}-check`)).toBeVisible();
  await expect(row(page, `${word}-pod`)).toHaveCount(0);
  await page.goto(found(word, "&resource_type=config:1"));
  await expect(row(page, `${word}-pod`)).toBeVisible();
  await expect(row(page, `${word}-check`)).toHaveCount(0);

  await query("update config_items set deleted_at = now() where id = $1", [config]);
  await page.goto(found(word));
  await expect(row(page, `${word}-check`)).toBeVisible();
  await expect(row(page, `${word}-pod`)).toHaveCount(0);
  await page.getByRole("button", { name: "Deleted resources" }).click();
  await expect(page).toHaveURL(/deleted=yes/);
  await expect(row(page, `${word}-pod`)).toContainText("Deleted");

  await page.goto("/notifications?search=nothing-is-called-this");
  await expect(page.getByText("No notifications")).toBeVisible();
  await expect(table(page)).toBeVisible();
});

test("NO-10 the list has pages", async ({ page }) => {
  const { word } = await seedMessages("bollard");
  await page.goto(found(word, "&pageSize=1"));
  await expect(row(page, `${word}-pod`)).toBeVisible();
  await expect(row(page, `${word}-check`)).toHaveCount(0);
  await page.goto(found(word, "&pageSize=1&pageIndex=1"));
  await expect(row(page, `${word}-check`)).toBeVisible();
});

test("NO-03 a row opens the messages of the resource, and each message its details", async ({ page }) => {
  const { word, check, messages } = await seedMessages("capstan");
  await page.goto(found(word));
  await row(page, `${word}-check`).getByRole("gridcell").first().click();
  await expect(page).toHaveURL(new RegExp(`/notifications/resource/${check}\\?search=${word}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word}-check`);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link")).toHaveText(["Notifications"]);
  const rows = page.getByRole("row").filter({ hasText: "Ada" });
  await expect(rows).toHaveCount(3);
  await expect(row(page, "Digested")).toContainText("x4 over");
  expect(await axeFindings(page)).toEqual([]);

  await row(page, "Error").first().getByRole("gridcell").first().click();
  await expect(page).toHaveURL(new RegExp(`id=${messages["error"]}`));
  const details = dialog(page);
  await expect(details).toContainText(`${word}-rule`);
  await expect(details).toContainText("via email");
  const steps = details.getByRole("region", { name: "Decision" }).getByRole("listitem");
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText(`The rule ${word}-rule listens to check.failed.`);
  await expect(details.getByRole("region", { name: "Error", exact: true })).toContainText("channel_not_found");
  const attempts = details.getByRole("region", { name: "Attempts" });
  await expect(attempts).toContainText("1. Failed");
  await attempts.getByRole("button", { name: /^2\. Refused/ }).click();
  await expect(attempts.getByRole("region", { name: "Request" })).toContainText("authorization: Bearer ***");
  await expect(attempts.getByRole("region", { name: "Response, status 200" })).toContainText('{"ok":false}');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(page).not.toHaveURL(/id=/);
});

test.describe("with links to missing rows", () => {
  test.use({ provoked: [/status of 404/] });

  test("the details of a silenced message link to the silence, and the details of a sent message show the body", async ({
    page,
  }) => {
    const { word, messages, silence } = await seedMessages("davit");
    await page.goto(`/notifications?id=${messages["silenced"]}`);
    const step = dialog(page).getByRole("region", { name: "Decision" }).getByRole("listitem").last();
    await expect(step).toContainText("A silence applies to the check.");
    await step.getByRole("link", { name: "Open silence" }).click();
    await expect(page).toHaveURL(new RegExp(`/notifications/silences\\?id=${silence}`));
    await expect(page.getByRole("dialog", { name: "Edit Silence" })).toBeVisible();

    await page.goto(`/notifications?id=${messages["sent"]}`);
    const body = dialog(page).getByRole("region", { name: "Body" });
    await expect(body.locator("b")).toHaveText("down");
    await dialog(page)
      .getByRole("link", { name: `${word}-rule` })
      .click();
    await expect(page.getByRole("dialog", { name: "Edit Notification Rule" })).toBeVisible();

    await page.goto("/notifications?id=0197a000-0000-7000-8000-00000000dead");
    await expect(dialog(page)).toContainText("This message does not exist");
  });
});

test.describe("for a person who may see only some resources", () => {
  test.use({ as: undefined });

  test("SH-24 the bell counts the new messages that the person may see, live, until the notifications are opened", async ({
    browser,
    baseURL,
  }) => {
    const { word, check, config, rule } = await seedMessages("fender");
    const email = await someone("fender-watch", "viewer");
    await query(
      `insert into permissions (person_id, action, config_id, deny) values ((select id from people where email = $1), 'read', $2, true)`,
      [email, config],
    );
    await query(
      `insert into notification_readers (person_id, seen_at) values ((select id from people where email = $1), now())`,
      [email],
    );
    const context = await browser.newContext({ storageState: await signedIn(email), baseURL: baseURL! });
    await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
    const page = await context.newPage();
    await page.goto("/health");
    const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName("Notifications");
    const send = (resource: string, event: string) =>
      query(
        `insert into notification_send_history (notification_id, status, source_event, resource_id) values ($1, 'sent', $2, $3)`,
        [rule, event, resource],
      );
    // Other browser tests send messages at the same time, so the count may be higher.
    await send(config, "config.unhealthy");
    await send(check, "check.failed");
    await expect(bell).toHaveAccessibleName(/, (?:\d+|more than 99) new$/);
    await bell.click();
    await expect(page).toHaveURL(/\/notifications$/);
    await page.goto(found(word));
    await expect(row(page, `${word}-check`)).toBeVisible();
    await expect(row(page, `${word}-pod`)).toHaveCount(0);
    await context.close();
  });
});

test("on a phone a row shows the resource, its state and the reason", async ({ page }) => {
  const { word } = await seedMessages("gangway");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(found(word));
  await expect(row(page, `${word}-check`)).toContainText(`${word} is down`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await row(page, `${word}-check`).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word}-check`);
  await row(page, "Sent").first().getByRole("gridcell").first().click();
  await expect(dialog(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test.describe("with a failing server", () => {
  test.use({ still: true, provoked: [/status of 500/] });

  test("an error of the list shows what failed and can be retried", async ({ page }) => {
    let isBroken = true;
    await page.route("**/api/notification/summary", (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { id: "internal", error: "The ledger is closed." } })
        : route.continue(),
    );
    await page.goto("/notifications");
    await expect(page.getByRole("heading", { name: "The ledger is closed." })).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: /retry|try again/i }).click();
    await expect(table(page)).toBeVisible();
  });
});
