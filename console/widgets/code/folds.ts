// Foldable ranges by indentation: a line followed by lines that are indented further. Works for YAML and JSON.

/** For each line the last line of its block, or the line itself if it has no block. */
export function foldsOf(lines: readonly string[]): number[] {
  const ends = lines.map((_, index) => index);
  const open: { line: number; indent: number }[] = [];
  let last = -1;
  for (const [index, line] of lines.entries()) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    for (let top = open.at(-1); top && top.indent >= indent; top = open.at(-1)) {
      ends[top.line] = last;
      open.pop();
    }
    open.push({ line: index, indent });
    last = index;
  }
  for (const { line } of open) ends[line] = Math.max(line, last);
  return ends;
}

/** The lines that are not inside a folded block. */
export function visibleLines(count: number, folds: readonly number[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let line = 0; line < count; line += 1) {
    visible.push(line);
    if (folded.has(line)) line = folds[line] ?? line;
  }
  return visible;
}
