// Parses the requested page: `limit` and `offset`, or `Range: 0-24`.
import { refusal } from "../refusal.ts";

/** Default and maximum number of rows of a read. */
export const defaultRows = 2_000;
export const maxRows = 50_000;

export interface Page {
  limit: number;
  offset: number;
}

export function parseCount(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refusal.unreadable(`${name} parameter`, text, Math.max(0, text.search(/\D/)), "a number of rows");
}

export function parseRange(header: string | undefined): { limit: number | undefined; offset: number } | undefined {
  const found = /^\s*(?:items\s*=\s*)?(\d{1,15})-(\d{0,15})\s*$/.exec(header ?? "");
  // Other ranges, for example of bytes, are ignored, as HTTP requires.
  if (!found) return undefined;
  const [first, last] = [Number(found[1]), found[2] === "" ? undefined : Number(found[2])];
  if (last !== undefined && last < first)
    throw refusal.badRange("The upper boundary must be greater than or equal to the lower boundary.");
  return { offset: first, limit: last === undefined ? undefined : last - first + 1 };
}

/** Combines the page from the parameters with the page from the header. */
export function pageOf(
  limit: number | undefined,
  offset: number | undefined,
  range: { limit: number | undefined; offset: number } | undefined,
): Page {
  const start = (offset ?? 0) + (range?.offset ?? 0);
  const wanted = [limit, range?.limit].filter((count) => count !== undefined);
  return { offset: start, limit: wanted.length === 0 ? defaultRows : Math.min(maxRows, ...wanted) };
}
