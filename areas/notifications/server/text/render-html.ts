// Prints a document as HTML for mail and Matrix. The only attribute is href.
import type { Block, Document, Run, Runs } from "./document.ts";

export const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

export const renderHtml = (document: Document): string => document.map(htmlBlock).join("\n");

export const htmlRuns = (runs: Runs) => runs.map(htmlRun).join("");

function htmlRun({ text, bold, italic, strike, code, url }: Run): string {
  let html = escapeHtml(text).replaceAll("\n", "<br>");
  if (code) html = `<code>${html}</code>`;
  if (strike) html = `<del>${html}</del>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  return url === undefined ? html : `<a href="${escapeHtml(url)}">${html}</a>`;
}

function htmlBlock(block: Block): string {
  if (block.kind === "code") return `<pre>${escapeHtml(block.text)}</pre>`;
  if (block.kind === "list") {
    const tag = block.isNumbered ? "ol" : "ul";
    return `<${tag}>${block.items.map((item) => `<li>${htmlRuns(item)}</li>`).join("")}</${tag}>`;
  }
  const tag = { paragraph: "p", heading: "h4", quote: "blockquote" }[block.kind];
  return `<${tag}>${htmlRuns(block.runs)}</${tag}>`;
}
