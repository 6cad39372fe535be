// A scraper that can be run, from the database or a file, and the entries of its spec.
import type { Trust } from "#server/outbound/outbound.ts";
import type { ScraperKind } from "../scrape/scraper-kind.ts";
import { isFields } from "../scrape/document.ts";
import { withSharedFields } from "./shared-fields.ts";

export interface RunnableScraper {
  id: string;
  name: string;
  namespace: string;
  agentId: string;
  /** The spec, which the kinds have not validated yet. */
  spec: Readonly<Record<string, unknown>>;
  trust: Exclude<Trust, "anyone">;
  /**
   * Whether the user who runs the scraper chose its name or its spec, so that permission rules for that name do not
   * apply.
   */
  isDraft?: boolean | undefined;
}

export type KindNamed = (type: string) => ScraperKind | undefined;

export interface WrittenEntry {
  type: string;
  /** Index of the entry in the list of its type. */
  index: number;
  kind: ScraperKind;
  /** The entry with the fields that the spec shares among its entries. */
  written: unknown;
  /** The entry as written in the manifest. */
  original: unknown;
}

/** Fields of the whole scraper; every other field is a type. */
const scraperFields = new Set(["schedule", "timeout", "logLevel", "full", "retention", "crdSync", "env", "watch"]);

export interface WrittenEntries {
  entries: readonly WrittenEntry[];
  /** Types that this version cannot run. */
  absent: readonly string[];
}

export function entriesOf(spec: unknown, kindNamed: KindNamed): WrittenEntries {
  const entries: WrittenEntry[] = [];
  const absent: string[] = [];
  for (const [type, value] of Object.entries(isFields(spec) ? spec : {})) {
    if (scraperFields.has(type)) continue;
    const kind = kindNamed(type);
    const list = listOf(value);
    if (kind)
      entries.push(
        ...list.map((entry, index) => ({
          type,
          index,
          kind,
          written: withSharedFields(type, entry, spec),
          original: entry,
        })),
      );
    else if (list.length > 0) absent.push(type);
  }
  return { entries, absent };
}

/** Returns the entries of a type; `true` enables a type without options. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined || value === false) return [];
  return [value === true ? {} : value];
}
