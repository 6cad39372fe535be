// gomplate's `test` namespace: functions that stop an expression or choose between values.
import { ExpressionFault } from "../fault.ts";
import { isMap, isNumber, print, Printable, Span, Unsigned } from "../values.ts";
import type { LibraryFunction } from "./function.ts";
import { looseNumber } from "./numbers.ts";

/** Converts a value like gomplate's conv.ToBool: true, 1, and the strings 1, t, true and yes in any case are true. */
export function toBool(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return /^(?:t|true|yes)$/i.test(value.trim()) || looseNumber(value) === 1;
  return isNumber(value) && Number(value) === 1;
}

/** The kinds of Go's reflect package. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "invalid";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int64";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float64";
  if (value instanceof Unsigned) return "uint64";
  if (value instanceof Span) return "int64";
  if (value instanceof Date || value instanceof Printable) return "struct";
  if (Array.isArray(value) || value instanceof Uint8Array) return "slice";
  return isMap(value) ? "map" : "func";
}

function assert(...args: unknown[]): string {
  const [message, condition] = args.length > 1 ? args : [undefined, args[0]];
  if (condition === true) return "";
  throw new ExpressionFault(
    `Assertion failed${message === undefined ? "" : `: ${print(message)}`}.`.replace("..", "."),
  );
}

function required(...args: unknown[]): unknown {
  const [message, value] = args.length > 1 ? args : [undefined, args[0]];
  if (value !== null && value !== undefined && value !== "") return value;
  throw new ExpressionFault(message === undefined ? "A required value is not set." : print(message));
}

const optional = { repeats: false, seesNull: true, spreads: true, gives: "any", isRaw: true } as const;

export const assertions: readonly LibraryFunction[] = [
  {
    name: "test.Assert",
    templateNames: ["assert"],
    takes: ["any", "any"],
    least: 1,
    ...optional,
    says: "Fails unless the condition is true, with an optional message",
    call: assert,
  },
  {
    name: "test.Fail",
    templateNames: ["fail"],
    takes: ["any"],
    least: 0,
    ...optional,
    says: "Fails, with an optional message",
    call: (message?: unknown) => {
      throw new ExpressionFault(message === undefined ? "The template called test.Fail." : print(message));
    },
  },
  {
    name: "test.Required",
    templateNames: ["required"],
    takes: ["any", "any"],
    least: 1,
    ...optional,
    says: "The value; fails if it is null or empty, with an optional message",
    call: required,
  },
  {
    name: "test.Ternary",
    templateNames: ["ternary"],
    takes: ["any", "any", "any"],
    gives: "any",
    isRaw: true,
    seesNull: true,
    says: "The first value if the third is true, otherwise the second",
    call: (yes: unknown, no: unknown, condition: unknown) => (toBool(condition) ? yes : no),
  },
  {
    name: "test.Kind",
    templateNames: ["kind"],
    takes: ["any"],
    gives: "string",
    isRaw: true,
    seesNull: true,
    says: "The kind of a value, named as in Go",
    call: kindOf,
  },
  {
    name: "test.IsKind",
    templateNames: ["isKind"],
    takes: ["string", "any"],
    gives: "bool",
    isRaw: true,
    seesNull: true,
    says: "Whether a value has a kind; number means any number",
    call: (kind: string, value: unknown) => {
      const found = kindOf(value);
      return (
        found === kind ||
        (kind === "number" && (isNumber(value) || value instanceof Unsigned)) ||
        (kind.startsWith("int") && found.startsWith("int"))
      );
    },
  },
];
