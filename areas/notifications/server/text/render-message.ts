// Prints a whole message as text: title, document, links. If it is too long, the document is shortened, never the
// links.
import type { Message } from "../message.ts";
import { type Document, paragraph, type Runs } from "./document.ts";
import { fit, fitInPieces } from "./fit.ts";
import { documentOf, linksOf, standingOf, titleOf } from "./message-document.ts";
import { type Markup, renderMarkup } from "./render-markup.ts";
import { renderPlain } from "./render-plain.ts";

interface Limits {
  limit: number;
  /** Default: the number of UTF-16 units. */
  measure?: (text: string) => number;
}

export const bytesOf = (text: string) => Buffer.byteLength(text);

export const headlineOf = (message: Message) => `${standingOf(message).symbol} ${titleOf(message)}`;

export const titleBlock = (message: Message) => paragraph({ text: headlineOf(message), bold: true });

/** The links on one line: Open · Silence. */
export function linksLine(message: Message): Document {
  const runs = linksOf(message).flatMap(({ label, url }, index): Runs => [
    ...(index > 0 ? [{ text: " · " }] : []),
    { text: label.trim(), url },
  ]);
  return runs.length > 0 ? [paragraph(...runs)] : [];
}

/** In plain text each link has its own line, so that mail programs recognise where it ends. */
const plainLinks = (message: Message): Document => {
  const lines = linksOf(message).map(({ label, url }) => `${label.trim()}: ${url}`);
  return lines.length > 0 ? [paragraph({ text: lines.join("\n") })] : [];
};

/** The parts around the document. Services with a separate title field get the text without a title. */
interface Frame {
  withTitle?: boolean;
  withLinks?: boolean;
  withAttributes?: boolean;
}

export function plainMessage(message: Message, options: Limits & Frame): string {
  return printed(message, options, { print: renderPlain, links: () => plainLinks(message) });
}

export function markupMessage(message: Message, markup: Markup, options: Limits & Frame): string {
  return printed(message, options, {
    print: (document) => renderMarkup(document, markup),
    links: () => linksLine(message),
  });
}

function printed(
  message: Message,
  { limit, measure = lengthOf, withTitle = true, withLinks = true, withAttributes = true }: Limits & Frame,
  { print, links }: { print: (document: Document) => string; links: () => Document },
) {
  const title = withTitle ? [titleBlock(message)] : [];
  const lines = withLinks ? links() : [];
  return fit(documentOf(message, { withAttributes }), {
    limit,
    measure,
    render: (document) => print([...title, ...document, ...lines]),
  });
}

const lengthOf = (text: string) => text.length;

/** A part of a message, in markup and as plain text. */
export interface Piece {
  text: string;
  plain: string;
}

/** Splits a message: the title is in the first part, the links are in the last part. */
export function markupPieces(
  message: Message,
  markup: Markup,
  { limit, maxPieces }: { limit: number; maxPieces: number },
): Piece[] {
  const print = (document: Document) => renderMarkup(document, markup);
  const [title, links] = [print([titleBlock(message)]), print(linksLine(message))];
  const separator = "\n\n";
  const room = limit - title.length - links.length - 2 * separator.length;
  const [first = [], ...others] = fitInPieces(documentOf(message), { limit: room, maxPieces, render: print });
  const parts = [[titleBlock(message), ...first], ...others];
  return parts
    .map((part, index) => (index === parts.length - 1 ? [part, linksLine(message), plainLinks(message)] : [part]))
    .map(([part = [], inMarkup = [], inPlain = []]) => ({
      text: print([...part, ...inMarkup]),
      plain: renderPlain([...part, ...inPlain]),
    }));
}
