// Regular expressions in linear time (RE2). Their work counts against the budget of the running expression, so that a
// pattern or a fetched page cannot block the process.
import type { RE2JS } from "re2js";
import { onDemand } from "../load/on-demand.ts";
import { work } from "./budget.ts";
import { ExpressionFault } from "./fault.ts";

const re2 = onDemand<typeof import("re2js")>("re2js");
const compiled = new Map<string, RE2JS>();
const most = 1_000;
/** The maximum length of a pattern: its compile time grows with the length, and the budget does not limit it. */
const maxLength = 2_000;
/** Work below this size is not counted, because it is short. */
const little = 20_000;

export function pattern(text: string): RE2JS {
  let found = compiled.get(text);
  if (found) return found;
  if (text.length > maxLength)
    throw new ExpressionFault(`A regular expression can be at most ${maxLength} characters long.`);
  try {
    found = re2().RE2JS.compile(text);
  } catch (error) {
    throw new ExpressionFault(`${JSON.stringify(text)} is not a regular expression: ${(error as Error).message}`);
  }
  if (compiled.size >= most) compiled.delete(compiled.keys().next().value!);
  compiled.set(text, found);
  return found;
}

/** A string that counts how often it is read: each RE2 engine runs its program at most once per character. */
class CountedText extends String {
  readonly #text: string;
  readonly #units: number;

  constructor(text: string, units: number) {
    super(text);
    this.#text = text;
    this.#units = units;
  }

  override charCodeAt(at: number): number {
    work(this.#units);
    return this.#text.charCodeAt(at);
  }

  override indexOf(searched: string, from?: number): number {
    work(this.#units);
    return this.#text.indexOf(searched, from);
  }

  override substring(from: number, to?: number): string {
    return this.#text.substring(from, to);
  }

  override toString(): string {
    return this.#text;
  }
}

/** Creates a matcher for a pattern in a string; the work counts against the budget of the running expression. */
export function matcherOf(expression: string, text: string) {
  const compiled = pattern(expression);
  const units = compiled.programSize();
  work(units);
  return compiled.matcher(units * text.length <= little ? text : (new CountedText(text, units) as unknown as string));
}

export const matches = (text: string, expression: string): boolean => matcherOf(expression, text).find();
