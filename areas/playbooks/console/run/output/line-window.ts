// Computes the visible lines of a long list. All rows have the same height, so rows need not be measured. A list that
// would be taller than browsers allow is scaled: one pixel of scrolling then moves the content by more than one pixel.

export const ROW_PX = 20;
/** Maximum height of the list in pixels. Browsers cannot lay out much taller elements. */
const MAX_PX = 12_000_000;
const OVERSCAN = 12;

export interface ListShape {
  count: number;
  /** The height of the visible part. */
  viewPx: number;
}

export const heightOf = ({ count }: Pick<ListShape, "count">) => Math.min(count * ROW_PX, MAX_PX);

/** Pixels of content per pixel of scrolling. */
function scaleOf(shape: ListShape): number {
  const scrollable = heightOf(shape) - shape.viewPx;
  return scrollable <= 0 ? 1 : Math.max(1, (shape.count * ROW_PX - shape.viewPx) / scrollable);
}

export interface LineWindow {
  from: number;
  to: number;
  /** The position of the first rendered line in the list. */
  topPx: number;
}

export function windowAt(shape: ListShape, scrollTop: number): LineWindow {
  const contentTop = scrollTop * scaleOf(shape);
  const first = Math.floor(contentTop / ROW_PX);
  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(shape.count, first + Math.ceil(shape.viewPx / ROW_PX) + OVERSCAN + 1);
  return { from, to, topPx: scrollTop - (contentTop - from * ROW_PX) };
}

/** The scroll position that shows a line in the middle. */
export function scrollTopFor(shape: ListShape, line: number): number {
  const wanted = line * ROW_PX - (shape.viewPx - ROW_PX) / 2;
  return Math.max(0, Math.min(wanted / scaleOf(shape), heightOf(shape) - shape.viewPx));
}

export const isAtEnd = (shape: ListShape, scrollTop: number) => scrollTop >= heightOf(shape) - shape.viewPx - ROW_PX;
