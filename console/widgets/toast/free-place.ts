// Finds a position for the toasts where they cover no button. A pure function.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

export interface Place {
  left: number;
  bottom: number;
}

const MARGIN = 16;
const STEP = 8;

/**
 * The lower right if it is free; otherwise the lowest free position at the right, in the middle or at the left. If no
 * position is free, the position that covers the least.
 */
export function freePlace(size: Size, window: Size, buttons: readonly Box[]): Place {
  const right = Math.max(MARGIN, window.width - MARGIN - size.width);
  const lefts = [...new Set([right, Math.max(MARGIN, (window.width - size.width) / 2), MARGIN])];
  let best: (Place & { covered: number }) | undefined;
  for (let bottom = MARGIN; bottom <= Math.max(MARGIN, window.height - MARGIN - size.height); bottom += STEP)
    for (const left of lefts) {
      const box = {
        left,
        right: left + size.width,
        bottom: window.height - bottom,
        top: window.height - bottom - size.height,
      };
      const covered = coveredArea(box, buttons);
      if (covered === 0) return { left, bottom };
      if (!best || covered < best.covered) best = { left, bottom, covered };
    }
  return { left: best!.left, bottom: best!.bottom };
}

export const coveredArea = (box: Box, buttons: readonly Box[]): number =>
  buttons.reduce((sum, button) => sum + overlap(box, button), 0);

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
