// The thread that reads long texts. What it answers about the same text it reads once.
import { type Finding, findingsIn, type Judged } from "./findings.ts";
import { readSource } from "./source.ts";
import type { SyntaxProblem } from "./syntax.ts";

export type Question = { want: "findings"; text: string; judged: Judged } | { want: "value"; text: string };

export interface Answers {
  findings: Finding[];
  /** Without a value while it cannot be read, or while nothing is written. */
  value: { problems: readonly SyntaxProblem[]; value: unknown };
}

function answer(question: Question): Answers[keyof Answers] {
  if (question.want === "findings") return findingsIn(question.text, question.judged);
  const { problems, value } = readSource(question.text, "yaml");
  return { problems, value };
}

addEventListener("message", ({ data }: MessageEvent<{ id: number; question: Question }>) =>
  postMessage({ id: data.id, answer: answer(data.question) }),
);
