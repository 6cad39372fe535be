// This test starts its own server, because it disables applications, which other tests need.
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of 404/] });

let product: StartedProduct;
test.beforeAll(async () => {
  product = await startProduct({ PROPERTIES: "applications.disable=true" });
});
test.afterAll(() => product.stop());

test("AP-03 with the feature off, applications have no menu entry, no pages and no API", async ({ page, context }) => {
  const { cookies } = await stateOf("admin", product);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
  await page.goto(`${product.url}/catalog`);
  const entry = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  await expect(entry("Catalog")).toBeVisible();
  await expect(entry("Applications")).toHaveCount(0);
  for (const path of ["/applications", "/applications/new", "/applications/default/buoys"]) {
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole("heading", { name: /is switched off$/ })).toBeVisible();
  }
  for (const path of [
    "/api/application/default/buoys",
    "/api/application/default/buoys/export",
    "/api/db/applications",
  ])
    expect([path, (await context.request.get(`${product.url}${path}`)).status()]).toEqual([path, 404]);
});
