// The thread that writes long values and colours long texts.
import { stringify } from "yaml";
import type { Asked } from "../thread.ts";
import { packed } from "./colours.ts";
import { type CodeLanguage, highlight } from "./highlight.ts";
import { yamlOptions } from "./yaml-options.ts";

export type Question = { want: "yaml"; value: unknown } | { want: "colours"; code: string; language: CodeLanguage };

addEventListener("message", ({ data: { id, question } }: MessageEvent<Asked<Question>>) => {
  const answer =
    question.want === "yaml"
      ? stringify(question.value, yamlOptions)
      : packed(highlight(question.code, question.language));
  postMessage({ id, answer });
});
