/** Runs when the page has nothing better to do; the answer takes it back. Safari has no idle callback. */
export function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  // A second after drawing is idle enough.
  const timer = setTimeout(run, 1000);
  return () => clearTimeout(timer);
}
