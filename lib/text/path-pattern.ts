// Matches path patterns such as `logs/*.txt`, `**` and `a/**/b`, name by name. `**` matches any number of folders; at
// the end it matches everything below.
import { fits, parsePattern, type Pattern } from "./match.ts";

export type PathPattern = readonly (Pattern | "**")[];

/** Parses the names of a path. */
export const pathPattern = (names: readonly string[]): PathPattern =>
  names.map((name) => (name === "**" ? name : parsePattern(name)));

export function fitsPath([first, ...rest]: PathPattern, path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (path.length === 0) return false;
  if (first !== "**") return fits(first, path[0]!) && fitsPath(rest, path.slice(1));
  return rest.length === 0 || path.some((_, index) => fitsPath(rest, path.slice(index)));
}

/** The literal prefix shared by all matching paths: the text up to the first wildcard or encoded character. */
export const literalStart = (pattern: string): string => pattern.split(/[*%]/, 1)[0]!;

/** Whether something below a folder may match, so that a search must enter the folder. */
export function mayLeadTo([first, ...rest]: PathPattern, folder: readonly string[]): boolean {
  if (folder.length === 0 || first === "**") return true;
  if (first === undefined || rest.length === 0) return false;
  return fits(first, folder[0]!) && mayLeadTo(rest, folder.slice(1));
}
