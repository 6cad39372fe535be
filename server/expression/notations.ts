// The notations that run in the thread that compiled them. JavaScript does not: it has an engine of its own.
import { compileCel, type CelCallables } from "./cel/compile.ts";
import { compileTemplate } from "./template/compile.ts";
import { templateFunctions } from "./template/functions.ts";
import { braces, dollars } from "./template/lex.ts";

export type Evaluate = (values: Readonly<Record<string, unknown>>) => unknown;

export function compileHere(notation: "cel" | "template", text: string, callables: CelCallables): Evaluate {
  if (notation === "cel") return compileCel(text, callables);
  return compileTemplate(text, {
    delimiters: braces,
    beside: dollars,
    functions: templateFunctions(),
    callable: new Set(Object.keys(callables).map((name) => name.split(".")[0]!)),
  });
}
