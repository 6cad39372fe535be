// How many things of a row show when it has not room for all of them.

interface Row {
  room: number;
  gap: number;
  /** What the words about the others take. */
  rest: number;
}

export interface Fit {
  shown: number;
  /** Of those that show, with what is between them. */
  width: number;
}

/** Always one, however long it is: then it is cut to the room there is. */
export function fitRow(widths: readonly number[], { room, gap, rest }: Row): Fit {
  const all = widths.reduce((sum, width) => sum + gap + width, -gap);
  if (all <= room || widths.length < 2) return { shown: widths.length, width: Math.min(all, room) };
  let [shown, end] = [0, -gap];
  for (const width of widths) {
    if (end + gap + width > room - rest) break;
    end += gap + width;
    shown += 1;
  }
  return shown === 0 ? { shown: 1, width: Math.max(0, room - rest) } : { shown, width: end };
}
