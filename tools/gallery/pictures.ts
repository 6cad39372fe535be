// `node bin/run.mjs tools/gallery/pictures.ts [entry…]` takes screenshots of the gallery entries and stores them in dist/pictures:
// in both themes, wide and narrow, and an additional one for each state with an element that opens, such as a menu.
import { globSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { repository } from "#lib/load/repository.ts";
import { inGallery } from "./open.ts";

const asked = process.argv.slice(2);
const entries = globSync("console/gallery/entries/*.tsx", { cwd: repository })
  .map((path) => basename(path, ".tsx"))
  .filter((name) => asked.length === 0 || asked.includes(name));
const folder = join(repository, "dist/pictures");
const windows = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

let opened = 0;

mkdirSync(folder, { recursive: true });
await inGallery({ isFast: false }, async ({ browser, url }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, viewport] of Object.entries(windows)) {
      const page = await browser.newPage({ colorScheme, viewport, reducedMotion: "reduce" });
      for (const entry of entries) {
        await page.goto(`${url}/_gallery/${entry}`, { waitUntil: "networkidle" });
        const content = await page.locator("main").evaluate(({ scrollHeight }) => scrollHeight);
        // The page scrolls inside itself, so the viewport is made as high as the content.
        await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, content + 160) });
        await page.screenshot({ path: join(folder, `${entry}-${colorScheme}-${name}.png`) });
        await page.setViewportSize(viewport);
        for (const { state, press } of await opening(page)) {
          await page.goto(`${url}/_gallery/${entry}/${state}`, { waitUntil: "networkidle" });
          for (const name of press) await page.getByRole("button", { name, exact: true }).first().click();
          await settled(page);
          await page.screenshot({ path: join(folder, `${entry}-${state}-${colorScheme}-${name}.png`) });
          opened += 1;
        }
      }
      await page.close();
    }
  }
});
console.log(`${entries.length * 4 + opened} pictures in ${folder}`);

/** Returns the states with an element that opens, and the element to click. */
async function opening(page: Page): Promise<{ state: string; press: string[] }[]> {
  const sections = await page.locator("section[data-press]").all();
  return Promise.all(
    sections.map(async (section) => ({
      state: (await section.getAttribute("data-state")) ?? "",
      press: ((await section.getAttribute("data-press")) ?? "").split("\n"),
    })),
  );
}

/** Waits until all animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))");
}
