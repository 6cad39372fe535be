const events = ["pointermove", "pointerdown", "keydown"] as const;
let isUsed = false;

/**
 * Runs a function once the person moves the pointer, presses or types, and the browser is idle; returns a function that
 * cancels it. Use it for code that only interaction needs, so that a page without interaction loads only the code that
 * it shows.
 */
export function whenUsed(run: () => void): () => void {
  if (isUsed) return whenIdle(run);
  let stop = () => events.forEach((event) => window.removeEventListener(event, use));
  function use() {
    isUsed = true;
    stop();
    stop = whenIdle(run);
  }
  for (const event of events) window.addEventListener(event, use, { passive: true });
  return () => stop();
}

/** Runs a function when the browser is idle; returns a function that cancels it. Safari has no idle callback. */
export function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  // Without idle callbacks, the function runs one second after rendering.
  const timer = setTimeout(run, 1000);
  return () => clearTimeout(timer);
}
