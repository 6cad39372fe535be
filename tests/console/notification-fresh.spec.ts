// Tests notifications of a new installation, with its own product: the first rule, a check that fails and recovers, and
// the messages that people with few rights see.
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { query, someone } from "./accounts.ts";
import { type Receiver, startReceiver } from "./a-receiver.ts";
import { axeFindings } from "./axe.ts";
import { expect, signedIn, test } from "./journey.ts";
import { people } from "./product.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.describe.configure({ mode: "serial" });

let own: StartedProduct;
let receiver: Receiver;
let gate: Server;

test.beforeAll(async () => {
  // The installation's own checks may fail on a busy machine, and would send messages as well.
  own = await startProduct({ WATCH_ITSELF: "false" });
  receiver = await startReceiver();
  gate = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(gate, "listening");
});

test.afterAll(async () => {
  gate.close();
  await receiver.stop();
  await own.stop();
});

async function visit(browser: Browser, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: own.url,
    storageState: await signedIn(email, own),
    reducedMotion: "reduce",
  });
  await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const inOwn = async (text: string, values: unknown[] = []) => (await query(text, values, own)).rows;
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const bellOf = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Notifications/ });

interface Received {
  id: string;
  title: string;
  purpose: string;
  event: string;
  actions: { label: string; url: string }[];
}
const received = () => receiver.bodies.map((body) => JSON.parse(body) as Received);

test("after adding one rule with a webhook in the form, a message arrives when a check fails and when it recovers", async ({
  browser,
}) => {
  const page = await visit(browser, people.admin.email, "/notifications");
  await page.getByRole("link", { name: "Add Notification Rule" }).click();
  const form = page.getByRole("dialog", { name: "Add Notification Rule" });
  await form.getByRole("textbox", { name: "Name" }).fill("the-first-rule");
  await form.getByRole("group", { name: "Checks" }).getByRole("checkbox", { name: "failed" }).check();
  await form.getByRole("radiogroup", { name: "Recipient kind" }).getByRole("radio", { name: "Others" }).check();
  await form.getByRole("radiogroup", { name: "Send to" }).getByRole("radio", { name: "Webhook" }).check();
  await form.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await form.getByLabel("Signing secret").fill("a-signing-secret");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notification added successfully", { exact: true })).toBeVisible();

  const { port } = gate.address() as AddressInfo;
  const created = await page.request.post("/api/db/canaries", {
    headers: { origin: own.url },
    data: { name: "sluice", spec: { schedule: "@every 1s", tcp: [{ name: "gate", endpoint: `127.0.0.1:${port}` }] } },
  });
  expect(created.status()).toBe(201);
  const status = async () => (await inOwn("select status from checks where name = 'gate'"))[0]?.["status"];
  await expect.poll(status).toBe("healthy");
  gate.close();
  await expect
    .poll(() => received().map(({ purpose, event }) => [purpose, event]))
    .toEqual([["problem", "check.failed"]]);
  gate.listen(port, "127.0.0.1");
  await expect
    .poll(() => received().map(({ purpose, event }) => [purpose, event]))
    .toEqual([
      ["problem", "check.failed"],
      ["resolved", "check.passed"],
    ]);
  expect(received()[0]!.title).toContain("gate");
  await page.context().close();
});

test("the messages of the check show the decisions and attempts, without the secret", async ({ browser }) => {
  const page = await visit(browser, people.admin.email, "/notifications");
  await row(page, "gate").getByRole("gridcell").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("gate");
  const sent = page.getByRole("row").filter({ hasText: "Sent" });
  await expect(sent).toHaveCount(2);
  await expect(sent.first()).toContainText("resolved");
  await sent.last().getByRole("gridcell").first().click();
  const details = page.getByRole("dialog", { name: "Notification Details" });
  await expect(details).toContainText("the-first-rule");
  const decision = details.getByRole("region", { name: "Decision" });
  await expect(decision.getByRole("listitem").first()).toContainText("the-first-rule");
  const attempts = details.getByRole("region", { name: "Attempts" });
  await attempts.getByRole("button", { name: /^1\. Delivered/ }).click();
  await expect(attempts.getByRole("region", { name: "Request" })).toContainText("POST");
  await expect(attempts.getByRole("region", { name: "Response, status 200" })).toContainText("thanks");
  await expect(details).not.toContainText("a-signing-secret");
  await expect(details.getByRole("region", { name: "Related messages" })).toContainText("Resolved message");
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

test("a message is sent again from its details, with the same id; a failed message needs no confirmation", async ({
  browser,
}) => {
  const [message] = await inOwn(
    "select id from notification_send_history where source_event = 'check.failed' and status = 'sent'",
  );
  const page = await visit(browser, people.admin.email, `/notifications?id=${message!["id"]}`);
  const details = page.getByRole("dialog", { name: "Notification Details" });
  const attempts = details.getByRole("region", { name: "Attempts" });
  receiver.isBroken = true;
  await details.getByRole("button", { name: "Redeliver" }).click();
  const question = page.getByRole("alertdialog", { name: "Send this message now?" });
  await expect(question).toContainText("receives it a second time.");
  await question.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("The message is sent again", { exact: true })).toBeVisible();
  await expect(attempts).toContainText("2. Refused");
  await expect(details.getByRole("region", { name: "Error", exact: true })).toBeVisible();
  receiver.isBroken = false;
  await details.getByRole("button", { name: "Redeliver" }).click();
  await expect(attempts).toContainText("3. Delivered");
  const ids = received().map(({ id }) => id);
  expect(ids.filter((id) => id === ids[0])).toHaveLength(3);
  await page.context().close();
});

test("NO-05 the silence link of a message opens the add page filled in, and the page previews the messages that the silence would have hidden", async ({
  browser,
}) => {
  const link = received()[0]!.actions.find(({ url }) => url.includes("/silences/add"));
  const { pathname, search } = new URL(link!.url);
  const page = await visit(browser, people.admin.email, pathname + search);
  const form = page.getByRole("form", { name: "Silence" });
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Silence gate");
  await expect(form.getByRole("radio", { name: /^gate/ })).toBeChecked();
  // The resolved message is never silenced.
  await expect(form.getByRole("region", { name: "Preview" })).toContainText("would have hidden 1 message in");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Silence gate")).toContainText("Active");

  const before = received().length;
  const { port } = gate.address() as AddressInfo;
  gate.close();
  const statuses = async () =>
    (await inOwn("select status from notification_send_history where source_event = 'check.failed' order by id")).map(
      ({ status }) => status,
    );
  await expect.poll(statuses).toEqual(["sent", "silenced"]);
  gate.listen(port, "127.0.0.1");
  expect(received()).toHaveLength(before);
  await page.goto("/notifications?status=silenced:1");
  await row(page, "gate").getByRole("gridcell").first().click();
  await row(page, "Silenced").getByRole("gridcell").first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Open silence" }).click();
  await expect(page.getByRole("dialog", { name: "Edit Silence" }).getByRole("textbox", { name: "Name" })).toHaveValue(
    "Silence gate",
  );
  await page.context().close();
});

test("recent events show the variables that filters can use", async ({ browser }) => {
  const [rule] = await inOwn("select id from notifications where name = 'the-first-rule'");
  const page = await visit(browser, people.admin.email, `/notifications/rules?id=${rule!["id"]}`);
  const tools = page.getByRole("complementary", { name: "Try the rule" });
  await tools.getByRole("radio", { name: "Recent events" }).check();
  await expect(tools.getByRole("combobox", { name: "Event" })).toContainText("check.failed");
  await expect(tools.getByRole("region", { name: "Variables" })).toContainText("gate");
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

test("messages to a person with quiet hours wait, and their details show until when", async ({ browser }) => {
  await inOwn(
    `insert into notification_preferences (person_id, time_zone, quiet_from, quiet_until)
     select id, 'UTC', (now() at time zone 'UTC' - interval '2 hours')::time, (now() at time zone 'UTC' + interval '2 hours')::time
     from people where email = $1`,
    [people.editor.email],
  );
  const page = await visit(browser, people.admin.email, "/notifications/rules?add=true");
  const form = page.getByRole("dialog", { name: "Add Notification Rule" });
  await form.getByRole("textbox", { name: "Name" }).fill("to-edith");
  await form.getByRole("group", { name: "Checks" }).getByRole("checkbox", { name: "failed" }).check();
  await form.getByRole("combobox", { name: "Person" }).fill("Edith");
  await page.getByRole("option", { name: /Edith Editor/ }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notification added successfully", { exact: true })).toBeVisible();
  const created = await page.request.post("/api/db/canaries", {
    headers: { origin: own.url },
    data: { name: "lock", spec: { schedule: "@every 1s", tcp: [{ name: "lock", endpoint: "127.0.0.1:1" }] } },
  });
  expect(created.status()).toBe(201);
  await page.goto("/notifications?search=lock");
  await expect(row(page, "lock").getByRole("img")).toHaveAccessibleName("Sent: 1, In progress: 1");
  await row(page, "lock").getByRole("gridcell").first().click();
  await row(page, "Pending").getByRole("gridcell").first().click();
  const details = page.getByRole("dialog", { name: "Notification Details" });
  await expect(details.getByRole("region", { name: "Decision" })).toContainText("Quiet hours");
  await expect(details).toContainText("Sends at");
  await page.context().close();
});

test("SH-24 AC-21 a viewer and a guest see the messages of the resources that they may see, without buttons to change anything", async ({
  browser,
}) => {
  const viewer = await someone("fresh-viewer", "viewer", own);
  const guest = await someone("fresh-guest", "guest", own);
  await inOwn(
    `insert into permissions (person_id, action, canary_id, deny)
     select p.id, 'read', c.id, true from people p, canaries c where p.email = $1 and c.name = 'sluice'`,
    [guest],
  );
  const sent = Number(
    (await inOwn("select count(*) from notification_send_history where status = 'sent'"))[0]!["count"],
  );
  const ofLock = Number(
    (
      await inOwn(
        `select count(*) from notification_send_history h join checks c on c.id = h.resource_id where c.name = 'lock' and h.status = 'sent'`,
      )
    )[0]!["count"],
  );
  expect(ofLock).toBeLessThan(sent);
  for (const [email, count, isWhole] of [
    [viewer, sent, true],
    [guest, ofLock, false],
  ] as const) {
    const page = await visit(browser, email, "/health");
    await expect(bellOf(page)).toHaveAccessibleName(new RegExp(`^Notifications ?, ${count} new$`));
    await bellOf(page).click();
    await expect(row(page, "lock")).toBeVisible();
    await expect(row(page, "gate")).toHaveCount(isWhole ? 1 : 0);
    await expect(bellOf(page)).toHaveAccessibleName("Notifications");
    await row(page, "lock").getByRole("gridcell").first().click();
    await row(page, "Sent").getByRole("gridcell").first().click();
    const details = page.getByRole("dialog", { name: "Notification Details" });
    await expect(details.getByRole("region", { name: "Decision" })).toBeVisible();
    for (const name of ["Redeliver", "Silence"]) {
      await expect(details.getByRole("button", { name })).toHaveCount(0);
      await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
    }
    await page.goto("/notifications/rules");
    await expect(row(page, "to-edith")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Notification Rule" })).toHaveCount(0);
    await page.goto("/notifications/silences");
    await expect(row(page, "Silence gate")).toHaveCount(isWhole ? 1 : 0);
    await expect(page.getByRole("link", { name: "Add Silence" })).toHaveCount(0);
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await page.context().close();
  }
});
