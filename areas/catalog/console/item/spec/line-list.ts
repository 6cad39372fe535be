// Selected lines in the URL: `selected=3&selected=7-9`, counted from 0. Ranges keep the URL short.

/** Maximum number of lines, which limits the work for a URL with huge ranges. */
const MAX_LINES = 10_000;

export function parseLines(parts: readonly string[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const part of parts) {
    const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part) ?? [];
    for (let line = Number(from); line <= Number(to) && lines.size < MAX_LINES; line += 1) lines.add(line);
  }
  return lines;
}

export function printLines(lines: ReadonlySet<number>): string[] {
  const sorted = [...lines].sort((a, b) => a - b);
  const rows: [number, number][] = [];
  for (const line of sorted) {
    const last = rows.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else rows.push([line, line]);
  }
  return rows.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
}
