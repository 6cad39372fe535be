import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { colourOf, expect, test } from "./gallery.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const dialog = (page: Page) => page.getByRole("dialog");
const widthOf = async (page: Page) => Math.round((await dialog(page).boundingBox())?.width ?? 0);

test.describe("a dialog", () => {
  test("WG-40 WG-42 has five sizes, which depend on the width of the window", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    const windows = [390, 768, 1024, 1280, 1600];
    const sizes = {
      "very-small": [371, 440, 440, 440, 440],
      small: [390, 560, 600, 640, 800],
      medium: [390, 600, 720, 850, 1000],
      large: [390, 680, 900, 1000, 1240],
      full: [390, 691, 1000, 1200, 1500],
    };
    for (const [size, widths] of Object.entries(sizes)) {
      await page.setViewportSize({ width: 1600, height: 900 });
      await page.getByRole("button", { name: size, exact: true }).click();
      await expect(dialog(page)).toHaveAttribute("data-size", size);
      for (const [index, width] of windows.entries()) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => widthOf(page), `${size} at ${width}`).toBe(widths[index]);
      }
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toBeHidden();
    }
  });

  test("WG-41 has a button that maximises and restores it", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    await page.getByRole("button", { name: "small", exact: true }).click();
    await expect.poll(() => widthOf(page)).toBe(640);
    await page.getByRole("button", { name: "Expand" }).click();
    await expect.poll(() => widthOf(page)).toBe(1200);
    expect((await dialog(page).boundingBox())?.height).toBe(720);
    await page.getByRole("button", { name: "Restore size" }).click();
    await expect.poll(() => widthOf(page)).toBe(640);
  });

  test("traps focus, closes on Escape and by a click outside, and restores focus", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    const opener = page.getByRole("button", { name: "small", exact: true });
    await opener.press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      // At the end, focus passes a guard element before it returns to the beginning.
      await expect.poll(() => dialog(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await page.mouse.click(20, 400);
    await expect(dialog(page)).toBeHidden();
    await opener.click();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(dialog(page)).toBeHidden();
  });

  test("SH-28 links to the documentation in a new tab", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    await page.getByRole("button", { name: "small", exact: true }).click();
    const docs = dialog(page).getByRole("link", { name: "Documentation, opens in a new tab" });
    await expect(docs).toHaveAttribute("target", "_blank");
    await expect(docs).toHaveAttribute("rel", /noopener/);
  });

  test("scrolls inside if its content is long", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    await page.getByRole("button", { name: "Long", exact: true }).click();
    await expect(dialog(page)).toBeVisible();
    expect((await dialog(page).boundingBox())?.height).toBeLessThanOrEqual(721);
    await expect(dialog(page).getByRole("button", { name: "Save" })).toBeInViewport();
    await dialog(page).getByText("Line 60").scrollIntoViewIfNeeded();
    await expect(dialog(page).getByText("Line 60")).toBeInViewport();
  });
});

test("a drawer opens at the right edge and closes on Escape", async ({ page }) => {
  await page.goto("/_gallery/drawer");
  await page.getByRole("button", { name: "medium" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect.poll(async () => (await dialog(page).boundingBox())?.x).toBe(800);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});

test.describe("a confirmation", () => {
  const question = (page: Page) => page.getByRole("alertdialog");

  test("WG-39 has a delete or approve style, with Delete and Cancel by default", async ({ page }) => {
    await page.goto("/_gallery/confirm");
    await page.getByRole("button", { name: "Delete it" }).click();
    await expect(question(page)).toContainText("Are you sure you want to delete this resource?");
    await expect(question(page).getByRole("button")).toHaveText(["Cancel", "Delete"]);
    await expect(question(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    expect(await axeFindings(page, { part: "[role=alertdialog]" })).toEqual([]);
    // A click outside does not close the confirmation.
    await page.mouse.click(20, 400);
    await expect(question(page)).toBeVisible();
    await question(page).getByRole("button", { name: "Delete" }).click();
    await expect(question(page)).toBeHidden();
    await expect(page.getByText("Done")).toBeVisible();
    await page.getByRole("button", { name: "Approve it" }).click();
    await expect(question(page).getByRole("button")).toHaveText(["Cancel", "Approve"]);
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
  });

  test("stays open and shows the error if the action fails", async ({ page }) => {
    await page.goto("/_gallery/confirm");
    await page.getByRole("button", { name: "Delete, which fails" }).click();
    await question(page).getByRole("button", { name: "Delete" }).click();
    await expect(question(page).getByRole("alert")).toHaveText(/cannot be deleted\.$/);
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect(question(page)).toBeHidden();
  });
});

test.describe("unsaved changes", () => {
  test("a link, the back button and a changed URL parameter ask for confirmation before they discard unsaved changes", async ({
    page,
  }) => {
    await page.goto("/_gallery/copy");
    await page.getByRole("navigation").getByRole("link", { name: "Unsaved changes" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await page.getByLabel("Name").fill("grafana");
    const leave = page.getByRole("main").getByRole("link", { name: "Leave" });
    for (const attempt of [
      () => leave.click(),
      () => page.evaluate(() => history.back()),
      () => page.getByRole("main").getByRole("link", { name: "Other tab" }).click(),
    ]) {
      await attempt();
      await expect(question).toBeVisible();
      await question.getByRole("button", { name: "Stay" }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL("/_gallery/unsaved-guard");
      await expect(page.getByLabel("Name")).toHaveValue("grafana");
    }
    await leave.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/_gallery/toast");
  });

  test("with unsaved changes, the browser asks for confirmation before the window closes; without changes, it does not ask", async ({
    page,
  }) => {
    await page.goto("/_gallery/unsaved-guard");
    const asked: string[] = [];
    page.on("dialog", (shown) => {
      asked.push(shown.type());
      void shown.accept();
    });
    await page.reload();
    expect(asked).toEqual([]);
    await page.getByLabel("Name").fill("grafana");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("need no confirmation once they are reverted", async ({ page }) => {
    await page.goto("/_gallery/unsaved-guard");
    await page.getByLabel("Name").fill("grafana");
    await page.getByLabel("Name").fill("prometheus");
    await page.getByRole("main").getByRole("link", { name: "Leave" }).click();
    await expect(page).toHaveURL("/_gallery/toast");
  });
});

test.describe("toasts", () => {
  const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

  test("WG-45 WG-46 WG-48 toasts have three kinds; errors can be dismissed, and loading toasts have no close button", async ({
    page,
  }) => {
    await page.goto("/_gallery/toast");
    await page.getByRole("button", { name: "Error", exact: true }).click();
    const error = messages(page).getByRole("listitem").filter({ hasText: "Network Error" });
    const red = await error
      .locator("svg")
      .first()
      .evaluate((icon) => getComputedStyle(icon).color);
    expect(red).toBe(await colourOf(page, "unhealthy"));
    expect(await axeFindings(page, { part: "[aria-label=Messages]" })).toEqual([]);
    await error.getByRole("button", { name: "Dismiss" }).click();
    await expect(error).toBeHidden();

    await page.getByRole("button", { name: "Loading until a key press" }).click();
    const loading = messages(page).getByRole("listitem").filter({ hasText: "Saving" });
    await expect(loading).toBeVisible();
    await expect(loading.getByRole("button")).toHaveCount(0);
    await page.keyboard.press("a");
    const saved = messages(page).getByRole("listitem").filter({ hasText: "Saved" });
    await expect(saved.getByRole("button", { name: "Dismiss" })).toBeVisible();
  });

  test("WG-47 toasts appear at the lower right for five seconds", async ({ page }) => {
    await page.clock.install();
    await page.goto("/_gallery/toast");
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole("button", { name: "Success" }).click();
    const toast = messages(page).getByRole("listitem");
    await expect(toast).toBeVisible();
    const box = await toast.boundingBox();
    expect([(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([1264, 784]);
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(100);
    await expect(toast).toHaveCount(0);
  });

  test("toasts move away from a button that fades in below them", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/_gallery/toast");
    await page.getByRole("button", { name: "Loading until a key press" }).click();
    const toast = messages(page).getByRole("listitem");
    await expect(toast).toBeVisible();
    await page.evaluate(() => {
      const button = document.createElement("button");
      button.textContent = "Late";
      button.style.cssText = "position: fixed; right: 20px; bottom: 20px; opacity: 0; transition: opacity 100ms";
      document.body.append(button);
      // The toasts were positioned while the button was transparent.
      requestAnimationFrame(() => requestAnimationFrame(() => (button.style.opacity = "1")));
    });
    await page.getByRole("button", { name: "Late" }).click();
    await expect(toast).toBeVisible();
  });

  test("toasts move away from a button under a resting pointer if they would cover the button", async ({ page }) => {
    await page.goto("/_gallery/toast");
    const success = page.getByRole("button", { name: "Success" });
    await success.press("Enter");
    const toasts = messages(page).getByRole("listitem");
    const top = (await toasts.boundingBox())!.y;
    await page.evaluate((bottom) => {
      const button = document.createElement("button");
      button.textContent = "Above";
      button.style.cssText = `position: fixed; right: 40px; top: ${bottom - 40}px`;
      document.body.append(button);
    }, top);
    const above = page.getByRole("button", { name: "Above" });
    await above.hover();
    await success.press("Enter");
    await success.press("Enter");
    await expect(toasts).toHaveCount(3);
    await above.click();
  });

  test("toasts scroll if they do not fit, and the newest toast stays visible", async ({ page }) => {
    await page.goto("/_gallery/toast");
    await page.getByRole("button", { name: "Thirty at once" }).click();
    await expect(messages(page).getByText("Check 30 was deleted")).toBeInViewport();
    expect((await messages(page).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });
});

test("tabs are selected by click and arrow key, and the selected tab is in the URL", async ({ page }) => {
  await page.goto("/_gallery/tabs");
  const list = page.getByRole("tablist", { name: "Check" });
  const panel = page.getByRole("tabpanel", { name: "Details" });
  await expect(panel).toContainText("Here is details.");
  await list.getByRole("tab", { name: /^History/ }).click();
  await expect(page).toHaveURL("/_gallery/tabs?tab=history");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/_gallery/tabs?tab=job-history");
  await expect(list.getByRole("tab", { name: /^Job history/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/_gallery/tabs");
  await page.goBack();
  await expect(page.getByText("Here is job history.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Here is job history.")).toBeVisible();
});

test.describe("a tooltip", () => {
  const tip = (page: Page) => page.getByRole("tooltip");

  test("appears on hover and on focus, describes its element, and closes on Escape", async ({ page }) => {
    await page.goto("/_gallery/tooltip");
    const button = page.getByRole("button", { name: "Refresh" });
    await button.hover();
    await expect(tip(page)).toHaveText("Reloads all data");
    await expect(button).toHaveAccessibleDescription("Reloads all data");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(tip(page)).toHaveCount(0);
    await page.mouse.move(0, 0);
    await button.focus();
    await page.keyboard.press("Tab");
    await expect(tip(page)).toContainText("Skipped runs do not count.");
    await page.keyboard.press("Shift+Tab");
    await expect(tip(page)).toHaveText("Reloads all data");
  });

  test("a popup stays open under the pointer, and fits inside the window", async ({ page }) => {
    await page.goto("/_gallery/tooltip");
    await page.getByRole("button", { name: "Edge" }).hover();
    await expect(tip(page)).toBeVisible();
    const box = await tip(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1272);
    await tip(page).hover();
    await expect(tip(page)).toBeVisible();
  });

  test("closes on Escape while the dialog around it stays open", async ({ page }) => {
    await page.goto("/_gallery/dialog");
    await page.getByRole("button", { name: "small", exact: true }).click();
    await page.getByRole("button", { name: "Which names are allowed?" }).hover();
    await expect(tip(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tip(page)).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
  });
});

test("WG-58 progress is 5 to 100 percent wide, orange above 75 and red above 90", async ({ page }) => {
  await page.goto("/_gallery/progress");
  const bars = await page.getByRole("meter").evaluateAll((meters) =>
    meters.map((meter) => {
      const bar = meter.firstElementChild as HTMLElement;
      return { width: bar.style.width, colour: getComputedStyle(bar).backgroundColor };
    }),
  );
  const names = ["healthy", "warning", "unhealthy"] as const;
  const colours = new Map<string, string>();
  for (const name of names) colours.set(await colourOf(page, name), name);
  expect(bars.map(({ width, colour }) => `${width} ${colours.get(colour)}`)).toEqual([
    "5% healthy",
    "5% healthy",
    "40% healthy",
    "75% healthy",
    "76% warning",
    "90% warning",
    "91% unhealthy",
    "100% unhealthy",
    "100% unhealthy",
  ]);
});

test.describe("copying", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });
  test("writes to the clipboard and shows a message", async ({ page }) => {
    await page.goto("/_gallery/copy");
    await page.getByRole("button", { name: "Copy id" }).click();
    const id = await page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText(`Copied ${id} to clipboard`)).toBeVisible();
  });
});

test("code is highlighted after its text is shown", async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/highlight-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/_gallery/code-block");
  const code = page.getByRole("region", { name: "canary.yaml" });
  await expect(code).toContainText("responseCodes: [200, 204]");
  await expect(code.locator("span")).toHaveCount(0);
  letGo();
  await expect(code.locator("span.text-code-key").first()).toHaveText("apiVersion");
});
