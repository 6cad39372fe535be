import pg from "pg";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";
import { openWire } from "./wire.ts";

test.use({ as: "admin" });

/** Inserts a job run that the page has not loaded. */
async function recordRun(name: string) {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  await client.query("insert into job_history (name, status) values ($1, 'SUCCESS')", [name]);
  await client.end();
}

const streams = (urls: string[]) => urls.filter((url) => url.endsWith("/api/events")).length;

test("SH-41 a page shows changes on the server, in all windows, over one stream", async ({ page, context }) => {
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto("/settings/system");
    await expect(window.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  }
  await expect.poll(() => streams(asked)).toBe(1);
  await recordRun("A run that nobody asked for");
  await expect(page.getByRole("gridcell", { name: "A run that nobody asked for" })).toBeVisible();
  await expect(other.getByRole("gridcell", { name: "A run that nobody asked for" })).toBeVisible();
  expect(streams(asked)).toBe(1);

  // The window with the stream closes, and the other window opens a stream.
  await page.close();
  await expect.poll(() => streams(asked)).toBe(2);
  await recordRun("A later run");
  await expect(other.getByRole("gridcell", { name: "A later run" })).toBeVisible();
});

test("a browser without shared locks opens one stream per window", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  await page.goto("/settings/system");
  await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
  await recordRun("A run without locks");
  await expect(page.getByRole("gridcell", { name: "A run without locks" })).toBeVisible();
});

test.describe("an interrupted connection", () => {
  test.use({ provoked: [/ERR_|status of 400/] });

  test("is reported and re-established, and missed changes are loaded", async ({ page }) => {
    const wire = await openWire(Number(new URL(product().url).port));
    await page.goto(`${wire.url}/settings/system`);
    await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
    await wire.cut();
    await expect(page.getByText(/Not live for \d+s/)).toBeVisible();
    await recordRun("A run during the gap");
    await wire.mend();
    await expect(page.getByRole("gridcell", { name: "A run during the gap" })).toBeVisible();
    await expect(page.getByText(/Not live for/)).toBeHidden();
    await wire.cut();
  });
});
