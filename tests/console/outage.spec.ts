// Tests that the database becomes unavailable while pages are open: the connection is cut, or the database stops
// responding.
import pg from "pg";
import { expect, stateOf, test } from "./journey.ts";
import { product } from "./product.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";
import { openWire, type Wire } from "./wire.ts";

test.use({ provoked: [/ERR_|Failed to load|status of (50\d|400)/] });
test.describe.configure({ mode: "serial" });

let wire: Wire;
let own: StartedProduct;

test.beforeAll(async () => {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  await client.query("create database outage");
  await client.end();
  const url = new URL(product().databaseUrl);
  wire = await openWire(Number(url.port));
  url.port = String(wire.port);
  url.pathname = "/outage";
  own = await startProduct({ DATABASE_URL: url.href });
});
test.afterAll(async () => {
  await wire?.mend();
  await own?.stop();
  await wire?.cut();
});

const pages = ["/health", "/catalog", "/catalog/changes", "/settings/users", "/settings/jobs", "/settings/system"];

for (const [how, stop] of [
  ["refuses connections", () => wire.cut()],
  ["does not answer", async () => wire.hold()],
] as const)
  test(`every page shows that the database ${how}, and recovers without a reload`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: own.url, storageState: await stateOf("admin", own) });
    await context.addInitScript(() => localStorage.setItem("signedIn", "true"));
    const open = await Promise.all(
      pages.map(async (path) => {
        const page = await context.newPage();
        await page.goto(path);
        await expect(page.getByRole("grid").or(page.getByRole("treegrid")).first()).toBeVisible();
        return page;
      }),
    );
    const notice = /The database (cannot be reached|accepts connections|did not answer)/;
    const startedAt = Date.now();
    await stop();
    for (const page of open) await expect(page.getByRole("alert").filter({ hasText: notice }).first()).toBeVisible();
    test.info().annotations.push({ type: "outage shown", description: `after ${Date.now() - startedAt} ms` });
    // A page opened during the outage has no data and shows the error page.
    const late = await context.newPage();
    await late.goto("/settings/jobs");
    await expect(late.getByRole("button", { name: "Try again" })).toBeVisible();
    await expect(late.getByText(/Retrying automatically\. Last try at [\d:]+\./)).toBeVisible();
    // The reason is in the notice above the page, and not repeated in the page.
    await expect(late.getByText(notice)).toHaveCount(1);

    await wire.mend();
    for (const page of open) await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(late.getByRole("grid")).toBeVisible();
    await expect(late.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await context.close();
  });
