// What a scraper finds, entry by entry: its kinds are run and what they find goes through the words of the manifest. An entry
// that fails takes nothing from the others; it is told, so that nothing counts as gone.
import { Problem } from "#language/problem.ts";
import { placedUnknownField } from "#language/unknown-fields.ts";
import type { System } from "#server/area.ts";
import type { Log } from "#server/log.ts";
import type { Scrubber } from "#server/scrub.ts";
import { FillFault } from "#server/spec/fill.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { withErrorHandler } from "#server/stray-errors.ts";
import { untilEnded } from "#server/until-ended.ts";
import { failureOf, reachFor } from "../../../connections/server/index.ts";
import type { PluginsInUse } from "../plugins/in-use.ts";
import { RateLimited, ScraperInvalid, type ScrapeRun, type ScraperKind } from "../scraper-kind.ts";
import { whyAbsent } from "../scrapers/absent.ts";
import type { Found, Item, JudgeChange, Scraped, Warn } from "../scrape/found.ts";
import { scrape } from "../scrape/scrape.ts";
import type { Entry } from "../spec/entry.ts";
import { retention } from "../spec/scraper.ts";
import { firstOfEach } from "./first-of-each.ts";
import { prepare } from "./prepare.ts";
import { entriesOf, type KindNamed, type RunnableScraper, type WrittenEntry } from "./runnable.ts";

export type ScrapeSystem = Pick<System, "env" | "log" | "outbound" | "exec" | "files" | "db" | "catalog" | "secrets">;

export interface FindOptions {
  signal: AbortSignal;
  scrubber: Scrubber;
  log: Log;
  kindNamed: KindNamed;
  plugins: PluginsInUse;
  /** Whether what is told of an entry says which one it is. */
  isOneOfSeveral?: boolean;
  /** What the last run did, for texts that ask for it. */
  lastSummary?: unknown;
  /** Who judges the changes that saving finds, by item. */
  judges: Pick<WeakMap<Item, JudgeChange>, "set">;
  /** Noticed when such a change is judged. */
  warn: Warn;
  /** The source wants to be left alone. */
  rateLimited?(until: Date): void;
  /** An entry is looked at; then everything that is found is of it, until the next one is. */
  begins?(entry: WrittenEntry): void;
}

/** How its kinds are asked: all there is, or what happens until the signal ends it. */
type Ask = (kind: ScraperKind, spec: unknown, run: ScrapeRun) => AsyncIterable<Scraped>;

export const foundBy = (scraper: RunnableScraper, system: ScrapeSystem, options: FindOptions): AsyncGenerator<Found> =>
  firstOfEach(foundByAll(scraper, system, options));

async function* foundByAll(
  scraper: RunnableScraper,
  system: ScrapeSystem,
  options: FindOptions,
): AsyncGenerator<Found> {
  const { entries, absent } = entriesOf(scraper.spec, options.kindNamed);
  for (const warning of options.plugins.warnings) yield { kind: "warning", warning };
  for (const field of unknownFields(retention, scraper.spec["retention"]))
    yield { kind: "warning", warning: placedUnknownField(field, "spec.retention") };
  // What it would have found is unknown.
  for (const type of absent) yield { kind: "error", error: whyAbsent(type) };
  // A scraper that looks nowhere must not delete what it found before.
  if (entries.length + absent.length === 0)
    yield {
      kind: "error",
      error: "The spec has no entry, so nothing was read and nothing was deleted. Add an entry, or delete the scraper.",
    };
  const ask: Ask = (kind, spec, run) => kind.scrape(spec, run);
  const ofEntry = { ...options, isOneOfSeveral: entries.length > 1 };
  for (const entry of entries) {
    options.begins?.(entry);
    yield* logged(foundByEntry(entry, scraper, system, ofEntry, ask), entry, options.log);
  }
}

/** For who wants to know in the log of the server what a scraper does. */
async function* logged(found: AsyncIterable<Found>, { type, index }: WrittenEntry, log: Log): AsyncGenerator<Found> {
  const begun = performance.now();
  const counts = { item: 0, news: 0, error: 0, warning: 0 };
  const entry = `${type} ${index + 1}`;
  log.debug({ entry }, "an entry of a scraper is read");
  try {
    for await (const one of found) {
      counts[one.kind] += 1;
      if (one.kind === "item") log.trace({ entry, type: one.item.type, id: one.item.id }, "a scraper found an item");
      else if (one.kind === "error") log.debug({ entry, error: one.error }, "a scraper could not read something");
      else if (one.kind === "warning") log.debug({ entry, warning: one.warning }, "a scraper has something to tell");
      yield one;
    }
  } finally {
    log.debug({ entry, ...counts, ms: Math.round(performance.now() - begun) }, "an entry of a scraper was read");
  }
}

export async function* foundByEntry(
  entry: WrittenEntry,
  scraper: RunnableScraper,
  system: ScrapeSystem,
  options: Omit<FindOptions, "kindNamed">,
  ask: Ask,
): AsyncGenerator<Found> {
  const { signal, scrubber, log, plugins, judges, isOneOfSeveral = false } = options;
  const label = `${entry.type} ${entry.index + 1}: `;
  const said = (text: string) => (isOneOfSeveral ? label + text : text);
  const warn: Warn = (warning, at) => options.warn(said(warning), at);
  const told: Found[] = [];
  const named = { id: scraper.id, name: scraper.name, namespace: scraper.namespace, labels: {} };
  try {
    const reach = reachFor(system, {
      subject: { kind: "scraper", id: scraper.id, name: scraper.name, namespace: scraper.namespace },
      namespace: scraper.namespace,
      scrubber,
      purpose: "scrape",
      system,
    });
    const around = { scraper: named, last_scrape_summary: options.lastSummary ?? {} };
    const { spec, fill } = await prepare(entry, scraper, { reach, around, scrubber });
    const root = `spec.${entry.type}.${entry.index}`;
    for (const field of unknownFields(entry.kind.spec, entry.original).slice(0, maxUnknownFields))
      yield { kind: "warning", warning: placedUnknownField(field, root) };
    const run: ScrapeRun = {
      scraper: named,
      outbound: system.outbound(scraper.trust),
      exec: system.exec,
      files: system.files,
      system,
      log,
      signal,
      scrubber,
      connection: reach.connection,
      value: reach.value,
      fill,
      fail: (error, { type } = {}) => void told.push({ kind: "error", error: said(scrubber.text(error)), type }),
      warn: (warning, { type, expr } = {}) =>
        void told.push({ kind: "warning", warning: said(scrubber.text(warning)), type, expr }),
    };
    const found = inTime(() => ask(entry.kind, spec, run), { signal, log, scrubber });
    const isFull = scraper.spec["full"] === true;
    const context = { scraper: named, isFull, plugins: plugins.rules, judges, warn };
    for await (const one of scrape(found, wordsFor(entry.kind, spec), context)) {
      if (one.kind === "error") yield { ...one, error: said(one.error) };
      else if (one.kind === "warning") yield { ...one, warning: said(one.warning) };
      else yield one;
      yield* told.splice(0);
    }
  } catch (error) {
    if (error instanceof RateLimited) options.rateLimited?.(error.until);
    yield* told.splice(0);
    yield { kind: "error", error: label + scrubber.text(reasonOf(error)) };
  }
  yield* told.splice(0);
}

/** At most so many unknown fields of one entry are reported. */
const maxUnknownFields = 50;

/** Without what its kind reads itself. */
const wordsFor = ({ readsItself = [] }: ScraperKind, spec: Entry): Entry =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => !readsItself.includes(key as keyof Entry)));

/** Whatever a driver waits for, it is ended in time; what it emits afterwards is borne. */
async function* inTime(
  begin: () => AsyncIterable<Scraped>,
  { signal, log, scrubber }: Pick<FindOptions, "signal" | "log" | "scrubber">,
): AsyncGenerator<Scraped> {
  const stray = (error: unknown) => log.warn({ err: scrubber.error(error) }, "a scraper failed late");
  const iterator = withErrorHandler(stray, () => begin()[Symbol.asyncIterator]());
  let isDone = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await untilEnded(
        signal,
        withErrorHandler(stray, () => iterator.next()),
      );
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // One that hangs does not heed this; nobody waits for it.
    if (!isDone) iterator.return?.().then(undefined, stray);
  }
}

/** In words for who wrote the scraper. */
export function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.status < 500) return [error.message, error.hint].filter(Boolean).join(" ");
  if (error instanceof ScraperInvalid || error instanceof RateLimited || error instanceof FillFault)
    return error.message;
  const { message, fix } = failureOf(error);
  return fix === undefined ? message : `${message.replace(/\.?$/, ".")} ${fix}`;
}
