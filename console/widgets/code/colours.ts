// A compact encoding of highlighted lines for transfer from the worker: cloning the lines themselves would take longer
// than highlighting them.
import type { Line } from "./pieces.ts";

export interface Colours {
  looks: readonly string[];
  /** The start index of each line in `pieces`, and the end of the last line. */
  lines: Uint32Array;
  /** Pairs of length and look index. */
  pieces: Uint32Array;
}

export function packed(lines: readonly Line[]): Colours {
  const looks = new Map<string, number>();
  const starts = new Uint32Array(lines.length + 1);
  const pieces = new Uint32Array(2 * lines.reduce((sum, line) => sum + line.length, 0));
  let at = 0;
  for (const [index, line] of lines.entries()) {
    for (const { text, look } of line) {
      if (!looks.has(look)) looks.set(look, looks.size);
      pieces[at] = text.length;
      pieces[at + 1] = looks.get(look)!;
      at += 2;
    }
    starts[index + 1] = at;
  }
  return { looks: [...looks.keys()], lines: starts, pieces };
}

/** A line of the text that was highlighted. */
export function unpacked({ looks, lines, pieces }: Colours, index: number, text: string): Line {
  const line: { text: string; look: string }[] = [];
  let from = 0;
  for (let at = lines[index] ?? 0; at < (lines[index + 1] ?? 0); at += 2) {
    const length = pieces[at]!;
    line.push({ text: text.slice(from, from + length), look: looks[pieces[at + 1]!]! });
    from += length;
  }
  return line.length > 0 ? line : [{ text, look: "" }];
}
