// Macros: functions whose arguments are expressions instead of values. The arguments are evaluated for each element, or
// only when they are needed.
import { BudgetFault, step } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { nounOf } from "../functions/function.ts";
import { isMap, keysOf, Optional, order, valueAt } from "../values.ts";
import { has } from "./access.ts";
import type { Call, Node } from "./tree.ts";

export type Evaluate = (run: Run) => unknown;

/**
 * The state of one evaluation: `locals` holds the variables of loops, by the slots that were assigned at compile time.
 */
export interface Run {
  readonly values: Readonly<Record<string, unknown>>;
  readonly locals: unknown[];
  readonly chains: unknown[];
}

/** The part of the compiler that a macro needs. */
export interface MacroCompiler {
  compile(node: Node): Evaluate;
  /** Compiles with additional variables and returns their slots. */
  within(names: readonly string[], node: Node): { evaluate: Evaluate; slots: readonly number[] };
  fault(message: string, at: number): ExpressionFault;
}

type Macro = (compiler: MacroCompiler, call: Call) => Evaluate;

/** Macros by name and number of arguments. All are methods except `has`. */
export const macros: Readonly<Record<string, Macro>> = {
  "has/1": (compiler, call) => {
    const [node] = call.args as [Node];
    if (node.op !== "select") throw compiler.fault("has() needs a field, such as has(item.name).", node.at);
    const operand = compiler.compile(node.of);
    const { field } = node;
    return (run) => has(operand(run), field);
  },
  "all/2": (compiler, call) => quantifier(compiler, call, false),
  "exists/2": (compiler, call) => quantifier(compiler, call, true),
  "exists_one/2": existsOne,
  "existsOne/2": existsOne,
  "filter/2": (compiler, call) => {
    const { each, body, slot } = loop(compiler, call, call.args[1]!);
    return (run) =>
      each(run).filter((element) => {
        step();
        run.locals[slot] = element;
        return condition(body(run), call.name);
      });
  },
  "map/2": (compiler, call) => {
    const { each, body, slot } = loop(compiler, call, call.args[1]!);
    return (run) =>
      each(run).map((element) => {
        step();
        run.locals[slot] = element;
        return body(run);
      });
  },
  "map/3": (compiler, call) => {
    const { each, body: test, slot } = loop(compiler, call, call.args[1]!);
    const compiled = compiler.within([nameOf(compiler, call, 0)], call.args[2]!);
    return (run) => {
      const results: unknown[] = [];
      for (const element of each(run)) {
        step();
        run.locals[slot] = element;
        if (!condition(test(run), "map")) continue;
        run.locals[compiled.slots[0]!] = element;
        results.push(compiled.evaluate(run));
      }
      return results;
    };
  },
  "sortBy/2": (compiler, call) => {
    const { each, body, slot } = loop(compiler, call, call.args[1]!);
    return (run) =>
      each(run)
        .map((element) => {
          step();
          run.locals[slot] = element;
          return { element, key: body(run) };
        })
        .sort((a, b) => {
          step();
          const found = order(a.key, b.key);
          if (found === undefined)
            throw new ExpressionFault(`sortBy needs keys of one type, but got ${nounOf(a.key)} and ${nounOf(b.key)}.`);
          return found;
        })
        .map(({ element }) => element);
  },
  "fold/3": fold,
  "fold/4": fold,
  "fold/5": fold,
  "optMap/2": (compiler, call) => overOptional(compiler, call, (value) => new Optional(true, value)),
  "optFlatMap/2": (compiler, call) => overOptional(compiler, call, (value) => value),
  "or/1": (compiler, call) => {
    const [operand, other] = [compiler.compile(call.receiver!), compiler.compile(call.args[0]!)];
    return (run) => {
      const value = operand(run);
      return value === null || (value instanceof Optional && !value.has) ? other(run) : value;
    };
  },
  "orValue/1": (compiler, call) => {
    const [operand, other] = [compiler.compile(call.receiver!), compiler.compile(call.args[0]!)];
    return (run) => {
      const value = operand(run);
      return value instanceof Optional ? (value.has ? value.value : other(run)) : value;
    };
  },
};

/** Evaluates `cel.bind(name, value, expression)`. */
export const bind: Macro = (compiler, call) => {
  const value = compiler.compile(call.args[1]!);
  const { evaluate, slots } = compiler.within([nameOf(compiler, call, 0)], call.args[2]!);
  return (run) => {
    run.locals[slots[0]!] = value(run);
    return evaluate(run);
  };
};

function nameOf(compiler: MacroCompiler, { name, args }: Call, index: number): string {
  const node = args[index]!;
  if (node.op === "name") return node.name;
  throw compiler.fault(`${name} needs a name for each element, such as ${name}(item, …).`, node.at);
}

function loop(compiler: MacroCompiler, call: Call, node: Node) {
  const receiver = compiler.compile(call.receiver!);
  const { evaluate, slots } = compiler.within([nameOf(compiler, call, 0)], node);
  return { each: (run: Run) => elementsOf(receiver(run), call.name), body: evaluate, slot: slots[0]! };
}

function condition(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  throw new ExpressionFault(`${name} needs a condition: true or false for every element, but got ${nounOf(value)}.`);
}

/**
 * Compiles a quantifier. `decides` is the result that ends the loop. An error is thrown only if no other element
 * decides the result.
 */
function quantifier(compiler: MacroCompiler, call: Call, decides: boolean): Evaluate {
  const { each, body, slot } = loop(compiler, call, call.args[1]!);
  return (run) => {
    let fault: unknown;
    for (const element of each(run)) {
      step();
      run.locals[slot] = element;
      try {
        if (condition(body(run), call.name) === decides) return decides;
      } catch (error) {
        if (error instanceof BudgetFault) throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return !decides;
  };
}

function existsOne(compiler: MacroCompiler, call: Call): Evaluate {
  const { each, body, slot } = loop(compiler, call, call.args[1]!);
  return (run) => {
    let count = 0;
    for (const element of each(run)) {
      step();
      run.locals[slot] = element;
      if (condition(body(run), call.name)) count += 1;
    }
    return count === 1;
  };
}

function overOptional(compiler: MacroCompiler, call: Call, wrap: (value: unknown) => unknown): Evaluate {
  const receiver = compiler.compile(call.receiver!);
  const { evaluate, slots } = compiler.within([nameOf(compiler, call, 0)], call.args[1]!);
  return (run) => {
    const value = receiver(run);
    if (!(value instanceof Optional))
      throw new ExpressionFault(`${call.name} needs an optional value, such as item.?name, but got ${nounOf(value)}.`);
    if (!value.has) return value;
    run.locals[slots[0]!] = value.value;
    return wrap(evaluate(run));
  };
}

/**
 * Compiles `list.fold(item, sum, expression)` and `map.fold(key, value, sum, expression)`. The sum starts with the zero
 * value of the first element's type; an additional argument before the expression sets a different start value. With
 * four arguments the type of the receiver decides between the two forms.
 */
function fold(compiler: MacroCompiler, call: Call): Evaluate {
  const { args } = call;
  const receiver = compiler.compile(call.receiver!);
  const names = args.slice(0, 3).map((node) => (node.op === "name" ? node.name : undefined));
  const body = args.at(-1)!;
  const named = (count: number) => {
    const found = names.slice(0, count);
    return found.length === count && found.every((name) => name !== undefined) ? found : undefined;
  };
  const listNames = args.length < 5 ? named(2) : undefined;
  const mapNames = args.length > 3 ? named(3) : undefined;
  if (!listNames && !mapNames)
    throw compiler.fault(
      "fold needs names: list.fold(item, sum, sum + item), map.fold(key, value, sum, sum + value).",
      call.at,
    );
  const list = listNames && compiler.within(listNames, body);
  const map = mapNames && compiler.within(mapNames, body);
  const begin = args.length === 3 ? undefined : compiler.compile(args.at(-2)!);
  return (run) => {
    const value = receiver(run);
    if (Array.isArray(value)) {
      if (!list) throw new ExpressionFault("fold of a list needs an item, a sum and an expression.");
      if (args.length === 3 && value.length === 0) return null;
      let sum = args.length === 3 ? zeroOf(value[0]) : begin!(run);
      for (const item of value as unknown[]) {
        step();
        run.locals[list.slots[0]!] = item;
        run.locals[list.slots[1]!] = sum;
        sum = list.evaluate(run);
      }
      return sum;
    }
    if (!isMap(value)) throw new ExpressionFault(`fold needs a list or a map, but got ${nounOf(value)}.`);
    if (!map) throw new ExpressionFault("fold of a map needs a key, a value, a sum and an expression.");
    const keys = keysOf(value).sort((a, b) => (String(a) < String(b) ? -1 : 1));
    if (args.length === 4 && keys.length === 0) return null;
    let sum = args.length === 4 ? zeroOf(valueAt(value, keys[0])) : begin!(run);
    for (const key of keys) {
      step();
      run.locals[map.slots[0]!] = key;
      run.locals[map.slots[1]!] = valueAt(value, key);
      run.locals[map.slots[2]!] = sum;
      sum = map.evaluate(run);
    }
    return sum;
  };
}

function zeroOf(value: unknown): unknown {
  if (typeof value === "bigint") return 0n;
  if (typeof value === "number") return 0;
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return [];
  return isMap(value) ? {} : null;
}

function elementsOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (isMap(value)) return keysOf(value);
  throw new ExpressionFault(`${name} needs a list or the keys of a map, but got ${nounOf(value)}.`);
}
