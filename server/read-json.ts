// JSON from outside, with one limit on how deeply it may be nested. JSON.parse takes any depth, but everything after it
// recurses: printing it again, schemas, scrubbing, PostgreSQL. There a body of a few kilobytes would overflow the stack.

/** Real documents have some dozens of levels; recursion anywhere in the product bears a multiple of this. */
export const deepestJson = 500;

export const tooDeep = `The document is nested more than ${deepestJson} levels deep.`;

/** Like JSON.parse; a SyntaxError also says when the text is nested too deeply. */
export function readJson(text: string): unknown {
  if (isDeepText(text)) throw new SyntaxError(tooDeep);
  return JSON.parse(text);
}

const [quote, backslash, openList, closeList, openObject, closeObject] = ['"', "\\", "[", "]", "{", "}"].map(
  (character) => character.charCodeAt(0),
);

/** Counts brackets outside of strings; a text that is no JSON is left to the parser. */
export function isDeepText(text: string): boolean {
  // Each level has a beginning and an end.
  if (text.length <= 2 * deepestJson) return false;
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
      if (depth > deepestJson) return true;
    } else if (code === closeList || code === closeObject) depth -= 1;
  }
  return false;
}

/** The same of a value that was read from something else than JSON. */
export function isDeepValue(value: unknown): boolean {
  let level: unknown[] = [value];
  // Shared parts are looked at once per level: aliases in YAML may lead to the same object very often.
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepestJson) return true;
    const next = new Set<unknown>();
    for (const one of level)
      if (typeof one === "object" && one !== null)
        for (const part of Object.values(one)) if (typeof part === "object" && part !== null) next.add(part);
    level = [...next];
  }
  return false;
}

/** Whether an error is the end of the call stack, which only a document without bounds can bring about. */
export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === "Maximum call stack size exceeded";
