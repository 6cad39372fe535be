import { whenIdle } from "./when-idle.ts";

const signs = ["pointermove", "pointerdown", "keydown"] as const;
let isUsed = false;

/**
 * Runs once somebody moves, presses or types, and the page has nothing better to do; the answer takes it back. For code
 * that only they need: a page that nobody touches fetches what it shows and no more.
 */
export function whenUsed(run: () => void): () => void {
  if (isUsed) return whenIdle(run);
  let stop = () => signs.forEach((sign) => window.removeEventListener(sign, use));
  function use() {
    isUsed = true;
    stop();
    stop = whenIdle(run);
  }
  for (const sign of signs) window.addEventListener(sign, use, { passive: true });
  return () => stop();
}
