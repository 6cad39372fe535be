// Journeys through the real product in a real Chromium: tests/console/*.spec.ts. The product runs once for all of them.
import { defineConfig } from "@playwright/test";
import { testMs, waitMs } from "./tests/support/time-limits.ts";
import { chromiumFlags } from "./tools/test/chromium-flags.ts";
import { findChromium } from "./tools/test/chromium.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? findChromium("shell");

export default defineConfig({
  testDir: "tests/console",
  globalSetup: "./tests/console/product.setup.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // One more than the cores of a small machine: tests wait for animations, debounces and answers half of their time.
  workers: 3,
  forbidOnly: process.env["CI"] !== undefined,
  projects: [
    { name: "product", testIgnore: "gallery*.spec.ts" },
    { name: "gallery build", testMatch: "gallery.setup.ts" },
    { name: "gallery", testMatch: "gallery*.spec.ts", dependencies: ["gallery build"] },
  ],
  timeout: testMs,
  expect: { timeout: waitMs },
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    timezoneId: "Europe/Berlin",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: chromiumFlags(),
    },
  },
});
