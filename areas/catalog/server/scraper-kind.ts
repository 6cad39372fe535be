// What a kind of scraper is: one file in scrapers/ that states what is written about it and how things are found. scrapers/index.ts
// lists them. A kind finds; what the manifest makes of it, and what is kept, is not its business (scrape/, save/).
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "../../connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Log } from "#server/log.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub.ts";
import type { Scraped } from "./scrape/found.ts";
import type { Entry } from "./spec/entry.ts";

export type { Reaching } from "../../connections/server/index.ts";

/** What a run is made with. */
export interface ScrapeRun {
  scraper: { id: string; name: string; namespace: string; labels: Readonly<Record<string, string>> };
  /** The only way out. */
  outbound: Outbound;
  exec: System["exec"];
  files: System["files"];
  /** What Quarterdeck knows of itself. */
  system: Pick<System, "db" | "env" | "catalog">;
  log: Log;
  /** Ends when the run's time is up, or nobody wants it any more. */
  signal: AbortSignal;
  scrubber: Scrubber;
  /** The connection that a spec refers to, its address and credentials filled in; what the spec says itself wins, field by field. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** A value, or what it refers to. */
  value(value: string | EnvVar): Promise<string>;
  /** A text with `{{ }}` and `$( )` filled in. */
  fill(text: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Something could not be read; the run goes on, and deletes nothing. */
  fail(error: string, about?: { type?: string }): void;
  /** Something to tell whoever looks at the run; with the expression that is at fault, where one is. */
  warn(warning: string, about?: { type?: string; expr?: string | undefined }): void;
}

export interface ScraperKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "scraper";
  /** It runs commands or reads files of this machine: only administrators write one. */
  onlyAdmins?: true | ((spec: z.output<Spec>) => boolean);
  /** A field that no two entries of a scraper may have in common. */
  eachItsOwn?: string;
  /** Fields of every entry that it reads itself: they say nothing of the items any more. */
  readsItself?: readonly (keyof Entry)[];
  /**
   * Finds what there is, one by one. What it throws ends the run of this entry: what was found before is kept, nothing is
   * deleted. A `ScraperInvalid` says that the spec cannot work.
   */
  scrape(spec: z.output<Spec>, run: ScrapeRun): AsyncIterable<Scraped>;
  /**
   * Tells what happens between two runs, until the signal ends it: what it yields is saved in small batches and deletes nothing
   * by itself but what says that it is deleted.
   */
  watch?(spec: z.output<Spec>, run: ScrapeRun): AsyncIterable<Scraped>;
}

/** States a kind of scraper with the type of its spec inferred. */
export const defineScraper = <Spec extends z.ZodType>(kind: Omit<ScraperKind<Spec>, "family">): ScraperKind<Spec> => ({
  family: "scraper",
  ...kind,
});

/** The scraper is written so that it cannot work. */
export class ScraperInvalid extends Error {
  override readonly name = "ScraperInvalid";
}

/** The source asked us to come back later: nothing is saved, and runs before that moment are skipped. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly until: Date;

  constructor(until: Date) {
    super(`The source has had enough requests for now (rate limit): runs are skipped until ${until.toISOString()}.`);
    this.until = until;
  }
}
