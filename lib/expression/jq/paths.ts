// Reads, replaces and deletes values at paths.
import { spend, step } from "../budget.ts";
import { compare, described, fieldsOf, JqError, kindOf, put } from "./values.ts";

export interface Slice {
  start: number | null;
  end: number | null;
}
export type Key = string | number | Slice;

/** A path as a linked list from the innermost key outwards. */
export interface Path {
  key: unknown;
  up: Path | undefined;
}

export function keysOf(path: Path | undefined): unknown[] {
  const keys: unknown[] = [];
  for (let at = path; at !== undefined; at = at.up) keys.push(at.key);
  return keys.reverse();
}

const bounds = (length: number, start: number | null, end: number | null): [number, number] => {
  const at = (position: number, round: (value: number) => number) =>
    Math.max(0, Math.min(length, round(position < 0 ? position + length : position)));
  const from = start === null ? 0 : at(start, Math.floor);
  return [from, Math.max(from, end === null ? length : at(end, Math.ceil))];
};

function isSlice(key: unknown): key is Slice {
  return kindOf(key) === "object" && (Object.hasOwn(key as object, "start") || Object.hasOwn(key as object, "end"));
}

const limit = (value: unknown): number | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  throw new JqError("Start and end indices of an array slice must be numbers");
};

export function child(value: unknown, key: unknown): unknown {
  if (isSlice(key)) {
    if (value === null) return null;
    const [start, end] = [limit(key.start), limit(key.end)];
    if (typeof value === "string") {
      const letters = [...value];
      return letters.slice(...bounds(letters.length, start, end)).join("");
    }
    if (!Array.isArray(value)) throw new JqError(`Cannot index ${kindOf(value)} with object`);
    const [from, to] = bounds(value.length, start, end);
    spend(to - from);
    return value.slice(from, to);
  }
  if (typeof key === "string") {
    if (value === null) return null;
    if (kindOf(value) !== "object")
      throw new JqError(`Cannot index ${kindOf(value)} with string ${JSON.stringify(key)}`);
    return Object.hasOwn(value as object, key) ? (fieldsOf(value)[key] ?? null) : null;
  }
  if (typeof key === "number") {
    if (value === null) return null;
    if (!Array.isArray(value)) throw new JqError(`Cannot index ${kindOf(value)} with number`);
    const at = Math.floor(key);
    return (value[at < 0 ? at + value.length : at] as unknown) ?? null;
  }
  if (Array.isArray(key) && Array.isArray(value)) return places(value, key);
  throw new JqError(`Cannot index ${kindOf(value)} with ${kindOf(key)}`);
}

function places(value: unknown[], wanted: unknown[]): number[] {
  const found: number[] = [];
  if (wanted.length > 0)
    for (let at = 0; at + wanted.length <= value.length; at += 1) {
      step();
      if (wanted.every((element, index) => compare(element, value[at + index]) === 0)) found.push(at);
    }
  return found;
}

/** Returns a copy with the value at the path changed; only the containers on the path are copied. */
export function changed(value: unknown, keys: readonly unknown[], change: (held: unknown) => unknown, at = 0): unknown {
  step();
  if (at === keys.length) return change(value);
  const key = keys[at];
  const next = changed(child(value, key), keys, change, at + 1);
  if (isSlice(key)) {
    if (!Array.isArray(next)) throw new JqError("A slice of an array can only be assigned another array");
    const list = (value ?? []) as unknown[];
    const [from, to] = bounds(list.length, limit(key.start), limit(key.end));
    spend(list.length + next.length);
    return [...list.slice(0, from), ...(next as unknown[]), ...list.slice(to)];
  }
  if (typeof key === "string") {
    const fields = value === null ? {} : fieldsOf(value);
    spend(Object.keys(fields).length);
    return put({ ...fields }, key, next);
  }
  if (typeof key !== "number") throw new JqError(`Cannot update field at ${kindOf(key)} index of ${kindOf(value)}`);
  const list = value === null ? [] : (value as unknown[]);
  const index = Math.floor(key) < 0 ? Math.floor(key) + list.length : Math.floor(key);
  if (index < 0) throw new JqError("Out of bounds negative array index");
  spend(Math.max(list.length, index + 1));
  const copy = [...list];
  while (copy.length < index) copy.push(null);
  copy[index] = next;
  return copy;
}

/**
 * Returns a copy without the values at the paths; the last paths are deleted first, so that the other paths remain
 * valid.
 */
export function without(value: unknown, paths: readonly (readonly unknown[])[]): unknown {
  return paths.toSorted((a, b) => compare(b, a)).reduce<unknown>((held, path) => removed(held, path, 0), value);
}

function removed(value: unknown, path: readonly unknown[], at: number): unknown {
  step();
  if (at === path.length || value === null) return null;
  const key = path[at];
  if (at < path.length - 1) {
    const held = child(value, key);
    return held === null ? value : changed(value, [key], () => removed(held, path, at + 1));
  }
  if (isSlice(key) && Array.isArray(value)) {
    const [from, to] = bounds(value.length, limit(key.start), limit(key.end));
    return [...(value as unknown[]).slice(0, from), ...(value as unknown[]).slice(to)];
  }
  if (Array.isArray(value) && typeof key === "number") {
    spend(value.length);
    const index = Math.floor(key) < 0 ? Math.floor(key) + value.length : Math.floor(key);
    return (value as unknown[]).filter((_, place) => place !== index);
  }
  if (kindOf(value) === "object" && typeof key === "string") {
    const { [key]: _gone, ...rest } = fieldsOf(value);
    spend(Object.keys(rest).length);
    return rest;
  }
  throw new JqError(`Cannot delete field at ${kindOf(key)} index of ${kindOf(value)}`);
}

export function* childrenOf(value: unknown): Generator<[Key, unknown]> {
  if (Array.isArray(value)) for (const [index, element] of value.entries()) yield [index, element as unknown];
  else if (kindOf(value) === "object")
    // Keys are sorted, in the order in which gojq iterates an object.
    for (const key of Object.keys(fieldsOf(value)).sort()) yield [key, fieldsOf(value)[key]];
  else throw new JqError(`Cannot iterate over ${value === null ? "null" : described(value)}`);
}
