// The parts around every page: palette, menus, the page of an unknown address, and two pages that need a change of the
// whole product.
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { emptyFolder, openContext, openPage, takePictures, type WatchedPage, widths, windows } from "../camera.ts";
import type { PicturedProduct } from "../products.ts";
import { type Screen, screen } from "../screen.ts";
import { send } from "../send.ts";

const ANIMATION_MS = 400;
/** The debounce of the palette and its requests. */
const SEARCH_MS = 900;
/** The pages notice the stopped server after several failed requests. */
const OUTAGE_MS = 12_000;

const openPalette =
  (text: string): NonNullable<Screen["act"]> =>
  async ({ page }) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search pages, actions and resources" }).fill(text);
    await pause(SEARCH_MS);
  };

export const shellScreens: readonly Screen[] = [
  screen("palette", "/health", "Palette with the query “checkout”", { act: openPalette("checkout") }),
  screen("palette-empty", "/health", "Palette before typing", { act: openPalette("") }),
  screen("user-menu", "/health", "User menu", {
    async act({ page }) {
      await page.getByRole("button", { name: "User menu" }).click();
      await pause(ANIMATION_MS);
    },
  }),
  screen("menu", "/health", "Wide: the settings part of the sidebar is open; narrow: the menu is open", {
    act: openMenu,
  }),
  screen("not-found", "/nowhere", "Address without a page"),
];

async function openMenu({ page }: WatchedPage): Promise<void> {
  const isNarrow = page.viewportSize()?.width === windows.narrow.width;
  if (isNarrow) await page.getByRole("button", { name: /menu/i }).first().click();
  else await page.getByRole("complementary", { name: "Sidebar" }).getByRole("button", { name: "Settings" }).click();
  await pause(ANIMATION_MS);
}

/** Taken after the others, because it changes the menu of all pages. */
export const featureOff = screen("feature-off", "/applications", "Page of an area that a feature flag switches off", {
  async prepare({ product }) {
    await send(product, "/api/db/properties", { name: "applications.disable", value: "true" });
    // The server reads changed settings within this time.
    await pause(2_000);
  },
});

export const outage = screen("outage", "/health", "The server has stopped while the health page was open");

/** Stops the product after it has loaded the page in both widths. */
export async function takeOutage(browser: Browser, product: PicturedProduct, folder: string): Promise<void> {
  const own = emptyFolder(folder, outage.name);
  const context = await openContext(browser, product);
  try {
    const opened: { watched: WatchedPage; width: (typeof widths)[number] }[] = [];
    for (const width of widths) {
      const watched = await openPage(context);
      await watched.page.setViewportSize(windows[width]);
      await watched.page.goto(product.url + (await outage.address(product)));
      await watched.settle();
      opened.push({ watched, width });
    }
    await product.stop();
    await pause(OUTAGE_MS);
    for (const { watched, width } of opened) await takePictures(watched, width, own);
  } finally {
    await context.close();
  }
}
