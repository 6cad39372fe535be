// Decides whether lines match a search. Regular expressions run in linear time (RE2), and a block of many lines without
// any match is skipped with one test.
import { pattern } from "../expression/pattern.ts";
import { ignoresCase, type SearchTerms, type Term } from "./search-terms.ts";

export interface LineMatcher {
  matches(line: string): boolean;
  /** Returns false only if no line of the block matches. */
  mayMatch(block: string): boolean;
  /** Whether every line matches. */
  isEmpty: boolean;
}

export function lineMatcher({ all, none }: SearchTerms): LineMatcher {
  const wanted = all.map(testOf);
  const unwanted = none.map(testOf);
  return {
    matches: (line) => wanted.every(({ line: test }) => test(line)) && !unwanted.some(({ line: test }) => test(line)),
    mayMatch: (block) => wanted.every(({ block: test }) => test(block)),
    isEmpty: wanted.length === 0 && unwanted.length === 0,
  };
}

/** The length of a pattern is limited, and the pattern for blocks is longer. */
const maxBlockPattern = 1_900;

interface Test {
  line: (text: string) => boolean;
  block: (text: string) => boolean;
}

function testOf(term: Term): Test {
  if (term.kind === "text") {
    const { text } = term;
    if (!ignoresCase(text)) return both((tested) => tested.includes(text));
    // A text without letters has no case.
    if (text.toUpperCase() === text) return both((tested) => tested.includes(text));
    return both((tested) => tested.toLowerCase().includes(text));
  }
  const single = pattern(term.pattern);
  // In a block, ^ and $ must match at every line. Other anchors and disabled flags cannot be converted for blocks.
  const hasForm = !/\\[Az]|\(\?[a-zA-Z]*-/.test(term.pattern) && term.pattern.length <= maxBlockPattern;
  const inBlock = hasForm ? pattern(`(?m)(?:${term.pattern})`) : undefined;
  return {
    // A line of a file with Windows line ends has a carriage return at its end.
    line: (text) => single.test(text.endsWith("\r") ? text.slice(0, -1) : text),
    block: inBlock ? (text) => inBlock.test(text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text) : () => true,
  };
}

const both = (test: (text: string) => boolean): Test => ({ line: test, block: test });
