// `f` runs a Go template inside a CEL expression; `debug` logs a value and returns it.
import { uncounted } from "../budget.ts";
import { logged } from "../logged.ts";
import { compileTemplate } from "../template/compile.ts";
import { templateFunctions } from "../template/functions.ts";
import { braces, dollars } from "../template/lex.ts";
import { isMap, print } from "../values.ts";
import { plain, type LibraryFunction } from "../functions/function.ts";

const compiled = new Map<string, (values: unknown) => string>();
const maxCompiled = 200;

function template(format: string): (values: unknown) => string {
  let found = compiled.get(format);
  if (found) return found;
  uncounted(format.length * 5);
  found = compileTemplate(format, { delimiters: braces, beside: dollars, functions: templateFunctions() });
  if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!);
  compiled.set(format, found);
  return found;
}

export const inline: readonly LibraryFunction[] = [
  {
    name: "f",
    only: "cel",
    takes: ["string", "any"],
    gives: "string",
    says: "Renders a Go template with the values of a map; any other value is passed as .data",
    call: (format: string, value: unknown) => template(format)(isMap(value) ? value : { data: value }).trim(),
  },
  {
    name: "debug",
    only: "cel",
    takes: ["any", "any"],
    least: 1,
    isRaw: true,
    gives: "any",
    says: "Logs a value, after an optional label, and returns it",
    call: (...args: unknown[]) => {
      logged(args.map((value) => print(plain(value))).join(": "));
      return args.at(-1);
    },
  },
];
