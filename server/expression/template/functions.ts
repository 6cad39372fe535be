// What a template can call: Go's own functions and the library, there with the value it is about as the last argument.
import { BudgetFault } from "../budget.ts";
import { checked } from "../functions/function.ts";
import { templateLibrary } from "../functions/index.ts";
import { builtins } from "./builtins.ts";
import type { TemplateFunction, TemplateFunctions } from "./compile.ts";

let shared: TemplateFunctions | undefined;

export const templateFunctions = (): TemplateFunctions => (shared ??= gather());

function gather(): TemplateFunctions {
  const functions = new Map<string, TemplateFunction>();
  for (const fn of templateLibrary) {
    const call = checked(fn);
    const inOrder = fn.on === undefined ? call : (...values: unknown[]) => call(values.at(-1), ...values.slice(0, -1));
    const ordered: TemplateFunction = fn.reads ? Object.assign(inOrder, { reads: fn.reads }) : inOrder;
    const other = functions.get(fn.name);
    // One name on two kinds of values, such as `reverse`: what is given tells which.
    functions.set(fn.name, other === undefined ? ordered : firstThatTakes(other, ordered));
  }
  for (const [name, call] of Object.entries(builtins)) functions.set(name, call);
  return functions;
}

const firstThatTakes =
  (one: TemplateFunction, other: TemplateFunction): TemplateFunction =>
  (...values) => {
    try {
      return one(...values);
    } catch (error) {
      if (error instanceof BudgetFault) throw error;
      return other(...values);
    }
  };
