// Whether a text is an expression at all, told without running it: when it is saved, and while somebody types. A name that is
// not known is no fault: what is there depends on the run.
import { Script } from "node:vm";
import type { CelCallables } from "./cel/compile.ts";
import type { Notation } from "./compile.ts";
import { ExpressionFault, placeAt } from "./fault.ts";
import { readPath } from "./json-path.ts";
import { compileHere } from "./notations.ts";

export type CheckedNotation = Notation | "jsonpath";

const longest = 64 * 1024;

/** The fault of a text, or undefined. `callables` are the functions that its runs will supply. */
export function faultIn(
  notation: CheckedNotation,
  text: string,
  callables: CelCallables = {},
): ExpressionFault | undefined {
  try {
    if (text.length > longest) throw new ExpressionFault("An expression is 64 kB long at most.");
    if (notation === "javascript") readScript(text);
    else if (notation === "jsonpath") readPath(text);
    else compileHere(notation, text, callables);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionFault) return error;
    throw error;
  }
}

/** Read by the runtime, which compiles it and does not run it; the engine that will run it knows the same language. */
function readScript(text: string): void {
  try {
    void new Script(text, { filename: "expression.js" });
  } catch (error) {
    const { message, stack = "" } = error as Error;
    // The runtime quotes the line and points below it at what it stumbled over.
    const found = /^expression\.js:(\d+)\n.*\n( *)\^/.exec(stack);
    const place = found ? { line: Number(found[1]), column: found[2]!.length + 1 } : placeAt(text, text.length);
    throw new ExpressionFault(`${message}.`, { place });
  }
}

/** In one line, for whoever sees only a message: what, where, and what was probably meant. */
export function told({ message, place, suggestion }: ExpressionFault): string {
  const where = place === undefined ? "" : ` (line ${place.line}, column ${place.column})`;
  return `${message.replace(/\.$/, "")}${where}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`;
}
