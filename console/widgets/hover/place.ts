// Where something that floats stands: beside what it belongs to, on the side that has room, and never past the edge.

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

/** Below or above, centred or from the left edge on; the other side when it does not fit and there is more room. */
export function place(
  anchor: Box,
  popup: Size,
  screen: Size,
  wish: { side: "top" | "bottom"; align: "start" | "center" },
) {
  const above = anchor.y - GAP - EDGE;
  const below = screen.height - (anchor.y + anchor.height) - GAP - EDGE;
  const [wished, other] = wish.side === "top" ? [above, below] : [below, above];
  const fits = popup.height <= wished || wished >= other;
  const isAbove = fits === (wish.side === "top");
  const left = wish.align === "center" ? anchor.x + (anchor.width - popup.width) / 2 : anchor.x;
  return {
    x: Math.round(Math.max(EDGE, Math.min(left, screen.width - popup.width - EDGE))),
    y: Math.round(isAbove ? Math.max(EDGE, anchor.y - GAP - popup.height) : anchor.y + anchor.height + GAP),
  };
}
