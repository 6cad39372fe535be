// CEL with our library. A namespace (`math`, `time`) is a constant with methods; what CEL's own library does with the wrong
// engine or refuses without need (patterns, int with double) is ours.
import { Environment } from "@marcbachmann/cel-js";
import { step } from "../budget.ts";
import { celFunctions } from "../functions/index.ts";
import { checked, type LibraryFunction, type ValueType } from "../functions/function.ts";
import { matches } from "../functions/regexp.ts";
import { registerMacros } from "./macros.ts";
import { fromCel, toCel } from "./values.ts";

const celTypes: Record<ValueType, string> = {
  string: "string",
  int: "int",
  number: "dyn",
  bool: "bool",
  list: "list",
  map: "map",
  time: "google.protobuf.Timestamp",
  span: "google.protobuf.Duration",
  bytes: "bytes",
  any: "dyn",
};

/** As many values as somebody would list by hand. */
const mostRepeated = 10;

export function createCelEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: {
      maxAstNodes: 20_000,
      maxDepth: 200,
      maxListElements: 10_000,
      maxMapEntries: 10_000,
      maxCallArguments: 64,
    },
  });
  mixNumbers(environment);
  const namespaces = new Set<string>();
  for (const fn of celFunctions) register(environment, fn, namespaces);
  environment.registerFunction("string.matches_linear(string): bool", (text: string, expression: string) =>
    matches(text, expression),
  );
  registerMacros(environment);
  environment.registerFunction("step_of(A): A", (value: unknown) => (step(), value));
  return environment;
}

/** JSON does not tell 200 from 200.0, so that nobody should have to. */
function mixNumbers(environment: Environment): void {
  const operations: Record<string, (a: number, b: number) => number> = {
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => a / b,
  };
  for (const [sign, call] of Object.entries(operations)) {
    environment.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => call(Number(a), b));
    environment.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => call(a, Number(b)));
  }
  environment.registerOperator("int == double", (a: bigint, b: number) => Number(a) === b);
}

/** The type of a namespace; one inside another (`gcp.incidents`) is a field of it. */
export function registerNamespace(environment: Environment, name: string, known: Set<string>): string {
  const type = namespaceType(name);
  if (known.has(name)) return type;
  known.add(name);
  const inner = innerNamespaces(name);
  for (const field of inner) registerNamespace(environment, `${name}.${field}`, known);
  // Each needs a class of its own: that is how a value tells its type.
  const of = class {
    readonly namespace = name;
  };
  const value = new of();
  for (const field of inner) Object.assign(value, { [field]: instances.get(`${name}.${field}`) });
  instances.set(name, value);
  const fields = Object.fromEntries(inner.map((field) => [field, namespaceType(`${name}.${field}`)]));
  if (inner.length > 0) environment.registerType(type, { ctor: of, fields } as never);
  else environment.registerType(type, of);
  if (!name.includes(".")) environment.registerConstant(name, type, value);
  return type;
}

const instances = new Map<string, object>();

const namespaceType = (name: string): string => `Namespace${name.replaceAll(".", "Dot")}`;

const innerNamespaces = (name: string): string[] => [
  ...new Set(
    celFunctions
      .filter((fn) => fn.name.startsWith(`${name}.`) && fn.name.slice(name.length + 1).includes("."))
      .map((fn) => fn.name.slice(name.length + 1).split(".")[0]!),
  ),
];

function register(environment: Environment, fn: LibraryFunction, namespaces: Set<string>): void {
  const call = checked(fn);
  const run = (...values: unknown[]) => toCel(call(...values.map(fromCel)));
  const gives = fn.gives === "int" ? "int" : fn.gives === "number" ? "dyn" : celTypes[fn.gives];
  const dot = fn.name.lastIndexOf(".");
  const receivers: [string | undefined, (...values: unknown[]) => unknown][] = [];
  if (dot !== -1) {
    const type = registerNamespace(environment, fn.name.slice(0, dot), namespaces);
    receivers.push([type, (_namespace, ...values) => run(...values)]);
  } else if (fn.on === undefined) receivers.push([undefined, run]);
  else {
    receivers.push([celTypes[fn.on], run]);
    if (fn.on === "any") receivers.push([undefined, run]);
  }
  const name = fn.name.slice(dot + 1);
  const most = fn.repeats ? mostRepeated : fn.takes.length;
  for (const [receiver, handler] of receivers) {
    const subject = receiver === undefined && fn.on !== undefined ? 1 : 0;
    for (let count = fn.least ?? fn.takes.length; count <= most; count += 1) {
      // What is given is checked by the function itself, which knows how to say what is wrong with it.
      const parameters = Array.from({ length: count + subject }, () => "dyn").join(", ");
      environment.registerFunction(
        `${receiver === undefined ? "" : `${receiver}.`}${name}(${parameters}): ${gives}`,
        handler,
      );
    }
  }
}
