// Where something stands in a document: a text, which may be a JSONPath, or an object that says in which language it is written.
import { isRecord } from "../json-schema.ts";

export const foundInKinds = ["text", "expr", "jmespath", "jsonpath", "value"] as const;
export type FoundInKind = (typeof foundInKinds)[number];

export interface FoundIn {
  kind: FoundInKind;
  text: string;
}

/** Undefined for what a line cannot hold. */
export function readFoundIn(value: unknown): FoundIn | undefined {
  if (typeof value === "string") return { kind: "text", text: value };
  if (!isRecord(value)) return undefined;
  const [[key, text] = [], another] = Object.entries(value);
  const kind = foundInKinds.find((one) => one === key && one !== "text");
  return kind && !another && typeof text === "string" ? { kind, text } : undefined;
}

/** Nothing written is nothing said. */
export const printFoundIn = ({ kind, text }: FoundIn): string | Record<string, string> | undefined =>
  text === "" ? undefined : kind === "text" ? text : { [kind]: text };
