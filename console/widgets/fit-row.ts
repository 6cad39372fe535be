// Computes how many items of a row fit into the available width.

interface Row {
  space: number;
  gap: number;
  /** The width of the text that counts the hidden items. */
  rest: number;
}

export interface Fit {
  shown: number;
  /** The width of the shown items, including the gaps. */
  width: number;
}

/** Shows at least one item, cut to the available width if necessary. */
export function fitRow(widths: readonly number[], { space, gap, rest }: Row): Fit {
  const all = widths.reduce((sum, width) => sum + gap + width, -gap);
  if (all <= space || widths.length < 2) return { shown: widths.length, width: Math.min(all, space) };
  let [shown, end] = [0, -gap];
  for (const width of widths) {
    if (end + gap + width > space - rest) break;
    end += gap + width;
    shown += 1;
  }
  return shown === 0 ? { shown: 1, width: Math.max(0, space - rest) } : { shown, width: end };
}
