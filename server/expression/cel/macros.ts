// Loops of our own. `all` and `exists` go on after an error, as CEL wants it; the package's do so when the time is over, too.
// `fold` takes a list or a map into one value.
import type { Environment } from "@marcbachmann/cel-js";
import { BudgetFault, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";

// What the package hands to a macro; it declares no types for it.
interface Type {
  kind: string;
  isDynOrBool(): boolean;
}

interface Tree {
  op: string;
  args: unknown;
}

interface Context {
  forkWithVariable(name: string, type: Type): Context;
  reuse(parent: Context): Context;
  setIterValue(value: unknown, evaluator: Evaluator): Context;
}

interface Checker {
  check(tree: Tree, context: Context): Type;
  getType(name: string): Type;
}

interface Evaluator {
  run(tree: Tree, context: Context): unknown;
}

interface Call {
  args: Tree[];
  receiver: Tree;
}

export const countedLoops = new Set(["all", "exists"]);

export function registerMacros(environment: Environment): void {
  const register = environment.registerFunction.bind(environment) as unknown as (
    signature: string,
    macro: (call: Call) => object,
  ) => void;
  register("list.all_counted(ast, ast): bool", (call) => quantifier(call, "all", false));
  register("list.exists_counted(ast, ast): bool", (call) => quantifier(call, "exists", true));
  register("list.fold(ast, ast, ast): dyn", fold);
  register("list.fold(ast, ast, ast, ast): dyn", fold);
  register("list.fold(ast, ast, ast, ast, ast): dyn", fold);
}

function nameOf(tree: Tree, macro: string): string {
  if (tree.op === "id") return tree.args as string;
  throw new ExpressionFault(`${macro} needs a name for what it goes through, such as ${macro}(item, …).`);
}

/** `decides` is what ends the loop as soon as it is found. */
function quantifier({ args, receiver }: Call, name: string, decides: boolean) {
  const [variable, body] = args as [Tree, Tree];
  const element = nameOf(variable, name);
  let inner: Context;
  return {
    typeCheck(checker: Checker, _macro: unknown, context: Context): Type {
      const { kind } = checker.check(receiver, context);
      if (kind !== "list" && kind !== "map" && kind !== "dyn") throw new ExpressionFault(notThrough(name));
      inner = context.forkWithVariable(element, checker.getType("dyn"));
      if (!checker.check(body, inner).isDynOrBool())
        throw new ExpressionFault(`${name} needs a condition: true or false for every element.`);
      return checker.getType("bool");
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: Context): unknown {
      let fault: unknown;
      const scope = inner;
      for (const value of elementsOf(evaluator.run(receiver, context), name)) {
        step();
        try {
          const verdict = evaluator.run(body, scope.reuse(context).setIterValue(value, evaluator));
          if (typeof verdict !== "boolean")
            throw new ExpressionFault(`${name} needs a condition: true or false for every element.`);
          if (verdict === decides) return decides;
        } catch (error) {
          if (error instanceof BudgetFault) throw error;
          fault ??= error;
        }
      }
      if (fault !== undefined) throw fault;
      return !decides;
    },
  };
}

/**
 * `list.fold(e, acc, expr)` and `map.fold(k, v, acc, expr)` begin with the first element; one more value before the
 * expression is what they begin with instead. Four arguments mean either: what they are called on tells which.
 */
function fold({ args, receiver }: Call) {
  const body = args.at(-1)!;
  const names = args.slice(0, 3).map((tree) => (tree.op === "id" ? (tree.args as string) : undefined));
  const initial = args.length > 3 ? args.at(-2)! : undefined;
  let ofList: Context[] | undefined;
  let ofMap: Context[] | undefined;
  const nested = (context: Context, variables: readonly (string | undefined)[], type: Type) => {
    const contexts: Context[] = [];
    for (const variable of variables) {
      if (variable === undefined) return undefined;
      contexts.push((contexts.at(-1) ?? context).forkWithVariable(variable, type));
    }
    return contexts;
  };
  const within = (contexts: readonly Context[], values: readonly unknown[], evaluator: Evaluator, outer: Context) =>
    contexts.reduce((parent, context, index) => context.reuse(parent).setIterValue(values[index], evaluator), outer);

  return {
    typeCheck(checker: Checker, _macro: unknown, context: Context): Type {
      const dyn = checker.getType("dyn");
      checker.check(receiver, context);
      ofList = args.length < 5 ? nested(context, names.slice(0, 2), dyn) : undefined;
      ofMap = args.length > 3 ? nested(context, names, dyn) : undefined;
      if (!ofList && !ofMap)
        throw new ExpressionFault(
          "fold needs names: list.fold(item, sum, 0, sum + item), map.fold(key, value, sum, 0, …).",
        );
      if (initial) checker.check(initial, context);
      // What is checked last is what stands in the tree: the deeper of the two knows all names.
      checker.check(body, (ofMap ?? ofList)!.at(-1)!);
      return dyn;
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: Context): unknown {
      const given = evaluator.run(receiver, context);
      if (Array.isArray(given)) {
        if (!ofList)
          throw new ExpressionFault("fold of a list needs an item, what is made of them, and an expression.");
        const isBare = args.length === 3;
        if (isBare && given.length === 0) return null;
        let made: unknown = isBare ? given[0] : evaluator.run(initial!, context);
        for (const item of isBare ? given.slice(1) : given) {
          step();
          made = evaluator.run(body, within(ofList, [item, made], evaluator, context));
        }
        return made;
      }
      const entries = entriesOf(given);
      if (!ofMap)
        throw new ExpressionFault("fold of a map needs a key, a value, what is made of them, and an expression.");
      const isBare = args.length === 4;
      if (isBare && entries.length === 0) return null;
      let made: unknown = isBare ? entries[0]![1] : evaluator.run(initial!, context);
      for (const [key, value] of isBare ? entries.slice(1) : entries) {
        step();
        made = evaluator.run(body, within(ofMap, [key, value, made], evaluator, context));
      }
      return made;
    },
  };
}

const notThrough = (name: string) => `${name} goes through a list or the keys of a map.`;

function elementsOf(value: unknown, name: string): Iterable<unknown> {
  if (Array.isArray(value) || value instanceof Set) return value;
  if (value instanceof Map) return value.keys();
  if (typeof value === "object" && value !== null) return Object.keys(value);
  throw new ExpressionFault(notThrough(name));
}

/** Sorted, so that what comes of it does not depend on who wrote the map. */
function entriesOf(value: unknown): [unknown, unknown][] {
  const entries: [unknown, unknown][] | undefined =
    value instanceof Map
      ? [...(value as Map<unknown, unknown>)]
      : typeof value === "object" && value !== null
        ? Object.entries(value)
        : undefined;
  if (entries === undefined) throw new ExpressionFault("fold goes through a list or a map.");
  return entries.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}
