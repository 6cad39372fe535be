// What an item is, by the words of its entry: id, name, type and the like, when it came and went, its labels and tags, and what
// of its document is kept.
import type { Json, Labels } from "#language/columns.ts";
import { fits, parsePattern } from "#language/match.ts";
import { readPath } from "#server/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { healthNamed, healths } from "./health.ts";
import { valuesOf, type Draft } from "./item-values.ts";
import { findText, inWords, textOf, type Written } from "./lookup.ts";
import { only, without } from "./places.ts";
import type { ScraperNamed } from "./scrape.ts";
import { Unfit } from "./unfit.ts";
import { timeIn } from "./written-time.ts";

/** Indexes hold no longer ones. */
const longest = { id: 1_000, type: 200, class: 200 } as const;
const cut = { name: 500, status: 200, description: 10_000 } as const;
/** Of a label or a tag, which are what people choose by. */
const longestValue = 1_000;

/** `lifted` are the fields that a script said itself: they count. */
export async function withAttributes(
  draft: Draft,
  entry: Entry,
  { scraper, lifted, warn }: { scraper: ScraperNamed; lifted: ReadonlySet<string>; warn(warning: string): void },
): Promise<Draft> {
  const made: Draft = { ...draft };
  const values = () => valuesOf(made, scraper);
  const found = (written: Written) => findText(written, draft.config, values);

  for (const field of ["type", "class", "id", "name"] as const) {
    const written = entry[field];
    if (written === undefined || lifted.has(field)) continue;
    const text = await said(field, () => found(written));
    if (text === undefined) throw new Unfit(`There is no ${field}: ${shown(written)} finds nothing.`);
    made[field] = text;
  }
  for (const field of ["id", "type", "class"] as const)
    if ((made[field]?.length ?? 0) > longest[field])
      throw new Unfit(`Its ${field} is longer than ${longest[field]} characters.`);
  for (const field of ["status", "description"] as const) {
    const written = entry[field];
    if (written === undefined || lifted.has(field)) continue;
    const text = await said(field, () => found(written));
    if (text !== undefined) made[field] = text;
  }
  if (entry.health !== undefined && !lifted.has("health")) {
    const text = await said("health", () => found(entry.health!));
    if (text !== undefined)
      made.health = healths.find((one) => one === text.toLowerCase()) ?? healthNamed(text) ?? "unknown";
  }
  if (entry.icon !== undefined && entry.icon !== "") made.icon = entry.icon;
  if (made.name !== undefined) made.name = inOneLine(made.name) || undefined;
  for (const field of ["name", "status", "description"] as const)
    if (made[field] !== undefined) made[field] = shortened(made[field], cut[field]);

  const times = { layout: entry.timestampFormat, warn };
  made.createdAt = timeIn(draft.config, entry.createFields, times) ?? draft.createdAt;
  const deletedAt = timeIn(draft.config, entry.deleteFields, times);
  if (deletedAt) {
    made.deletedAt = deletedAt;
    made.deleteReason = "FROM_DELETE_FIELD";
  }
  made.labels = await labelsOf(made, entry, found);
  made.tags = tagsOf(made, entry);
  if (Object.keys(made.tags).length > 0) made.labels = { ...made.labels, ...made.tags };
  made.config = keptOf(made, entry);
  return made;
}

/** Names are read by people, in a line: signs that nobody sees, or that turn the rest around, are none of them. */
const inOneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ").trim();

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** Of a script, or of a source: they may say anything. */
const shortenedPair = ([key, value]: readonly [string, string]) =>
  [shortened(key, longestValue), shortened(value, longestValue)] as const;

async function said(field: string, look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    throw new Unfit(`Its ${field} cannot be told: ${inWords(error)}`);
  }
}

const shown = (written: Written) =>
  typeof written === "string" ? written : (written.expr ?? written.jmespath ?? written.jsonpath ?? "it");

async function labelsOf(
  { labels = {} }: Draft,
  { labels: written = {} }: Entry,
  found: (written: Written) => Promise<string | undefined>,
): Promise<Labels> {
  const made = new Map(Object.entries(labels).map(shortenedPair));
  for (const [key, one] of Object.entries(written)) {
    const value = await skipped(() => found(one));
    if (value !== undefined) made.set(key, shortened(value, longestValue));
  }
  return Object.fromEntries(made);
}

function tagsOf({ tags = {}, labels = {}, config }: Draft, { tags: written = [] }: Entry): Labels {
  const made = new Map(Object.entries(tags).map(shortenedPair));
  const list = Array.isArray(written) ? written : Object.entries(written).map(([name, value]) => ({ name, value }));
  for (const tag of list as readonly { name: string; value?: string; label?: string; jsonpath?: string }[]) {
    const value = tag.value || (tag.label && labels[tag.label]) || (tag.jsonpath && textAt(config, tag.jsonpath));
    if (value) made.set(tag.name, shortened(value, longestValue));
  }
  return Object.fromEntries(made);
}

/** What finds nothing, or no text, is left out. */
function textAt(document: Json, path: string): string | undefined {
  for (const found of readPath(path).find(document) as Json[]) if (typeof found !== "object") return textOf(found);
  return undefined;
}

async function skipped<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    inWords(error);
    return undefined;
  }
}

function keptOf({ config, type = "" }: Draft, { transform }: Entry): Json {
  const isMeant = ({ types = [] }: { types?: readonly string[] | undefined }) => isOfTypes(type, types);
  let kept = config;
  const include = (transform?.include ?? []).filter(isMeant);
  if (include.length > 0)
    kept = only(
      kept,
      include.flatMap(({ jsonpath }) => readPath(jsonpath).places(kept)),
    );
  for (const { jsonpath } of (transform?.exclude ?? []).filter(isMeant))
    kept = without(kept, readPath(jsonpath).places(kept));
  return kept;
}

/** Any of the patterns, unless one with a `!` says no; none at all means every type. */
export function isOfTypes(type: string, patterns: readonly string[]): boolean {
  const all = patterns
    .flatMap((pattern) => pattern.split(","))
    .map((one) => one.trim())
    .filter(Boolean);
  const [no, yes] = [all.filter((one) => one.startsWith("!")), all.filter((one) => !one.startsWith("!"))];
  const isFitting = (pattern: string) => fits(parsePattern(pattern), type);
  return (yes.length === 0 || yes.some(isFitting)) && !no.some((one) => isFitting(one.slice(1)));
}
