// Converts errors of the YAML parser to plain messages at the line to fix.
import { type Document, visit, type YAMLError } from "yaml";

export interface SyntaxProblem {
  from: number;
  to: number;
  message: string;
}

const messages: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "An alias cannot have an anchor or a tag of its own.",
  BAD_INDENT: "The indentation of this line does not match the lines above.",
  BLOCK_AS_IMPLICIT_KEY: "This line has a second colon: put the value in quotes, or on its own line.",
  BLOCK_IN_FLOW: "Lines with dashes or keys are not allowed inside brackets.",
  DUPLICATE_KEY: "Duplicate key.",
  MULTILINE_IMPLICIT_KEY: "A colon and a value are missing here.",
  MULTIPLE_DOCS: "Only one document is allowed: remove the line with ---.",
  TAB_AS_INDENT: "YAML is indented with spaces, not with tabs.",
  UNEXPECTED_TOKEN: "Unexpected text.",
};

/** One problem per line, since the parser reports follow-up errors after the first. */
export function syntaxProblems(errors: readonly YAMLError[], text: string): SyntaxProblem[] {
  const problems = errors.map((error, index) => explained(error, errors[index + 1], text));
  const lines = problems.map(({ from }) => text.lastIndexOf("\n", from - 1));
  const starts = errors.map(({ pos }) => pos[0]);
  const isNew = (index: number) => lines[index] !== lines[index - 1] && starts[index] !== starts[index - 1];
  // An unclosed bracket makes the parser report errors in all following lines.
  const last = errors.findIndex(({ message }) => message.startsWith("Flow "));
  return problems.filter((_, index) => isNew(index) && (last < 0 || index <= last));
}

function explained({ code, message, pos }: YAMLError, next: YAMLError | undefined, text: string): SyntaxProblem {
  const from = Math.min(pos[0], text.length);
  // Extends the range to the whole word, since the parser often reports only its first character.
  const word = /^[^\s:,[\]{}]*/.exec(text.slice(from, from + 100))?.[0].length ?? 0;
  const to = Math.min(text.length, Math.max(pos[1], from + word));
  // A plain value seems to continue on the next line, but a colon there makes it a key: that line is indented too far.
  const isTooFarIn = code === "BLOCK_AS_IMPLICIT_KEY" && next?.code === "MULTILINE_IMPLICIT_KEY";
  if (isTooFarIn && next) {
    const start = text.lastIndexOf("\n", next.pos[1] - 1) + 1;
    const word = start + /^\s*/.exec(text.slice(start, next.pos[1]))![0].length;
    return { from: word, to: next.pos[1], message: "This line is indented too far." };
  }
  if (message.startsWith("Flow ")) return { from, to, message: "A bracket that was opened above is not closed." };
  if (/^Missing closing .*quote/.test(message)) return { from, to, message: "A quote that was opened is not closed." };
  if (code === "MULTILINE_IMPLICIT_KEY") {
    const end = text.indexOf("\n", from);
    return { from, to: end < 0 ? to : Math.min(to, end), message: messages[code] ?? message };
  }
  if (code === "MISSING_CHAR" && message.startsWith("Implicit map keys"))
    return { from, to, message: "A colon and a value are missing here." };
  return { from, to, message: messages[code] ?? sentence(message) };
}

/** The reason why parsed text has no value: an unknown alias, or an alias that expands too far. */
export function aliasProblem(document: Document, error: Error): SyntaxProblem {
  let found: SyntaxProblem | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document)) return undefined;
      const [from, to] = alias.range ?? [0, 0];
      found = { from, to, message: `There is no anchor &${alias.source} above.` };
      return visit.BREAK;
    },
  });
  return found ?? { from: 0, to: 0, message: sentence(error.message) };
}

export const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]*$/, "")}.`;
