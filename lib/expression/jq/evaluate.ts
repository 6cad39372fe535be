// Evaluates a tree lazily: an output is computed only when it is requested. Every output may carry its path in the
// input, which assignments and `path` need.
import { BudgetFault, spend, step } from "../budget.ts";
import { asJsonText, formats } from "./formats.ts";
import { changed, child, childrenOf, keysOf, without, type Path } from "./paths.ts";
import { defined, variable, type Filter, type Scope } from "./scope.ts";
import type { Definition, Node, Pattern } from "./tree.ts";
import { calculate, isTruthy, JqError, kindOf, put } from "./values.ts";

/**
 * The path of a value. `computed` means that the value is not part of the input; undefined means that paths are not
 * needed.
 */
export type Way = { path: Path | undefined } | "computed" | undefined;

export interface Item {
  value: unknown;
  way: Way;
}

export type Outputs = Iterable<Item>;

/** A built-in function: its input and its filters. */
export type Builtin = (input: Item, filters: readonly Filter[], depth: number) => Outputs;

/** The folder builtins/ fills this map, because the two modules need each other. */
export const builtins = new Map<string, Builtin>();
export const definitions = new Map<string, Definition>();

class Break extends Error {
  readonly label: object;

  constructor(label: object) {
    super("break");
    this.label = label;
  }
}

/** The maximum depth of recursive functions, below the limit of the stack. */
const maxDepth = 400;

const onwards = (way: Way, key: unknown): Way => {
  if (way === undefined) return undefined;
  if (way === "computed") throw new JqError("Invalid path expression: the value is not part of the input");
  return { path: { key, up: way.path } };
};

const computed = (value: unknown, { way }: Item): Item => ({ value, way: way === undefined ? undefined : "computed" });
const bare = (item: Item): Item => ({ value: item.value, way: undefined });

export const outputsOf = (filter: Filter, input: Item, depth: number): Outputs =>
  evaluate(filter.node, input, filter.scope, depth);

/** The values of a filter, without their paths. */
export function* valuesOf(filter: Filter, value: unknown, depth: number): Generator {
  for (const item of outputsOf(filter, { value, way: undefined }, depth)) yield item.value;
}

export function* pathsOf(filter: Filter, value: unknown, depth: number): Generator<unknown[]> {
  for (const { way, value: found } of outputsOf(filter, { value, way: { path: undefined } }, depth)) {
    if (way === "computed" || way === undefined)
      throw new JqError(`Invalid path expression with result ${asJsonText(found).slice(0, 40)}`);
    yield keysOf(way.path);
  }
}

export function* evaluate(node: Node, input: Item, scope: Scope | undefined, depth: number): Generator<Item> {
  step();
  switch (node.node) {
    case "identity":
      yield input;
      return;
    case "literal":
      yield computed(node.value, input);
      return;
    case "recurse":
      yield* recursed(input);
      return;
    case "text":
      for (const text of texts(node, 0, input, scope, depth)) yield computed(text, input);
      return;
    case "format":
      yield computed(formats[node.name]!(input.value), input);
      return;
    case "index":
      for (const target of evaluate(node.of, input, scope, depth))
        for (const key of evaluate(node.key, bare(input), scope, depth))
          yield { value: child(target.value, key.value), way: onwards(target.way, key.value) };
      return;
    case "slice":
      yield* slices(node, input, scope, depth);
      return;
    case "iterate":
      for (const target of evaluate(node.of, input, scope, depth))
        for (const [key, value] of childrenOf(target.value)) {
          step();
          yield { value, way: onwards(target.way, key) };
        }
      return;
    case "try":
      yield* tried(node, input, scope, depth);
      return;
    case "array": {
      const elements: unknown[] = [];
      if (node.body)
        for (const { value } of evaluate(node.body, bare(input), scope, depth)) {
          spend(1);
          elements.push(value);
        }
      yield computed(elements, input);
      return;
    }
    case "object":
      for (const fields of objects(node.entries, 0, input, scope, depth)) yield computed(fields, input);
      return;
    case "negate":
      for (const { value } of evaluate(node.body, bare(input), scope, depth)) {
        if (typeof value !== "number") throw new JqError(`${kindOf(value)} cannot be negated`);
        yield computed(-value, input);
      }
      return;
    case "pipe":
      for (const left of evaluate(node.left, input, scope, depth)) yield* evaluate(node.right, left, scope, depth);
      return;
    case "comma":
      yield* evaluate(node.left, input, scope, depth);
      yield* evaluate(node.right, input, scope, depth);
      return;
    case "binary":
      yield* binary(node, input, scope, depth);
      return;
    case "assign":
      yield* assigned(node, input, scope, depth);
      return;
    case "if":
      for (const { value } of evaluate(node.condition, bare(input), scope, depth))
        if (isTruthy(value)) yield* evaluate(node.yes, input, scope, depth);
        else if (node.no) yield* evaluate(node.no, input, scope, depth);
        else yield input;
      return;
    case "variable":
      yield computed(variable(scope, node.name), input);
      return;
    case "call":
      yield* called(node, input, scope, depth);
      return;
    case "bind":
      for (const { value } of evaluate(node.source, bare(input), scope, depth))
        yield* alternatives(node.patterns, value, input, node.body, scope, depth);
      return;
    case "reduce":
      yield* reduced(node, input, scope, depth);
      return;
    case "foreach":
      yield* eachState(node, input, scope, depth);
      return;
    case "define":
      yield* evaluate(node.body, input, defined(node.definition, scope), depth);
      return;
    case "label":
      yield* labelled(node, input, scope, depth);
      return;
    case "break":
      throw new Break(variable(scope, `*${node.name}`) as object);
  }
}

export function* recursed(item: Item): Generator<Item> {
  step();
  yield item;
  if (kindOf(item.value) !== "array" && kindOf(item.value) !== "object") return;
  for (const [key, value] of childrenOf(item.value)) yield* recursed({ value, way: onwards(item.way, key) });
}

function* called(
  { name, values }: Extract<Node, { node: "call" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  for (let at = scope; at !== undefined; at = at.up) {
    if (at.kind === "parameter" && at.name === name && values.length === 0) {
      yield* outputsOf(at.filter, input, depth);
      return;
    }
    if (at.kind === "function" && at.definition.name === name && at.definition.parameters.length === values.length) {
      yield* entered(at.definition, at.own, values, input, scope, depth);
      return;
    }
  }
  const key = `${name}/${values.length}`;
  const native = builtins.get(key);
  if (native)
    yield* native(
      input,
      values.map((node) => ({ node, scope })),
      depth,
    );
  else yield* entered(definitions.get(key)!, undefined, values, input, scope, depth);
}

function* entered(
  definition: Definition,
  own: Scope | undefined,
  values: readonly Node[],
  input: Item,
  outer: Scope | undefined,
  depth: number,
): Generator<Item> {
  if (depth > maxDepth) throw new BudgetFault(`${definition.name} calls itself too many times.`, { isLate: false });
  const bound = function* (index: number, scope: Scope | undefined): Generator<Item> {
    const parameter = definition.parameters[index];
    if (parameter === undefined) {
      yield* evaluate(definition.body, input, scope, depth + 1);
      return;
    }
    const filter: Filter = { node: values[index]!, scope: outer };
    if (!parameter.startsWith("$")) {
      yield* bound(index + 1, { kind: "parameter", name: parameter, filter, up: scope });
      return;
    }
    const name = parameter.slice(1);
    for (const { value } of outputsOf(filter, bare(input), depth)) {
      const literal: Filter = { node: { node: "literal", value }, scope: undefined };
      const asFilter: Scope = { kind: "parameter", name, filter: literal, up: scope };
      yield* bound(index + 1, { kind: "variable", name, value, up: asFilter });
    }
  };
  yield* bound(0, own);
}

function* texts(
  node: Extract<Node, { node: "text" }>,
  at: number,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<string> {
  const part = node.parts[at];
  if (part === undefined) {
    yield "";
    return;
  }
  const write = node.format === undefined ? formats["text"]! : formats[node.format]!;
  for (const rest of texts(node, at + 1, input, scope, depth))
    if (typeof part === "string") yield joined(part, rest);
    else for (const { value } of evaluate(part, bare(input), scope, depth)) yield joined(write(value), rest);
}

const joined = (a: string, b: string) => {
  spend(a.length + b.length);
  return a + b;
};

function* slices(
  node: Extract<Node, { node: "slice" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  const bound = (side: Node | undefined): Outputs =>
    side ? evaluate(side, bare(input), scope, depth) : [{ value: null, way: undefined }];
  for (const target of evaluate(node.of, input, scope, depth))
    for (const { value: end } of bound(node.to))
      for (const { value: start } of bound(node.from)) {
        const key = { start, end };
        yield { value: child(target.value, key), way: onwards(target.way, key) };
      }
}

function* tried(
  node: Extract<Node, { node: "try" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  try {
    yield* evaluate(node.body, input, scope, depth);
  } catch (error) {
    if (!(error instanceof JqError)) throw error;
    if (node.handler) yield* evaluate(node.handler, computed(error.value, input), scope, depth);
  }
}

function* objects(
  entries: readonly [Node, Node][],
  at: number,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Record<string, unknown>> {
  const entry = entries[at];
  if (entry === undefined) {
    yield {};
    return;
  }
  for (const { value: key } of evaluate(entry[0], bare(input), scope, depth)) {
    if (typeof key !== "string") throw new JqError(`Object keys must be strings, but this is ${kindOf(key)}`);
    for (const { value } of evaluate(entry[1], bare(input), scope, depth))
      for (const rest of objects(entries, at + 1, input, scope, depth)) {
        spend(1);
        const fields = put({}, key, value);
        for (const other of Object.keys(rest)) put(fields, other, rest[other]);
        yield fields;
      }
  }
}

function* binary(
  { sign, left, right }: Extract<Node, { node: "binary" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  if (sign === "and" || sign === "or") {
    for (const { value: one } of evaluate(left, bare(input), scope, depth))
      if (isTruthy(one) === (sign === "or")) yield computed(sign === "or", input);
      else
        for (const { value: other } of evaluate(right, bare(input), scope, depth))
          yield computed(isTruthy(other), input);
    return;
  }
  if (sign === "//") {
    let found = false;
    try {
      for (const item of evaluate(left, input, scope, depth))
        if (isTruthy(item.value)) {
          found = true;
          yield item;
        }
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
    }
    if (!found) yield* evaluate(right, input, scope, depth);
    return;
  }
  for (const { value: other } of evaluate(right, bare(input), scope, depth))
    for (const { value: one } of evaluate(left, bare(input), scope, depth))
      yield computed(calculate(sign, one, other), input);
}

function* assigned(
  { sign, left, right }: Extract<Node, { node: "assign" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  const places = [...pathsOf({ node: left, scope }, input.value, depth)];
  if (sign === "|=") {
    let { value } = input;
    const gone: unknown[][] = [];
    for (const keys of places) {
      let isGone = false;
      value = changed(value, keys, (held) => {
        for (const next of valuesOf({ node: right, scope }, held, depth)) return next;
        isGone = true;
        return held;
      });
      if (isGone) gone.push(keys);
    }
    yield computed(gone.length > 0 ? without(value, gone) : value, input);
    return;
  }
  const operation = sign.slice(0, -1);
  for (const { value: argument } of evaluate(right, bare(input), scope, depth)) {
    const change = (held: unknown) => {
      if (operation === "") return argument;
      if (operation === "//") return isTruthy(held) ? held : argument;
      return calculate(operation, held, argument);
    };
    yield computed(
      places.reduce<unknown>((value, keys) => changed(value, keys, change), input.value),
      input,
    );
  }
}

/** Binds the variables of a pattern; if it does not match, the next alternative of `?//` is tried. */
function* alternatives(
  patterns: readonly Pattern[],
  value: unknown,
  input: Item,
  body: Node,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  // The variables of the other patterns are also defined, as null.
  const all: Scope | undefined =
    patterns.length === 1
      ? scope
      : patterns
          .flatMap(namesIn)
          .reduce<Scope | undefined>((up, name) => ({ kind: "variable", name, value: null, up }), scope);
  for (const [index, pattern] of patterns.entries())
    try {
      for (const inner of destructured(pattern, value, all, depth)) yield* evaluate(body, input, inner, depth);
      return;
    } catch (error) {
      if (!(error instanceof JqError) || index === patterns.length - 1) throw error;
    }
}

function namesIn(pattern: Pattern): string[] {
  if (pattern.pattern === "variable") return [pattern.name];
  if (pattern.pattern === "array") return pattern.elements.flatMap(namesIn);
  return pattern.entries.flatMap(({ name, value }) => [...(name ? [name] : []), ...(value ? namesIn(value) : [])]);
}

function* destructured(
  pattern: Pattern,
  value: unknown,
  scope: Scope | undefined,
  depth: number,
): Generator<Scope | undefined> {
  if (pattern.pattern === "variable") {
    yield { kind: "variable", name: pattern.name, value, up: scope };
    return;
  }
  const parts: [key: Node, name: string | undefined, inner: Pattern | undefined][] =
    pattern.pattern === "array"
      ? pattern.elements.map((element, index) => [{ node: "literal", value: index }, undefined, element])
      : pattern.entries.map(({ key, name, value: inner }) => [key, name, inner]);
  const bind = function* (at: number, held: Scope | undefined): Generator<Scope | undefined> {
    const part = parts[at];
    if (part === undefined) {
      yield held;
      return;
    }
    const [key, name, inner] = part;
    for (const { value: found } of evaluate(key, { value, way: undefined }, held, depth)) {
      const element = child(value, found);
      const own: Scope | undefined = name === undefined ? held : { kind: "variable", name, value: element, up: held };
      if (inner) for (const next of destructured(inner, element, own, depth)) yield* bind(at + 1, next);
      else yield* bind(at + 1, own);
    }
  };
  yield* bind(0, scope);
}

function* reduced(
  node: Extract<Node, { node: "reduce" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  for (const start of evaluate(node.init, input, scope, depth)) {
    let state: Item = start;
    for (const { value } of evaluate(node.source, bare(input), scope, depth))
      for (const inner of destructured(node.pattern, value, scope, depth)) {
        let next: Item | undefined;
        for (const item of evaluate(node.update, state, inner, depth)) next = item;
        state = next ?? computed(null, input);
      }
    yield state;
  }
}

function* eachState(
  node: Extract<Node, { node: "foreach" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  for (const start of evaluate(node.init, input, scope, depth)) {
    let state: Item = start;
    for (const { value } of evaluate(node.source, bare(input), scope, depth))
      for (const inner of destructured(node.pattern, value, scope, depth))
        for (const next of evaluate(node.update, state, inner, depth)) {
          state = next;
          if (node.extract) yield* evaluate(node.extract, next, inner, depth);
          else yield next;
        }
  }
}

function* labelled(
  node: Extract<Node, { node: "label" }>,
  input: Item,
  scope: Scope | undefined,
  depth: number,
): Generator<Item> {
  const label = {};
  try {
    yield* evaluate(node.body, input, { kind: "variable", name: `*${node.name}`, value: label, up: scope }, depth);
  } catch (error) {
    if (!(error instanceof Break) || error.label !== label) throw error;
  }
}
