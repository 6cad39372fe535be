// jq's regular expressions, on RE2.
import { spend, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { matcherOf, pattern } from "../pattern.ts";
import { asText, JqError, kindOf } from "./values.ts";

interface Capture {
  offset: number;
  length: number;
  string: string | null;
  name: string | null;
}

export interface Match extends Capture {
  string: string;
  captures: Capture[];
}

/** Reads the pattern and flags from `[pattern, flags]` or from two arguments. */
function expressionOf(
  pattern: unknown,
  flags: unknown,
): { expression: string; isGlobal: boolean; skipsEmpty: boolean } {
  const [text, signs] = Array.isArray(pattern) ? [pattern[0] as unknown, pattern[1] as unknown] : [pattern, flags];
  if (typeof text !== "string") throw new JqError(`${kindOf(text)} cannot be matched, because it is not a string`);
  const letters = signs ?? "";
  if (typeof letters !== "string" || /[^gimnplsx]/.test(letters))
    throw new JqError(`${asText(letters)} is not a valid modifier string`);
  const ours = `${letters.includes("i") ? "i" : ""}${/[sp]/.test(letters) ? "s" : ""}`;
  const body = letters.includes("x")
    ? text.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|#[^\n]*|\s+/g, (part) => (/^[\s#]/.test(part) ? "" : part))
    : text;
  return {
    expression: ours === "" ? body : `(?${ours})${body}`,
    isGlobal: letters.includes("g"),
    skipsEmpty: letters.includes("n"),
  };
}

export function* matchesOf(
  value: unknown,
  patternOrList: unknown,
  flags: unknown,
  everywhere = false,
): Generator<Match> {
  if (typeof value !== "string") throw new JqError(`${kindOf(value)} cannot be matched, because it is not a string`);
  const { expression, isGlobal, skipsEmpty } = expressionOf(patternOrList, flags);
  let matcher: ReturnType<typeof matcherOf>;
  let names: ReadonlyMap<number, string>;
  try {
    matcher = matcherOf(expression, value);
    const named = pattern(expression).namedGroups() as Readonly<Record<string, number>>;
    names = new Map(Object.entries(named).map(([name, index]) => [index, name]));
  } catch (error) {
    if (error instanceof ExpressionFault && error.constructor === ExpressionFault) throw new JqError(error.message);
    throw error;
  }
  // Offsets count characters, and a character may be two UTF-16 units.
  const isPlain = !/[\ud800-\udfff]/.test(value);
  const placeOf = (at: number) => (isPlain ? at : lettersIn(value.slice(0, at)));
  const sizeOf = (text: string) => (isPlain ? text.length : lettersIn(text));
  while (matcher.find()) {
    step();
    const string = matcher.group() ?? "";
    if (skipsEmpty && string === "") continue;
    spend(string.length + matcher.groupCount());
    const captures = Array.from({ length: matcher.groupCount() }, (_, index): Capture => {
      const held = matcher.group(index + 1);
      const name = names.get(index + 1) ?? null;
      if (held === null || held === undefined) return { offset: -1, length: 0, string: null, name };
      return { offset: placeOf(matcher.start(index + 1)), length: sizeOf(held), string: held, name };
    });
    yield { offset: placeOf(matcher.start()), length: sizeOf(string), string, name: null, captures };
    if (!isGlobal && !everywhere) return;
  }
}

const lettersIn = (text: string) => Array.from(text).length;

export const capturesOf = (match: Match): Record<string, unknown> =>
  Object.fromEntries(match.captures.filter(({ name }) => name !== null).map(({ name, string }) => [name, string]));
