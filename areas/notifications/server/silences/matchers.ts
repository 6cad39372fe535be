// Alertmanager matchers: conditions on the labels of an alert, such as `severity=~"critical|high"`. A label that the
// alert does not have counts as empty.
import { z } from "zod";
import type { Labels } from "#language/columns.ts";
import { ExpressionFault } from "#lib/expression/fault.ts";
import { pattern } from "#lib/expression/pattern.ts";
import { problemOf, Unreadable } from "#lib/text/unreadable.ts";

/** A matcher in the format of the Alertmanager API. */
export interface Matcher {
  name: string;
  value: string;
  isRegex: boolean;
  /** False for `!=` and `!~`. */
  isEqual: boolean;
}

export type LabelTest = (labels: Labels) => boolean;

/** A label can have the name of a property that every object inherits, such as constructor. */
const valueIn = (labels: Labels, name: string) => (Object.hasOwn(labels, name) ? labels[name]! : "");

/** Regular expressions match the whole value, in linear time (RE2). Throws Unreadable if the expression is invalid. */
export function testOf({ name, value, isRegex, isEqual }: Matcher): LabelTest {
  if (!isRegex) return (labels) => (valueIn(labels, name) === value) === isEqual;
  try {
    const expression = pattern(value);
    return (labels) => expression.matcher(valueIn(labels, name)).matches() === isEqual;
  } catch (error) {
    if (error instanceof ExpressionFault) throw new Unreadable(error.message);
    throw error;
  }
}

/** An alert must match all matchers. */
export function testOfAll(matchers: readonly Matcher[]): LabelTest {
  const tests = matchers.map(testOf);
  return (labels) => tests.every((test) => test(labels));
}

const maxLength = 2_000;
const text = (what: string) => z.string(`must be ${what}`).max(maxLength, `is longer than ${maxLength} characters`);

const matcher = z
  .strictObject(
    {
      name: text("the name of a label").min(1, "is required"),
      value: text("a string"),
      isRegex: z.boolean("must be true or false"),
      isEqual: z.boolean("must be true or false").default(true),
    },
    { error: ({ code }) => (code === "invalid_type" ? "must be an object" : undefined) },
  )
  .superRefine((input, context) => {
    const message = problemOf(() => testOf(input));
    if (message !== undefined) context.addIssue({ code: "custom", path: ["value"], message });
  });

const refusesNoLabels = (list: readonly Matcher[]) => !testOfAll(list)({});

/** At least one matcher must not match an alert without labels, so that no silence hides every alert by mistake. */
export const matchers = z
  .array(matcher, "must be a list of matchers")
  .min(1, "must contain at least one matcher")
  .max(100, "has more than 100 matchers")
  .refine(
    // Invalid matchers were already reported.
    (list) => problemOf(() => testOfAll(list)) !== undefined || refusesNoLabels(list),
    "must contain a matcher that does not match an empty label",
  );

const operators = { "=": [true, false], "!=": [false, false], "=~": [true, true], "!~": [false, true] } as const;
const written = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"=!~{},]+))\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.)*)"|(.*?))\s*$/s;

/** Parses a matcher such as `alertname=Down` or `instance!~"web-.*"`. Throws Unreadable. */
export function parseMatcher(input: string): Matcher {
  // The pattern takes quadratic time, so longer texts are refused before it runs.
  const [, quotedName, plainName, operator, quotedValue, plainValue] =
    (input.length > maxLength ? null : written.exec(input)) ?? [];
  const name = quotedName === undefined ? plainName : unescaped(quotedName);
  if (name === undefined || operator === undefined || name === "")
    throw new Unreadable(`bad matcher format: ${input.slice(0, 200)}`);
  const [isEqual, isRegex] = operators[operator as keyof typeof operators];
  const value = quotedValue === undefined ? (plainValue ?? "") : unescaped(quotedValue);
  return { name, value, isRegex, isEqual };
}

const unescaped = (input: string) => input.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === "n" ? "\n" : sign));

export const printMatcher = ({ name, value, isRegex, isEqual }: Matcher) =>
  `${name}${isEqual ? "=" : "!"}${isRegex ? "~" : isEqual ? "" : "="}${JSON.stringify(value)}`;
