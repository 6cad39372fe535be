// Opens the gallery in Chromium, for benches and screenshots.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags } from "../test/chromium-flags.ts";
import { provideChromium } from "../test/chromium.ts";
import { buildGallery } from "./build.ts";
import { serveGallery } from "./serve.ts";

interface Opened {
  browser: Browser;
  /** The URL of the gallery. */
  url: string;
}

/** Builds the gallery into a temporary folder and removes it after the work. */
export async function inGallery<Result>(
  { isFast }: { isFast: boolean },
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), "quarterdeck-gallery-"));
  try {
    await buildGallery({ isFast, outDir });
    const gallery = await serveGallery(outDir);
    try {
      const browser = await chromium.launch({
        executablePath: await provideChromium("browser"),
        args: chromiumFlags(),
      });
      return await work({ browser, url: gallery.url }).finally(() => browser.close());
    } finally {
      await gallery.stop();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
