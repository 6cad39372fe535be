// The worker that parses long texts. `readSource` caches the last text, so a text with two requests is parsed only
// once.
import { type Finding, findingsIn, type CheckOptions } from "./findings.ts";
import { readSource } from "./source.ts";
import type { SyntaxProblem } from "./syntax.ts";

export type ParseRequest = { want: "findings"; text: string; options: CheckOptions } | { want: "value"; text: string };

export interface ParseResponses {
  findings: Finding[];
  /** Without a value while the text is empty or invalid. */
  value: { problems: readonly SyntaxProblem[]; value: unknown };
}

function respond(question: ParseRequest): ParseResponses[keyof ParseResponses] {
  if (question.want === "findings") return findingsIn(question.text, question.options);
  const { problems, value } = readSource(question.text, "yaml");
  return { problems, value };
}

addEventListener("message", ({ data }: MessageEvent<{ id: number; question: ParseRequest }>) =>
  postMessage({ id: data.id, answer: respond(data.question) }),
);
