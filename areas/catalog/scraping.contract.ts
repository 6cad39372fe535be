// What is done with scrapers beside writing them down.
import { call, type Shape } from "#language/call.ts";
import type * as schema from "./scraping.contract.schema.ts";

/** Runs a scraper now, whatever its schedule says. */
export const runScraper = call<Shape<typeof schema.runScraper>>("POST", "/api/config/run/{id}");

/**
 * What a scraper would find and change, without saving anything. Who accepts `application/x-ndjson` is told how far it is: lines of
 * `{"progress": …}`, and at last one of `{"result": …}` or `{"problem": …}`.
 */
export const dryRun = call<Shape<typeof schema.dryRun>>("POST", "/api/catalog/scrapers/dry-run");

export type ScraperRun = Shape<typeof schema.runScraper>["answer"];
export type DryRun = Shape<typeof schema.dryRun>["answer"];
export type DryRunProgress = Shape<{ answer: typeof schema.dryRunProgress }>["answer"];
export type DryRunItem = DryRun["items"][number];
export type DryRunChange = DryRun["changes"][number];
export type DryRunRelationship = DryRun["relationships"][number];
