// Functions with regular expressions.
import { spend } from "../../budget.ts";
import { valuesOf, type Builtin } from "../evaluate.ts";
import { capturesOf, matchesOf, type Match } from "../patterns.ts";
import type { Filter } from "../scope.ts";
import { combined, computed, native, taking, textOf } from "./stating.ts";

taking("test", 1, (value, pattern) => !matchesOf(value, pattern, null).next().done);
taking("test", 2, (value, pattern, flags) => !matchesOf(value, pattern, flags).next().done);
const streaming = (name: string, call: (value: unknown, given: unknown, flags: unknown) => Iterable<unknown>) => {
  for (const count of [1, 2])
    native(name, count, function* (input, filters, depth) {
      for (const [pattern, flags = null] of combined(filters, input.value, depth))
        for (const value of call(input.value, pattern, flags)) yield computed(value, input);
    });
};
streaming("match", function* (value, pattern, flags) {
  for (const { offset, length, string, captures } of matchesOf(value, pattern, flags))
    yield { offset, length, string, captures };
});
streaming("capture", function* (value, pattern, flags) {
  for (const match of matchesOf(value, pattern, flags)) yield capturesOf(match);
});
streaming("scan", function* (value, pattern, flags) {
  for (const { string, captures } of matchesOf(value, pattern, flags, true))
    yield captures.length > 0 ? captures.map((capture) => capture.string) : string;
});
function* between(value: unknown, pattern: unknown, flags: unknown): Generator<string> {
  const text = textOf(value, "split");
  let at = 0;
  for (const { start, end } of spans(text, matchesOf(text, pattern, flags, true))) {
    yield text.slice(at, start);
    at = end;
  }
  yield text.slice(at);
}
/** Converts the character offsets of matches to UTF-16 offsets, which are used to cut strings. */
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
taking("split", 2, (value, pattern, flags) => [...between(value, pattern, flags)]);
streaming("splits", between);
const substituted = (isGlobal: boolean): Builtin =>
  function* (input, filters, depth) {
    const [expression, replacement, ...flags] = filters as [Filter, Filter, Filter?];
    const text = textOf(input.value, "sub");
    for (const [pattern, signs = ""] of combined([expression, ...(flags as Filter[])], text, depth)) {
      const found = [...spans(text, matchesOf(text, pattern, signs, isGlobal))];
      // Each replacement may have several outputs, so the result has all combinations.
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
      // Uses a fast path without recursion or copies if every replacement has one output, which is the most common
      // case.
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
        yield computed(out + text.slice(at), input);
      } else for (const whole of rest(0, 0)) yield computed(whole, input);
    }
  };
native("sub", 2, substituted(false));
native("sub", 3, substituted(false));
native("gsub", 2, substituted(true));
native("gsub", 3, substituted(true));
