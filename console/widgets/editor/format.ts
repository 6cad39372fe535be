// Formats a text: two spaces of indentation, and every comment stays.
import { readSource, type SourceLanguage } from "./source.ts";

/** Undefined for invalid text. */
export function formatted(text: string, language: SourceLanguage): string | undefined {
  const { problems, document, value } = readSource(text, language);
  if (problems.length > 0) return undefined;
  if (document.contents === null) return text;
  if (language === "json") return `${JSON.stringify(value, null, 2)}\n`;
  return printDocument(document);
}

export const printDocument = (document: { toString(options: object): string }): string =>
  document.toString({ lineWidth: 0, indent: 2, flowCollectionPadding: true });
