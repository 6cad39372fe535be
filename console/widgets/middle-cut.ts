// Cuts names in the middle, so that their start and end stay visible. CSS can only cut at the end, so the widths are
// measured: after the layout and before the frame is painted, for all names at once.

/** The tail begins at a separator if there is a separator near the target position. */
const SEPARATOR = /[-_./:\s]/;
/** Maximum number of characters by which the tail may exceed its target length. */
const LONGER = 4;
const MIN_TAIL = 4;
/** The start of a name is the more important part, but a whole last word is more useful than a part of the word. */
const MAX_TAIL_SHARE = 0.5;
const MAX_WORD_SHARE = 0.65;
const MIN_HEAD = 3;
export const ELLIPSIS = "…";

interface Space {
  /** In pixels, like `widthTo`. */
  space: number;
  /** The width of the text before an index. */
  widthTo: (index: number) => number;
  ellipsis: number;
  /** The target number of characters at the end. */
  end: number;
}

/** Returns the text that fits, or the whole text if it can only be cut at its end. */
export function cutMiddle(text: string, { space, widthTo, ellipsis, end }: Space): string {
  const whole = widthTo(text.length);
  if (whole <= space) return text;
  const tailWidth = (from: number) => whole - widthTo(from);
  const fits = (from: number) =>
    tailWidth(from) + ellipsis <= space * (SEPARATOR.test(text[from]!) ? MAX_WORD_SHARE : MAX_TAIL_SHARE);
  const from = tailStarts(text, end).find(fits);
  if (from === undefined) return text;
  const headSpace = space - ellipsis - tailWidth(from);
  let [low, high] = [0, from];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthTo(middle) <= headSpace) low = middle;
    else high = middle - 1;
  }
  const head = text.slice(0, isInsidePair(text, low) ? low - 1 : low).replace(/[-_./:\s]+$/, "");
  return head.length < MIN_HEAD ? text : `${head}${ELLIPSIS}${text.slice(from)}`;
}

/**
 * Possible starts of the tail, best first: positions at a separator, then the target position, then later positions.
 */
function tailStarts(text: string, end: number): number[] {
  const wanted = Math.max(0, text.length - end);
  const starts: number[] = [];
  for (let at = Math.max(1, wanted - LONGER); at <= text.length - MIN_TAIL; at += 1)
    if (SEPARATOR.test(text[at]!) && !SEPARATOR.test(text[at - 1]!)) starts.push(at);
  starts.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  for (let at = wanted; at <= text.length - MIN_TAIL; at += 1) starts.push(isInsidePair(text, at) ? at - 1 : at);
  return starts;
}

const isInsidePair = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? "");

/** Elements that contain the whole text, and an element with `data-part` that draws the shown part. */
const shown = new Set<Element>();
let observer: ResizeObserver | undefined;

export function watchMiddle(element: HTMLElement): () => void {
  if (!observer) {
    observer = new ResizeObserver((entries) => cut(entries.map(({ target }) => target)));
    // A font that is loaded later changes the widths, but not the size of the elements.
    document.fonts?.addEventListener("loadingdone", () => cut([...shown]));
  }
  shown.add(element);
  observer.observe(element);
  return () => {
    shown.delete(element);
    observer?.unobserve(element);
  };
}

function cut(elements: readonly Element[]) {
  // Measures all elements before changing any, so that the layout is computed only once.
  const cuts = elements.map((element) => {
    const [drawing, whole] = [element.querySelector<HTMLElement>("[data-part]"), element.lastElementChild?.firstChild];
    if (!drawing || !whole) return undefined;
    return { drawing, part: partOf(element, whole) };
  });
  for (const each of cuts)
    if (each && each.drawing.dataset["part"] !== each.part) each.drawing.dataset["part"] = each.part;
}

function partOf(element: Element, node: ChildNode): string {
  const text = node.textContent ?? "";
  const range = document.createRange();
  // Rectangles are measured in screen pixels and include the zoom of a drawing; the element width does not.
  const scale = element.getBoundingClientRect().width / (element as HTMLElement).offsetWidth || 1;
  const widthTo = (index: number) => {
    range.setStart(node, 0);
    range.setEnd(node, index);
    return range.getBoundingClientRect().width / scale;
  };
  const space = element.clientWidth + 0.5;
  if (element.scrollWidth <= element.clientWidth) return text;
  const ellipsis = Number.parseFloat(getComputedStyle(element).fontSize);
  return cutMiddle(text, { space, widthTo, ellipsis, end: Number(element.getAttribute("data-end")) });
}
