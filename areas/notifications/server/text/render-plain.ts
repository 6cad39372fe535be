// Prints a document as plain text.
import type { Document, Runs } from "./document.ts";

export const renderPlain = (document: Document): string => joinBlocks(document.map(plainBlock), document);

export const plainRuns = (runs: Runs) =>
  runs.map(({ text, url }) => (url === undefined || url === text ? text : `${text} (${url})`)).join("");

function plainBlock(block: Document[number]): string {
  if (block.kind === "code") return block.text;
  if (block.kind === "list")
    return block.items
      .map((item, index) => `${block.isNumbered ? `${index + 1}. ` : block.isBare ? "" : "• "}${plainRuns(item)}`)
      .join("\n");
  const text = plainRuns(block.runs);
  if (block.kind === "quote") return text.replaceAll(/^/gm, "> ");
  return block.kind === "heading" ? `${text}:` : text;
}

/**
 * Separates blocks by an empty line. Headings are not separated from their blocks, and lists of the same form are not
 * separated from each other.
 */
export const joinBlocks = (printed: readonly string[], document: Document): string =>
  printed
    .map((text, index) => {
      const [before, block] = [document[index - 1], document[index]!];
      if (!before) return text;
      const isClose =
        before.kind === "heading" ||
        (before.kind === "list" && block.kind === "list" && before.isBare === block.isBare);
      return `${isClose ? "\n" : "\n\n"}${text}`;
    })
    .join("");
