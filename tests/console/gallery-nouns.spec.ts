import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./gallery.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const state = (page: Page, slug: string) => page.locator(`section[data-state=${slug}]`);

test.describe("untrusted text", () => {
  // The text is sanitised in a separate, inert document, but violations of the content policy are still logged.
  test.use({ provoked: [/violates the following Content Security Policy/] });
  for (const slug of ["hostile", "hostile-markdown"]) {
    test(`FM-14 is sanitised before it is shown: ${slug}`, async ({ page }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`/_gallery/text/${slug}`);
      await page.getByRole("button", { name: "Show" }).click();
      const shown = page.locator(".prose");
      await expect(shown).toContainText("Harmless text is kept.");
      expect(await page.evaluate(() => (window as { hacked?: unknown }).hacked)).toBeUndefined();
      await expect(
        shown.locator("script, style, iframe, object, form, input, button, svg, math, meta, base, img"),
      ).toHaveCount(0);
      const attributes = await shown
        .locator("*")
        .evaluateAll((elements) => [...new Set(elements.flatMap((element) => element.getAttributeNames()))]);
      expect(attributes.filter((name) => !["href", "target", "rel", "open", "title"].includes(name))).toEqual([]);
      const links = await shown
        .locator("a[href]")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      expect(links.filter((href) => !href.startsWith("https:"))).toEqual([]);
      expect(asked.filter((url) => url.includes("example.org"))).toEqual([]);
      await expect(page.locator("body")).toBeVisible();
    });
  }

  test("keeps its formatting, and its links open a new tab", async ({ page }) => {
    await page.goto("/_gallery/text/markdown");
    const shown = page.locator(".prose");
    await expect(shown.getByRole("heading", { name: "Restart the payment service" })).toBeVisible();
    await expect(shown.getByRole("cell", { name: "Restart" })).toBeVisible();
    const link = shown.getByRole("link", { name: "the runbook" });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
    // Loading an external image would reveal the reader to the image's server.
    await expect(shown.getByRole("link", { name: "Graph" })).toHaveAttribute("href", "https://example.org/graph.png");
  });
});

test("FM-12 a long name is truncated in the middle, and copied in full", async ({ page }) => {
  await page.goto("/_gallery/text/cut-in-the-middle-and-at-the-end");
  const name = page.locator("[title^='arn:']").first();
  const part = name.locator("[data-part]");
  await expect(part).toHaveAttribute("data-part", /^arn:[^…]+…[^…]*9ac2f1d0$/);
  // The text fits and fills its space: less than the width of two letters is left.
  const { whole, shown } = await part.evaluate((element) => {
    const probe = element.parentElement!.cloneNode() as HTMLElement;
    probe.textContent = (element as HTMLElement).dataset["part"]!;
    Object.assign(probe.style, { position: "absolute", maxWidth: "none" });
    element.parentElement!.after(probe);
    const width = probe.getBoundingClientRect().width;
    probe.remove();
    return { whole: element.clientWidth, shown: width };
  });
  expect(shown).toBeLessThanOrEqual(whole + 1);
  expect(shown).toBeGreaterThan(whole - 24);
  const selected = await name.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(selected).toMatch(/^arn:aws:eks:.*9ac2f1d0$/);
});

test("WG-59 WG-60 WG-61 tags are shown in order in one row, and the hidden tags on request", async ({ page }) => {
  await page.goto("/_gallery/tags");
  const tags = state(page, "more-than-one-row");
  await expect(tags.getByRole("listitem").first()).toHaveText("Account:123456789012");
  // Truncated tags cannot be focused.
  const shown = await tags.getByRole("listitem").count();
  expect(shown).toBeLessThan(10);
  await expect(tags.getByRole("button", { name: `+${10 - shown} more` })).toBeVisible();
  expect((await tags.getByRole("list").boundingBox())?.height).toBe(20);
  await tags.getByRole("button", { name: /^\+\d more$/ }).click();
  expect((await tags.getByRole("list").boundingBox())?.height).toBeGreaterThan(40);
  const names = await tags.getByRole("listitem").allTextContents();
  expect(names.map((tag) => tag.split(":")[0])).toEqual([
    "Account",
    "namespace",
    "name",
    "app.kubernetes.io/part-of",
    "cluster",
    "node.kubernetes.io/instance-type",
    "owner",
    "team",
    "tier",
    "zone",
  ]);
  await tags.getByRole("button", { name: "Show less" }).click();
  expect((await tags.getByRole("list").boundingBox())?.height).toBe(20);
  await expect(state(page, "a-few").getByRole("button")).toHaveCount(0);
});

test("WG-43 avatars have four sizes and at most two initials", async ({ page }) => {
  await page.goto("/_gallery/avatar/initials");
  const drawn = page.locator("[data-initials]");
  const widths = await drawn.evaluateAll((all) => [...new Set(all.map((item) => item.getBoundingClientRect().width))]);
  expect(widths).toEqual([20, 24, 32, 48]);
  const initials = await drawn.evaluateAll((all) => all.map((item) => item.getAttribute("data-initials") ?? ""));
  expect(initials.filter((letters) => [...letters].length > 2)).toEqual([]);
});

test("technology icons are images loaded on demand, not script", async ({ page }) => {
  const fetched: string[] = [];
  page.on("response", (response) => fetched.push(`${response.status()} ${new URL(response.url()).pathname}`));
  await page.goto("/_gallery/technology-icon/source-spellings");
  await expect.poll(() => fetched.filter((line) => /\/assets\/(?!favicon).*\.svg$/.test(line)).length).toBe(3);
  expect(fetched.filter((line) => line.endsWith(".svg") && !line.startsWith("200"))).toEqual([]);
  expect(fetched.some((line) => /\/marks-[\w-]+\/postgresql\.svg$/.test(line))).toBe(true);
});

test("a link's card appears on hover and on focus, stays open under the pointer, and closes on Escape", async ({
  page,
}) => {
  await page.goto("/_gallery/resource-link");
  const link = page.getByRole("link", { name: "checkout-service", exact: true });
  const card = page.locator("[popover]");
  await link.hover();
  await expect(card).toContainText("namespace:production");
  expect(await axeFindings(page)).toEqual([]);
  await card.hover();
  await expect(card).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.getByRole("link", { name: "With a card" }).focus();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect(card).toContainText("Healthy");
});

test.describe("the data viewer", () => {
  const viewer = (page: Page) => page.getByRole("figure", { name: "Deployment" });

  test("shows YAML or JSON and folds", async ({ page }) => {
    await page.goto("/_gallery/data-viewer/an-object");
    await expect(viewer(page)).toContainText("replicas: 3");
    await viewer(page).getByRole("button", { name: "Line 3 and the lines inside it" }).click();
    await expect(viewer(page)).not.toContainText("namespace: production");
    await viewer(page).getByRole("button", { name: "JSON" }).click();
    await expect(viewer(page)).toContainText('"replicas": 3');
  });

  test("finds words, shows their number, and moves between them with Enter", async ({ page }) => {
    await page.goto("/_gallery/data-viewer/an-object");
    const search = viewer(page).getByLabel("Search in Deployment");
    await search.fill("CHECKOUT");
    await expect(viewer(page).getByRole("status")).toHaveText("1 of 4");
    await search.press("Enter");
    await expect(viewer(page).getByRole("status")).toHaveText("2 of 4");
    await search.press("Shift+Enter");
    await search.press("Shift+Enter");
    await expect(viewer(page).getByRole("status")).toHaveText("4 of 4");
    await search.fill("nowhere");
    await expect(viewer(page).getByRole("status")).toHaveText("No match");
  });

  test("renders only the visible part of ten thousand lines, and finds the last line", async ({ page }) => {
    await page.goto("/_gallery/data-viewer/ten-thousand-lines");
    const huge = page.getByRole("figure", { name: "Huge" });
    await expect(huge.getByText("key0: value 0")).toBeVisible();
    expect(await huge.locator("code").count()).toBeLessThan(150);
    await huge.getByLabel("Search in Huge").fill("value 9999");
    await expect(huge.getByText("key9999: value 9999")).toBeInViewport();
    expect(await huge.locator("code").count()).toBeLessThan(150);
  });
});

test.describe("the diff viewer", () => {
  const viewer = (page: Page) => page.getByRole("figure", { name: "Deployment/checkout" });

  test("shows one or two columns, and unchanged lines on request", async ({ page }) => {
    await page.goto("/_gallery/diff-viewer");
    const added = viewer(page).getByText("replicas: 12");
    const removed = viewer(page).getByText("replicas: 3");
    const [left, right] = [await removed.boundingBox(), await added.boundingBox()];
    expect(right?.y).toBe(left?.y);
    await viewer(page).getByRole("button", { name: "Inline" }).click();
    expect((await added.boundingBox())?.y).toBeGreaterThan((await removed.boundingBox())?.y ?? 0);
    await expect(viewer(page)).not.toContainText("kind: Deployment");
    await viewer(page)
      .getByRole("button", { name: /^Show \d unchanged lines/ })
      .first()
      .click();
    await expect(viewer(page)).toContainText("kind: Deployment");
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await expect(viewer(page).getByRole("button", { name: "Inline" })).toHaveAttribute("aria-pressed", "true");
  });
});

test("a chart is rendered, has a description, and reacts to the pointer and the theme", async ({ page }) => {
  await page.goto("/_gallery/chart/time-series");
  const chart = page.getByRole("img", { name: /^Latency, .*95th percentile: \d+ms to \d+ms/ });
  const canvas = chart.locator("canvas");
  await expect(canvas).toBeVisible();
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText(/^2026-11-1\d \d\d:\d\d:\d\d$/)).toBeVisible();
  const before = await canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await expect.poll(() => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL())).not.toBe(before);
  const legend = page.getByRole("button", { name: /^97th percentile/ });
  await expect(legend).toHaveAttribute("aria-pressed", "true");
  await legend.click();
  await expect(legend).toHaveAttribute("aria-pressed", "false");
});
