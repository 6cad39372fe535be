// What a kind found, through all the words of its entry, to what is saved: one document after the other, in the order in which
// manifests in use mean it. One that does not fit takes nothing from the others.
import { setImmediate } from "node:timers/promises";
import type { Json } from "#language/columns.ts";
import { readPath } from "#server/expression/json-path.ts";
import type { Entry } from "../spec/entry.ts";
import { withAttributes } from "./attributes.ts";
import { judgeBy } from "./change-rules.ts";
import { cleanText, readDocument } from "./document.ts";
import type { Found, FoundChange, FoundInsight, Item, JudgeChange, News, Scraped, Warn } from "./found.ts";
import { isItemOfFullMode, takenApart } from "./full.ts";
import { withHealth } from "./health.ts";
import { withProperties } from "./item-properties.ts";
import { asPart, valuesOf, type Draft } from "./item-values.ts";
import { findAll, inWords, type Written } from "./lookup.ts";
import { withMasks } from "./masks.ts";
import { withNamedPlaces } from "./named-places.ts";
import { withPlugins, type PluginRules } from "./plugin-rules.ts";
import { withRelationships } from "./related.ts";
import { scripted } from "./script.ts";
import { Unfit } from "./unfit.ts";

export interface ScraperNamed {
  id: string;
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
}

export interface ScrapeContext {
  scraper: ScraperNamed;
  /** Of the whole scraper; an entry may say otherwise. */
  isFull: boolean;
  /** What every scraper does beside. */
  plugins?: readonly PluginRules[] | undefined;
  /** What is noticed when a change is judged, which may be after everything was found. */
  warn: Warn;
  /** Gets who judges the changes that are found by comparing an item with what is kept, where there are rules. */
  judges?: { set(item: Item, judge: JudgeChange): unknown } | undefined;
  now?: (() => number) | undefined;
}

/** So many are made of documents before others have their turn. */
const atOnce = 50;

export async function* scrape(
  scraped: AsyncIterable<Scraped>,
  entry: Entry,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  let count = 0;
  for await (const one of scraped) {
    yield* foundIn(one, entry, context);
    if ((count += 1) % atOnce === 0) await setImmediate();
  }
}

async function* foundIn(scraped: Scraped, entry: Entry, context: ScrapeContext): AsyncGenerator<Found> {
  const about = { type: typeof entry.type === "string" ? entry.type : scraped.type };
  const told = (error: unknown): Found => ({
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
        for (const { draft: made, lifted } of await scripted(draft, entry, {
          scraper: context.scraper,
          isFull: isFull(entry, context),
        }))
          try {
            yield* itemOf(made, entry, { ...context, lifted });
          } catch (error) {
            yield told(error);
          }
      } catch (error) {
        yield told(error);
      }
    }
  } catch (error) {
    yield told(error);
  }
}

const isFull = (entry: Entry, context: ScrapeContext) => entry.full ?? context.isFull;

const labelOf = ({ source, name, id }: Scraped) => source ?? name ?? id ?? "";

/** The document, or the parts of it that are items. */
async function draftsOf(scraped: Scraped, entry: Entry, { scraper }: ScrapeContext): Promise<Draft[]> {
  const { document, format, ...known } = scraped;
  const config = readDocument(document, entry.format ?? format);
  const draft: Draft = { ...cleaned(known), config };
  if (entry.items === undefined) return [draft];
  // What is no object and no list has no items; that they are gone nobody said.
  if (config === null || typeof config !== "object")
    throw new Unfit(`There are no items in it: it is ${config === null ? "empty" : "a text, and no object or list"}.`);
  const found = await findAll(entry.items, config, () => valuesOf(draft, scraper));
  refuseMissing(entry.items, config, found);
  const all = found.length === 1 && Array.isArray(found[0]) ? (found[0] as readonly Json[]) : found;
  return all.filter((one) => one !== null).map((one) => ({ ...asPart(draft), config: one }));
}

/** The names that a JSONPath begins with, before it looks at several. */
const namesIn = /^[$@]?(?:\.[\w-]+|\[(?:'[^']*'|"[^"]*"|\d+)\])*/;

/** A list that is empty has no items; where there is none at all, the answer is another one, and they are not known to be gone. */
function refuseMissing(items: Written, document: Json, found: readonly Json[]): void {
  const { jmespath, jsonpath }: Exclude<Written, string> = typeof items === "string" ? { jsonpath: items } : items;
  const [place] = namesIn.exec(jsonpath ?? "") ?? [""];
  const isMissing = jmespath ? found[0] === null : place !== "" && readPath(place).find(document).length === 0;
  if (isMissing)
    throw new Unfit(
      `There is no ${jmespath ?? place} in it, where the items are. If it may be missing, say so with an expression, such as items: {expr: "has(config.list) ? config.list : []"}.`,
    );
}

const cleaned = (known: Omit<Scraped, "document" | "format">): Omit<Scraped, "document" | "format"> =>
  Object.fromEntries(
    Object.entries(known).map(([key, value]) => [key, typeof value === "string" ? cleanText(value) : value]),
  );

type Making = ScrapeContext & { lifted: ReadonlySet<string> };

async function* itemOf(given: Draft, entry: Entry, context: Making): AsyncGenerator<Found> {
  const { scraper, lifted, plugins = [], now = Date.now } = context;
  const warnings: { warning: string; expr?: string | undefined }[] = [];
  const warn: Warn = (warning, at) => void warnings.push({ warning, ...at });
  const about = { scraper, warn };
  const tell = function* (type: string | undefined): Generator<Found> {
    for (const one of warnings.splice(0)) yield { kind: "warning", ...one, type };
  };

  const isWhole = isFull(entry, context);
  let draft = given;
  if (!isWhole || isItemOfFullMode(draft.config)) {
    const made = named(await withAttributes(draft, entry, { ...about, lifted }));
    // They know what the item is, and see its whole document: what is not kept of it may be told there.
    const { properties } = await withProperties({ ...made, config: draft.config }, entry, about);
    draft = { ...made, properties };
    draft = isWhole ? draft : withHealth(draft, now());
    draft = await withRelationships(draft, entry, about);
    draft = await withMasks(draft, entry, about);
    draft = await withNamedPlaces(draft, entry, about);
  } else draft = await withOwnIdentity(draft, entry, { scraper, lifted });
  if (!isWhole) {
    yield* ready(await withPlugins(draft, plugins, about), [], [], entry, context);
    yield* tell(draft.type);
    return;
  }
  const { draft: alone, changes, insights, mentions } = takenApart(draft, warn);
  const item = alone && (await withPlugins(withHealth(alone, now()), plugins, about));
  yield* tell(draft.type);
  if (item) yield* ready(item, changes, insights, entry, context);
  else yield* news(given, { changes, insights, mentions }, entry, context);
}

/** What goes by no name of its own goes by its id, for every rule that asks for it, too. */
const named = (draft: Draft): Draft => ({
  ...draft,
  name: draft.name || draft.id,
  class: draft.class || draft.type,
});

/** The id and type that the entry finds in a document of full mode without an item; its changes belong to them. */
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
  if (id === undefined || id === "") throw new Unfit("It has no id. Say with id where it is found.");
  if (type === undefined || type === "") throw new Unfit(`${id} has no type. Say what it is with type.`);
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

/** What only tells of others must say of whom. */
async function* news(
  { type, id, name }: Pick<Scraped, "type" | "id" | "name">,
  told: News,
  entry: Entry,
  context: ScrapeContext,
): AsyncGenerator<Found> {
  const judge = judgeBy({ id, name, type, config: null }, entry, context);
  const judged = judge ? await Promise.all(told.changes.map(judge)) : told.changes;
  const [changes, insights] = [judged.filter(hasOwner), told.insights.filter(hasOwner)];
  const lost = judged.length + told.insights.length - changes.length - insights.length;
  if (lost > 0) yield { kind: "warning", warning: `${lost} changes or insights do not say whose they are.`, type };
  const { mentions = [], isHistory } = told;
  if (changes.length + insights.length + mentions.length > 0)
    yield {
      kind: "news",
      news: { changes, insights, ...(mentions.length > 0 && { mentions }), ...(isHistory && { isHistory }) },
    };
}

const hasOwner = ({ of }: { of?: unknown }) => of !== undefined;
