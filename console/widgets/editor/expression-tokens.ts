// A tokenizer that colours expressions: strings, numbers, keywords and function calls. It does not validate; the server
// does.
import type { StreamParser } from "@codemirror/language";
import type { Notation } from "./expression-source.ts";

interface Scan {
  /** In templates: the delimiter that ends the current expression, undefined outside of an expression. */
  close: "}}" | ")" | undefined;
  /** Unclosed brackets since `$(`. */
  depth: number;
}

const words: Readonly<Record<Notation, ReadonlySet<string>>> = {
  cel: new Set(["true", "false", "null", "in"]),
  template: new Set([
    "if",
    "else",
    "end",
    "range",
    "with",
    "define",
    "template",
    "block",
    "break",
    "continue",
    "nil",
    "true",
    "false",
    "and",
    "or",
    "not",
  ]),
  javascript: new Set([
    "var",
    "let",
    "const",
    "function",
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "break",
    "continue",
    "new",
    "typeof",
    "in",
    "of",
    "true",
    "false",
    "null",
    "undefined",
    "try",
    "catch",
    "throw",
  ]),
  jsonpath: new Set(["true", "false", "null"]),
};

export const expressionTokens = (notation: Notation): StreamParser<Scan> => ({
  startState: () => ({ close: undefined, depth: 0 }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (notation === "template" && state.close === undefined) {
      const open = stream.match("{{") ? "}}" : stream.match("$(") ? ")" : undefined;
      if (open) {
        state.close = open;
        state.depth = 0;
        return "bracket";
      }
      stream.next();
      return null;
    }
    if (state.close !== undefined && state.depth === 0 && stream.match(state.close)) {
      state.close = undefined;
      return "bracket";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:\/\/.*|\/\*[^*]*\*\/)/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?|^`[^`]*`?/)) return "string";
    if (stream.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/, true) as RegExpMatchArray | null;
    if (word) {
      if (words[notation].has(word[0])) return "keyword";
      return stream.peek() === "(" ? "propertyName" : null;
    }
    const sign = stream.next();
    if (state.close === ")") state.depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    return null;
  },
});
