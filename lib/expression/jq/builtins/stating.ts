// Helpers to define jq functions: on the input only, on values, or on filters.
import { builtins, valuesOf, type Builtin, type Item } from "../evaluate.ts";
import type { Filter } from "../scope.ts";
import { described, JqError } from "../values.ts";

export const computed = (value: unknown, { way }: Item): Item => ({
  value,
  way: way === undefined ? undefined : "computed",
});

/** Defines a function that uses only its input. */
export function plain(name: string, call: (value: unknown) => unknown): void {
  builtins.set(`${name}/0`, (input) => [computed(call(input.value), input)]);
}

/** Defines a function of the input and values, called for every combination of the outputs of its filters. */
export function taking(name: string, count: number, call: (value: unknown, ...args: unknown[]) => unknown): void {
  builtins.set(`${name}/${count}`, function* (input, filters, depth) {
    for (const args of combined(filters, input.value, depth)) yield computed(call(input.value, ...args), input);
  });
}

export function* combined(
  filters: readonly Filter[],
  value: unknown,
  depth: number,
  at = filters.length - 1,
): Generator<unknown[]> {
  if (at < 0) {
    yield [];
    return;
  }
  for (const last of valuesOf(filters[at]!, value, depth))
    for (const before of combined(filters, value, depth, at - 1)) yield [...before, last];
}

export const native = (name: string, count: number, call: Builtin) => builtins.set(`${name}/${count}`, call);

export const textOf = (value: unknown, name: string): string => {
  if (typeof value === "string") return value;
  throw new JqError(`${name} input must be a string, but is ${described(value)}`);
};
export const listOf = (value: unknown, doing: string): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  throw new JqError(`${described(value)} cannot be ${doing}, because it is not an array`);
};
export const numberOf = (value: unknown, name: string): number => {
  if (typeof value === "number") return value;
  throw new JqError(`${name} requires a number, but got ${described(value)}`);
};
