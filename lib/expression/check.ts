// Checks the syntax of an expression without running it: when it is saved and while the user types. An unknown variable
// is not a fault, because the values depend on the run.
import { Script } from "node:vm";
import type { CelCallables } from "./cel/compile.ts";
import type { Notation } from "./compile.ts";
import { ExpressionFault, placeAt } from "./fault.ts";
import { readPath } from "./json-path.ts";
import { compileHere } from "./notations.ts";

export type CheckedNotation = Notation | "jsonpath";

const longest = 64 * 1024;

/**
 * Returns the fault of an expression; undefined if it is valid. `callables` are the functions that its runs will
 * supply.
 */
export function faultIn(
  notation: CheckedNotation,
  text: string,
  callables: CelCallables = {},
): ExpressionFault | undefined {
  try {
    if (text.length > longest) throw new ExpressionFault("An expression can be at most 64 kB long.");
    if (notation === "javascript") readScript(text);
    else if (notation === "jsonpath") readPath(text);
    else compileHere(notation, text, { callables });
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionFault) return error;
    throw error;
  }
}

/** Compiles the script with V8, without running it. QuickJS, which runs it later, supports the same language. */
function readScript(text: string): void {
  try {
    void new Script(text, { filename: "expression.js" });
  } catch (error) {
    const { message, stack = "" } = error as Error;
    // V8 quotes the line and marks the position below it.
    const found = /^expression\.js:(\d+)\n.*\n( *)\^/.exec(stack);
    const place = found ? { line: Number(found[1]), column: found[2]!.length + 1 } : placeAt(text, text.length);
    throw new ExpressionFault(`${message}.`, { place });
  }
}

/** Formats the fault as one line: message, position and suggestion. */
export function faultText({ message, place, suggestion }: ExpressionFault): string {
  const where = place === undefined ? "" : ` (line ${place.line}, column ${place.column})`;
  return `${message.replace(/\.$/, "")}${where}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`;
}
