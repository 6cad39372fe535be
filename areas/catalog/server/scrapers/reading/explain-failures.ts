// Adds the failed host and port, and advice on how to fix the problem, to the errors of a source.
import { FileRefused } from "#server/files/allowed-files.ts";
import { ExecRefused } from "#server/exec/run-command.ts";
import { noting, type Where } from "#server/outbound/places.ts";
import { ConnectionFailure, failureOf, RequestInvalid } from "#areas/connections/server/index.ts";
import type { Scraped } from "../../scrape/found.ts";
import { RateLimited, ScraperInvalid, type ScrapeRun } from "../../scrape/scraper-kind.ts";

export async function* explainFailures(
  run: ScrapeRun,
  work: (run: ScrapeRun) => AsyncIterable<Scraped>,
): AsyncGenerator<Scraped> {
  const { outbound, whereOf } = noting(run.outbound);
  try {
    yield* work({ ...run, outbound });
  } catch (error) {
    throw run.signal.aborted ? error : explained(error, whereOf(error));
  }
}

/** Returns the message of an error that does not stop the run, as one sentence with advice. */
export function reasonIn(error: unknown): string {
  if (isTooDeep(error)) return tooDeep;
  const { message, fix } = failureOf(error);
  return [message.replace(/\.?$/, "."), fix].filter(Boolean).join(" ");
}

/** Documents are walked recursively, so a deeply nested document overflows the stack. */
const isTooDeep = (error: unknown) => error instanceof RangeError && /call stack/.test(error.message);
const tooDeep = "The document is nested too deeply to be read.";

function explained(error: unknown, where: Where | undefined): unknown {
  if (error instanceof ScraperInvalid || error instanceof RateLimited) return error;
  if (error instanceof RequestInvalid || error instanceof ExecRefused || error instanceof FileRefused)
    return new ScraperInvalid(error.message);
  if (isTooDeep(error)) return new ScraperInvalid(tooDeep);
  const failure = failureOf(error);
  const placed = failure.at(where);
  if (!where || placed.message.includes(where.host)) return placed;
  return new ConnectionFailure(`${where.host}:${where.port}: ${placed.message}`, placed.fix);
}
