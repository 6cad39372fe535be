// Compiles the notations that run in the current thread. JavaScript has its own engine.
import { compileCel, type CelCallables } from "./cel/compile.ts";
import { whereAvailable } from "./callables.ts";
import { ExpressionFault } from "./fault.ts";
import { compileTemplate } from "./template/compile.ts";
import { scriptFunctions, templateFunctions } from "./template/functions.ts";
import { readHeader } from "./template/header.ts";
import { braces, dollars } from "./template/lex.ts";
import type { TemplateWriter } from "./template/writer.ts";

export type Evaluate = (values: Readonly<Record<string, unknown>>, writer?: TemplateWriter) => unknown;

export interface HereOptions {
  callables?: CelCallables;
  /** The template is a script: its quoting functions mark values as quoted for the writer. */
  isScript?: boolean;
}

export function compileHere(
  notation: "cel" | "template",
  text: string,
  { callables = {}, isScript = false }: HereOptions = {},
): Evaluate {
  return notation === "cel"
    ? compileCel(text, callables, whereAvailable)
    : compileWholeTemplate(text, callables, isScript);
}

/** Trims the result, in the same way as the reference engine; a result of only spaces is kept. */
function compileWholeTemplate(source: string, callables: CelCallables, isScript: boolean): Evaluate {
  const header = readHeader(source);
  const text = header?.text ?? source;
  const shared = {
    functions: isScript ? scriptFunctions() : templateFunctions(),
    callable: new Set(Object.keys(callables).map((name) => name.split(".")[0]!)),
    elsewhere: whereAvailable,
  };
  const pairs = header ? { delimiters: header.delimiters } : { delimiters: braces, beside: dollars };
  const isBlank = text.trim() === "";
  const compiled = () => {
    const evaluate = compileTemplate(text, { ...pairs, ...shared });
    return isBlank ? evaluate : (values: unknown, writer?: TemplateWriter) => evaluate(values, writer).trim();
  };
  if (header === undefined) return compiled();
  const evaluate = below(header.line, compiled);
  return (values, writer) => below(header.line, () => evaluate(values, writer));
}

/** Corrects the line of a fault, since the header line is removed before parsing. */
function below<T>(headerLine: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
    const { line, column } = error.place;
    const place = { line: line >= headerLine ? line + 1 : line, column };
    throw new ExpressionFault(error.message, { place, suggestion: error.suggestion });
  }
}
