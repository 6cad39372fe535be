// Keeps the catalog in step with what a scraper finds.
import type { System } from "#server/area.ts";
import type { Found } from "../scrape/found.ts";
import type { ScrapeSummary } from "./summary.ts";

export interface SaveOptions {
  scraper: { id: string; agentId: string };
  /** Whether whatever it did not see is gone; a watch sees only what happens. */
  isWhole: boolean;
  signal: AbortSignal;
}

export interface Saved {
  summary: ScrapeSummary;
  /** What could not be read or kept. */
  errors: readonly string[];
}

export type Save = (system: System, found: AsyncIterable<Found>, options: SaveOptions) => Promise<Saved>;
