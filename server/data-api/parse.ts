// Parses a request's URL and headers to a Query. The grammar is PostgREST's, extended by syntax that existing clients
// send: repeated `select` (merged) and `order` (the last one is used), empty pairs, a superfluous bracket, and
// `column.filter`.
import type { Condition, Field, Level, Order, Query, Selected } from "./query.ts";
import { Values } from "./query.ts";
import { refusal } from "./refusal.ts";
import { readName, readPath } from "./parse/field.ts";
import { parseFilter, parseGroup } from "./parse/filter.ts";
import { parseOrder } from "./parse/order.ts";
import { defaultRows, maxRows, pageOf, parseCount, parseRange } from "./parse/range.ts";
import { Scanner } from "./parse/scanner.ts";
import { parseSelect } from "./parse/select.ts";
import { parseTriState } from "./parse/tri-state.ts";

export interface ParsedRequest {
  query: Query;
  /** `columns=` of an insert. */
  columns: readonly string[] | undefined;
  onConflict: readonly string[] | undefined;
  /** The arguments of a function called with GET. */
  arguments: ReadonlyMap<string, string>;
  /** Whether the page was requested by a Range header, the only case that can return 416. */
  byRange: boolean;
  /** Whether the URL contains a limit or an offset. */
  isPaged: boolean;
}

export interface ParseOptions {
  range?: string | undefined;
  /** Whether a parameter is an argument of the called function. */
  isArgument?: (name: string, value: string) => boolean;
}

interface OpenLevel {
  conditions: Condition[];
  order: Order[];
  limit: number | undefined;
  offset: number | undefined;
}

export function parse(search: string, { range, isArgument }: ParseOptions = {}): ParsedRequest {
  const values = new Values();
  let select: readonly Selected[] = [];
  const levels = new Map<string, OpenLevel>();
  const functionArguments = new Map<string, string>();
  let columns: string[] | undefined;
  let onConflict: string[] | undefined;
  const levelOf = (path: string) => {
    let level = levels.get(path);
    if (!level) levels.set(path, (level = { conditions: [], order: [], limit: undefined, offset: undefined }));
    return level;
  };

  for (const [name, value] of pairs(search)) {
    if (isArgument?.(name, value)) functionArguments.set(name, value);
    else if (name === "select") select = select.length === 0 ? parseSelect(value) : [...select, ...parseSelect(value)];
    else if (name === "columns") columns = parseNames("columns parameter", value);
    else if (name === "on_conflict") onConflict = parseNames("on_conflict parameter", value);
    // An existing client omits the `=` of select; no column has such a name.
    else if (!name.includes("(")) addTo(levelOf, name, value, values);
  }

  const main = levelOf("");
  levels.delete("");
  const byHeader = parseRange(range);
  const page = pageOf(main.limit, main.offset, byHeader);
  const isPaged = main.limit !== undefined || main.offset !== undefined;
  const place = (level: OpenLevel, limit: number | undefined): Level => ({
    conditions: level.conditions,
    order: level.order,
    limit: values.add(Math.min(limit ?? defaultRows, maxRows)),
    offset: level.offset === undefined ? undefined : values.add(level.offset),
  });
  return {
    query: {
      shape: {
        select,
        main: place({ ...main, offset: page.offset === 0 ? undefined : page.offset }, page.limit),
        embedded: Object.fromEntries([...levels].map(([path, level]) => [path, place(level, level.limit)])),
      },
      values: values.all,
      ...page,
    },
    columns,
    onConflict,
    arguments: functionArguments,
    byRange: byHeader !== undefined,
    isPaged,
  };
}

/**
 * Yields the parameters in order; `+` is a space. Pairs without a name are skipped: existing clients send
 * `?&a=1&&b=2&`.
 */
export function* pairs(search: string): Generator<[string, string]> {
  for (const pair of search.split("&")) {
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? "" : decode(pair.slice(at + 1));
    // PostgreSQL text cannot contain NUL characters.
    if (name.includes("\0") || value.includes("\0"))
      throw refusal.unreadable("query string", name.replaceAll("\0", "\\0"), 0, "text without a zero byte");
    if (name !== "") yield [name, value];
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refusal.unreadable("query string", text, Math.max(0, text.indexOf("%")), "a percent-encoded character");
  }
}

function parseNames(parameter: string, text: string): string[] {
  const scanner = new Scanner(text, parameter);
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(readName(scanner));
    scanner.skipSpace();
  } while (scanner.take(","));
  if (!scanner.atEnd) throw scanner.unexpected('"," or the end');
  return names;
}

/** Adds a parameter that applies to the main relation, or to the embed that the parameter name refers to. */
function addTo(levelOf: (path: string) => OpenLevel, name: string, value: string, values: Values): void {
  const isTriState = name.endsWith(".filter");
  const { path, field } = parseKey(isTriState ? name.slice(0, -".filter".length) : name);
  const word = field.path.length === 0 ? field.column : "";
  if (!isTriState && (word === "and" || word === "or")) {
    const negated = path.at(-1) === "not";
    const level = levelOf((negated ? path.slice(0, -1) : path).join("."));
    level.conditions.push(parseGroup(word, negated, value, values));
    return;
  }
  const level = levelOf(path.join("."));
  if (isTriState) level.conditions.push(...parseTriState(field, name, value, values));
  else if (word === "order") level.order = parseOrder(value);
  else if (word === "limit" || word === "offset") level[word] = parseCount(name, value);
  else level.conditions.push(parseFilter(field, name, value, values));
}

function parseKey(name: string): { path: string[]; field: Field } {
  const scanner = new Scanner(name, "query parameter");
  const path: string[] = [];
  let column = readName(scanner);
  while (scanner.take(".")) {
    path.push(column);
    column = readName(scanner);
  }
  const field = { column, path: readPath(scanner, /->/) };
  if (!scanner.atEnd) throw scanner.unexpected('".", "->", "->>" or the end');
  return { path, field };
}
