// Counts the fields of a manifest's entry and the functions of the expression library that it uses.
import { celLibrary, templateLibrary } from "#lib/expression/functions/index.ts";

const names = (library: typeof celLibrary, further: "celNames" | "templateNames") =>
  new Set(library.flatMap((item) => [item.name, ...(item[further] ?? [])]));
const celNames = names(celLibrary, "celNames");
const templateNames = names(templateLibrary, "templateNames");
/** Functions that only JavaScript has; the library does not list them. */
const scriptNames = new Set(["_.pluck", "_.every", "_.max", "startsWith", "fromSI"]);

/**
 * Yields the expressions of a spec. The program of an exec check or scraper is skipped, because its calls are not
 * functions of the library.
 */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value))
      if (key !== "script" || typeof part !== "string") yield* textsIn(part);
}

/**
 * Yields the names of the functions that a string calls: `f(` and `.f(` in CEL and scripts, words between `{{ }}` in
 * templates.
 */
function* calledIn(text: string): Generator<string> {
  for (const [template] of text.matchAll(/\{\{.*?\}\}/gs))
    for (const [word] of template.matchAll(/(?<![\w.$"`])[A-Za-z]\w*(?:\.[A-Za-z]\w*)?/g))
      if (templateNames.has(word)) yield word;
  for (const [, whole = ""] of text.matchAll(/((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)\(/g)) {
    const method = whole.split(".").at(-1)!;
    if (celNames.has(whole) || scriptNames.has(whole)) yield whole;
    else if (celNames.has(method)) yield method;
  }
}

export const functionsIn = (spec: unknown): Set<string> =>
  new Set([...textsIn(spec)].flatMap((text) => [...calledIn(text)]));

export const fieldsOf = (spec: Readonly<Record<string, unknown>>, kind: string): string[] =>
  Object.keys((spec[kind] as readonly object[])[0]!);
