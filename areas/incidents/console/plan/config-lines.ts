// Selected lines of a document as evidence: these lines and a few lines around each, by line number.

/** The number of lines kept before and after a selected line. */
const AROUND = 3;

export interface ConfigLines {
  /** All kept lines by number. */
  lines: Readonly<Record<string, string>>;
  /** The numbers of the selected lines. */
  selected_lines: Readonly<Record<string, string>>;
}

export function selectedLines(text: string, selected: ReadonlySet<number>): ConfigLines {
  const all = text.split("\n");
  const kept = new Set<number>();
  for (const line of selected)
    for (let near = Math.max(0, line - AROUND); near <= line + AROUND && near < all.length; near += 1) kept.add(near);
  const pick = (numbers: Iterable<number>) =>
    Object.fromEntries(
      [...numbers]
        .filter((line) => line < all.length)
        .sort((a, b) => a - b)
        .map((line) => [String(line), all[line]!]),
    );
  return { lines: pick(kept), selected_lines: pick(selected) };
}

export interface Hunk {
  lines: readonly { number: number; text: string; isSelected: boolean }[];
}

/** The kept lines as groups of consecutive lines. Lines that are far from all selected lines are left out. */
export function hunksOf({ lines, selected_lines }: ConfigLines): readonly Hunk[] {
  const selected = Object.keys(selected_lines).map(Number);
  const isNear = (line: number) => selected.some((other) => Math.abs(other - line) <= AROUND);
  const hunks: { number: number; text: string; isSelected: boolean }[][] = [];
  for (const number of Object.keys(lines)
    .map(Number)
    .filter(isNear)
    .sort((a, b) => a - b)) {
    const shown = { number, text: lines[number]!, isSelected: String(number) in selected_lines };
    const last = hunks.at(-1);
    if (last && last.at(-1)!.number === number - 1) last.push(shown);
    else hunks.push([shown]);
  }
  return hunks.map((group) => ({ lines: group }));
}
