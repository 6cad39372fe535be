// Libraries that most installations hardly use are loaded when somebody does, where nobody can wait for an import(): what is
// loaded stays in memory with its whole text.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** The same library each time; loaded at the first. */
export function onDemand<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= load(name) as Library);
}
