// The functions of jq. What can be said in jq is said in jq, at the end; what must be quick, or must not be caught by the
// depth of calls, is said here.
import { spend, step, uncounted } from "../budget.ts";
import { brokenDown, secondsOf, strftime, strptime } from "./dates.ts";
import {
  builtins,
  definitions,
  outputsOf,
  pathsOf,
  recursed,
  valuesOf,
  type Builtin,
  type Filter,
  type Item,
} from "./evaluate.ts";
import { asJsonText, formats } from "./formats.ts";
import { parseDefinitions, type Known } from "./parse.ts";
import { capturesOf, matchesOf, type Match } from "./patterns.ts";
import { changed, child, without } from "./paths.ts";
import {
  asText,
  calculate,
  compare,
  described,
  fieldsOf,
  isTruthy,
  JqError,
  kindOf,
  put,
  splitText,
} from "./values.ts";

const made = (value: unknown, { way }: Item): Item => ({ value, way: way === undefined ? undefined : "computed" });

/** Of the input alone. */
function plain(name: string, call: (value: unknown) => unknown): void {
  builtins.set(`${name}/0`, (input) => [made(call(input.value), input)]);
}

/** Of the input and values: every output of every filter is put together with all others. */
function taking(name: string, count: number, call: (value: unknown, ...given: unknown[]) => unknown): void {
  builtins.set(`${name}/${count}`, function* (input, filters, depth) {
    for (const given of combined(filters, input.value, depth)) yield made(call(input.value, ...given), input);
  });
}

function* combined(
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

const native = (name: string, count: number, call: Builtin) => builtins.set(`${name}/${count}`, call);

const textOf = (value: unknown, name: string): string => {
  if (typeof value === "string") return value;
  throw new JqError(`${name} input must be a string, and this is ${described(value)}`);
};
const listOf = (value: unknown, doing: string): unknown[] => {
  if (Array.isArray(value)) return value as unknown[];
  throw new JqError(`${described(value)} cannot be ${doing}, as it is not an array`);
};
const numberOf = (value: unknown, name: string): number => {
  if (typeof value === "number") return value;
  throw new JqError(`${described(value)} number required for ${name}`);
};

// What a value is.
plain("type", kindOf);
plain("not", (value) => !isTruthy(value));
plain("length", (value) => {
  switch (kindOf(value)) {
    case "null":
      return 0;
    case "boolean":
      throw new JqError(`${described(value)} has no length`);
    case "number":
      return Math.abs(value as number);
    case "string":
      return [...(value as string)].length;
    case "array":
      return (value as unknown[]).length;
    case "object":
      return Object.keys(fieldsOf(value)).length;
  }
});
plain("utf8bytelength", (value) => Buffer.byteLength(textOf(value, "utf8bytelength")));
const keys = (value: unknown, isSorted: boolean): unknown[] => {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (kindOf(value) !== "object") throw new JqError(`${described(value)} has no keys`);
  const names = Object.keys(fieldsOf(value));
  return isSorted ? names.sort() : names;
};
plain("keys", (value) => keys(value, true));
plain("keys_unsorted", (value) => keys(value, false));
taking("has", 1, (value, key) => {
  if (Array.isArray(value) && typeof key === "number") return key >= 0 && key < value.length;
  if (kindOf(value) === "object" && typeof key === "string") return Object.hasOwn(value as object, key);
  throw new JqError(`Cannot check whether ${kindOf(value)} has a ${kindOf(key)} key`);
});
function contains(one: unknown, other: unknown): boolean {
  step();
  if (kindOf(one) === "object" && kindOf(other) === "object")
    return Object.keys(fieldsOf(other)).every(
      (key) => Object.hasOwn(one as object, key) && contains(fieldsOf(one)[key], fieldsOf(other)[key]),
    );
  if (Array.isArray(one) && Array.isArray(other))
    return other.every((wanted) => one.some((held) => kindOf(held) === kindOf(wanted) && contains(held, wanted)));
  if (typeof one === "string" && typeof other === "string") return one.includes(other);
  if (kindOf(one) === kindOf(other)) return compare(one, other) === 0;
  throw new JqError(`${described(one)} and ${described(other)} cannot have their containment checked`);
}
taking("contains", 1, contains);

// Streams.
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
    yield made(at, input);
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
    yield made(false, input);
    return;
  }
  yield made(true, input);
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
/** Along the first output only, and without a call inside a call. */
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
        yield made(decides, input);
        return;
      }
    yield made(!decides, input);
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
  // Texts and arrays are put together at the end: one after another they would be copied again and again.
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
plain("add", (value) => sum(kindOf(value) === "object" ? Object.values(fieldsOf(value)) : listOf(value, "added up")));
native("add", 1, (input, [filter], depth) => [made(sum(valuesOf(filter!, input.value, depth)), input)]);

// Ways into the input.
native("path", 1, function* (input, [filter], depth) {
  for (const keys of pathsOf(filter!, input.value, depth)) yield made(keys, input);
});
native("getpath", 1, function* (input, [filter], depth) {
  for (const keys of valuesOf(filter!, input.value, depth)) {
    const path = listOf(keys, "used as a path");
    let item = input;
    for (const key of path) {
      const value = item.value === null ? null : child(item.value, key);
      const way = item.way;
      if (way === "computed") throw new JqError("Invalid path expression: this does not come from the input");
      item = { value, way: way && { path: { key, up: way.path } } };
    }
    yield item;
  }
});
taking("setpath", 2, (value, keys, given) => changed(value, listOf(keys, "used as a path"), () => given));
taking("delpaths", 1, (value, paths) =>
  without(
    value,
    listOf(paths, "used as paths").map((keys) => listOf(keys, "used as a path")),
  ),
);
native("pick", 1, (input, [filter], depth) => {
  let picked: unknown = null;
  for (const keys of pathsOf(filter!, input.value, depth))
    picked = changed(picked, keys, () => keys.reduce<unknown>((held, key) => child(held, key), input.value));
  return [made(picked, input)];
});
native("walk", 1, function* (input, [filter], depth) {
  const walked = function* (value: unknown): Generator {
    step();
    let next = value;
    if (Array.isArray(value)) next = value.flatMap((element: unknown) => [...walked(element)]);
    else if (kindOf(value) === "object") {
      const fields: Record<string, unknown> = {};
      for (const key of Object.keys(fieldsOf(value)))
        for (const held of walked(fieldsOf(value)[key])) {
          put(fields, key, held);
          break;
        }
      next = fields;
    }
    yield* valuesOf(filter!, next, depth);
  };
  for (const value of walked(input.value)) yield made(value, input);
});

// Lists.
plain("sort", (value) => listOf(value, "sorted").toSorted(compare));
plain("reverse", (value) => {
  if (value === null) return [];
  if (typeof value === "string") return [...value].reverse().join("");
  return listOf(value, "reversed").toReversed();
});
plain("unique", (value) => distinct(listOf(value, "sorted").map((element) => [element, element])));
plain("min", (value) =>
  extreme(
    listOf(value, "iterated over").map((element) => [element, element]),
    -1,
  ),
);
plain("max", (value) =>
  extreme(
    listOf(value, "iterated over").map((element) => [element, element]),
    1,
  ),
);
type Keyed = [key: unknown, element: unknown];
const keyed = (value: unknown, filter: Filter, depth: number): Keyed[] =>
  listOf(value, "sorted").map((element) => {
    const key = [...valuesOf(filter, element, depth)];
    spend(key.length + 1);
    return [key, element];
  });
const sorted = (entries: Keyed[]) => entries.toSorted(([one], [other]) => compare(one, other));
function grouped(entries: Keyed[]): unknown[][] {
  const groups: unknown[][] = [];
  let last: unknown;
  for (const [key, element] of sorted(entries)) {
    if (groups.length > 0 && compare(last, key) === 0) groups.at(-1)!.push(element);
    else groups.push([element]);
    last = key;
  }
  return groups;
}
const distinct = (entries: Keyed[]) => grouped(entries).map(([first]) => first);
function extreme(entries: Keyed[], side: 1 | -1): unknown {
  let found: Keyed | undefined;
  for (const entry of entries) {
    const apart = found === undefined ? side : compare(entry[0], found[0]);
    if (apart * side > 0 || (apart === 0 && side === 1)) found = entry;
  }
  return found?.[1] ?? null;
}
const byKey = (name: string, call: (entries: Keyed[]) => unknown) =>
  native(name, 1, (input, [filter], depth) => [made(call(keyed(input.value, filter!, depth)), input)]);
byKey("sort_by", (entries) => sorted(entries).map(([, element]) => element));
byKey("group_by", grouped);
byKey("unique_by", distinct);
byKey("min_by", (entries) => extreme(entries, -1));
byKey("max_by", (entries) => extreme(entries, 1));
const flattened = (value: unknown, depth: unknown): unknown[] => {
  const levels = numberOf(depth, "flatten");
  if (levels < 0) throw new JqError("flatten depth must not be negative");
  const flat: unknown[] = [];
  const open = (elements: readonly unknown[], left: number) => {
    for (const element of elements) {
      spend(1);
      step();
      if (Array.isArray(element) && left > 0) open(element, left - 1);
      else flat.push(element);
    }
  };
  open(listOf(value, "flattened"), levels);
  return flat;
};
plain("flatten", (value) => flattened(value, 1_000));
taking("flatten", 1, flattened);
plain("transpose", (value) => {
  const rows = listOf(value, "transposed").map((row) => listOf(row, "transposed"));
  const width = Math.max(0, ...rows.map((row) => row.length));
  spend(width * rows.length);
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
});
plain("from_entries", (value) => {
  const fields: Record<string, unknown> = {};
  for (const entry of listOf(value, "iterated over")) {
    step();
    const of = (names: string[]) => names.map((name) => child(entry, name)).find((held) => held !== null) ?? null;
    const key = of(["key", "k", "name", "Name", "Key", "K"]);
    if (key !== null && typeof key === "object") throw new JqError(`Cannot use ${described(key)} as object key`);
    // false is a value, and a key that is missing is the text null.
    const names = ["value", "v", "Value", "V"].filter((name) => Object.hasOwn(entry as object, name));
    put(fields, asText(key), names.length > 0 ? child(entry, names[0]) : null);
  }
  return fields;
});
taking("join", 1, (value, separator) => {
  const parts = listOf(value, "joined");
  if (parts.length === 0) return "";
  const between = textOf(separator, "join");
  const texts = parts.map((part) => {
    if (part === null) return "";
    if (typeof part === "object") throw new JqError(`${described(part)} cannot be joined`);
    return asText(part);
  });
  spend(texts.reduce((size, text) => size + text.length + between.length, 0));
  return texts.join(between);
});
const indices = (value: unknown, wanted: unknown): unknown => {
  if (value === null) return null;
  if (typeof value === "string" && typeof wanted === "string") {
    const found: number[] = [];
    if (wanted === "") return null;
    for (let at = value.indexOf(wanted); at !== -1; at = value.indexOf(wanted, at + 1)) {
      spend(1);
      step();
      found.push(at);
    }
    return found;
  }
  return child(value, Array.isArray(wanted) ? wanted : [wanted]);
};
taking("indices", 1, indices);
taking("index", 1, (value, wanted) => (indices(value, wanted) as number[] | null)?.[0] ?? null);
taking("rindex", 1, (value, wanted) => (indices(value, wanted) as number[] | null)?.at(-1) ?? null);

// Texts.
plain("tostring", asText);
plain("tonumber", (value) => {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.trim() : "";
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    throw new JqError(`Cannot parse ${described(value)} as a number`);
  return Number(text);
});
plain("tojson", asJsonText);
plain("fromjson", (value) => {
  const text = textOf(value, "fromjson");
  uncounted(text.length / 20);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new JqError(`${(error as Error).message} (while parsing ${JSON.stringify(text.slice(0, 40))})`);
  }
});
plain("ascii_downcase", (value) => textOf(value, "ascii_downcase").replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()));
plain("ascii_upcase", (value) => textOf(value, "ascii_upcase").replaceAll(/[a-z]+/g, (part) => part.toUpperCase()));
plain("explode", (value) => Array.from(textOf(value, "explode"), (letter) => letter.codePointAt(0)));
plain("implode", (value) =>
  listOf(value, "imploded")
    .map((code) => {
      const point = numberOf(code, "implode");
      if (!Number.isInteger(point) || point < 0 || point > 0x10ffff) throw new JqError("Invalid codepoint literal");
      return String.fromCodePoint(point);
    })
    .join(""),
);
plain("trim", (value) => textOf(value, "trim").trim());
plain("ltrim", (value) => textOf(value, "trim").trimStart());
plain("rtrim", (value) => textOf(value, "trim").trimEnd());
taking("startswith", 1, (value, part) => textOf(value, "startswith()").startsWith(textOf(part, "startswith()")));
taking("endswith", 1, (value, part) => textOf(value, "endswith()").endsWith(textOf(part, "endswith()")));
taking("ltrimstr", 1, (value, part) =>
  typeof value === "string" && typeof part === "string" && value.startsWith(part) ? value.slice(part.length) : value,
);
taking("rtrimstr", 1, (value, part) =>
  typeof value === "string" && typeof part === "string" && part !== "" && value.endsWith(part)
    ? value.slice(0, -part.length)
    : value,
);
taking("split", 1, (value, separator) => splitText(textOf(value, "split"), textOf(separator, "split")));

// Patterns.
taking("test", 1, (value, given) => !matchesOf(value, given, null).next().done);
taking("test", 2, (value, given, flags) => !matchesOf(value, given, flags).next().done);
const streaming = (name: string, call: (value: unknown, given: unknown, flags: unknown) => Iterable<unknown>) => {
  for (const count of [1, 2])
    native(name, count, function* (input, filters, depth) {
      for (const [given, flags = null] of combined(filters, input.value, depth))
        for (const value of call(input.value, given, flags)) yield made(value, input);
    });
};
streaming("match", function* (value, given, flags) {
  for (const { offset, length, string, captures } of matchesOf(value, given, flags))
    yield { offset, length, string, captures };
});
streaming("capture", function* (value, given, flags) {
  for (const match of matchesOf(value, given, flags)) yield capturesOf(match);
});
streaming("scan", function* (value, given, flags) {
  for (const { string, captures } of matchesOf(value, given, flags, true))
    yield captures.length > 0 ? captures.map((capture) => capture.string) : string;
});
function* between(value: unknown, given: unknown, flags: unknown): Generator<string> {
  const text = textOf(value, "split");
  let at = 0;
  for (const { start, end } of spans(text, matchesOf(text, given, flags, true))) {
    yield text.slice(at, start);
    at = end;
  }
  yield text.slice(at);
}
/** Matches count in characters; texts are cut in units. */
function* spans(text: string, matches: Iterable<Match>): Generator<{ start: number; end: number; match: Match }> {
  let unit = 0;
  let place = 0;
  for (const match of matches) {
    while (place < match.offset) {
      unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
      place += 1;
    }
    yield { start: unit, end: unit + match.string.length, match };
  }
}
taking("split", 2, (value, given, flags) => [...between(value, given, flags)]);
streaming("splits", between);
const substituted = (isGlobal: boolean): Builtin =>
  function* (input, filters, depth) {
    const [expression, replacement, ...flags] = filters as [Filter, Filter, Filter?];
    const text = textOf(input.value, "sub");
    for (const [given, signs = ""] of combined([expression, ...(flags as Filter[])], text, depth)) {
      const found = [...spans(text, matchesOf(text, given, signs, isGlobal))];
      // Each replacement may have several outputs, and so has the whole.
      const rest = function* (index: number, at: number): Generator<string> {
        const next = found[index];
        if (!next) {
          yield text.slice(at);
          return;
        }
        for (const value of valuesOf(replacement, capturesOf(next.match), depth)) {
          const put = textOf(value, "sub");
          for (const tail of rest(index + 1, next.end)) {
            spend(next.start - at + put.length + tail.length);
            yield text.slice(at, next.start) + put + tail;
          }
        }
      };
      // One after another where every replacement has one output, as nearly all have: no stack, no copies.
      const single = found.map(({ match }) => {
        const outputs: unknown[] = [];
        for (const value of valuesOf(replacement, capturesOf(match), depth)) if (outputs.push(value) === 2) break;
        return outputs;
      });
      if (single.every(({ length }) => length === 1)) {
        let out = "";
        let at = 0;
        for (const [index, { start, end }] of found.entries()) {
          const put = textOf(single[index]![0], "sub");
          spend(start - at + put.length);
          out += text.slice(at, start) + put;
          at = end;
        }
        yield made(out + text.slice(at), input);
      } else for (const whole of rest(0, 0)) yield made(whole, input);
    }
  };
native("sub", 2, substituted(false));
native("sub", 3, substituted(false));
native("gsub", 2, substituted(true));
native("gsub", 3, substituted(true));

// Numbers.
for (const name of [
  "floor",
  "ceil",
  "round",
  "sqrt",
  "trunc",
  "exp",
  "log",
  "log2",
  "log10",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "cbrt",
] as const)
  plain(name, (value) => Math[name](numberOf(value, name)));
plain("fabs", (value) => Math.abs(numberOf(value, "fabs")));
plain("abs", (value) => Math.abs(numberOf(value, "abs")));
plain("exp2", (value) => 2 ** numberOf(value, "exp2"));
plain("exp10", (value) => 10 ** numberOf(value, "exp10"));
taking("pow", 2, (_, base, power) => numberOf(base, "pow") ** numberOf(power, "pow"));
taking("fmin", 2, (_, one, other) => Math.min(numberOf(one, "fmin"), numberOf(other, "fmin")));
taking("fmax", 2, (_, one, other) => Math.max(numberOf(one, "fmax"), numberOf(other, "fmax")));
plain("infinite", () => Number.POSITIVE_INFINITY);
plain("nan", () => Number.NaN);
plain("isinfinite", (value) => Math.abs(numberOf(value, "isinfinite")) === Number.POSITIVE_INFINITY);
plain("isnan", (value) => Number.isNaN(numberOf(value, "isnan")));
plain("isnormal", (value) => Number.isFinite(numberOf(value, "isnormal")) && value !== 0);

// Times.
plain("now", () => Date.now() / 1000);
plain("gmtime", brokenDown);
plain("mktime", secondsOf);
taking("strftime", 1, strftime);
taking("strptime", 1, strptime);
plain("todate", (value) => strftime(numberOf(value, "todate"), "%Y-%m-%dT%H:%M:%SZ"));
plain("fromdate", (value) =>
  secondsOf(strptime(textOf(value, "fromdate").replace(/\.\d+(?=Z$)/, ""), "%Y-%m-%dT%H:%M:%SZ")),
);

plain("toarray", (value) => (Array.isArray(value) ? value : [value]));
native("debug", 0, (input) => [input]);
taking("format", 1, (value, name) => {
  const write = formats[String(name)];
  if (!write) throw new JqError(`${String(name)} is not a valid format`);
  return write(value);
});

const prelude = `
def select(f): if f then . else empty end;
def map(f): [.[] | f];
def map_values(f): .[] |= f;
def recurse(f; c): recurse(f | select(c));
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type == "array" or type == "object");
def scalars: select(type != "array" and type != "object");
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def nth($n; f): if $n < 0 then error("Out of bounds negative array index") else first(skip($n; f)) end;
def in(x): . as $k | x | has($k);
def inside(x): . as $v | x | contains($v);
def to_entries: . as $o | [keys_unsorted[] | {key: ., value: $o[.]}];
def with_entries(f): to_entries | map(f) | from_entries;
def del(f): delpaths([path(f)]);
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(f): reduce .[] as $row ({}; .[$row | f | tostring] |= $row);
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def leaf_paths: paths(scalars);
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def combinations(n): . as $d | [range(n)] | map($d) | combinations;
def todateiso8601: todate;
def fromdateiso8601: fromdate;
def dateadd(u; n): . + n;
def date: todate;
def finites: select(isinfinite or isnan | not);
def normals: select(isnormal);
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
`;

export const formatNames: ReadonlySet<string> = new Set(Object.keys(formats));

/** The prelude's own names, so that its definitions may call one another whatever their order. */
const named = [...prelude.matchAll(/^def (\w+)(?:\(([^)]*)\))?:/gm)].map(
  ([, name, parameters]) => `${name}/${parameters ? parameters.split(";").length : 0}`,
);
for (const definition of parseDefinitions(prelude, {
  functions: new Set([...builtins.keys(), ...named]),
  formats: formatNames,
}))
  definitions.set(`${definition.name}/${definition.parameters.length}`, definition);

export const knownToJq: Known = {
  functions: new Set([...builtins.keys(), ...definitions.keys()]),
  formats: formatNames,
};
