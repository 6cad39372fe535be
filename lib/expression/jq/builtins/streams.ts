// Functions that return many outputs, or combine many outputs into one.
import { spend, step } from "../../budget.ts";
import { outputsOf, recursed, valuesOf, type Item } from "../evaluate.ts";
import { childrenOf } from "../paths.ts";
import type { Filter } from "../scope.ts";
import { calculate, isTruthy, JqError, kindOf } from "../values.ts";
import { combined, listOf, computed, native, numberOf, plain } from "./stating.ts";

native("empty", 0, () => []);
native("error", 0, (input) => {
  throw new JqError(input.value);
});
native("error", 1, (input, [filter], depth) => {
  for (const value of valuesOf(filter!, input.value, depth)) throw new JqError(value);
  return [];
});
native("range", 1, function* (input, [end], depth) {
  for (const to of valuesOf(end!, input.value, depth)) yield* counted(0, numberOf(to, "range"), 1, input);
});
native("range", 2, function* (input, filters, depth) {
  for (const [from, to] of combined(filters, input.value, depth))
    yield* counted(numberOf(from, "range"), numberOf(to, "range"), 1, input);
});
native("range", 3, function* (input, filters, depth) {
  for (const [from, to, by] of combined(filters, input.value, depth))
    yield* counted(numberOf(from, "range"), numberOf(to, "range"), numberOf(by, "range"), input);
});
function* counted(from: number, to: number, by: number, input: Item): Generator<Item> {
  for (let at = from; by > 0 ? at < to : by < 0 ? at > to : at < to; at += by) {
    step();
    yield computed(at, input);
  }
}
native("limit", 2, function* (input, [count, filter], depth) {
  for (const most of valuesOf(count!, input.value, depth)) {
    let left = numberOf(most, "limit");
    if (left <= 0) continue;
    for (const item of outputsOf(filter!, input, depth)) {
      yield item;
      left -= 1;
      if (left <= 0) break;
    }
  }
});
native("skip", 2, function* (input, [count, filter], depth) {
  for (const most of valuesOf(count!, input.value, depth)) {
    let left = numberOf(most, "skip");
    for (const item of outputsOf(filter!, input, depth)) {
      if (left <= 0) yield item;
      left -= 1;
    }
  }
});
native("first", 1, function* (input, [filter], depth) {
  for (const item of outputsOf(filter!, input, depth)) {
    yield item;
    return;
  }
});
native("last", 1, function* (input, [filter], depth) {
  let last: Item | undefined;
  for (const item of outputsOf(filter!, input, depth)) last = item;
  if (last) yield last;
});
native("isempty", 1, function* (input, [filter], depth) {
  for (const _ of outputsOf(filter!, { value: input.value, way: undefined }, depth)) {
    yield computed(false, input);
    return;
  }
  yield computed(true, input);
});
native("until", 2, function* (input, [done, next], depth) {
  let item = input;
  while (true) {
    step();
    let isDone = false;
    for (const value of valuesOf(done!, item.value, depth)) {
      isDone = isTruthy(value);
      break;
    }
    if (isDone) break;
    let following: Item | undefined;
    for (const found of outputsOf(next!, item, depth)) {
      following = found;
      break;
    }
    if (!following) return;
    item = following;
  }
  yield item;
});
native("while", 2, function* (input, [condition, next], depth) {
  for (const item of repeated(input, next!, depth)) {
    for (const value of valuesOf(condition!, item.value, depth)) if (!isTruthy(value)) return;
    yield item;
  }
});
native("repeat", 1, (input, [next], depth) => repeated(input, next!, depth));
/** Repeats a filter, following only its first output, without recursion. */
function* repeated(input: Item, next: Filter, depth: number): Generator<Item> {
  let item: Item | undefined = input;
  while (item) {
    step();
    yield item;
    let following: Item | undefined;
    for (const found of outputsOf(next, item, depth)) {
      following = found;
      break;
    }
    item = following;
  }
}
native("recurse", 0, (input) => recursed(input));
native("recurse", 1, function* (input, [next], depth) {
  const all = function* (item: Item): Generator<Item> {
    step();
    yield item;
    for (const found of outputsOf(next!, item, depth)) yield* all(found);
  };
  yield* all(input);
});
const quantified = (name: string, decides: boolean) => {
  const search = function* (input: Item, values: Iterable<unknown>): Generator<Item> {
    for (const value of values)
      if (isTruthy(value) === decides) {
        yield computed(decides, input);
        return;
      }
    yield computed(!decides, input);
  };
  native(name, 0, (input) => search(input, listOf(input.value, "iterated over")));
  native(name, 1, (input, [filter], depth) =>
    search(
      input,
      (function* () {
        for (const element of listOf(input.value, "iterated over")) yield* valuesOf(filter!, element, depth);
      })(),
    ),
  );
  native(name, 2, (input, [source, filter], depth) =>
    search(
      input,
      (function* () {
        for (const element of valuesOf(source!, input.value, depth)) yield* valuesOf(filter!, element, depth);
      })(),
    ),
  );
};
quantified("any", true);
quantified("all", false);
const sum = (values: Iterable<unknown>) => {
  let total: unknown = null;
  // Strings and arrays are joined at the end, because joining them one by one would copy them each time.
  const texts: string[] = [];
  const lists: unknown[] = [];
  let kind: "string" | "array" | undefined;
  for (const value of values) {
    step();
    if (typeof value === "string" && (kind === "string" || (kind === undefined && total === null))) {
      kind = "string";
      spend(value.length);
      texts.push(value);
    } else if (Array.isArray(value) && (kind === "array" || (kind === undefined && total === null))) {
      kind = "array";
      spend(value.length);
      for (const element of value) lists.push(element);
    } else if (value !== null) {
      if (kind === "string") total = texts.join("");
      if (kind === "array") total = lists;
      kind = undefined;
      total = calculate("+", total, value);
    }
  }
  return kind === "string" ? texts.join("") : kind === "array" ? lists : total;
};
plain("add", (value) =>
  sum(kindOf(value) === "object" ? [...childrenOf(value)].map(([, held]) => held) : listOf(value, "added up")),
);
native("add", 1, (input, [filter], depth) => [computed(sum(valuesOf(filter!, input.value, depth)), input)]);
native("debug", 0, (input) => [input]);
