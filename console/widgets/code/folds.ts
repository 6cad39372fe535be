// Where a text can be folded: below a line that is followed by lines that stand further in. True for YAML and for JSON.

/** For every line the last one of what is below it; the line itself where there is nothing. */
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

/** The lines that are not below one that is folded. */
export function visibleLines(count: number, folds: readonly number[], folded: ReadonlySet<number>): number[] {
  const visible: number[] = [];
  for (let line = 0; line < count; line += 1) {
    visible.push(line);
    if (folded.has(line)) line = folds[line] ?? line;
  }
  return visible;
}
