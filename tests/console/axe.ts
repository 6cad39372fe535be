// What axe finds in a page as it is now: the rules of WCAG 2.2 AA and the best practices.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Judged {
  /** A selector; without it the whole page. */
  part?: string;
  /** What is more of the same: the hundredth row of a table. */
  without?: string;
  /** For a page that was judged in full before and now has another theme. */
  onlyColours?: boolean;
}

export async function axeFindings(page: Page, judged: Judged = {}): Promise<string[]> {
  const { part = "html", without, onlyColours = false } = judged;
  // There are no frames here: the other mode would open a page of its own to join what it found in them.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await (onlyColours ? axe.withRules(["color-contrast"]) : axe.withTags(standards)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(explain).join(" ")}`);
}

const explain = ({ html, failureSummary }: { html: string; failureSummary?: string }) => `${html} ${failureSummary}`;
