// The viewport of the graph: its initial position, and the part that has to be rendered.
import type { Layout } from "./layout.ts";

/** The position of the graph's origin in the window, and the zoom. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface WindowSize {
  width: number;
  height: number;
}

const PADDING = 16;
/** The height of the controls at the bottom of the window, which must not cover a node. */
const CONTROLS = 64;
/** The smallest text on a card is 12 px high; at this zoom it is drawn at 11 px, which is still readable. */
export const READABLE_ZOOM = 11 / 12;
/** Below this zoom the text of cards is too small to read, so plain boxes are drawn. */
export const CARD_ZOOM = 0.45;
export const MAX_CARDS = 160;

export function boundsOf({ places, sizes }: Pick<Layout, "places" | "sizes">): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]!, places[at + 1]!];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + sizes[at]!);
    box.bottom = Math.max(box.bottom, y + sizes[at + 1]!);
  }
  return box;
}

/** The part of the window above the controls. */
const clearPart = ({ width, height }: WindowSize): WindowSize => ({ width, height: height - CONTROLS });

/** Fits the whole box into the window, without enlarging it. */
export function fitted(box: Box, window: WindowSize): View {
  const { width, height } = clearPart(window);
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const zoom = Math.min(1, (width - 2 * PADDING) / wide, (height - 2 * PADDING) / high);
  return {
    zoom,
    x: width / 2 - zoom * (box.left + wide / 2),
    y: height / 2 - zoom * (box.top + high / 2),
  };
}

/**
 * Shows the whole graph if its text is readable; otherwise the part around the root, or around the first node of a
 * graph without a root.
 */
export function firstView(layout: Layout, root: string | undefined, window: WindowSize): View {
  const box = boundsOf(layout);
  const whole = fitted(box, window);
  if (whole.zoom >= READABLE_ZOOM) return whole;
  const at = layout.at.get(root ?? "") ?? 0;
  const { width, height } = clearPart(window);
  const zoom = READABLE_ZOOM;
  const start = (axis: 0 | 1, from: number, to: number, room: number) => {
    const middle = layout.places[2 * at + axis]! + layout.sizes[2 * at + axis]! / 2;
    const [first, last] = [PADDING - zoom * from, room - PADDING - zoom * to];
    // If both ends are visible, the graph is centred. Otherwise the node is centred, without empty space beyond the
    // ends.
    return first <= last ? (first + last) / 2 : Math.min(first, Math.max(last, room / 2 - zoom * middle));
  };
  return {
    zoom,
    x: start(0, box.left, box.right, width),
    y: start(1, box.top, box.bottom, height),
  };
}

/** Moves the view as little as necessary to show a box. If the box is too large, its start is shown. */
export function showing(view: View, box: Box, window: WindowSize): View {
  const moved = (at: number, from: number, to: number, room: number) => {
    const [start, end] = [at + view.zoom * from, at + view.zoom * to];
    const back = Math.min(0, room - PADDING - end);
    return at + (start + back < PADDING ? PADDING - start : back);
  };
  return {
    zoom: view.zoom,
    x: isWithin(view.x + view.zoom * box.left, view.x + view.zoom * box.right, window.width)
      ? view.x
      : moved(view.x, box.left, box.right, window.width),
    y: isWithin(view.y + view.zoom * box.top, view.y + view.zoom * box.bottom, window.height)
      ? view.y
      : moved(view.y, box.top, box.bottom, window.height),
  };
}

const isWithin = (start: number, end: number, room: number) => start >= 0 && end <= room;

/** The part of the graph that is in the window. */
export const inWindow = ({ x, y, zoom }: View, { width, height }: WindowSize): Box => ({
  left: -x / zoom,
  top: -y / zoom,
  right: (width - x) / zoom,
  bottom: (height - y) / zoom,
});

/** Adds half of the window size on each side, so that small moves do not show unrendered areas. */
export const widened = ({ left, top, right, bottom }: Box): Box => {
  const [wide, high] = [(right - left) / 2, (bottom - top) / 2];
  return { left: left - wide, top: top - high, right: right + wide, bottom: bottom + high };
};

export const isInside = (inner: Box, outer: Box) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

const widthOf = ({ left, right }: Box) => right - left;

/** Whether the rendered area still fits: it contains the window and is not much larger. */
export const isStillValid = (drawn: Box, seen: Box) => isInside(seen, drawn) && widthOf(drawn) < 4 * widthOf(seen);

/** The indexes of the nodes that overlap the box. */
export function touching({ places, sizes }: Pick<Layout, "places" | "sizes">, box: Box): number[] {
  const found: number[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]!, places[at + 1]!];
    if (x <= box.right && x + sizes[at]! >= box.left && y <= box.bottom && y + sizes[at + 1]! >= box.top)
      found.push(at / 2);
  }
  return found;
}

export type Side = "left" | "top" | "right" | "bottom";

/**
 * The numbers of nodes whose centre is beyond each side of the window. A node beyond a corner is counted only at the
 * left or right.
 */
export function countBeyond({ places, sizes }: Pick<Layout, "places" | "sizes">, seen: Box): Record<Side, number> {
  const counts = { left: 0, top: 0, right: 0, bottom: 0 };
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at]! + sizes[at]! / 2, places[at + 1]! + sizes[at + 1]! / 2];
    if (x < seen.left) counts.left += 1;
    else if (x > seen.right) counts.right += 1;
    else if (y < seen.top) counts.top += 1;
    else if (y > seen.bottom) counts.bottom += 1;
  }
  return counts;
}
