// The colours of a long text in few numbers, as they travel from the thread that finds them: the lines themselves would take
// longer to unpack than to find.
import type { Line } from "./pieces.ts";

export interface Colours {
  looks: readonly string[];
  /** For each line, where its pieces begin in `pieces`; and one more for where the last one ends. */
  lines: Uint32Array;
  /** By twos: how many characters, and which look. */
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

/** One line of the text that the colours were found in. */
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
