// A kind of scraper is one file in scrapers/ with the schema of its spec and the function that finds documents;
// scrapers/index.ts lists the kinds. scrape/ transforms the documents into items, and save/ stores them.
import type { z } from "zod";
import type { EnvVar, OpenConnection, Reaching } from "#areas/connections/server/index.ts";
import type { System } from "#server/area.ts";
import type { Kind } from "#server/kinds.ts";
import type { Log } from "#server/log.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import type { Scraped } from "./found.ts";
import type { Entry } from "../spec/entry.ts";

export type { Reaching } from "#areas/connections/server/index.ts";

/** The dependencies of a run. */
export interface ScrapeRun {
  scraper: { id: string; name: string; namespace: string; labels: Readonly<Record<string, string>> };
  /** The only way to open network connections. */
  outbound: Outbound;
  exec: System["exec"];
  files: System["files"];
  /** Access to Quarterdeck's own database and settings. */
  system: Pick<System, "db" | "env" | "catalog">;
  log: Log;
  /** Aborted when the run times out or is cancelled. */
  signal: AbortSignal;
  scrubber: Scrubber;
  /** Resolves the connection of a spec with address and credentials; fields of the spec take precedence. */
  connection(reaching: Reaching): Promise<OpenConnection>;
  /** Resolves a value, or a reference to a value. */
  value(value: string | EnvVar): Promise<string>;
  /** Fills `{{ }}` and `$( )` in a string. */
  fill(text: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Reports that something could not be read; the run continues, but deletes nothing. */
  fail(error: string, about?: { type?: string }): void;
  /** Adds a warning to the run, with the expression that caused the warning, if there is one. */
  warn(warning: string, about?: { type?: string; expr?: string | undefined }): void;
}

export interface ScraperKind<Spec extends z.ZodType = z.ZodType> extends Kind<Spec> {
  family: "scraper";
  /** Set for kinds that run commands or read files of this machine: only administrators may write them. */
  onlyAdmins?: true | ((spec: z.output<Spec>) => boolean);
  /** A field whose value must be unique among the entries of a scraper. */
  uniqueField?: string;
  /** Common entry fields that this kind interprets itself; they are not used to transform items. */
  readsItself?: readonly (keyof Entry)[];
  /**
   * Yields the documents found. An error stops the run of this entry: the items found before are saved, and no items
   * are deleted. `ScraperInvalid` means that the spec is wrong.
   */
  scrape(spec: z.output<Spec>, run: ScrapeRun): AsyncIterable<Scraped>;
  /**
   * Yields changes between two runs until the signal is aborted. They are saved in small batches; only items with
   * `deletedAt` are deleted.
   */
  watch?(spec: z.output<Spec>, run: ScrapeRun): AsyncIterable<Scraped>;
}

/** Defines a kind of scraper with the type of its spec inferred. */
export const defineScraper = <Spec extends z.ZodType>(kind: Omit<ScraperKind<Spec>, "family">): ScraperKind<Spec> => ({
  family: "scraper",
  ...kind,
});

/** The spec of the scraper is invalid or cannot be run. */
export class ScraperInvalid extends Error {
  override readonly name = "ScraperInvalid";
}

/** The source limits requests: nothing is saved, and runs before `until` are skipped. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly until: Date;

  constructor(until: Date) {
    super(`The source limits the rate of requests, so runs are skipped until ${until.toISOString()}.`);
    this.until = until;
  }
}
