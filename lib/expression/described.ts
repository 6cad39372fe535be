// The function reference for the editor: names, signatures, and one line of help.
import { callablesOfChecks, callablesOfNotifications, callablesOfPlaybooks } from "./callables.ts";
import type { CelCallables } from "./cel/compile.ts";
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

/** The macros of CEL. They are not in the library. */
const own: readonly DescribedFunction[] = [
  { name: "all", signature: "list.all(item, condition)", help: "Whether a condition is true for every element" },
  {
    name: "exists",
    signature: "list.exists(item, condition)",
    help: "Whether a condition is true for at least one element",
  },
  {
    name: "exists_one",
    signature: "list.exists_one(item, condition)",
    help: "Whether a condition is true for exactly one element",
  },
  { name: "filter", signature: "list.filter(item, condition)", help: "The elements for which a condition is true" },
  { name: "map", signature: "list.map(item, expression)", help: "The results of an expression for each element" },
  { name: "fold", signature: "list.fold(item, made, begin, expression)", help: "Combines all elements into one value" },
  { name: "has", signature: "has(a.b)", help: "Whether a field exists" },
  { name: "sortBy", signature: "list.sortBy(item, key)", help: "Sorts the elements by a key" },
  {
    name: "optMap",
    signature: "optional.optMap(value, expression)",
    help: "Applies an expression to the value of an optional",
  },
  {
    name: "optFlatMap",
    signature: "optional.optFlatMap(value, optional)",
    help: "Applies an expression that returns an optional",
  },
  {
    name: "orValue",
    signature: "optional.orValue(value)",
    help: "The value of an optional, or a default: a.?b.orValue(1)",
  },
];

const suppliedBy = (callables: CelCallables, help: string): DescribedFunction[] =>
  Object.entries(callables).map(([name, [count = 0]]) => ({
    name,
    signature: `${name}(${Array.from({ length: count }, () => "any").join(", ")})`,
    help,
  }));

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
    ...suppliedBy(callablesOfChecks, "Available only in checks"),
    ...suppliedBy(callablesOfNotifications, "Available only in templates of notifications and playbooks"),
    ...suppliedBy(callablesOfPlaybooks, "Available only in playbooks"),
  ].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)));
