// Reads untrusted JSON with a limit on its nesting. JSON.parse accepts any depth, but all later steps recurse:
// serializing, schemas, scrubbing, PostgreSQL. Without the limit, a body of a few kilobytes could overflow the stack
// there.

/**
 * The depth limit. Real documents have dozens of levels, and every recursion in the product can handle several times
 * this limit.
 */
export const maxJsonDepth = 500;

export const tooDeep = `The document is nested more than ${maxJsonDepth} levels deep.`;

/** Parses like JSON.parse, but also throws a SyntaxError if the document is nested too deeply. */
export function readJson(text: string): unknown {
  if (isDeepText(text)) throw new SyntaxError(tooDeep);
  return JSON.parse(text);
}

const [quote, backslash, openList, closeList, openObject, closeObject] = ['"', "\\", "[", "]", "{", "}"].map(
  (character) => character.charCodeAt(0),
);

/** Returns whether the brackets outside strings are nested too deeply; the parser reports invalid JSON. */
export function isDeepText(text: string): boolean {
  // Each level takes at least two characters.
  if (text.length <= 2 * maxJsonDepth) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (code === openList || code === openObject) {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
}

/** Does the same as isDeepText for a value that was not read from JSON. */
export function isDeepValue(value: unknown): boolean {
  let level: unknown[] = [value];
  // Shared parts are visited once per level: aliases in YAML may refer to the same object many times.
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxJsonDepth) return true;
    const next = new Set<unknown>();
    for (const item of level)
      if (typeof item === "object" && item !== null)
        for (const part of Object.values(item)) if (typeof part === "object" && part !== null) next.add(part);
    level = [...next];
  }
  return false;
}

/** Whether the error is a stack overflow, which only input without a depth limit can cause. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === "Maximum call stack size exceeded";

/** The parser's message for invalid JSON without the text that it quotes, which may be part of a secret. */
export const jsonFault = (error: unknown) =>
  (error as Error).message.replace(/^(Unexpected token '.+?'), (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/su, "$1");
