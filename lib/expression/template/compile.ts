// Compiles a template tree to a function. Names are resolved once, at compile time; variables become slots.
import { BudgetFault, spend, step } from "../budget.ts";
import { ExpressionFault, placeAt } from "../fault.ts";
import { Literals, type ReadText } from "../literal.ts";
import { nearestWord } from "../../text/nearest-word.ts";
import { fieldOf, isMap, isNumber, isTrue, print, Printable, Span } from "../values.ts";
import type { Delimiters } from "./lex.ts";
import { parseTemplate } from "./parse.ts";
import { memberOf } from "./methods.ts";
import type { Command, Node, Operand, Pipe } from "./tree.ts";
import type { Spot, TemplateWriter } from "./writer.ts";

export interface TemplateFunction {
  (...values: unknown[]): unknown;
  /** Parses the first argument at compile time if it is a literal. */
  reads?: ReadText;
}
export type TemplateFunctions = ReadonlyMap<string, TemplateFunction>;

interface Run {
  readonly root: unknown;
  dot: unknown;
  slots: unknown[];
  readonly out: string[];
  readonly writer: TemplateWriter | undefined;
  depth: number;
}

type Evaluate = (run: Run) => unknown;
/** Executes a node. The result is the statement that ended a body early; undefined if the body ran to its end. */
type Execute = (run: Run) => "break" | "continue" | undefined;

/** The maximum depth of recursive templates, below the limit of the stack. */
const maxCalls = 100;

export interface TemplateOptions {
  delimiters: Delimiters;
  /** A second pair of delimiters for the text outside of the first pair; it is never applied to values. */
  beside?: Delimiters;
  functions: TemplateFunctions;
  /** Functions supplied with the values of a run. */
  callable?: ReadonlySet<string>;
  /** For a function that this template cannot call, returns a sentence that explains where it is available. */
  elsewhere?: (name: string) => string | undefined;
}

/** Renders a template. A writer decides how values appear in the result. */
export type RenderTemplate = (values: unknown, writer?: TemplateWriter) => string;

export function compileTemplate(source: string, options: TemplateOptions): RenderTemplate {
  const tree = parseTemplate(source, options.delimiters);
  const compiler = new Compiler(source, options, tree.templates);
  const main = compiler.template(tree.main);
  compiler.templates();
  return (values, writer) => {
    const run: Run = { root: values, dot: values, slots: [], out: [], writer, depth: 0 };
    main(run);
    return run.out.join("");
  };
}

class Compiler {
  readonly #source: string;
  readonly #literals: Literals;
  readonly #functions: TemplateFunctions;
  readonly #callable: ReadonlySet<string>;
  readonly #elsewhere: (name: string) => string | undefined;
  readonly #beside: Delimiters | undefined;
  readonly #trees: ReadonlyMap<string, Node[]>;
  readonly #compiled = new Map<string, Execute>();
  /** The variables of the current template: name and slot, innermost last. */
  #scope: [string, number][] = [];
  #slots = 0;

  constructor(
    source: string,
    { functions, callable = new Set(), beside, elsewhere = () => undefined }: TemplateOptions,
    trees: ReadonlyMap<string, Node[]>,
  ) {
    this.#source = source;
    this.#literals = new Literals(source);
    this.#functions = functions;
    this.#callable = callable;
    this.#elsewhere = elsewhere;
    this.#beside = beside;
    this.#trees = trees;
  }

  templates(): void {
    for (const [name, nodes] of this.#trees) this.#compiled.set(name, this.template(nodes));
  }

  /** A template has its own variables; `$` is its argument. */
  template(nodes: Node[]): Execute {
    this.#scope = [["$", 0]];
    this.#slots = 1;
    const body = this.#nodes(nodes);
    return (run) => {
      const { slots } = run;
      run.slots = [run.dot];
      try {
        return body(run);
      } finally {
        run.slots = slots;
      }
    };
  }

  #nodes(nodes: Node[]): Execute {
    const scope = this.#scope.length;
    const steps = nodes.map((node) => this.#node(node));
    this.#scope.length = scope;
    return (run) => {
      for (const execute of steps) {
        const ended = execute(run);
        if (ended !== undefined) return ended;
      }
      return undefined;
    };
  }

  #node(node: Node): Execute {
    switch (node.node) {
      case "text":
        return this.#text(node);
      case "action":
        return this.#action(node.pipe);
      case "if":
      case "with":
        return this.#condition(node);
      case "range":
        return this.#range(node);
      case "template":
        return this.#call(node);
      default: {
        const ended = node.node;
        return () => ended;
      }
    }
  }

  #text({ text, at }: Extract<Node, { node: "text" }>): Execute {
    const beside = this.#beside;
    if (beside === undefined || !text.includes(beside.open)) return (run) => writeText(run, text);
    const { main } = parseTemplate(this.#source, beside, { from: at, to: at + text.length });
    const steps = main.map((node) =>
      node.node === "text" ? (run: Run) => writeText(run, node.text) : this.#node(node),
    );
    return (run) => {
      for (const execute of steps) {
        const ended = execute(run);
        if (ended !== undefined) return ended;
      }
      return undefined;
    };
  }

  #action(pipe: Pipe): Execute {
    const evaluate = this.#pipe(pipe);
    if (pipe.variables.length > 0) {
      const slot = this.#declare(pipe, pipe.variables[0]!);
      return (run) => void (run.slots[slot] = evaluate(run));
    }
    const spot: Spot = {
      expression: this.#source.slice(pipe.at, pipe.end).trim(),
      place: placeAt(this.#source, pipe.at),
      isConstant: this.#isConstant(pipe),
    };
    return (run) => {
      const value = evaluate(run);
      return write(run, run.writer ? run.writer.value(value, spot) : print(value));
    };
  }

  /** Whether the pipe has only literals and functions of the library, so that no value of a run reaches its result. */
  #isConstant({ commands }: Pipe): boolean {
    return commands.every(({ operands }) =>
      operands.every((operand) => {
        if (operand.operand === "literal") return true;
        if (operand.operand === "pipe") return operand.pipe.variables.length === 0 && this.#isConstant(operand.pipe);
        if (operand.operand !== "word") return false;
        return ["and", "or"].includes(operand.name) || this.#find(operand.name, operand.fields)[0] !== undefined;
      }),
    );
  }

  #condition({ node, pipe, body, otherwise }: Extract<Node, { otherwise: Node[] }>): Execute {
    const scope = this.#scope.length;
    const evaluate = this.#pipe(pipe);
    const slot = pipe.variables.length > 0 ? this.#declare(pipe, pipe.variables[0]!) : undefined;
    const yes = this.#nodes(body);
    const no = this.#nodes(otherwise);
    this.#scope.length = scope;
    return (run) => {
      const value = evaluate(run);
      if (slot !== undefined) run.slots[slot] = value;
      if (!isTrue(value)) return no(run);
      return node === "with" ? withDot(run, value, yes) : yes(run);
    };
  }

  #range({ pipe, body, otherwise }: Extract<Node, { otherwise: Node[] }>): Execute {
    const scope = this.#scope.length;
    const evaluate = this.#pipe(pipe);
    const slots = pipe.variables.map((name) => this.#declare(pipe, name));
    const each = this.#nodes(body);
    const none = this.#nodes(otherwise);
    this.#scope.length = scope;
    const [first, second] = slots;
    return (run) => {
      const entries = this.#entries(evaluate(run), pipe.at);
      let isEmpty = true;
      for (const [key, value] of entries) {
        isEmpty = false;
        step();
        // A single variable holds the element; two variables hold the key and the element.
        if (first !== undefined) run.slots[first] = second === undefined ? value : key;
        if (second !== undefined) run.slots[second] = value;
        if (withDot(run, value, each) === "break") break;
      }
      return isEmpty ? none(run) : undefined;
    };
  }

  #entries(value: unknown, at: number): Iterable<[unknown, unknown]> {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return value.entries();
    if (isNumber(value)) return counted(Number(value));
    if (value instanceof Map) return [...value].sort(([a], [b]) => (a < b ? -1 : 1));
    if (isMap(value))
      return Object.keys(value)
        .sort()
        .map((key) => [key, value[key]]);
    throw this.#fault(`range needs a list, a map or a number, but got ${describe(value)}.`, at);
  }

  #call({ name, pipe, at }: Extract<Node, { node: "template" }>): Execute {
    if (!this.#trees.has(name))
      throw this.#fault(
        `There is no template ${JSON.stringify(name)}.`,
        at,
        nearestWord(name, [...this.#trees.keys()]),
      );
    const evaluate = pipe === undefined ? () => null : this.#pipe(pipe);
    return (run) => {
      const value = evaluate(run);
      run.depth += 1;
      if (run.depth > maxCalls) throw this.#fault(`The template ${JSON.stringify(name)} calls itself without end.`, at);
      try {
        withDot(run, value, this.#compiled.get(name)!);
      } finally {
        run.depth -= 1;
      }
      return undefined;
    };
  }

  #declare(pipe: Pipe, name: string): number {
    if (pipe.assigns) return this.#slotOf(name, pipe.at);
    const slot = this.#slots;
    this.#slots += 1;
    this.#scope.push([name, slot]);
    return slot;
  }

  #slotOf(name: string, at: number): number {
    const found = this.#scope.findLast(([known]) => known === name);
    if (found) return found[1];
    throw this.#fault(
      `There is no variable ${name} here.`,
      at,
      nearestWord(
        name,
        this.#scope.map(([known]) => known),
      ),
    );
  }

  #pipe({ commands }: Pipe): Evaluate {
    const [first, ...rest] = commands;
    return rest.reduce((before, command) => this.#command(command, before), this.#command(first!, undefined));
  }

  /** Compiles a command. `piped` is the value on the left of a `|`: it becomes the last argument. */
  #command({ operands: [first, ...rest], at }: Command, piped: Evaluate | undefined): Evaluate {
    const values = rest.map((operand) => this.#operand(operand));
    if (piped) values.push(piped);
    if (first.operand === "word") {
      this.#readFirst(first, rest[0]);
      return this.#named(first, values);
    }
    if (values.length === 0) return this.#operand(first);
    const last = first.fields.at(-1);
    if (last === undefined) {
      const evaluate = this.#operand(first);
      return (run) => {
        const called = evaluate(run);
        if (typeof called !== "function") throw this.#fault("Only a function takes arguments.", at);
        return this.#invoke(called as TemplateFunction, values, run, at);
      };
    }
    // The arguments are passed to the last method: `.time.Format "2006"`.
    const receiver = this.#operand({ ...first, fields: first.fields.slice(0, -1) });
    return (run) => {
      const value = receiver(run);
      return this.#invoke((...args) => memberOf(value, last, args), values, run, at);
    };
  }

  #readFirst({ name, fields }: Extract<Operand, { operand: "word" }>, value: Operand | undefined): void {
    const read = this.#find(name, fields)[0]?.reads;
    if (read && value?.operand === "literal" && typeof value.value === "string")
      this.#literals.judge(read, value.value, value.at);
  }

  #operand(operand: Operand): Evaluate {
    const { fields, at } = operand;
    switch (operand.operand) {
      case "literal": {
        const { value } = operand;
        if (fields.length > 0) throw this.#fault("A string has no fields.", at);
        return () => value;
      }
      case "dot":
        return this.#reach((run) => run.dot, fields, at);
      case "variable": {
        const slot = this.#slotOf(operand.name, at);
        return this.#reach((run) => run.slots[slot], fields, at);
      }
      case "pipe":
        return this.#reach(this.#pipe(operand.pipe), fields, at);
      case "word":
        return this.#named(operand, []);
    }
  }

  /**
   * Compiles a name: a library function, whose name may contain dots, or a field of the root, which may be a function.
   */
  #named({ name, fields, at }: Extract<Operand, { operand: "word" }>, values: Evaluate[]): Evaluate {
    if (name === "and" || name === "or") return this.#junction(name, values, at);
    const [called, rest] = this.#find(name, fields);
    if (called !== undefined) {
      const last = rest.at(-1);
      if (last === undefined || values.length === 0)
        return this.#reach((run) => this.#invoke(called, values, run, at), rest, at);
      // In `time.Now.Add $d`, the arguments are passed to the last method.
      const receiver = this.#reach((run) => this.#invoke(called, [], run, at), rest.slice(0, -1), at);
      return (run) => {
        const value = receiver(run);
        return this.#invoke((...args) => memberOf(value, last, args), values, run, at);
      };
    }
    const known = [...this.#functions.keys(), ...this.#callable, "and", "or"];
    const whole = [name, ...fields].join(".");
    const where = this.#elsewhere(whole);
    if (values.length > 0 && !this.#callable.has(name))
      throw where === undefined
        ? this.#fault(`There is no function ${whole}.`, at, nearestWord(whole, known))
        : this.#fault(`${whole} is not available here. ${where}`, at);
    return (run) => {
      const value = fieldOf(run.root, name);
      if (value === undefined && !isGiven(run.root, name))
        throw where === undefined
          ? this.#fault(`${whole} is neither a function nor a value here.`, at, nearestWord(whole, known))
          : this.#fault(`${whole} is not available here. ${where}`, at);
      const reached = fields.reduce<unknown>(
        (held, field) => memberOf(typeof held === "function" ? (held as TemplateFunction)() : held, field),
        value,
      );
      if (typeof reached === "function") return this.#invoke(reached as TemplateFunction, values, run, at);
      return reached;
    };
  }

  #find(name: string, fields: string[]): [TemplateFunction | undefined, string[]] {
    for (let count = fields.length; count >= 0; count -= 1) {
      const found = this.#functions.get([name, ...fields.slice(0, count)].join("."));
      if (found) return [found, fields.slice(count)];
    }
    return [undefined, fields];
  }

  #junction(name: "and" | "or", values: Evaluate[], at: number): Evaluate {
    const [first, ...rest] = values;
    if (first === undefined) throw this.#fault(`${name} needs a value.`, at);
    return (run) => {
      let value = first(run);
      for (const evaluate of rest) {
        if (isTrue(value) === (name === "or")) return value;
        value = evaluate(run);
      }
      return value;
    };
  }

  #invoke(called: TemplateFunction, values: Evaluate[], run: Run, at: number): unknown {
    step();
    const args = values.map((evaluate) => evaluate(run));
    try {
      return called(...args);
    } catch (error) {
      if (error instanceof BudgetFault || (error instanceof ExpressionFault && error.place !== undefined)) throw error;
      const suggestion = error instanceof ExpressionFault ? error.suggestion : undefined;
      throw this.#fault(error instanceof Error ? error.message : String(error), at, suggestion);
    }
  }

  #reach(evaluate: Evaluate, fields: readonly string[], at: number): Evaluate {
    if (fields.length === 0) return evaluate;
    return (run) => {
      let value = evaluate(run);
      for (const field of fields)
        value = hasMethods(value) ? this.#member(value, field, run, at) : fieldOf(value, field);
      return value;
    };
  }

  #member(value: unknown, field: string, run: Run, at: number): unknown {
    return this.#invoke(() => memberOf(value, field), [], run, at);
  }

  #fault(message: string, at: number, suggestion?: string): ExpressionFault {
    return new ExpressionFault(message, { place: placeAt(this.#source, at), suggestion });
  }
}

/** Times, durations and values such as URLs have methods; a field of any other value is only looked up. */
const hasMethods = (value: unknown) => value instanceof Date || value instanceof Span || value instanceof Printable;

function withDot(run: Run, dot: unknown, execute: Execute) {
  const outer = run.dot;
  run.dot = dot;
  try {
    return execute(run);
  } finally {
    run.dot = outer;
  }
}

function write(run: Run, text: string): undefined {
  spend(text.length);
  run.out.push(text);
}

const writeText = (run: Run, text: string) => write(run, run.writer ? run.writer.text(text) : text);

function* counted(end: number): Generator<[number, number]> {
  for (let at = 0; at < end; at += 1) yield [at, at];
}

const isGiven = (root: unknown, name: string) =>
  root instanceof Map ? root.has(name) : typeof root === "object" && root !== null && Object.hasOwn(root, name);

const describe = (value: unknown) =>
  typeof value === "string" ? "a string" : typeof value === "boolean" ? "true or false" : "a value of another type";
