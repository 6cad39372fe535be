// Converts a document for display: text is unchanged; in other documents the keys are sorted, so that lines keep their
// position.
import type { CodeLanguage } from "#console/widgets/code/pieces.ts";
import type { Json } from "#language/columns.ts";
import { withoutNulls } from "../../../normal-text.ts";

export type ShownDocument =
  | { kind: "data"; value: Json }
  /** `format` is the format that the source reports. */
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

/** Cached, so that the same document is only converted once. */
export function shownDocument(config: Json): ShownDocument {
  if (typeof config !== "object" || config === null) return { kind: "data", value: config };
  const before = known.get(config) ?? converted(config);
  known.set(config, before);
  return before;
}

function converted(config: Json): ShownDocument {
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
