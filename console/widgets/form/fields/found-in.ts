// A value that is read from a document: a string, which may be a JSONPath, or an object whose key is the expression
// language.
import { isRecord } from "../json-schema.ts";

export const foundInKinds = ["text", "expr", "jmespath", "jsonpath", "value"] as const;
export type FoundInKind = (typeof foundInKinds)[number];

export interface FoundIn {
  kind: FoundInKind;
  text: string;
}

/** Undefined if the value does not fit in one line. */
export function readFoundIn(value: unknown): FoundIn | undefined {
  if (typeof value === "string") return { kind: "text", text: value };
  if (!isRecord(value)) return undefined;
  const [[key, text] = [], another] = Object.entries(value);
  const kind = foundInKinds.find((candidate) => candidate === key && candidate !== "text");
  return kind && !another && typeof text === "string" ? { kind, text } : undefined;
}

/** An empty text is an unset value. */
export const printFoundIn = ({ kind, text }: FoundIn): string | Record<string, string> | undefined =>
  text === "" ? undefined : kind === "text" ? text : { [kind]: text };
