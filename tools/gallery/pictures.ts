// Pictures of the gallery's entries, to be looked at: `node tools/gallery/pictures.ts [entry…]` leaves them in
// dist/pictures, in both themes, wide and narrow.
import { globSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { chromium } from "@playwright/test";
import { provideChromium } from "../test/chromium.ts";
import { repository } from "../test/command.ts";
import { buildGallery } from "./build.ts";
import { serveGallery } from "./serve.ts";

const asked = process.argv.slice(2);
const entries = globSync("console/gallery/entries/*.tsx", { cwd: repository })
  .map((path) => basename(path, ".tsx"))
  .filter((name) => asked.length === 0 || asked.includes(name));
const folder = join(repository, "dist/pictures");
const windows = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };

await buildGallery();
mkdirSync(folder, { recursive: true });
const gallery = await serveGallery();
const isRoot = process.getuid?.() === 0;
const browser = await chromium.launch({ executablePath: await provideChromium(), chromiumSandbox: !isRoot });
try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [name, viewport] of Object.entries(windows)) {
      const page = await browser.newPage({ colorScheme, viewport, reducedMotion: "reduce" });
      for (const entry of entries) {
        await page.goto(`${gallery.url}/_gallery/${entry}`, { waitUntil: "networkidle" });
        const content = await page.locator("main").evaluate(({ scrollHeight }) => scrollHeight);
        // The page scrolls inside itself: as high a window as it is long shows all of it.
        await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, content + 160) });
        await page.screenshot({ path: join(folder, `${entry}-${colorScheme}-${name}.png`) });
        await page.setViewportSize(viewport);
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await gallery.stop();
}
console.log(`${entries.length * 4} pictures in ${folder}`);
