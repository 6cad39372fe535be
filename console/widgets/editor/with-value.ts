// Changes the value of a YAML text; the unchanged parts keep their comments, order and layout.
import { isAlias, isMap, isScalar, isSeq, parseDocument, stringify } from "yaml";
import { editedTexts, isSameData } from "#lib/yaml/edited-texts.ts";
import { isRecord } from "../form/json-schema.ts";
import { readSource } from "./source.ts";

export { isSameData };

/** The parts of the library that are needed; other parts are not bundled. */
const library = { isAlias, isMap, isScalar, isSeq, parseDocument };

const plain = { lineWidth: 0, aliasDuplicateObjects: false } as const;

export const printValue = (value: unknown): string =>
  value === undefined || (isRecord(value) && Object.keys(value).length === 0) ? "" : stringify(value, plain);

/** Returns YAML with exactly this value, and keeps as much of the given text as possible. */
export function withValue(text: string, value: unknown): string {
  const { problems, value: before, document } = readSource(text, "yaml");
  if (problems.length > 0) return printValue(value);
  // A text of comments only is kept above the value.
  if (document.contents === null)
    return text.trim() === "" ? printValue(value) : `${text.trimEnd()}\n${printValue(value)}`;
  if (isSameData(before, value)) return text;
  return editedTexts(library, text, value).find((candidate) => hasValue(candidate, value)) ?? printValue(value);
}

function hasValue(text: string, value: unknown): boolean {
  const source = readSource(text, "yaml");
  return source.problems.length === 0 && isSameData(source.value, value);
}
