// The library as whoever writes an expression looks it up: names, how each is called, and a line of help.
import { callables } from "./check.ts";
import { celFunctions } from "./functions/index.ts";
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

/** What CEL brings along itself, and is worth a line. */
const own: readonly DescribedFunction[] = [
  { name: "all", signature: "list.all(item, condition)", help: "Whether a condition holds for every element" },
  { name: "exists", signature: "list.exists(item, condition)", help: "Whether a condition holds for some element" },
  { name: "exists_one", signature: "list.exists_one(item, condition)", help: "Whether it holds for exactly one" },
  { name: "filter", signature: "list.filter(item, condition)", help: "The elements for which a condition holds" },
  { name: "map", signature: "list.map(item, expression)", help: "What an expression makes of every element" },
  { name: "fold", signature: "list.fold(item, made, begin, expression)", help: "All elements made into one value" },
  { name: "has", signature: "has(a.b)", help: "Whether a field is there" },
  { name: "size", signature: "size(value)", help: "How many elements or characters" },
  { name: "contains", signature: "string.contains(string)", help: "Whether a text is inside another" },
  { name: "startsWith", signature: "string.startsWith(string)", help: "Whether a text begins so" },
  { name: "endsWith", signature: "string.endsWith(string)", help: "Whether a text ends so" },
  { name: "matches", signature: "string.matches(string)", help: "Whether a pattern is found in a text" },
  { name: "split", signature: "string.split(string)", help: "The parts of a text" },
  { name: "join", signature: "list.join(string)", help: "Texts put together" },
  {
    name: "orValue",
    signature: "optional.orValue(value)",
    help: "What may be missing, or else another: a.?b.orValue(1)",
  },
  { name: "string", signature: "string(value)", help: "As a text" },
  { name: "int", signature: "int(value)", help: "As a whole number" },
  { name: "double", signature: "double(value)", help: "As a number" },
  { name: "timestamp", signature: "timestamp(string)", help: "A time such as 2026-01-31T08:00:00Z" },
  { name: "duration", signature: "duration(string)", help: "A duration such as 1h30m" },
];

let told: DescribedFunction[] | undefined;

export const describedFunctions = (): DescribedFunction[] =>
  (told ??= [
    ...own,
    ...celFunctions.map((fn) => ({ name: fn.name, signature: signatureOf(fn), help: fn.says })),
    ...Object.entries(callables).map(([name, [count = 0]]) => ({
      name,
      signature: `${name}(${Array.from({ length: count }, () => "any").join(", ")})`,
      help: "Where the run has it",
    })),
  ].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)));
