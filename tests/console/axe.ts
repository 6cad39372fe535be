// Runs axe on a page: the rules of WCAG 2.2 AA and the best practices.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// The version of axe that its Playwright binding depends on. The binding itself injects axe again for every run and
// also returns all passed rules, which takes longer than the analysis.
const axe = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve(
  "axe-core/axe.min.js",
);
let source: string | undefined;

interface Judged {
  /** A selector. Default: the whole page. */
  part?: string;
  /** Elements to leave out, such as further rows of a table. */
  without?: string;
  /** Checks only the colour rules, for a page that was already checked in the other theme. */
  onlyColours?: boolean;
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: Finding[] }>;
}

export async function axeFindings(page: Page, judged: Judged = {}): Promise<string[]> {
  const { part = "html", without, onlyColours = false } = judged;
  await expect.poll(() => page.evaluate(isAtRest), "the page is at rest").toBe(true);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate((source ??= readFileSync(axe, "utf8")));
  const context = { include: [[part]], exclude: without === undefined ? [] : [[without]] };
  const options = {
    runOnly: onlyColours ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: standards },
    resultTypes: ["violations"],
    // Prevents axe from fetching media and style sheets again; no rule needs them here.
    preload: false,
  };
  const found = await page.evaluate(
    async ([context, how]) => (await (globalThis as unknown as { axe: Axe }).axe.run(context, how)).violations,
    [context, options] as const,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(explain).join(" ")}`);
}

/**
 * Whether no transition is running: a closing dialog is still in the document, and a fading element has different
 * colours.
 */
const isAtRest = () =>
  !document.querySelector("[data-starting-style], [data-ending-style]") &&
  document
    .getAnimations()
    // Animations that follow a scroll position always run.
    .filter(({ timeline }) => timeline === document.timeline)
    .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity);

/** Checks both themes; the second theme for colours only. */
export async function expectSound(page: Page) {
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await axeFindings(page, { onlyColours: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
}

const explain = ({ html, failureSummary }: Finding["nodes"][number]) => `${html} ${failureSummary}`;
