// Applies all transformations of an entry to the documents of a kind, one document at a time, in the order that
// existing manifests expect. A document that fails does not affect the others.
import { setImmediate } from "node:timers/promises";
import type { Json } from "#language/columns.ts";
import { readPath } from "#lib/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { withAttributes } from "./attributes.ts";
import { judgeBy } from "./change-rules.ts";
import { cleanText, readDocument } from "./document.ts";
import {
  type Found,
  type FoundChange,
  type FoundInsight,
  type Item,
  type JudgeChange,
  type News,
  type Scraped,
  type Warn,
  Unfit,
} from "./found.ts";
import { isItemOfFullMode, splitDocument } from "./full.ts";
import { withHealth } from "./health.ts";
import { withProperties } from "./item-properties.ts";
import { asPart, valuesOf, type Draft, type ScraperNamed } from "./item-values.ts";
import { findAll, inWords, type Written } from "./lookup.ts";
import { withMasks } from "./masks.ts";
import { withNamedPlaces } from "./named-places.ts";
import { withPlugins, type PluginRules } from "./plugin-rules.ts";
import { withRelationships } from "./related.ts";
import { scripted } from "./script.ts";

export interface ScrapeContext {
  scraper: ScraperNamed;
  /** Whether the scraper uses full mode; an entry can override it. */
  isFull: boolean;
  /** Rules that apply to all scrapers. */
  plugins?: readonly PluginRules[] | undefined;
  /** Called for problems in change rules, possibly after the scrape, while saving. */
  warn: Warn;
  /** Receives, for items with change rules, the function that applies the rules to changes found while saving. */
  judges?: { set(item: Item, judge: JudgeChange): unknown } | undefined;
  now?: (() => number) | undefined;
}

/** The number of documents between two pauses that let other tasks run. */
const documentsPerTurn = 50;

export async function* scrape(
  scraped: AsyncIterable<Scraped>,
  entry: Entry,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  let count = 0;
  for await (const each of scraped) {
    yield* foundIn(each, entry, context);
    if ((count += 1) % documentsPerTurn === 0) await setImmediate();
  }
}

async function* foundIn(scraped: Scraped, entry: Entry, context: ScrapeContext): AsyncGenerator<Found> {
  const about = { type: typeof entry.type === "string" ? entry.type : scraped.type };
  const errorOf = (error: unknown): Found => ({
    kind: "error",
    error: [labelOf(scraped), inWords(error)].filter(Boolean).join(": "),
    type: about.type,
  });
  try {
    if (scraped.document === undefined) {
      const { changes = [], insights = [], isHistory } = scraped;
      yield* news(scraped, { changes, insights, isHistory }, entry, context);
      return;
    }
    for (const draft of await draftsOf(scraped, entry, context)) {
      try {
        for (const { draft: part, lifted } of await scripted(draft, entry, {
          scraper: context.scraper,
          isFull: isFull(entry, context),
        }))
          try {
            yield* itemOf(part, entry, { ...context, lifted });
          } catch (error) {
            yield errorOf(error);
          }
      } catch (error) {
        yield errorOf(error);
      }
    }
  } catch (error) {
    yield errorOf(error);
  }
}

const isFull = (entry: Entry, context: ScrapeContext) => entry.full ?? context.isFull;

const labelOf = ({ source, name, id }: Scraped) => source ?? name ?? id ?? "";

/** Returns the document, or the parts of it that `items` selects. */
async function draftsOf(scraped: Scraped, entry: Entry, { scraper }: ScrapeContext): Promise<Draft[]> {
  const { document, format, ...known } = scraped;
  const config = readDocument(document, entry.format ?? format);
  const draft: Draft = { ...cleaned(known), config };
  if (entry.items === undefined) return [draft];
  // A document that is not a list or an object does not mean that all items were deleted.
  if (config === null || typeof config !== "object")
    throw new Unfit(
      `The document contains no items: it is ${config === null ? "empty" : "a string, not an object or a list"}.`,
    );
  const found = await findAll(entry.items, config, () => valuesOf(draft, scraper));
  refuseMissing(entry.items, config, found);
  const all = found.length === 1 && Array.isArray(found[0]) ? (found[0] as readonly Json[]) : found;
  return all.filter((part) => part !== null).map((part) => ({ ...asPart(draft), config: part }));
}

/** Matches the leading names of a JSONPath, before its first wildcard or filter. */
const namesIn = /^[$@]?(?:\.[\w-]+|\[(?:'[^']*'|"[^"]*"|\d+)\])*/;

/**
 * An empty list means that there are no items. A missing list means an unexpected response, so nothing may be deleted.
 */
function refuseMissing(items: Written, document: Json, found: readonly Json[]): void {
  const { jmespath, jsonpath }: Exclude<Written, string> = typeof items === "string" ? { jsonpath: items } : items;
  const [place] = namesIn.exec(jsonpath ?? "") ?? [""];
  const isMissing = jmespath ? found[0] === null : place !== "" && readPath(place).find(document).length === 0;
  if (isMissing)
    throw new Unfit(
      `The document has no ${jmespath ?? place}. If the list may be missing, use an expression such as items: {expr: "has(config.list) ? config.list : []"}.`,
    );
}

const cleaned = (known: Omit<Scraped, "document" | "format">): Omit<Scraped, "document" | "format"> =>
  Object.fromEntries(
    Object.entries(known).map(([key, value]) => [key, typeof value === "string" ? cleanText(value) : value]),
  );

type ItemContext = ScrapeContext & { lifted: ReadonlySet<string> };

async function* itemOf(document: Draft, entry: Entry, context: ItemContext): AsyncGenerator<Found> {
  const { scraper, lifted, plugins = [], now = Date.now } = context;
  const warnings: { warning: string; expr?: string | undefined }[] = [];
  const warn: Warn = (warning, at) => void warnings.push({ warning, ...at });
  const about = { scraper, warn };
  const yieldWarnings = function* (type: string | undefined): Generator<Found> {
    for (const each of warnings.splice(0)) yield { kind: "warning", ...each, type };
  };

  const isWhole = isFull(entry, context);
  let draft = document;
  if (!isWhole || isItemOfFullMode(draft.config)) {
    const attributed = withDefaultName(await withAttributes(draft, entry, { ...about, lifted }));
    // Properties can use the attributes of the item and its whole document, including the parts that are not kept.
    const { properties } = await withProperties({ ...attributed, config: draft.config }, entry, about);
    draft = { ...attributed, properties };
    draft = isWhole ? draft : withHealth(draft, now());
    draft = await withRelationships(draft, entry, about);
    draft = await withMasks(draft, entry, about);
    draft = await withNamedPlaces(draft, entry, about);
  } else draft = await withOwnIdentity(draft, entry, { scraper, lifted });
  if (!isWhole) {
    yield* ready(await withPlugins(draft, plugins, about), [], [], entry, context);
    yield* yieldWarnings(draft.type);
    return;
  }
  const { draft: alone, changes, insights, mentions } = splitDocument(draft, warn);
  const item = alone && (await withPlugins(withHealth(alone, now()), plugins, about));
  yield* yieldWarnings(draft.type);
  if (item) yield* ready(item, changes, insights, entry, context);
  else yield* news(document, { changes, insights, mentions }, entry, context);
}

/** Default name: the id; default class: the type. Rules also receive these values. */
const withDefaultName = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name || draft.id,
  class: draft.class || draft.type,
});

/**
 * Finds the id and type of a full-mode document without an item; the changes of the document belong to this id and
 * type.
 */
async function withOwnIdentity(
  draft: Draft,
  entry: Entry,
  about: { scraper: ScraperNamed; lifted: ReadonlySet<string> },
): Promise<Draft> {
  const { id, type } = await withAttributes(draft, entry, { ...about, warn: () => {} }).catch((error: unknown) => {
    if (error instanceof Unfit) return draft;
    throw error;
  });
  return { ...draft, id: id || draft.id, type: type || draft.type };
}

async function* ready(
  draft: Draft,
  changes: readonly FoundChange[],
  insights: readonly FoundInsight[],
  entry: Entry,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  const { id, type } = draft;
  if (id === undefined || id === "") throw new Unfit("The item has no id. Set id to a JSONPath or an expression.");
  if (type === undefined || type === "") throw new Unfit(`${id} has no type. Set type.`);
  const judge = judgeBy(draft, entry, context);
  const all = [...(draft.changes ?? []), ...changes];
  const item: Item = {
    ...draft,
    id,
    type,
    name: draft.name ?? id,
    class: draft.class ?? type,
    ...(all.length > 0 && { changes: judge ? await Promise.all(all.map(judge)) : all }),
    ...((draft.insights ?? []).length + insights.length > 0 && { insights: [...(draft.insights ?? []), ...insights] }),
  };
  if (judge) context.judges?.set(item, judge);
  yield { kind: "item", item };
}

/** Changes and insights without an item must refer to the item that they belong to. */
async function* news(
  { type, id, name }: Pick<Scraped, "type" | "id" | "name">,
  reported: News,
  entry: Entry,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  const judge = judgeBy({ id, name, type, config: null }, entry, context);
  const judged = judge ? await Promise.all(reported.changes.map(judge)) : reported.changes;
  const [changes, insights] = [judged.filter(hasOwner), reported.insights.filter(hasOwner)];
  const lost = judged.length + reported.insights.length - changes.length - insights.length;
  if (lost > 0) yield { kind: "warning", warning: `${lost} changes or insights do not name their item.`, type };
  const { mentions = [], isHistory } = reported;
  if (changes.length + insights.length + mentions.length > 0)
    yield {
      kind: "news",
      news: { changes, insights, ...(mentions.length > 0 && { mentions }), ...(isHistory && { isHistory }) },
    };
}

const hasOwner = ({ of }: { of?: unknown }) => of !== undefined;
