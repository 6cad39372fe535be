// The HTTP calls of scrapers, except for the data API.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./scraping.contract.schema.ts";

/** Runs a scraper now, independent of its schedule. */
export const runScraper = call<Shape<typeof schema.runScraper>>("POST", "/api/config/run/{id}");

/**
 * Returns the items and changes that a scraper would find, without saving them. Clients that accept
 * `application/x-ndjson` receive the progress as lines of `{"progress": …}`, and last `{"result": …}` or `{"problem":
 * …}`.
 */
export const dryRun = call<Shape<typeof schema.dryRun>>("POST", "/api/catalog/scrapers/dry-run");

export type ScraperRun = Shape<typeof schema.runScraper>["answer"];
export type DryRun = Shape<typeof schema.dryRun>["answer"];
export type DryRunProgress = Shape<{ answer: typeof schema.dryRunProgress }>["answer"];
export type DryRunItem = DryRun["items"][number];
export type DryRunChange = DryRun["changes"][number];
export type DryRunRelationship = DryRun["relationships"][number];
