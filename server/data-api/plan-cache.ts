// Statements by the shape of their request: a page that is asked for again and again is planned once. What it depends on
// besides the shape is in the key (rights, form of the answer) or makes a new cache (the catalog).
import type { Catalog } from "../db/relations.ts";
import type { Selected, Shape } from "./query.ts";

const mostStatements = 2_000;
const longestKey = 8_192;

export class PlanCache<T> {
  readonly #most: number;
  #catalog: Catalog | undefined;
  readonly #kept = new Map<string, T>();
  /** Values made so far: requests that were not answered from the cache. */
  made = 0;

  constructor(most = mostStatements) {
    this.#most = most;
  }

  get(catalog: Catalog, key: string, make: () => T): T {
    if (this.#catalog !== catalog) {
      this.#catalog = catalog;
      this.#kept.clear();
    }
    const known = this.#kept.get(key);
    if (known !== undefined) {
      // The most recent stands last.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    this.made += 1;
    const made = make();
    if (key.length > longestKey) return made;
    this.#kept.set(key, made);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    return made;
  }

  get size(): number {
    return this.#kept.size;
  }
}

const selectKeys = new WeakMap<readonly Selected[], string>();

/** A text that is equal for equal shapes, and for what else the plan depends on. */
export function shapeKey({ select, main, embedded }: Shape, ...more: readonly unknown[]): string {
  let selected = selectKeys.get(select);
  if (selected === undefined) selectKeys.set(select, (selected = JSON.stringify(select)));
  return `${selected}${JSON.stringify([main, embedded, more])}`;
}
