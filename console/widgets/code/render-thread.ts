// Prints long values as YAML and highlights long texts in a worker.
import { threadOf } from "../thread.ts";
import type { RenderRequest } from "./render.worker.ts";
import type { Colours } from "./colours.ts";
import type { CodeLanguage } from "./pieces.ts";

const ask = threadOf<RenderRequest>(
  () => new Worker(new URL("./render.worker.ts", import.meta.url), { type: "module" }),
  "The worker that prints long texts has failed.",
);

export const yamlInWorker = (value: unknown) => ask<string>({ want: "yaml", value });

export const coloursInWorker = (code: string, language: CodeLanguage) =>
  ask<Colours>({ want: "colours", code, language });
