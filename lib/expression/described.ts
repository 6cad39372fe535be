// The function reference for the editor: names, signatures, and one line of help.
import { callablesOfChecks } from "./callables.ts";
import { standard } from "./cel/standard.ts";
import { celLibrary } from "./functions/index.ts";
import type { LibraryFunction } from "./functions/function.ts";

export interface DescribedFunction {
  name: string;
  signature: string;
  help: string;
}

function signatureOf({ name, on, takes, least = takes.length, repeats }: LibraryFunction): string {
  const values = takes.map((type, index) => (index < least ? type : `${type}?`));
  if (repeats) values.push("…");
  return `${on === undefined ? "" : `${on}.`}${name}(${values.join(", ")})`;
}

/** The macros of CEL. */
const own: readonly DescribedFunction[] = [
  { name: "all", signature: "list.all(item, condition)", help: "Whether a condition holds for every element" },
  { name: "exists", signature: "list.exists(item, condition)", help: "Whether a condition holds for some element" },
  { name: "exists_one", signature: "list.exists_one(item, condition)", help: "Whether it holds for exactly one" },
  { name: "filter", signature: "list.filter(item, condition)", help: "The elements for which a condition holds" },
  { name: "map", signature: "list.map(item, expression)", help: "What an expression makes of every element" },
  { name: "fold", signature: "list.fold(item, made, begin, expression)", help: "All elements combined into one value" },
  { name: "has", signature: "has(a.b)", help: "Whether a field is there" },
  { name: "sortBy", signature: "list.sortBy(item, key)", help: "The elements in the order of a key" },
  { name: "optMap", signature: "optional.optMap(value, expression)", help: "An optional, changed if it has a value" },
  {
    name: "optFlatMap",
    signature: "optional.optFlatMap(value, optional)",
    help: "Another optional, if it has a value",
  },
  {
    name: "orValue",
    signature: "optional.orValue(value)",
    help: "The value of an optional, or another: a.?b.orValue(1)",
  },
];

let described: DescribedFunction[] | undefined;

export const describedFunctions = (): DescribedFunction[] =>
  (described ??= [
    ...own,
    ...[...standard, ...celLibrary].flatMap((fn) =>
      [fn.name, ...(fn.celNames ?? [])].map((name) => ({
        name,
        signature: signatureOf({ ...fn, name }),
        help: fn.says,
      })),
    ),
    ...Object.entries(callablesOfChecks).map(([name, [count = 0]]) => ({
      name,
      signature: `${name}(${Array.from({ length: count }, () => "any").join(", ")})`,
      help: "In checks only",
    })),
  ].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)));
