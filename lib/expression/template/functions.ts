// The functions of templates: Go's own, and the library functions, which take the value as the last argument.
import { BudgetFault } from "../budget.ts";
import { checked, fits, type LibraryFunction } from "../functions/function.ts";
import { templateLibrary } from "../functions/index.ts";
import { builtins } from "./builtins.ts";
import type { TemplateFunction, TemplateFunctions } from "./compile.ts";
import { Quoted, type QuotingStyle } from "./writer.ts";

let shared: TemplateFunctions | undefined;
let ofScripts: TemplateFunctions | undefined;

export const templateFunctions = (): TemplateFunctions => (shared ??= gather());

/** The functions of scripts: the quoting functions return a Quoted. */
export const scriptFunctions = (): TemplateFunctions => (ofScripts ??= gatherForScripts(templateFunctions()));

const quoting: Readonly<Record<string, QuotingStyle>> = {
  shellQuote: "shell",
  "strings.ShellQuote": "shell",
  sqlQuote: "sql",
  squote: "sql",
  "strings.Squote": "sql",
};

function gatherForScripts(functions: TemplateFunctions): TemplateFunctions {
  const changed = new Map(functions);
  for (const [name, style] of Object.entries(quoting)) {
    const quote = functions.get(name)!;
    const called: TemplateFunction = (...values) => new Quoted(style, values.at(-1), String(quote(...values)));
    changed.set(name, called);
  }
  return changed;
}

function gather(): TemplateFunctions {
  const byName = new Map<string, LibraryFunction[]>();
  for (const fn of templateLibrary)
    for (const name of [fn.name, ...(fn.templateNames ?? [])]) byName.set(name, [...(byName.get(name) ?? []), fn]);
  const functions = new Map<string, TemplateFunction>();
  for (const [name, overloads] of byName) {
    const called = overloads.length === 1 ? callOf(overloads[0]!) : chosen(overloads);
    const { reads } = overloads[0]!;
    functions.set(name, reads ? Object.assign(called, { reads }) : called);
  }
  for (const [name, call] of Object.entries(builtins)) functions.set(name, call);
  return functions;
}

/** Moves the value to the front, where the library expects it. */
function inOrder(fn: LibraryFunction, values: readonly unknown[]): unknown[] {
  const { on, valueFirst } = fn;
  // `.list | join ","` passes the list last, although join takes it first, so the types of the arguments decide the
  // order.
  const isFirst = valueFirst === true && !(on !== undefined && !fits(on, values[0]) && fits(on, values.at(-1)));
  return on === undefined || isFirst ? [...values] : [values.at(-1), ...values.slice(0, -1)];
}

function callOf(fn: LibraryFunction): TemplateFunction {
  const call = checked(fn, { converts: true });
  return (...values) => call(...(values.length === 0 ? [] : inOrder(fn, values)));
}

/**
 * Chooses between functions with the same name, such as `reverse`, by the type of the value; otherwise uses the first
 * function that accepts the value.
 */
function chosen(overloads: readonly LibraryFunction[]): TemplateFunction {
  const calls = overloads.map((fn) => ({ fn, call: callOf(fn) }));
  return (...values) => {
    const fitting = calls.find(
      ({ fn }) => fn.on !== undefined && values.length > 0 && fits(fn.on, inOrder(fn, values)[0]),
    );
    if (fitting) return fitting.call(...values);
    let fault: unknown;
    for (const { call } of calls) {
      try {
        return call(...values);
      } catch (error) {
        if (error instanceof BudgetFault) throw error;
        fault ??= error;
      }
    }
    throw fault;
  };
}
