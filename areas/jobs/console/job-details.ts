// What a run left behind, in the shapes that exist: this server writes lists of errors, others a text or a map, and
// summaries of scrapes come bare or under `config_types`. Pure.
import type { Json } from "#language/columns.ts";

export interface JobError {
  /** What it was about, where the run says so. */
  about?: string;
  text: string;
}

/** Whatever `details` holds. */
type Details = Readonly<Record<string, unknown>> | null | undefined;

export function errorsOf(details: Details): readonly JobError[] {
  const errors = details?.["errors"];
  if (typeof errors === "string") return errors === "" ? [] : [{ text: errors }];
  if (Array.isArray(errors)) return errors.map((error: unknown) => ({ text: textOf(error) }));
  if (!isObject(errors)) return [];
  return Object.entries(errors).map(([about, error]) => ({ about, text: textOf(error) }));
}

/** `{error: {error: "…"}}` is its innermost text; anything else is what it looks like. */
function textOf(error: unknown): string {
  if (typeof error === "string") return error;
  if (isObject(error) && "error" in error) return textOf(error["error"]);
  if (isObject(error) && typeof error["message"] === "string") return error["message"];
  return JSON.stringify(error, null, 2) ?? "";
}

export interface ScrapedType {
  type: string;
  added: number;
  updated: number;
  unchanged: number;
  deleted: number;
  changes: number;
  deduped: number;
  warnings: readonly string[];
}

export interface ScrapeSummary {
  types: readonly ScrapedType[];
  /** What is not about a type of config. */
  rest: Json | undefined;
}

/** Undefined when there is none. */
export function scrapeSummaryOf(details: Details): ScrapeSummary | undefined {
  const summary = details?.["scrape_summary"];
  if (!isObject(summary) || Object.keys(summary).length === 0) return undefined;
  const { config_types: nested, ...beside } = summary;
  const types = isObject(nested) ? nested : summary;
  const counted = Object.entries(types).filter(([, counts]) => isObject(counts)) as [string, Given][];
  return {
    types: counted
      .map(([type, counts]) => scrapedType(type, counts))
      .sort((a, b) => a.type.localeCompare(b.type, "en")),
    rest: isObject(nested) && Object.keys(beside).length > 0 ? (beside as Json) : undefined,
  };
}

type Given = Readonly<Record<string, unknown>>;

const scrapedType = (type: string, counts: Given): ScrapedType => ({
  type,
  added: numberOf(counts["added"]),
  updated: numberOf(counts["updated"]),
  unchanged: numberOf(counts["unchanged"]),
  deleted: numberOf(counts["deleted"]),
  changes: numberOf(counts["changes"]),
  deduped: numberOf(counts["deduped"]),
  warnings: Array.isArray(counts["warnings"]) ? counts["warnings"].map(textOf) : [],
});

/** How many rows a run deleted; older rows of scrapers have the count by type only. */
export const deletedBy = (details: Details): number =>
  numberOf(details?.["deleted"]) ||
  (scrapeSummaryOf(details)?.types ?? []).reduce((sum, { deleted }) => sum + deleted, 0);

const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

/** What the run reconciled; undefined when it says nothing. */
export function reconcileSummaryOf(details: Details): unknown {
  const summary = details?.["summary"];
  if (summary === undefined || summary === null || summary === "") return undefined;
  return typeof summary === "object" && Object.keys(summary).length === 0 ? undefined : summary;
}

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);
