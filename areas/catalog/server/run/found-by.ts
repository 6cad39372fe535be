// Runs the entries of a scraper and applies the transformations of the manifest to the results. An entry that fails
// does not stop the others; its error is reported, so that no items are deleted.
import { Problem } from "#language/problem.ts";
import { placedUnknownField } from "#language/unknown-fields.ts";
import type { System } from "#server/area.ts";
import type { Log } from "#server/log.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { FillFault } from "#server/spec/fill.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { withErrorHandler } from "#lib/process/stray-errors.ts";
import { untilEnded } from "#lib/async/until-ended.ts";
import { failureOf, reachFor } from "#areas/connections/server/index.ts";
import type { PluginsInUse } from "../plugins/in-use.ts";
import { RateLimited, ScraperInvalid, type ScrapeRun, type ScraperKind } from "../scrape/scraper-kind.ts";
import { whyAbsent } from "../spec/absent.ts";
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
  /** Whether messages contain the name of the entry. */
  isOneOfSeveral?: boolean;
  /** The summary of the last run, which templates can use. */
  lastSummary?: unknown;
  /** Collects, for each item, the function that applies the change rules of its entry to changes found while saving. */
  judges: Pick<WeakMap<Item, JudgeChange>, "set">;
  /** Called for problems in change rules. */
  warn: Warn;
  /** Called when the source has a rate limit. */
  rateLimited?(until: Date): void;
  /** Called before each entry; the results that follow belong to that entry. */
  begins?(entry: WrittenEntry): void;
}

/** Starts a scrape, or a watch that reports changes until the signal aborts. */
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
  // Reported as an error, because the items of these types are unknown.
  for (const type of absent) yield { kind: "error", error: whyAbsent(type) };
  // A scraper without entries must not delete its items.
  if (entries.length + absent.length === 0)
    yield {
      kind: "error",
      error: "The spec has no entry, so nothing was read and nothing was deleted. Add an entry, or delete the scraper.",
    };
  const ask: Ask = (kind, spec, run) => kind.scrape(spec, run);
  const entryOptions = { ...options, isOneOfSeveral: entries.length > 1 };
  for (const entry of entries) {
    options.begins?.(entry);
    yield* logged(foundByEntry(entry, scraper, system, entryOptions, ask), entry, options.log);
  }
}

/** Logs the results of an entry. */
async function* logged(found: AsyncIterable<Found>, { type, index }: WrittenEntry, log: Log): AsyncGenerator<Found> {
  const startedAt = performance.now();
  const counts = { item: 0, news: 0, error: 0, warning: 0 };
  const entry = `${type} ${index + 1}`;
  log.debug({ entry }, "reading a scraper entry");
  try {
    for await (const each of found) {
      counts[each.kind] += 1;
      if (each.kind === "item") log.trace({ entry, type: each.item.type, id: each.item.id }, "a scraper found an item");
      else if (each.kind === "error") log.debug({ entry, error: each.error }, "a scraper could not read something");
      else if (each.kind === "warning") log.debug({ entry, warning: each.warning }, "a scraper reported a warning");
      yield each;
    }
  } finally {
    log.debug({ entry, ...counts, ms: Math.round(performance.now() - startedAt) }, "finished reading a scraper entry");
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
  const labelled = (text: string) => (isOneOfSeveral ? label + text : text);
  const warn: Warn = (warning, at) => options.warn(labelled(warning), at);
  const reported: Found[] = [];
  const { id, name, namespace, isDraft } = scraper;
  const named = { id, name, namespace, labels: {} };
  try {
    const reach = reachFor(system, {
      subject: { kind: "scraper", id, name, namespace, isDraft },
      namespace,
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
      fail: (error, { type } = {}) =>
        void reported.push({ kind: "error", error: labelled(scrubber.text(error)), type }),
      warn: (warning, { type, expr } = {}) =>
        void reported.push({ kind: "warning", warning: labelled(scrubber.text(warning)), type, expr }),
    };
    const found = inTime(() => ask(entry.kind, spec, run), { signal, log, scrubber });
    const isFull = scraper.spec["full"] === true;
    const context = { scraper: named, isFull, plugins: plugins.rules, judges, warn };
    for await (const each of scrape(found, transformationsOf(entry.kind, spec), context)) {
      if (each.kind === "error") yield { ...each, error: labelled(each.error) };
      else if (each.kind === "warning") yield { ...each, warning: labelled(each.warning) };
      else yield each;
      yield* reported.splice(0);
    }
  } catch (error) {
    if (error instanceof RateLimited) options.rateLimited?.(error.until);
    yield* reported.splice(0);
    yield { kind: "error", error: label + scrubber.text(reasonOf(error)) };
  }
  yield* reported.splice(0);
}

/** The maximum number of reported unknown fields per entry. */
const maxUnknownFields = 50;

/** Removes the fields that the kind reads itself. */
const transformationsOf = ({ readsItself = [] }: ScraperKind, spec: Entry): Entry =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => !readsItself.includes(key as keyof Entry)));

/**
 * Stops the source when the signal aborts, even if a driver does not react, and logs errors that the driver throws
 * later.
 */
async function* inTime(
  begin: () => AsyncIterable<Scraped>,
  { signal, log, scrubber }: Pick<FindOptions, "signal" | "log" | "scrubber">,
): AsyncGenerator<Scraped> {
  const stray = (error: unknown) => log.warn({ err: scrubber.error(error) }, "a scraper failed after it was stopped");
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
    // Not awaited, because a source that hangs never returns.
    if (!isDone) iterator.return?.().then(undefined, stray);
  }
}

/** Returns the error message for the author of the scraper. */
export function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.status < 500) return [error.message, error.hint].filter(Boolean).join(" ");
  if (error instanceof ScraperInvalid || error instanceof RateLimited || error instanceof FillFault)
    return error.message;
  const { message, fix } = failureOf(error);
  return fix === undefined ? message : `${message.replace(/\.?$/, ".")} ${fix}`;
}
