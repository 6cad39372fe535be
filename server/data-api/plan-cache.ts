// Caches statements by the shape of their request, so that repeated requests are planned once. Other dependencies are
// part of the key (rights, response format) or clear the cache (a new catalog).
import type { Catalog } from "../db/relations.ts";
import type { Selected, Shape } from "./query.ts";

const maxStatements = 2_000;
const maxKeyLength = 8_192;

export class PlanCache<T> {
  readonly #maxSize: number;
  #catalog: Catalog | undefined;
  readonly #entries = new Map<string, T>();
  /** The number of cache misses. */
  misses = 0;

  constructor(maxSize = maxStatements) {
    this.#maxSize = maxSize;
  }

  get(catalog: Catalog, key: string, create: () => T): T {
    if (this.#catalog !== catalog) {
      this.#catalog = catalog;
      this.#entries.clear();
    }
    const known = this.#entries.get(key);
    if (known !== undefined) {
      // Entries are ordered by last use.
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    this.misses += 1;
    const created = create();
    if (key.length > maxKeyLength) return created;
    this.#entries.set(key, created);
    if (this.#entries.size > this.#maxSize) this.#entries.delete(this.#entries.keys().next().value!);
    return created;
  }

  get size(): number {
    return this.#entries.size;
  }
}

const selectKeys = new WeakMap<readonly Selected[], string>();

/** Returns a key that is equal for equal shapes and equal additional dependencies. */
export function shapeKey({ select, main, embedded }: Shape, ...more: readonly unknown[]): string {
  let selected = selectKeys.get(select);
  if (selected === undefined) selectKeys.set(select, (selected = JSON.stringify(select)));
  return `${selected}${JSON.stringify([main, embedded, more])}`;
}
