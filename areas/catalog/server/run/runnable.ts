// A scraper as it is run, wherever it was written down, and the entries of its spec.
import type { Trust } from "#server/outbound/outbound.ts";
import type { ScraperKind } from "../scraper-kind.ts";
import { isFields } from "../scrape/document.ts";
import { inOurWords } from "./in-our-words.ts";

export interface RunnableScraper {
  id: string;
  name: string;
  namespace: string;
  agentId: string;
  /** As it is written; its kinds have not judged it yet. */
  spec: Readonly<Record<string, unknown>>;
  trust: Exclude<Trust, "anyone">;
}

export type KindNamed = (type: string) => ScraperKind | undefined;

export interface WrittenEntry {
  type: string;
  /** Its place in the list of its type. */
  index: number;
  kind: ScraperKind;
  /** With the field names that the kind itself uses. */
  written: unknown;
  /** With the field names of the manifest. */
  original: unknown;
}

/** What a spec says of the whole scraper; everything else is a type. */
const words = new Set(["schedule", "timeout", "logLevel", "full", "retention", "crdSync", "env", "watch"]);

export interface WrittenEntries {
  entries: readonly WrittenEntry[];
  /** Types that nobody can run here. */
  absent: readonly string[];
}

export function entriesOf(spec: unknown, kindNamed: KindNamed): WrittenEntries {
  const entries: WrittenEntry[] = [];
  const absent: string[] = [];
  for (const [type, value] of Object.entries(isFields(spec) ? spec : {})) {
    if (words.has(type)) continue;
    const kind = kindNamed(type);
    const list = listOf(value);
    if (kind)
      entries.push(
        ...list.map((one, index) => ({ type, index, kind, written: inOurWords(type, one, spec), original: one })),
      );
    else if (list.length > 0) absent.push(type);
  }
  return { entries, absent };
}

/** `true` switches on what needs no words. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined || value === false) return [];
  return [value === true ? {} : value];
}
