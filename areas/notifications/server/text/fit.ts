// Keeps messages within the limits of a service: shortens a document with an ellipsis, or splits it into several
// messages.
import { type Document, divide, documentLength, shorten } from "./document.ts";

/** Returns the longest prefix of the document whose rendered size is at most `limit` units. */
export function fit<Rendered>(
  document: Document,
  {
    limit,
    render,
    measure,
  }: { limit: number; render(document: Document): Rendered; measure(rendered: Rendered): number },
): Rendered {
  const whole = render(document);
  if (measure(whole) <= limit) return whole;
  let [fits, tooLong] = [0, documentLength(document)];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (measure(render(shorten(document, middle))) <= limit) fits = middle;
    else tooLong = middle;
  }
  return render(shorten(document, fits));
}

/**
 * Splits the document into documents whose renderings have at most `limit` characters; the last document is shortened.
 */
export function fitInPieces(
  document: Document,
  { limit, maxPieces, render }: { limit: number; maxPieces: number; render(document: Document): string },
): Document[] {
  const pieces: Document[] = [];
  let rest: Document = document.flatMap((block) =>
    block.kind === "list" && !block.isNumbered ? block.items.map((item) => ({ ...block, items: [item] })) : [block],
  );
  while (rest.length > 0 && pieces.length < maxPieces - 1) {
    const [head, tail] = takeFitting(rest, (part) => render(part).length <= limit);
    pieces.push(head);
    rest = tail;
  }
  if (rest.length > 0)
    pieces.push(fit(rest, { limit, render: (part) => part, measure: (part) => render(part).length }));
  return pieces;
}

/** Takes as many whole blocks as fit, or a part of the first block if it does not fit. */
function takeFitting(document: Document, fits: (part: Document) => boolean): [Document, Document] {
  let count = 0;
  while (count < document.length && fits(document.slice(0, count + 1))) count += 1;
  // A heading belongs to the block below it.
  while (count > 1 && count < document.length && document[count - 1]!.kind === "heading") count -= 1;
  if (count > 0) return [document.slice(0, count), document.slice(count)];
  let [low, high] = [1, documentLength(document.slice(0, 1))];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(divide(document.slice(0, 1), middle)[0])) low = middle;
    else high = middle;
  }
  return divide(document, low);
}
