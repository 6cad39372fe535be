// Positions a popup next to its anchor, on the side that has space, within the screen.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const GAP = 6;
const EDGE = 8;

/**
 * Placed below or above, centred or left-aligned; on the other side if the element does not fit and there is more
 * space.
 */
export function place(
  anchor: Box,
  popup: Size,
  screen: Size,
  preferred: { side: "top" | "bottom"; align: "start" | "center" },
) {
  const above = anchor.y - GAP - EDGE;
  const below = screen.height - (anchor.y + anchor.height) - GAP - EDGE;
  const [preferredSpace, otherSpace] = preferred.side === "top" ? [above, below] : [below, above];
  const fits = popup.height <= preferredSpace || preferredSpace >= otherSpace;
  const isAbove = fits === (preferred.side === "top");
  const left = preferred.align === "center" ? anchor.x + (anchor.width - popup.width) / 2 : anchor.x;
  return {
    x: Math.round(Math.max(EDGE, Math.min(left, screen.width - popup.width - EDGE))),
    y: Math.round(isAbove ? Math.max(EDGE, anchor.y - GAP - popup.height) : anchor.y + anchor.height + GAP),
  };
}
