// Patterns of paths: `logs/*.txt`, `**`, `a/**/b`. Name by name, where `**` stands for any number of folders, and at the end
// for whatever lies below.
import { fits, parsePattern, type Pattern } from "./match.ts";

export type PathPattern = readonly (Pattern | "**")[];

/** Of the names of a path. */
export const pathPattern = (names: readonly string[]): PathPattern =>
  names.map((name) => (name === "**" ? name : parsePattern(name)));

export function fitsPath([first, ...rest]: PathPattern, path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (path.length === 0) return false;
  if (first !== "**") return fits(first, path[0]!) && fitsPath(rest, path.slice(1));
  return rest.length === 0 || path.some((_, index) => fitsPath(rest, path.slice(index)));
}

/** The text that every path begins with that fits: up to the first wildcard or encoded character. */
export const literalStart = (pattern: string): string => pattern.split(/[*%]/, 1)[0]!;

/** Whether something below a folder may fit. */
export function mayLeadTo([first, ...rest]: PathPattern, folder: readonly string[]): boolean {
  if (folder.length === 0 || first === "**") return true;
  if (first === undefined || rest.length === 0) return false;
  return fits(first, folder[0]!) && mayLeadTo(rest, folder.slice(1));
}
