// Access to fields and elements. It is nil-safe: a missing key, an index out of range and a field of null return null.
import { ExpressionFault } from "../fault.ts";
import { nounOf } from "../functions/function.ts";
import { hasKey, isMap, isNumber, Optional, Unsigned, valueAt } from "../values.ts";

/** Returns undefined if the field does not exist, and null if its value is null. */
export function fieldAt(value: unknown, field: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof Map) return value.get(field);
  return isMap(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

/** Returns undefined if the element does not exist. */
function elementAt(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) {
    const number = key instanceof Unsigned ? key.value : key;
    if (!isNumber(number) || !Number.isInteger(Number(number)))
      throw new ExpressionFault(`The index of a list must be a whole number, but got ${nounOf(key)}.`);
    return value[Number(number)];
  }
  return isMap(value) ? valueAt(value, key) : undefined;
}

/** `a.b`: after an optional access, the following accesses are optional as well. */
export function select(value: unknown, field: string): unknown {
  if (value instanceof Optional) return selectOptional(value, field);
  return fieldAt(value, field) ?? null;
}

export function selectOptional(value: unknown, field: string): Optional {
  const held = value instanceof Optional ? (value.has ? value.value : undefined) : value;
  return optional(fieldAt(held, field));
}

export function index(value: unknown, key: unknown): unknown {
  if (value instanceof Optional) return indexOptional(value, key);
  if (key === null || value === null) return null;
  return elementAt(value, key) ?? null;
}

export function indexOptional(value: unknown, key: unknown): Optional {
  const held = value instanceof Optional ? (value.has ? value.value : undefined) : value;
  return key === null ? Optional.none : optional(elementAt(held, key));
}

const optional = (value: unknown) => (value === undefined ? Optional.none : new Optional(true, value));

/** Returns whether the field exists, even if its value is null. */
export function has(value: unknown, field: string): boolean {
  if (value instanceof Optional) return value.has && has(value.value, field);
  return isMap(value) && hasKey(value, field);
}
