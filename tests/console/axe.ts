// What axe finds in a page as it is now: the rules of WCAG 2.2 AA and the best practices.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// The axe that its binding for Playwright comes with. The binding itself hands it to the page anew for every question, and
// has everything told that is well, which takes longer than the judging.
const axe = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve(
  "axe-core/axe.min.js",
);
let source: string | undefined;

interface Judged {
  /** A selector; without it the whole page. */
  part?: string;
  /** What is more of the same: the hundredth row of a table. */
  without?: string;
  /** For a page that was judged in full before and now has another theme. */
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
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate((source ??= readFileSync(axe, "utf8")));
  const context = { include: [[part]], exclude: without === undefined ? [] : [[without]] };
  const options = {
    runOnly: onlyColours ? { type: "rule", values: ["color-contrast"] } : { type: "tag", values: standards },
    resultTypes: ["violations"],
    // Media and style sheets would be fetched again to be judged; none of ours needs that.
    preload: false,
  };
  const found = await page.evaluate(
    async ([of, how]) => (await (globalThis as unknown as { axe: Axe }).axe.run(of, how)).violations,
    [context, options] as const,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(explain).join(" ")}`);
}

/** In both themes; the second differs in its colours only. */
export async function expectSound(page: Page) {
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await axeFindings(page, { onlyColours: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
}

const explain = ({ html, failureSummary }: Finding["nodes"][number]) => `${html} ${failureSummary}`;
