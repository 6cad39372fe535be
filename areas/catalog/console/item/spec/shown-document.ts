// A document as it is shown: a text that was kept as one is shown as it is, anything else with its keys in order, so that a line
// is where it was the last time.
import type { CodeLanguage } from "#console/widgets/code/highlight.ts";
import type { Json } from "#language/columns.ts";
import { withoutNulls } from "../../../normal-text.ts";

export type ShownDocument =
  | { kind: "data"; value: Json }
  /** `format` as its source calls it. */
  | { kind: "text"; text: string; format: string; language: CodeLanguage };

const languages: Readonly<Record<string, CodeLanguage>> = {
  json: "json",
  yaml: "yaml",
  yml: "yaml",
  sh: "shell",
  shell: "shell",
  sql: "sql",
};

const known = new WeakMap<object, ShownDocument>();

/** The same for the same document, which is then written only once. */
export function shownDocument(config: Json): ShownDocument {
  if (typeof config !== "object" || config === null) return { kind: "data", value: config };
  const before = known.get(config) ?? made(config);
  known.set(config, before);
  return before;
}

function made(config: Json): ShownDocument {
  const entries = entriesOf(config);
  const content = entries?.["content"];
  if (typeof content === "string") {
    const stated = entries?.["format"];
    const format = typeof stated === "string" ? stated : "text";
    return { kind: "text", text: content, format, language: languages[format.toLowerCase()] ?? "text" };
  }
  return { kind: "data", value: withoutNulls(config) };
}

type Entries = Readonly<Record<string, Json | undefined>>;

const entriesOf = (value: Json): Entries | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Entries) : undefined;
