// Converts values between CEL and JavaScript. CEL integers are bigint; all other numbers are number.
import { step } from "../budget.ts";
import { headerMap, isHeaderMap } from "../header-map.ts";
import { isMap, Optional, Printable, Unsigned } from "../values.ts";

/** CEL's type values: `type(1) == int`. */
export class CelType extends Printable {
  readonly noun = "a type";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  print(): string {
    return this.name;
  }

  read(): undefined {
    return undefined;
  }
}

const named = (name: string) => [name, new CelType(name)] as const;

export const celTypes: ReadonlyMap<string, CelType> = new Map([
  ...["int", "uint", "double", "bool", "string", "bytes", "list", "map", "null_type", "type", "optional_type"].map(
    named,
  ),
  named("google.protobuf.Timestamp"),
  named("google.protobuf.Duration"),
]);

/** Converts values from JSON or library functions to CEL. */
export function toCel(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null) return value;
  step();
  if (Array.isArray(value)) return value.map(toCel);
  if (value instanceof Map || !isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) set(copy, key, toCel(value[key]));
  return isHeaderMap(value) ? headerMap(copy) : copy;
}

/** Sets a key; `__proto__` is an ordinary key. */
export function set(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  else map[key] = value;
}

/** Converts the result of an expression for its caller. Integers beyond the range of number remain bigint. */
export function outOfCel(value: unknown): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== "object" || value === null) return value;
  step();
  if (value instanceof Unsigned) return outOfCel(value.value);
  if (value instanceof Optional) return value.has ? outOfCel(value.value) : null;
  if (value instanceof Printable) return value.print();
  if (Array.isArray(value)) return value.map(outOfCel);
  if (!isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  if (value instanceof Map) for (const [key, held] of value) set(copy, String(key), outOfCel(held));
  else for (const key of Object.keys(value)) set(copy, key, outOfCel(value[key]));
  return copy;
}
