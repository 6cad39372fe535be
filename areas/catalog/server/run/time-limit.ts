// Limits the duration of a run. The error contains the limit, to distinguish this case from a source that does not
// respond.
import { ScraperInvalid } from "../scrape/scraper-kind.ts";

/** `after` is appended to the message, with the consequence and the remedy. */
export function timeLimit(ms: number, after: string): { signal: AbortSignal; stop(): void } {
  const ending = new AbortController();
  const end = () => ending.abort(new ScraperInvalid(`The run took longer than ${shown(ms)} and was stopped. ${after}`));
  const timer = setTimeout(end, ms).unref();
  return { signal: ending.signal, stop: () => clearTimeout(timer) };
}

function shown(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}
