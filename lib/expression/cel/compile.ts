// Compiles CEL to closures. Names are resolved once, at compile time. The body of every loop reports to the budget
// (macros.ts), patterns run on RE2 (pattern.ts), and faults have a position in the source.
import { BudgetFault } from "../budget.ts";
import { ExpressionFault, placeAt } from "../fault.ts";
import { nounOf } from "../functions/function.ts";
import { Literals } from "../literal.ts";
import { nearestWord } from "../../text/nearest-word.ts";
import { fieldOf, isMap, Optional, plainKey } from "../values.ts";
import { index, indexOptional, select, selectOptional } from "./access.ts";
import { celTable, dispatch, type Overload } from "./functions.ts";
import { bind, macros, type Evaluate, type MacroCompiler, type Run } from "./macros.ts";
import { calculate, compare, equals, isIn, negated, OverloadFault } from "./operators.ts";
import { parseCel } from "./parse.ts";
import { dottedName, type Call, type Node, type Sign } from "./tree.ts";
import { celTypes, outOfCel, set, toCel } from "./values.ts";

/**
 * Functions supplied with the values of a run: their names, with or without dots, and the allowed numbers of arguments.
 */
export type CelCallables = Readonly<Record<string, readonly number[]>>;

/** A sentence that explains where a function is available; undefined for a function that does not exist. */
export type FindElsewhere = (name: string) => string | undefined;

export function compileCel(
  source: string,
  callables: CelCallables = {},
  elsewhere: FindElsewhere = () => undefined,
): (values: Readonly<Record<string, unknown>>) => unknown {
  const compiler = new Compiler(source, callables, elsewhere);
  const evaluate = compiler.compile(parseCel(source));
  return (values) => {
    try {
      return outOfCel(evaluate({ values, locals: [], chains: [] }));
    } catch (error) {
      if (error instanceof RangeError) throw new ExpressionFault("The expression is nested too deep.");
      throw error;
    }
  };
}

class Compiler implements MacroCompiler {
  readonly #source: string;
  readonly #callables: CelCallables;
  readonly #elsewhere: FindElsewhere;
  readonly #literals: Literals;
  /** The variables of the enclosing loops, innermost last. */
  #scope: readonly (readonly [string, number])[] = [];
  #slots = 0;
  /** The slots of chains such as `a.b.c`: each is looked up and converted once per run. */
  readonly #chains = new Map<string, number>();

  constructor(source: string, callables: CelCallables, elsewhere: FindElsewhere) {
    this.#source = source;
    this.#callables = callables;
    this.#elsewhere = elsewhere;
    this.#literals = new Literals(source);
  }

  compile(node: Node): Evaluate {
    switch (node.op) {
      case "literal": {
        const { value } = node;
        return () => value;
      }
      case "name":
        return this.#name(node.name, [], node);
      case "select":
        return this.#select(node);
      case "index": {
        const [operand, key] = [this.compile(node.of), this.compile(node.key)];
        const read = node.isOptional ? indexOptional : index;
        return this.#placed(node.key.at, (run) => read(operand(run), key(run)));
      }
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node.elements);
      case "map":
        return this.#map(node.entries);
      case "unary":
        return this.#unary(node);
      case "binary":
        return this.#binary(node.sign, node.left, node.right);
      case "condition": {
        const [test, yes, no] = [this.compile(node.test), this.compile(node.yes), this.compile(node.no)];
        return (run) => (this.#condition(test(run), "The condition before ?", node.test) ? yes(run) : no(run));
      }
    }
  }

  within(names: readonly string[], node: Node) {
    const outer = this.#scope;
    const added = names.map((name) => [name, this.#slots++] as const);
    this.#scope = [...outer, ...added];
    try {
      return { evaluate: this.compile(node), slots: added.map(([, slot]) => slot) };
    } finally {
      this.#scope = outer;
    }
  }

  fault(message: string, at: number, suggestion?: string): ExpressionFault {
    return new ExpressionFault(message, { place: placeAt(this.#source, at), suggestion });
  }

  /** Adds the position of the node to a fault without a position. */
  #placed(at: number, evaluate: Evaluate): Evaluate {
    return (run) => {
      try {
        return evaluate(run);
      } catch (error) {
        throw this.#located(error, at);
      }
    };
  }

  #located(error: unknown, at: number): unknown {
    if (error instanceof BudgetFault || error instanceof RangeError) return error;
    if (error instanceof ExpressionFault && error.place !== undefined) return error;
    const { message, suggestion } = error as { message: string; suggestion?: string | undefined };
    if (error instanceof OverloadFault) return new OverloadFault(message, { place: placeAt(this.#source, at) });
    return this.fault(message, at, suggestion);
  }

  /**
   * Compiles a name and the fields after it. The name refers to a loop variable if a loop variable has this name,
   * otherwise to the values of the run.
   */
  #name(name: string, fields: readonly string[], node: Node): Evaluate {
    const local = this.#scope.findLast(([known]) => known === name);
    if (local) {
      const [, slot] = local;
      return (run) => run.locals[slot];
    }
    const chain = [name, ...fields].join("\0");
    let slot = this.#chains.get(chain);
    if (slot === undefined) this.#chains.set(chain, (slot = this.#chains.size));
    const at = slot;
    const type = celTypes.get([name, ...fields].join("."));
    return (run) => {
      const found = run.chains[at];
      if (found !== undefined) return found;
      if (Object.hasOwn(run.values, name))
        return (run.chains[at] = toCel(
          fields.reduce<unknown>((held, field) => jsonField(held, field), run.values[name]),
        ));
      if (type !== undefined) return type;
      throw this.fault(`Unknown variable: ${name}.`, node.at, nearestWord(name, Object.keys(run.values)));
    };
  }

  #select(node: Extract<Node, { op: "select" }>): Evaluate {
    const whole = dottedName(node);
    const [root, ...fields] = whole?.split(".") ?? [];
    // Follows a chain of names in the unconverted values, so that only the final value is converted.
    if (
      whole !== undefined &&
      whole.split(".").length === depthOf(node) &&
      !this.#scope.some(([known]) => known === root)
    )
      return this.#name(root!, fields, node);
    const operand = this.compile(node.of);
    const { field } = node;
    const read = node.isOptional ? selectOptional : select;
    return (run) => read(operand(run), field);
  }

  #list(elements: readonly { value: Node; isOptional: boolean }[]): Evaluate {
    const parts = elements.map(({ value, isOptional }) => ({ evaluate: this.compile(value), isOptional }));
    return (run) => {
      const list: unknown[] = [];
      for (const { evaluate, isOptional } of parts) {
        const value = evaluate(run);
        if (!isOptional || !(value instanceof Optional)) list.push(value);
        else if (value.has) list.push(value.value);
      }
      return list;
    };
  }

  #map(entries: readonly { key: Node; value: Node; isOptional: boolean }[]): Evaluate {
    const parts = entries.map(({ key, value, isOptional }) => ({
      key: this.compile(key),
      value: this.compile(value),
      isOptional,
      at: key.at,
    }));
    return (run) => {
      const entries = parts.flatMap(({ key, value, isOptional, at }): [unknown, unknown][] => {
        const [name, held] = [key(run), value(run)];
        if (name === null || (typeof name === "object" && plainKey(name) === name))
          throw this.fault(`A map key must be a string, a number or a boolean, but is ${nounOf(name)}.`, at);
        if (!isOptional || !(held instanceof Optional)) return [[name, held]];
        return held.has ? [[name, held.value]] : [];
      });
      if (!entries.every(([key]) => typeof key === "string"))
        return new Map(entries.map(([key, held]) => [plainKey(key), held]));
      const map: Record<string, unknown> = {};
      for (const [key, held] of entries) set(map, key as string, held);
      return map;
    };
  }

  #unary({ sign, of: operand, at }: Extract<Node, { op: "unary" }>): Evaluate {
    const evaluate = this.compile(operand);
    return sign === "!"
      ? (run) => !this.#condition(evaluate(run), "The value after !", operand)
      : this.#placed(at, (run) => negated(evaluate(run)));
  }

  #binary(sign: Sign, leftNode: Node, rightNode: Node): Evaluate {
    const [left, right] = [this.compile(leftNode), this.compile(rightNode)];
    if (sign === "&&" || sign === "||") return this.#junction(sign === "||", [left, leftNode], [right, rightNode]);
    const evaluate = this.#placed(leftNode.at, operation(sign, left, right));
    if (leftNode.op === "literal" && rightNode.op === "literal") this.#tryLiterals(evaluate);
    return evaluate;
  }

  /**
   * Evaluates an operation on literals at compile time, so that incompatible types are reported when the expression is
   * saved.
   */
  #tryLiterals(evaluate: Evaluate): void {
    try {
      evaluate({ values: {}, locals: [], chains: [] });
    } catch (error) {
      if (error instanceof OverloadFault) throw error;
    }
  }

  /** If one operand has an error, the other operand determines the result; null counts as false. */
  #junction(decides: boolean, [left, leftNode]: [Evaluate, Node], [right, rightNode]: [Evaluate, Node]): Evaluate {
    const what = `This operand of ${decides ? "||" : "&&"}`;
    return (run) => {
      let fault: unknown;
      try {
        // Without an error, false decides && and true decides ||.
        if (this.#condition(left(run), what, leftNode) === decides) return decides;
      } catch (error) {
        if (error instanceof BudgetFault) throw error;
        fault = error;
      }
      const value = right(run);
      if (this.#condition(value, what, rightNode) === decides) return decides;
      if (fault !== undefined) throw fault;
      return !decides;
    };
  }

  #condition(value: unknown, what: string, { at }: Node): boolean {
    if (typeof value === "boolean") return value;
    if (value === null || (value instanceof Optional && !value.has)) return false;
    if (value instanceof Optional && typeof value.value === "boolean") return value.value;
    throw this.fault(`${what} must be true or false, but is ${nounOf(value)}.`, at);
  }

  #call(call: Call): Evaluate {
    const { name, receiver, args, at } = call;
    const namespace = receiver && this.#namespaceOf(receiver);
    const full = namespace === undefined ? name : `${namespace}.${name}`;
    const counts = Object.hasOwn(this.#callables, full) ? this.#callables[full]! : undefined;
    if (counts && (receiver === undefined || namespace !== undefined)) return this.#callable(full, counts, call);
    if (receiver?.op === "name" && receiver.name === "cel" && name === "bind" && args.length === 3)
      return this.#placed(at, bind(this, call));
    const macro = macros[`${name}/${args.length}`];
    if (
      macro &&
      (name === "has") === (receiver === undefined) &&
      (namespace === undefined || !celTable().functions.has(full))
    )
      return this.#placed(at, macro(this, call));
    if (namespace !== undefined || receiver === undefined) {
      const { functions, methods } = celTable();
      const overloads = functions.get(full);
      if (overloads) return this.#function(full, overloads, call);
      const onValue = receiver === undefined ? methods.get(name) : undefined;
      if (onValue && args.length > 0) return this.#method(onValue, call, args[0]!, args.slice(1));
      if (receiver === undefined || !methods.has(name)) throw this.#unknown(full, at);
    }
    const methods = celTable().methods.get(name);
    if (!methods) throw this.#unknown(name, at);
    return this.#method(methods, call, receiver, args);
  }

  /** Returns `math` for `math.Add(…)`, unless an enclosing loop has a variable with that name. */
  #namespaceOf(receiver: Node): string | undefined {
    const name = dottedName(receiver);
    if (name === undefined || this.#scope.some(([known]) => known === name.split(".")[0])) return undefined;
    const isOfCallable = Object.keys(this.#callables).some((known) => known.startsWith(`${name}.`));
    return isOfCallable || celTable().namespaces.has(name) || this.#elsewhere(`${name}.`) !== undefined
      ? name
      : undefined;
  }

  #unknown(name: string, at: number): ExpressionFault {
    const where = this.#elsewhere(name);
    if (where !== undefined) return this.fault(`${name} is not available here. ${where}`, at);
    return this.fault(
      `There is no function ${name}.`,
      at,
      nearestWord(name, [...celTable().names, ...Object.keys(this.#callables)]),
    );
  }

  #callable(name: string, counts: readonly number[], { args, at }: Call): Evaluate {
    if (!counts.includes(args.length))
      throw this.fault(`${name} needs ${counts.join(" or ")} values, but got ${args.length}.`, at);
    const values = args.map((node) => this.compile(node));
    const path = name.split(".");
    return this.#placed(at, (run) => {
      const called = path.reduce<unknown>((held, key) => fieldOf(held, key), run.values);
      if (typeof called !== "function") throw new ExpressionFault(`${name} is not available in this run.`);
      return toCel((called as (...values: unknown[]) => unknown)(...values.map((value) => outOfCel(value(run)))));
    });
  }

  #function(name: string, overloads: readonly Overload[], { args, at }: Call): Evaluate {
    const fitting = this.#fitting(name, overloads, args.length, at);
    this.#readFirst(fitting, args[0]);
    const values = args.map((node) => this.compile(node));
    return this.#placed(at, (run) => dispatch(name, fitting, evaluated(values, run), false));
  }

  #method(overloads: readonly Overload[], { name, at }: Call, receiver: Node, args: readonly Node[]): Evaluate {
    const fitting = this.#fitting(name, overloads, args.length, at);
    this.#readFirst(fitting, args[0]);
    const values = [receiver, ...args].map((node) => this.compile(node));
    return this.#placed(at, (run) => dispatch(name, fitting, evaluated(values, run), true));
  }

  #fitting(name: string, overloads: readonly Overload[], count: number, at: number): readonly Overload[] {
    const fitting = overloads.filter(({ least, most }) => count >= least && count <= most);
    if (fitting.length > 0) return fitting;
    const [{ least, most }] = overloads as [Overload, ...Overload[]];
    const needed =
      most === Number.POSITIVE_INFINITY ? `at least ${least}` : least === most ? String(most) : `${least} to ${most}`;
    throw this.fault(`${name} needs ${needed} ${needed === "1" ? "value" : "values"}, but got ${count}.`, at);
  }

  #readFirst([overload]: readonly Overload[], first: Node | undefined): void {
    if (overload?.reads && first?.op === "literal" && typeof first.value === "string")
      this.#literals.judge(overload.reads, first.value, first.at);
  }
}

const evaluated = (values: readonly Evaluate[], run: Run): unknown[] => values.map((value) => value(run));

const jsonField = (value: unknown, field: string): unknown =>
  typeof value === "object" && value !== null && isMap(value) ? fieldOf(value, field) : undefined;

function depthOf(node: Node): number {
  return node.op === "select" ? depthOf(node.of) + 1 : 1;
}

function operation(sign: Exclude<Sign, "&&" | "||">, left: Evaluate, right: Evaluate): Evaluate {
  switch (sign) {
    case "==":
      return (run) => equals(left(run), right(run));
    case "!=":
      return (run) => !equals(left(run), right(run));
    case "in":
      return (run) => isIn(left(run), right(run));
    case "<":
    case "<=":
    case ">":
    case ">=":
      return (run) => compare(sign, left(run), right(run));
    default:
      return (run) => calculate(sign, left(run), right(run));
  }
}
