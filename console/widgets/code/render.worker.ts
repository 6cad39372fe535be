// The worker that prints long values as YAML and highlights long texts.
import { stringify } from "yaml";
import type { ThreadRequest } from "../thread.ts";
import { packed } from "./colours.ts";
import { highlight } from "./highlight.ts";
import { yamlOptions } from "./yaml-printing.ts";
import type { CodeLanguage } from "./pieces.ts";

export type RenderRequest =
  | { want: "yaml"; value: unknown }
  | { want: "colours"; code: string; language: CodeLanguage };

addEventListener("message", ({ data: { id, question } }: MessageEvent<ThreadRequest<RenderRequest>>) => {
  const answer =
    question.want === "yaml"
      ? stringify(question.value, yamlOptions)
      : packed(highlight(question.code, question.language));
  postMessage({ id, answer });
});
