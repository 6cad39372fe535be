// Loads rarely used libraries on first use, synchronously, for callers that cannot await an import(): a loaded module
// stays in memory with its source text.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** Returns the same library each time; loads it on first use. */
export function onDemand<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= load(name) as Library);
}
