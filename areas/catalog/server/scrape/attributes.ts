// Reads the attributes of an item according to its entry: id, name, type, status, times, labels and tags, and the saved
// part of the document.
import type { Json, Labels } from "#language/columns.ts";
import { fits, parsePattern } from "#lib/text/match.ts";
import { readPath } from "#lib/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { healths, Unfit } from "./found.ts";
import { healthNamed } from "./health.ts";
import { valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { findText, inWords, textOf, type Written } from "./lookup.ts";
import { only, without } from "./places.ts";
import { timeIn } from "./written-time.ts";

/** Maximum length of a value that an index can store. */
const maxLengths = { id: 1_000, type: 200, class: 200 } as const;
const shortenedLengths = { name: 500, status: 200, description: 10_000 } as const;
/** The maximum length of a label or tag key, and of a label or tag value. */
const maxValueLength = 1_000;

/** `lifted` are the fields that a script has set; they take precedence over the entry. */
export async function withAttributes(
  draft: Draft,
  entry: Entry,
  { scraper, lifted, warn }: { scraper: ScraperNamed; lifted: ReadonlySet<string>; warn(warning: string): void },
): Promise<Draft> {
  const result: Draft = { ...draft };
  const values = () => valuesOf(result, scraper);
  const found = (written: Written) => findText(written, draft.config, values);

  for (const field of ["type", "class", "id", "name"] as const) {
    const written = entry[field];
    if (written === undefined || lifted.has(field)) continue;
    const text = await evaluateField(field, () => found(written));
    if (text === undefined) throw new Unfit(`The ${field} is missing: ${shown(written)} does not match anything.`);
    result[field] = text;
  }
  for (const field of ["id", "type", "class"] as const)
    if ((result[field]?.length ?? 0) > maxLengths[field])
      throw new Unfit(`The ${field} is longer than ${maxLengths[field]} characters.`);
  for (const field of ["status", "description"] as const) {
    const written = entry[field];
    if (written === undefined || lifted.has(field)) continue;
    const text = await evaluateField(field, () => found(written));
    if (text !== undefined) result[field] = text;
  }
  if (entry.health !== undefined && !lifted.has("health")) {
    const text = await evaluateField("health", () => found(entry.health!));
    if (text !== undefined)
      result.health = healths.find((name) => name === text.toLowerCase()) ?? healthNamed(text) ?? "unknown";
  }
  if (entry.icon !== undefined && entry.icon !== "") result.icon = entry.icon;
  if (result.name !== undefined) result.name = inOneLine(result.name) || undefined;
  for (const field of ["name", "status", "description"] as const)
    if (result[field] !== undefined) result[field] = shortened(result[field], shortenedLengths[field]);

  const times = { layout: entry.timestampFormat, warn };
  result.createdAt = timeIn(draft.config, entry.createFields, times) ?? draft.createdAt;
  const deletedAt = timeIn(draft.config, entry.deleteFields, times);
  if (deletedAt) {
    result.deletedAt = deletedAt;
    result.deleteReason = "FROM_DELETE_FIELD";
  }
  result.labels = await labelsOf(result, entry, found);
  result.tags = tagsOf(result, entry);
  if (Object.keys(result.tags).length > 0) result.labels = { ...result.labels, ...result.tags };
  result.config = keptOf(result, entry);
  return result;
}

/** Removes invisible and bidirectional control characters from names, because a name is shown on one line. */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ").trim();

const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;

/** Shortens labels and tags, because scripts and sources do not limit their length. */
const shortenedPair = ([key, value]: readonly [string, string]) =>
  [shortened(key, maxValueLength), shortened(value, maxValueLength)] as const;

async function evaluateField(field: string, look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    throw new Unfit(`The ${field} cannot be evaluated: ${inWords(error)}`);
  }
}

const shown = (written: Written) =>
  typeof written === "string" ? written : (written.expr ?? written.jmespath ?? written.jsonpath ?? "it");

async function labelsOf(
  { labels = {} }: Draft,
  { labels: written = {} }: Entry,
  found: (written: Written) => Promise<string | undefined>,
): Promise<Labels> {
  const result = new Map(Object.entries(labels).map(shortenedPair));
  for (const [key, lookup] of Object.entries(written)) {
    const value = await ignoreErrors(() => found(lookup));
    if (value !== undefined) result.set(key, shortened(value, maxValueLength));
  }
  return Object.fromEntries(result);
}

function tagsOf({ tags = {}, labels = {}, config }: Draft, { tags: written = [] }: Entry): Labels {
  const result = new Map(Object.entries(tags).map(shortenedPair));
  const list = Array.isArray(written) ? written : Object.entries(written).map(([name, value]) => ({ name, value }));
  for (const tag of list as readonly { name: string; value?: string; label?: string; jsonpath?: string }[]) {
    const value = tag.value || (tag.label && labels[tag.label]) || (tag.jsonpath && textAt(config, tag.jsonpath));
    if (value) result.set(tag.name, shortened(value, maxValueLength));
  }
  return Object.fromEntries(result);
}

/** Returns undefined if the path finds no string. */
function textAt(document: Json, path: string): string | undefined {
  for (const found of readPath(path).find(document) as Json[]) if (typeof found !== "object") return textOf(found);
  return undefined;
}

async function ignoreErrors<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    inWords(error);
    return undefined;
  }
}

function keptOf({ config, type = "" }: Draft, { transform }: Entry): Json {
  const appliesTo = ({ types = [] }: { types?: readonly string[] | undefined }) => isOfTypes(type, types);
  let kept = config;
  const include = (transform?.include ?? []).filter(appliesTo);
  if (include.length > 0)
    kept = only(
      kept,
      include.flatMap(({ jsonpath }) => readPath(jsonpath).places(kept)),
    );
  for (const { jsonpath } of (transform?.exclude ?? []).filter(appliesTo))
    kept = without(kept, readPath(jsonpath).places(kept));
  return kept;
}

/** Whether the type matches a pattern and no pattern with `!`. Without patterns every type matches. */
export function isOfTypes(type: string, patterns: readonly string[]): boolean {
  const all = patterns
    .flatMap((pattern) => pattern.split(","))
    .map((pattern) => pattern.trim())
    .filter(Boolean);
  const [excluded, included] = [
    all.filter((pattern) => pattern.startsWith("!")),
    all.filter((pattern) => !pattern.startsWith("!")),
  ];
  const matches = (pattern: string) => fits(parsePattern(pattern), type);
  return (included.length === 0 || included.some(matches)) && !excluded.some((pattern) => matches(pattern.slice(1)));
}
