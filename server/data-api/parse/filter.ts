// Parses filters: `column=operator.value`, and trees of filters in `and=(…)` and `or=(…)`.
import { operatorNames, patterns, quantifiable, textSearches } from "../operators.ts";
import type { Condition, Field, Quantifier, Values } from "../query.ts";
import { refusal } from "../refusal.ts";
import { readName, readPath } from "./field.ts";
import { Scanner } from "./scanner.ts";

const maxGroupDepth = 32;
const maxListLength = 10_000;

/** Longer names come first, so that a name is not matched as a prefix of a longer name. */
const operatorPattern = operatorNames.toSorted((a, b) => b.length - a.length).join("|");
const operation = new RegExp(`(${operatorPattern})(?:\\(([^()]*)\\))?\\.`, "y");
const beginsOperation = new RegExp(`^(?:not\\.)*(?:${operatorPattern})(?:\\([^()]*\\))?\\.`);

/** Whether a value starts like a filter, to distinguish filters from function arguments. */
export const isOperation = (value: string) => beginsOperation.test(value);

/** The end of a value: the end of the parameter or, inside a tree, the next comma or bracket. */
type Place = "parameter" | "tree";

export function parseFilter(field: Field, name: string, value: string, values: Values): Condition {
  const scanner = new Scanner(value, `filter of ${name}`);
  return readOperation(scanner, field, "parameter", values);
}

export function parseGroup(join: "and" | "or", negated: boolean, value: string, values: Values): Condition {
  const scanner = new Scanner(value, "logic tree");
  const group = readGroup(scanner, join, negated, values, 1);
  if (!scanner.atEnd) throw scanner.unexpected("the end");
  return group;
}

function readGroup(scanner: Scanner, join: "and" | "or", negated: boolean, values: Values, depth: number): Condition {
  if (depth > maxGroupDepth) throw refusal.tooDeep(`Groups can be nested at most ${maxGroupDepth} levels deep.`);
  scanner.expect("(");
  const conditions: Condition[] = [];
  do {
    scanner.skipSpace();
    conditions.push(readBranch(scanner, values, depth));
    scanner.skipSpace();
  } while (scanner.take(","));
  scanner.expect(")");
  return { kind: "group", negated, join, of: conditions };
}

const nestedGroup = /(not\.)?(and|or)(?=\()/y;
// A JSON key ends where the operator begins, because keys such as app.kubernetes.io/name contain dots.
const keyEnd = new RegExp(`->|\\.(?:not\\.)*(?:${operatorPattern})(?:\\([^()]*\\))?\\.`);

function readBranch(scanner: Scanner, values: Values, depth: number): Condition {
  const nested = scanner.match(nestedGroup);
  if (nested) return readGroup(scanner, nested[2] as "and" | "or", nested[1] !== undefined, values, depth + 1);
  const field = { column: readName(scanner), path: readPath(scanner, keyEnd) };
  scanner.expect(".");
  return readOperation(scanner, field, "tree", values);
}

function readOperation(scanner: Scanner, field: Field, place: Place, values: Values): Condition {
  let negated = false;
  while (scanner.take("not.")) negated = !negated;
  const found = scanner.match(operation);
  if (!found) throw scanner.unexpected("an operator (eq, gt, …) and a dot");
  const [, operator = "", modifier] = found;
  if (operator === "is") return { kind: "is", field, negated, what: readIs(scanner, place) };
  if (operator === "in") return { ...compare(field, negated, operator), value: values.add(readList(scanner, place)) };
  if (operator in textSearches) {
    if (modifier !== undefined && !/^[A-Za-z_]\w*$/.test(modifier)) throw scanner.unexpected("the name of a language");
    const language = modifier === undefined ? undefined : values.add(modifier);
    return { ...compare(field, negated, operator), language, value: values.add(readValue(scanner, place)) };
  }
  const quantifier = readQuantifier(scanner, operator, modifier);
  const value = readValue(scanner, place);
  const text = patterns.has(operator) ? value.replaceAll("*", "%") : value;
  return { ...compare(field, negated, operator), quantifier, value: values.add(text) };
}

const compare = (field: Field, negated: boolean, operator: string) => ({
  kind: "compare" as const,
  field,
  negated,
  operator,
  quantifier: undefined,
  language: undefined,
});

function readQuantifier(scanner: Scanner, operator: string, modifier: string | undefined): Quantifier | undefined {
  if (modifier === undefined) return undefined;
  if (quantifiable.has(operator) && (modifier === "any" || modifier === "all")) return modifier;
  throw scanner.unexpected(`${operator} without (${modifier})`);
}

function readIs(scanner: Scanner, place: Place) {
  const start = scanner.at;
  const word = readValue(scanner, place).toLowerCase();
  if (word === "null" || word === "not_null" || word === "true" || word === "false" || word === "unknown") return word;
  scanner.at = start;
  throw scanner.unexpected("null, not_null, true, false or unknown");
}

function readValue(scanner: Scanner, place: Place): string {
  if (place === "parameter") {
    const { rest } = scanner;
    scanner.at = scanner.text.length;
    return rest;
  }
  const start = scanner.at;
  const quoted = scanner.quoted();
  if (quoted !== undefined && /^\s*[,)]/.test(scanner.rest)) return quoted;
  scanner.at = start;
  // An array literal contains commas.
  const array = scanner.match(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*"|\{[^{}]*\})*\}(?=\s*[,)])/sy);
  return array ? array[0] : scanner.match(/[^,)]*/y)![0];
}

function readList(scanner: Scanner, place: Place): string[] {
  scanner.expect("(");
  const list: string[] = [];
  scanner.skipSpace();
  if (!scanner.take(")")) {
    do {
      scanner.skipSpace();
      list.push(scanner.quoted() ?? scanner.match(/[^,)]*/y)![0]);
      scanner.skipSpace();
      if (list.length > maxListLength) throw refusal.tooDeep(`A list can have at most ${maxListLength} values.`);
    } while (scanner.take(","));
    scanner.expect(")");
  }
  if (place === "parameter" && !scanner.atEnd) throw scanner.unexpected("the end");
  return list;
}
