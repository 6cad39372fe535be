// Polls another system until there is a result. The pauses between the polls grow, so that short work is noticed soon
// and long work needs few requests.
import { setTimeout as delay } from "node:timers/promises";

const firstMs = 500;
const defaultMaxMs = 15_000;

/** Throws the abort reason when the signal is aborted. */
export async function poll<Found>(
  signal: AbortSignal,
  look: () => Promise<Found | undefined>,
  { maxMs = defaultMaxMs }: { maxMs?: number } = {},
): Promise<Found> {
  for (let pauseMs = firstMs; ; pauseMs = Math.min(pauseMs * 1.5, maxMs)) {
    signal.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
    await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
