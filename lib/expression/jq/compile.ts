// Compiles a jq program to a function from a value to its outputs.
import { BudgetFault } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { knownToJq } from "./builtins/index.ts";
import { evaluate } from "./evaluate.ts";
import { parseJq } from "./parse.ts";
import type { Node } from "./tree.ts";
import { asJson } from "./values.ts";

const kept = new Map<string, Node>();
const maxCached = 500;

export function compileJq(source: string): (value: unknown) => unknown[] {
  let tree = kept.get(source);
  if (!tree) {
    tree = parseJq(source, knownToJq);
    if (kept.size >= maxCached) kept.delete(kept.keys().next().value!);
    kept.set(source, tree);
  }
  const program = tree;
  return (value) => {
    try {
      return Array.from(
        evaluate(program, { value: asJson(value), way: undefined }, undefined, 0),
        (item) => item.value,
      );
    } catch (error) {
      if (error instanceof RangeError)
        throw new BudgetFault("The jq expression is nested too deep.", { isLate: false });
      // Handles a `break` without its label and other internal exceptions.
      if (!(error instanceof ExpressionFault))
        throw new ExpressionFault(`jq stopped early: ${(error as Error).message}`);
      throw error;
    }
  };
}
