// Parses the details of a run in all existing formats: errors are a list (this server), a string or a map (other
// servers), and scrape summaries are plain or nested in `config_types`. No side effects.
import type { Json } from "#language/columns.ts";

export interface JobError {
  /** The resource that the error is about, if it is known. */
  about?: string;
  text: string;
}

/** The content of `details`. */
type Details = Readonly<Record<string, unknown>> | null | undefined;

export function errorsOf(details: Details): readonly JobError[] {
  const errors = details?.["errors"];
  if (typeof errors === "string") return errors === "" ? [] : [{ text: errors }];
  if (Array.isArray(errors)) return errors.map((error: unknown) => ({ text: textOf(error) }));
  if (!isObject(errors)) return [];
  return Object.entries(errors).map(([about, error]) => ({ about, text: textOf(error) }));
}

/** Converts `{error: {error: "…"}}` to its innermost string, and other values to JSON. */
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
  /** Fields of the summary that are not config types. */
  rest: Json | undefined;
}

/** Undefined without a summary. */
export function scrapeSummaryOf(details: Details): ScrapeSummary | undefined {
  const summary = details?.["scrape_summary"];
  if (!isObject(summary) || Object.keys(summary).length === 0) return undefined;
  const { config_types: nested, ...others } = summary;
  const types = isObject(nested) ? nested : summary;
  const counted = Object.entries(types).filter(([, counts]) => isObject(counts)) as [string, Content][];
  return {
    types: counted
      .map(([type, counts]) => scrapedType(type, counts))
      .sort((a, b) => a.type.localeCompare(b.type, "en")),
    rest: isObject(nested) && Object.keys(others).length > 0 ? (others as Json) : undefined,
  };
}

type Content = Readonly<Record<string, unknown>>;

const scrapedType = (type: string, counts: Content): ScrapedType => ({
  type,
  added: numberOf(counts["added"]),
  updated: numberOf(counts["updated"]),
  unchanged: numberOf(counts["unchanged"]),
  deleted: numberOf(counts["deleted"]),
  changes: numberOf(counts["changes"]),
  deduped: numberOf(counts["deduped"]),
  warnings: Array.isArray(counts["warnings"]) ? counts["warnings"].map(textOf) : [],
});

/** The number of rows that a run deleted. Older scraper runs store only the number per type. */
export const deletedBy = (details: Details): number =>
  numberOf(details?.["deleted"]) ||
  (scrapeSummaryOf(details)?.types ?? []).reduce((sum, { deleted }) => sum + deleted, 0);

const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

/** The summary of a reconciliation; undefined if it is empty. */
export function reconcileSummaryOf(details: Details): unknown {
  const summary = details?.["summary"];
  if (summary === undefined || summary === null || summary === "") return undefined;
  return typeof summary === "object" && Object.keys(summary).length === 0 ? undefined : summary;
}

const isObject = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value);
