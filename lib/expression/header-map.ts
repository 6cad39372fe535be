// Headers in expressions: a map with case-insensitive keys for `in`, index, field and has() in every notation. Each
// name is listed once, as it was received.
import type { Fields } from "./values.ts";

const known = new WeakSet<object>();

export function headerMap(headers: Fields): Fields {
  const map = inAnyCase({ ...headers });
  known.add(map);
  return map;
}

export const isHeaderMap = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && known.has(value);

/**
 * Creates the proxy. It must not refer to anything outside of itself, because scripts get its source text
 * (javascript/engine.ts).
 */
export function inAnyCase(target: Record<string, unknown>): Fields {
  const names = new Map(Object.keys(target).map((name) => [name.toLowerCase(), name]));
  const nameOf = (key: string | symbol) =>
    typeof key === "string" && !Object.hasOwn(target, key) ? (names.get(key.toLowerCase()) ?? key) : key;
  return new Proxy(target, {
    get: (_, key) => Reflect.get(target, nameOf(key)) as unknown,
    has: (_, key) => Reflect.has(target, nameOf(key)),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(target, nameOf(key)),
  });
}

/** The key that marks a header map when only plain values can be sent. No document has such a key. */
export const headerMark = "\0headers";
