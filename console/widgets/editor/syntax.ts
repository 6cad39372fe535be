// What the YAML parser complains about, in words for a person, at the line that he has to mend.
import { type Document, visit, type YAMLError } from "yaml";

export interface SyntaxProblem {
  from: number;
  to: number;
  message: string;
}

const sayings: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "An alias cannot have an anchor or a tag of its own.",
  BAD_INDENT: "This line stands too far left or right for what is above it.",
  BLOCK_AS_IMPLICIT_KEY: "A second colon in one line: put the value in quotes, or on a line of its own.",
  BLOCK_IN_FLOW: "Brackets cannot hold lines with dashes or keys of their own.",
  DUPLICATE_KEY: "This key stands here twice.",
  MULTILINE_IMPLICIT_KEY: "A colon and a value are missing behind this.",
  MULTIPLE_DOCS: "Only one document can stand here: remove the line with ---.",
  TAB_AS_INDENT: "YAML is indented with spaces, not with tabs.",
  UNEXPECTED_TOKEN: "This cannot stand here.",
};

/** One a line: the parser stumbles on over what follows its first mistake. */
export function syntaxProblems(errors: readonly YAMLError[], text: string): SyntaxProblem[] {
  const problems = errors.map((error, index) => explained(error, errors[index + 1], text));
  const lines = problems.map(({ from }) => text.lastIndexOf("\n", from - 1));
  const starts = errors.map(({ pos }) => pos[0]);
  const isNew = (index: number) => lines[index] !== lines[index - 1] && starts[index] !== starts[index - 1];
  // After a bracket that does not close, everything looks wrong.
  const last = errors.findIndex(({ message }) => message.startsWith("Flow "));
  return problems.filter((_, index) => isNew(index) && (last < 0 || index <= last));
}

function explained({ code, message, pos }: YAMLError, next: YAMLError | undefined, text: string): SyntaxProblem {
  const from = Math.min(pos[0], text.length);
  // The parser often names the first letter only.
  const word = /^[^\s:,[\]{}]*/.exec(text.slice(from, from + 100))?.[0].length ?? 0;
  const to = Math.min(text.length, Math.max(pos[1], from + word));
  // A value that seems to go on below, where a colon makes it a key: that line is meant to stand further left.
  const isTooFarIn = code === "BLOCK_AS_IMPLICIT_KEY" && next?.code === "MULTILINE_IMPLICIT_KEY";
  if (isTooFarIn && next) {
    const start = text.lastIndexOf("\n", next.pos[1] - 1) + 1;
    const word = start + /^\s*/.exec(text.slice(start, next.pos[1]))![0].length;
    return { from: word, to: next.pos[1], message: "This line stands too far right for what is above it." };
  }
  if (message.startsWith("Flow ")) return { from, to, message: "A bracket that was opened above is not closed." };
  if (/^Missing closing .*quote/.test(message)) return { from, to, message: "A quote that was opened is not closed." };
  if (code === "MULTILINE_IMPLICIT_KEY") {
    const end = text.indexOf("\n", from);
    return { from, to: end < 0 ? to : Math.min(to, end), message: sayings[code] ?? message };
  }
  if (code === "MISSING_CHAR" && message.startsWith("Implicit map keys"))
    return { from, to, message: "A colon and a value are missing behind this." };
  return { from, to, message: sayings[code] ?? sentence(message) };
}

/** Why a text that can be parsed has no value: an alias of nothing, or of more than anybody meant. */
export function aliasProblem(document: Document, error: Error): SyntaxProblem {
  let found: SyntaxProblem | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document)) return undefined;
      const [from, to] = alias.range ?? [0, 0];
      found = { from, to, message: `Nothing above is called &${alias.source}.` };
      return visit.BREAK;
    },
  });
  return found ?? { from: 0, to: 0, message: sentence(error.message) };
}

export const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]*$/, "")}.`;
