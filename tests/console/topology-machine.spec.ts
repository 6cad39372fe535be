// Tests that a new installation shows its own machine, and shows the cause after a part of the machine was stopped.
import { hostname } from "node:os";
import type { Page } from "@playwright/test";
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });
// The checks of a new installation run every 30 s.
test.describe.configure({ mode: "default", timeout: 300_000 });
const patient = { timeout: 120_000 };

let machine: StartedProduct;
test.beforeAll(async () => {
  machine = await startProduct({}, "tests/console/machine-process.ts");
});
test.afterAll(() => machine.stop());

test.beforeEach(async ({ context }) => {
  const { cookies } = await stateOf("admin", machine);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const node = (page: Page, name: string) => page.getByRole("group", { name: new RegExp(`^${name}, .*unhealthy`) });

test("SH-01 after the first start, / shows the machine; when a part stops, its card, its parents and the graph turn red, and the part is shown as the cause", async ({
  page,
  context,
}) => {
  const root = hostname();
  await page.goto(`${machine.url}/`);
  await expect(page).toHaveURL(`${machine.url}/topology`);
  await expect(card(page, root)).toBeVisible(patient);
  await card(page, root).getByRole("heading").getByRole("link").click();
  await expect(card(page, "Quarterdeck")).toHaveAttribute("data-health", "healthy", patient);
  await expect(card(page, "Disks")).toBeVisible();

  // A second window has the graph of the whole machine.
  const graph = await context.newPage();
  await graph.goto(`${machine.url}/topology?view=graph`);
  await expect(graph.getByRole("group", { name: new RegExp(`^${root},`) })).toBeVisible();

  machine.send("stop");
  await expect(card(page, "Quarterdeck")).toHaveAttribute("data-health", "unhealthy", patient);
  await expect(page.getByRole("main").getByText("Unhealthy", { exact: true }).first()).toBeVisible();
  for (const name of [root, "Quarterdeck", "Web interface"]) await expect(node(graph, name)).toBeVisible(patient);

  const why = page.getByRole("region", { name: "Why it is unhealthy" });
  await why.getByRole("button", { name: /^Why\?/ }).click();
  await expect(why.getByRole("link", { name: "Web interface" }).first()).toBeVisible(patient);
  await expect(why).toContainText("Web interface");

  await card(page, "Quarterdeck").getByRole("link", { name: "Web interface" }).click();
  await expect(card(page, "Web interface")).toHaveAttribute("data-health", "unhealthy");
});
