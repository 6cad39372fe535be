// Loads rarely used libraries on first use, because a loaded module stays in memory with its source text. Loading is
// synchronous, for callers that cannot await an import().
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** Returns the same library each time; loads it on first use. */
export function onDemand<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= load(name) as Library);
}

/** The YAML library, loaded on first use. */
export const yaml = onDemand<typeof import("yaml")>("yaml");
