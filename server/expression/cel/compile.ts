// CEL, compiled. Loops and patterns are the two places where a short expression can take forever: before it is compiled, the
// body of every loop is made to ask for its budget, and `matches` to use our engine.
import { EvaluationError, ParseError, TypeError as CelTypeError, type Environment } from "@marcbachmann/cel-js";
import { ExpressionFault, placeAt, type Place } from "../fault.ts";
import { nearestWord } from "#language/nearest-word.ts";
import { nodesOf, type AstNode } from "./ast.ts";
import { createCelEnvironment, registerNamespace } from "./environment.ts";
import { judgeLiterals } from "./literals.ts";
import { countedLoops } from "./macros.ts";
import { fieldOf } from "../values.ts";
import { outOfCel, toCel } from "./values.ts";

const loops = new Set(["exists_one", "map", "filter"]);
/** What stands in for what somebody wrote, and is never told. */
const standIns = /^(?:step_of|matches_linear|(\w+)_counted)$/;

let shared: Environment | undefined;
/** Made when the first expression is compiled. */
const library = () => (shared ??= createCelEnvironment());

/** Functions that come with the values of a run: their names, dotted or not, and how many values each may take. */
export type CelCallables = Readonly<Record<string, readonly number[]>>;

export function compileCel(
  source: string,
  callables: CelCallables = {},
): (values: Readonly<Record<string, unknown>>) => unknown {
  const given: { values: Readonly<Record<string, unknown>> } = { values: {} };
  const environment = withCallables(callables, given);
  const original = reported(source, environment, () => environment.parse(source));
  const edits = guards(original.ast, source);
  const guarded = edited(source, edits);
  const checked = reported(
    source,
    environment,
    () => environment.parse(guarded),
    (at) => unedited(at, edits),
  );
  const verdict = checked.check();
  if (!verdict.valid) throw explain(verdict.error, source, environment, (at) => unedited(at, edits));
  judgeLiterals(original.ast, source);
  const namespaces = new Set(Object.keys(callables).map((name) => name.split(".")[0]));
  const names = variables(original.ast).filter((name) => !namespaces.has(name));
  return (values) => {
    const context: Record<string, unknown> = {};
    for (const name of names) if (Object.hasOwn(values, name)) context[name] = toCel(values[name]);
    given.values = values;
    return outOfCel(
      reported(
        source,
        environment,
        () => checked(context as never) as unknown,
        (at) => unedited(at, edits),
      ),
    );
  };
}

function withCallables(callables: CelCallables, given: { values: Readonly<Record<string, unknown>> }): Environment {
  const entries = Object.entries(callables);
  if (entries.length === 0) return library();
  const environment = library().clone();
  const namespaces = new Set<string>();
  for (const [name, counts] of entries) {
    const dot = name.lastIndexOf(".");
    const receiver = dot === -1 ? "" : `${registerNamespace(environment, name.slice(0, dot), namespaces)}.`;
    for (const count of counts) {
      const parameters = Array.from({ length: count }, () => "dyn").join(", ");
      environment.registerFunction(`${receiver}${name.slice(dot + 1)}(${parameters}): dyn`, (...values: unknown[]) => {
        const called = name.split(".").reduce<unknown>((held, key) => fieldOf(held, key), given.values);
        if (typeof called !== "function") throw new ExpressionFault(`${name} is not there in this run.`);
        const passed = dot === -1 ? values : values.slice(1);
        return toCel((called as (...values: unknown[]) => unknown)(...passed.map(outOfCel)));
      });
    }
  }
  return environment;
}

interface Edit {
  at: number;
  /** How much of the source goes. */
  length: number;
  text: string;
}

/** Where the source is changed before it is compiled, from its beginning to its end. */
function guards(root: AstNode, source: string): Edit[] {
  const edits: Edit[] = [];
  for (const node of nodesOf(root)) {
    if (node.op !== "rcall") continue;
    const [name, receiver, values] = node.args as [string, AstNode, AstNode[]];
    const last = values.at(-1);
    if (last === undefined) continue;
    if (loops.has(name))
      edits.push({ at: last.start, length: 0, text: "step_of(" }, { at: last.end, length: 0, text: ")" });
    const better =
      name === "matches" && values.length === 1
        ? "matches_linear"
        : countedLoops.has(name) && values.length === 2
          ? `${name}_counted`
          : undefined;
    if (better !== undefined) {
      const at = source.indexOf(name, source.indexOf(".", receiver.end));
      edits.push({ at, length: name.length, text: better });
    }
  }
  return edits.sort((one, other) => one.at - other.at);
}

function edited(source: string, edits: readonly Edit[]): string {
  let text = "";
  let at = 0;
  for (const edit of edits) {
    text += source.slice(at, edit.at) + edit.text;
    at = edit.at + edit.length;
  }
  return text + source.slice(at);
}

/** The place in the source of a place in what was made of it. */
function unedited(at: number, edits: readonly Edit[]): number {
  let moved = 0;
  for (const edit of edits) {
    if (edit.at + moved >= at) break;
    moved += edit.text.length - edit.length;
  }
  return Math.max(0, at - moved);
}

function variables(root: AstNode): string[] {
  const names = new Set<string>();
  for (const node of nodesOf(root)) if (node.op === "id") names.add(node.args as string);
  return [...names];
}

function reported<T>(
  source: string,
  environment: Environment,
  run: () => T,
  back: (at: number) => number = (at) => at,
): T {
  try {
    return run();
  } catch (error) {
    throw explain(error, source, environment, back);
  }
}

function explain(
  error: unknown,
  source: string,
  environment: Environment,
  back: (at: number) => number,
): ExpressionFault {
  if (error instanceof ExpressionFault) return error;
  const isCel = error instanceof EvaluationError || error instanceof ParseError || error instanceof CelTypeError;
  if (error instanceof RangeError) return new ExpressionFault("The expression is nested too deep.");
  if (!isCel) return new ExpressionFault(error instanceof Error ? error.message : String(error));
  // What a function of ours threw is kept as the cause.
  if (error.cause instanceof ExpressionFault) return error.cause;
  const at = (error as unknown as { node?: { pos?: number } }).node?.pos;
  const place: Place | undefined = at === undefined ? undefined : placeAt(source, back(at));
  const message = error.message.split("\n")[0]!;
  const overload = /^found no matching overload for '(.*)\(.*\)'/.exec(message)?.[1];
  if (overload === undefined) return new ExpressionFault(sentence(message), { place });
  const name = overload.slice(overload.lastIndexOf(".") + 1);
  const namespace = /Namespace(\w+)\.\w+$/.exec(overload)?.[1];
  const known = knownNames(environment);
  const full = namespace === undefined ? name : `${namespace.replaceAll("Dot", ".")}.${name}`;
  if (known.has(full))
    return new ExpressionFault(
      `${full} cannot be called so: ${message.slice("found no matching overload for ".length)}.`,
      { place },
    );
  return new ExpressionFault(`There is no function ${full}.`, { place, suggestion: nearestWord(full, [...known]) });
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

const namesOf = new WeakMap<Environment, Set<string>>();

function knownNames(environment: Environment): Set<string> {
  let names = namesOf.get(environment);
  if (names) return names;
  names = new Set(
    environment
      .getDefinitions()
      .functions.map(({ name, receiverType }) => {
        const namespace = /^Namespace(\w+)$/.exec(receiverType ?? "")?.[1];
        return namespace === undefined ? name : `${namespace.replaceAll("Dot", ".")}.${name}`;
      })
      .filter((name) => !standIns.test(name)),
  );
  namesOf.set(environment, names);
  return names;
}
