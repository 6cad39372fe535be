// Takes the pictures of one screen: wide and narrow, light and dark, and of its full length if it scrolls.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { type Traffic, watchTraffic } from "../../tests/support/quiet.ts";
import { signedInContext } from "../bench/browser.ts";
import type { DataProduct } from "../bench/data-estate.ts";
import { chromiumFlags } from "../test/chromium-flags.ts";
import { provideChromium } from "../test/chromium.ts";
import type { PicturedProduct } from "./products.ts";
import type { Screen } from "./screen.ts";

export const windows = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;
export type Width = keyof typeof windows;
export const widths = Object.keys(windows) as Width[];

const MAX_HEIGHT = 3_000;
const QUIET_MS = 450;
const SETTLED_MS = 25_000;
/** The time in which the page draws a change of the color scheme or of the size. */
const DRAWN_MS = 300;

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await provideChromium("shell"), args: chromiumFlags() });

export const openContext = (browser: Browser, product: DataProduct, isGuest = false): Promise<BrowserContext> =>
  isGuest ? browser.newContext({ reducedMotion: "reduce" }) : signedInContext(browser, product, windows.wide.width);

/** A page whose requests are counted, so that a picture shows the loaded screen. */
export interface WatchedPage {
  page: Page;
  /** Resolves with false if the page was still loading after the time limit. */
  settle(limitMs?: number): Promise<boolean>;
}

export async function openPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const traffic = watchTraffic(page);
  return { page, settle: (limitMs = SETTLED_MS) => settled(page, traffic, limitMs) };
}

/** The number of reasons why the page is not complete. */
const pending = `document.querySelectorAll('[role=status][aria-label^="Loading"], [aria-busy=true]').length +
  (document.fonts.status === "loaded" ? 0 : 1) +
  (document.querySelector("h1, form, [role=dialog], main") ? 0 : 1)`;

async function settled(page: Page, traffic: Traffic, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    await Promise.race([traffic.quiet(QUIET_MS), pause(end - performance.now(), undefined, { ref: false })]);
    // A navigation may destroy the page's context during the call.
    if ((await page.evaluate<number>(pending).catch(() => 1)) === 0) return true;
    await pause(80);
  }
  return false;
}

/** Takes all pictures of a screen into a folder with its name, and returns the problems. */
export async function takeScreen(
  screen: Screen,
  { browser, product, folder }: { browser: Browser; product: PicturedProduct; folder: string },
): Promise<string[]> {
  const own = emptyFolder(folder, screen.name);
  const problems: string[] = [];
  const context = await openContext(browser, product, screen.isGuest);
  try {
    await context.addInitScript({ content: storing(screen.stored ?? {}) });
    await screen.prepare?.({ browser, product });
    const address = product.url + (await screen.address(product));
    const watched = await openPage(context);
    for (const width of widths)
      try {
        if (screen.isGuest) await context.clearCookies();
        await watched.page.setViewportSize(windows[width]);
        await watched.page.goto(address);
        if (!(await watched.settle())) problems.push(`${width}: it was still loading`);
        await screen.act?.(watched, product);
        await watched.settle(6_000);
        await watched.page.mouse.move(0, 0);
        await takePictures(watched, width, own);
      } catch (error) {
        problems.push(`${width}: ${firstLine(error)}`);
      }
  } catch (error) {
    problems.push(firstLine(error));
  } finally {
    await context.close();
  }
  return problems.map((problem) => `${screen.name}, ${problem}`);
}

/** Removes the pictures of an earlier run. */
export function emptyFolder(folder: string, name: string): string {
  const own = join(folder, name);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  return own;
}

/** Takes the pictures of the open page in one width. */
export async function takePictures({ page, settle }: WatchedPage, width: Width, folder: string): Promise<void> {
  const take = (name: string) => page.screenshot({ path: join(folder, `${width}-${name}.png`) });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await pause(DRAWN_MS);
    await take(colorScheme);
  }
  const hidden = await page.evaluate<number>(hiddenHeight);
  if (hidden <= 40) return;
  // The page scrolls inside itself, so the window is made as high as the content.
  const { height } = windows[width];
  await page.setViewportSize({ ...windows[width], height: Math.min(MAX_HEIGHT, height + hidden + 8) });
  // A chart that the higher window has room for is drawn later.
  await pause(DRAWN_MS);
  await settle(4_000);
  await take("light-full");
  await page.setViewportSize(windows[width]);
}

/** The height that the main scrolling element hides. Small scrolling elements, such as a menu, do not count. */
const hiddenHeight = `(() => {
  if (document.querySelector("[role=dialog], [role=alertdialog]")) return 0;
  let most = 0;
  for (const element of [document.scrollingElement, ...document.querySelectorAll("main, main *, body > div, body > div *")]) {
    const more = element.scrollHeight - element.clientHeight;
    if (more <= most || element.clientHeight < innerHeight * 0.4 || element.clientWidth < innerWidth * 0.5) continue;
    const { overflowY } = getComputedStyle(element);
    if (element === document.scrollingElement || overflowY === "auto" || overflowY === "scroll") most = more;
  }
  return most;
})()`;

/** Runs in the page before any other script. */
const storing = (entries: Readonly<Record<string, string>>) =>
  `for (const [name, value] of Object.entries(${JSON.stringify(entries)})) localStorage.setItem(name, value);`;

export const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
