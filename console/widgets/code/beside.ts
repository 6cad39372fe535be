// Writes long values and colours long texts in a thread of their own.
import { threadOf } from "../thread.ts";
import type { Question } from "./beside.worker.ts";
import type { Colours } from "./colours.ts";
import type { CodeLanguage } from "./highlight.ts";

const ask = threadOf<Question>(
  () => new Worker(new URL("./beside.worker.ts", import.meta.url), { type: "module" }),
  "The thread that writes long texts has failed.",
);

export const yamlBeside = (value: unknown) => ask<string>({ want: "yaml", value });

export const coloursBeside = (code: string, language: CodeLanguage) =>
  ask<Colours>({ want: "colours", code, language });
