// Filters and limits of a folder check. Limits are evaluated in this order: number of files, age, size.
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { parseDuration, printAge } from "#lib/time/duration.ts";
import { printBytes } from "#lib/text/bytes.ts";
import { countOf } from "#lib/text/words.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { pattern } from "#lib/expression/pattern.ts";
import type { FoundFile } from "#areas/connections/server/index.ts";

export interface Bounds {
  minAge?: string | undefined;
  maxAge?: string | undefined;
  minSize?: string | undefined;
  maxSize?: string | undefined;
}

export interface FileFilter extends Bounds {
  regex?: string | undefined;
  since?: string | undefined;
}

/** The failure in the form that expressions can read as `errorType`. */
export type ErrorType =
  | "min_count"
  | "max_count"
  | "min_age"
  | "max_age"
  | "min_size"
  | "max_size"
  | "available_size"
  | "total_size"
  | "configuration_error"
  | "connection_error"
  | "listing_error";

export interface Broken {
  errorType: ErrorType;
  error: string;
}

/** Parses sizes such as "10MB", "1.5Gi" and "2048". */
export function parseSize(text: string): number {
  const [, figure, letter = "", binary] = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)(i?)b?$/i.exec(text.trim()) ?? [];
  if (figure === undefined) throw new Error(`${JSON.stringify(text)} is not a size: use 500, 10MB or 1.5Gi.`);
  const power = " kmgtp".indexOf(letter.toLowerCase() || " ");
  return Number(figure) * (binary ? 1024 : 1000) ** power;
}

/** `textOf` returns the string that the regex is matched against: the name of a file, or the whole key of an object. */
export function filterOf(
  filter: FileFilter,
  now: number,
  textOf: (file: FoundFile) => string,
): (file: FoundFile) => boolean {
  const { regex, since } = filter;
  const name = regex === undefined ? undefined : pattern(regex);
  // The range starts one second later, so that a file seen by the last run does not count again.
  const from = since ? resolvePoint(parsePoint(since), { now, timeZone: "UTC" }) + 1_000 : undefined;
  const [minAge, maxAge] = [filter.minAge, filter.maxAge].map((age) => age && parseDuration(age));
  const [minSize, maxSize] = [filter.minSize, filter.maxSize].map((size) => size && parseSize(size));
  return (file) => {
    const age = now - file.modified.getTime();
    return (
      (!name || name.matcher(textOf(file)).find()) &&
      (from === undefined || file.modified.getTime() >= from) &&
      (!minAge || age >= minAge) &&
      (!maxAge || age <= maxAge) &&
      (!minSize || file.size >= minSize) &&
      (!maxSize || file.size <= maxSize)
    );
  };
}

export interface Limits extends Bounds {
  minCount?: number | undefined;
  maxCount?: number | undefined;
  /** Whether the check fails without files; if undefined, the limits decide. */
  markFailOnEmpty?: boolean | undefined;
}

/** Returns the first limit that is not met. */
export function brokenLimit(files: readonly FoundFile[], limits: Limits, now: number): Broken | undefined {
  const { minCount, maxCount } = limits;
  const many = countOf(files.length, "file", "files");
  if (minCount !== undefined && files.length < minCount)
    return { errorType: "min_count", error: `There are ${many}, and at least ${minCount} are expected` };
  if (maxCount !== undefined && files.length > maxCount)
    return { errorType: "max_count", error: `There are ${many}, and at most ${maxCount} are allowed` };
  if (files.length === 0) return brokenByNothing(limits);
  const { newest, oldest, smallest, largest } = extremes(files);
  const age = (file: FoundFile) => now - file.modified.getTime();
  const { minAge, maxAge, minSize, maxSize } = limits;
  if (minAge && age(newest) < parseDuration(minAge))
    return {
      errorType: "min_age",
      error: `${newest.name} is ${printAge(age(newest))} old; the minimum is ${minAge}`,
    };
  if (maxAge && age(oldest) > parseDuration(maxAge))
    return { errorType: "max_age", error: `${oldest.name} is ${printAge(age(oldest))} old; the maximum is ${maxAge}` };
  if (minSize && smallest.size < parseSize(minSize))
    return {
      errorType: "min_size",
      error: `${smallest.name} has ${printBytes(smallest.size)}; the minimum is ${minSize}`,
    };
  if (maxSize && largest.size > parseSize(maxSize))
    return {
      errorType: "max_size",
      error: `${largest.name} has ${printBytes(largest.size)}; the maximum is ${maxSize}`,
    };
  return undefined;
}

/**
 * Without files, limits on age and size fail, unless the spec allows an empty folder with `minCount: 0`, `maxCount: 0`
 * or `markFailOnEmpty: false`.
 */
function brokenByNothing({ minCount, maxCount, markFailOnEmpty, ...bounds }: Limits): Broken | undefined {
  if (markFailOnEmpty === true) return { errorType: "min_count", error: "There are no files" };
  if (minCount !== undefined || maxCount === 0 || markFailOnEmpty === false) return undefined;
  const limit = (["minAge", "maxAge", "minSize", "maxSize"] as const).find((name) => bounds[name]);
  if (limit === undefined) return undefined;
  return {
    errorType: "min_count",
    error: `There are no files, so ${limit} cannot be met. Write minCount: 0 to allow no files`,
  };
}

export function extremes(files: readonly FoundFile[]) {
  const extreme = (better: (a: FoundFile, b: FoundFile) => boolean) =>
    files.reduce((best, file) => (better(file, best) ? file : best));
  return {
    oldest: extreme((a, b) => a.modified < b.modified),
    newest: extreme((a, b) => a.modified > b.modified),
    smallest: extreme((a, b) => a.size < b.size),
    largest: extreme((a, b) => a.size > b.size),
  };
}

/** Returns the first age, size, time or pattern that cannot be parsed. */
export function unreadableLimit({
  filter = {},
  ...limits
}: Bounds & { filter?: FileFilter | undefined; sizes?: readonly (string | undefined)[] }): string | undefined {
  const isSet = (value: string | undefined) => value !== undefined && value !== "";
  const ages = [limits.minAge, limits.maxAge, filter.minAge, filter.maxAge].filter(isSet) as string[];
  const sizes = [limits.minSize, limits.maxSize, filter.minSize, filter.maxSize, ...(limits.sizes ?? [])].filter(
    isSet,
  ) as string[];
  return problemOf(() => {
    ages.forEach(parseDuration);
    sizes.forEach(parseSize);
    if (filter.since) parsePoint(filter.since);
    if (filter.regex) pattern(filter.regex);
  });
}
