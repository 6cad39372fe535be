/** Runs a function when the browser is idle; returns a function that cancels it. Safari has no idle callback. */
export function whenIdle(run: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  // One second after rendering is a good substitute.
  const timer = setTimeout(run, 1000);
  return () => clearTimeout(timer);
}
