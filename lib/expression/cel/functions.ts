// The functions of CEL expressions by name, from the library and from CEL itself.
import { BudgetFault } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { checked, fits, nounOf, type LibraryFunction, type ValueType } from "../functions/function.ts";
import { celLibrary } from "../functions/index.ts";
import type { ReadText } from "../literal.ts";
import { Optional } from "../values.ts";
import { standard } from "./standard.ts";
import { toCel } from "./values.ts";

export interface Overload {
  on: ValueType | undefined;
  /** The number of arguments without the receiver. */
  least: number;
  most: number;
  seesNull: boolean;
  reads: ReadText | undefined;
  call(values: unknown[]): unknown;
}

interface Table {
  /** Keys are full names, with dots for namespaces. */
  functions: ReadonlyMap<string, readonly Overload[]>;
  methods: ReadonlyMap<string, readonly Overload[]>;
  namespaces: ReadonlySet<string>;
  names: readonly string[];
}

let table: Table | undefined;

/** The table is built when the first expression is compiled. */
export const celTable = (): Table => (table ??= build());

function build(): Table {
  const functions = new Map<string, Overload[]>();
  const methods = new Map<string, Overload[]>();
  const namespaces = new Set<string>();
  const add = (into: Map<string, Overload[]>, name: string, overload: Overload) =>
    void into.set(name, [...(into.get(name) ?? []), overload]);
  for (const fn of [...standard, ...celLibrary])
    for (const name of [fn.name, ...(fn.celNames ?? [])]) {
      const overload = overloadOf(fn);
      const parts = name.split(".");
      for (let length = 1; length < parts.length; length += 1) namespaces.add(parts.slice(0, length).join("."));
      if (fn.on !== undefined && parts.length === 1) add(methods, name, overload);
      else {
        // A function in a namespace has no receiver: the value is its first argument.
        const received = fn.on === undefined ? 0 : 1;
        add(functions, name, { ...overload, least: overload.least + received, most: overload.most + received });
      }
    }
  return { functions, methods, namespaces, names: [...new Set([...functions.keys(), ...methods.keys()])] };
}

function overloadOf(fn: LibraryFunction): Overload {
  const call = checked(fn);
  // A double remains a double, even if it is an integer.
  const isDone = fn.isRaw === true || fn.gives === "double";
  return {
    on: fn.on,
    least: fn.spreads ? Math.min(1, fn.least ?? fn.takes.length) : (fn.least ?? fn.takes.length),
    most: fn.repeats ? Number.POSITIVE_INFINITY : fn.takes.length,
    seesNull: fn.seesNull === true,
    reads: fn.reads,
    call: (values) => {
      const result = call(...values);
      return isDone ? (result ?? null) : toCel(result);
    },
  };
}

/**
 * Calls the first overload that matches the receiver. A null receiver returns null without a call, as in the reference
 * engine. An optional is unwrapped unless the function takes optionals.
 */
export function dispatch(
  name: string,
  overloads: readonly Overload[],
  values: unknown[],
  hasReceiver: boolean,
): unknown {
  let args = values;
  if (!overloads.some(({ on }) => on === "optional") && values.some((value) => value instanceof Optional))
    args = values.map((value) => (value instanceof Optional ? (value.has ? value.value : null) : value));
  const overload = hasReceiver ? overloads.find(({ on }) => fits(on!, args[0])) : overloads[0];
  const [first] = overloads;
  if (!(overload ?? first)!.seesNull && args.includes(null)) return null;
  if (overload === undefined) throw new ExpressionFault(`${name} cannot be called on ${nounOf(args[0])}.`);
  if (overloads.length === 1) return overload.call(args);
  return tried(
    overloads.filter(({ on }) => !hasReceiver || fits(on!, args[0])),
    args,
  );
}

/** Overloads on the same type differ in their arguments, so the first one that accepts them is used. */
function tried(overloads: readonly Overload[], values: unknown[]): unknown {
  let fault: unknown;
  for (const overload of overloads) {
    try {
      return overload.call(values);
    } catch (error) {
      if (error instanceof BudgetFault) throw error;
      fault ??= error;
    }
  }
  throw fault;
}
