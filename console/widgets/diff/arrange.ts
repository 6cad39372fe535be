// Prepares a diff for display: pairs removed with added lines, marks the changed part of each line, and hides long
// unchanged parts.
import type { Span } from "../code/pieces.ts";
import type { DiffLine } from "#lib/text/diff-lines.ts";

export interface Side {
  number: number;
  text: string;
  kind: "same" | "removed" | "added";
  /** The changed parts of the line, if it has a counterpart. */
  changed: readonly Span[];
}

export interface DiffRow {
  left?: Side;
  right?: Side;
}

/** Side-by-side rows: the first removed line is paired with the first added line. */
export function pairUp(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: Side[] = [];
  let added: Side[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [left, right] = [removed[index], added[index]];
      if (left && right) rows.push(withChanges(left, right));
      else rows.push({ ...(left && { left }), ...(right && { right }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.type === "removed") removed.push({ number: line.before, text: line.text, kind: "removed", changed: [] });
    else if (line.type === "added") added.push({ number: line.after, text: line.text, kind: "added", changed: [] });
    else {
      flush();
      const side = { text: line.text, kind: "same", changed: [] } as const;
      rows.push({ left: { ...side, number: line.before }, right: { ...side, number: line.after } });
    }
  }
  flush();
  return rows;
}

/** Marks the part between the common prefix and suffix; lines that have little in common are not marked. */
function withChanges(left: Side, right: Side): DiffRow {
  const [a, b] = [left.text, right.text];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const shared = a.slice(0, start).trim().length + a.slice(a.length - end).trim().length;
  if (shared < shorter / 3) return { left, right };
  return {
    left: { ...left, changed: [{ start, end: a.length - end }] },
    right: { ...right, changed: [{ start, end: b.length - end }] },
  };
}

export type Part =
  | { rows: readonly DiffRow[] }
  /** Unchanged rows, hidden until expanded. */
  | { hidden: readonly DiffRow[] }
  /** The number of unchanged lines that a unified diff leaves out. */
  | { omitted: number };

const CONTEXT = 3;
const isSame = (row: DiffRow) => row.left?.kind === "same";

/** Hides unchanged rows except for three lines around each change. */
export const fold = (rows: readonly DiffRow[]): Part[] =>
  stretchesOf(rows).flatMap(({ omitted, stretch }) => [...(omitted > 0 ? [{ omitted }] : []), ...foldStretch(stretch)]);

interface Stretch {
  /** The number of omitted lines before these rows. */
  omitted: number;
  stretch: DiffRow[];
}

/** Groups rows with consecutive line numbers. */
function stretchesOf(rows: readonly DiffRow[]): Stretch[] {
  const stretches: Stretch[] = [];
  let [before, after] = [0, 0];
  for (const row of rows) {
    const omitted = Math.max(
      (row.left?.number ?? before + 1) - before - 1,
      (row.right?.number ?? after + 1) - after - 1,
    );
    const current = stretches.at(-1);
    if (current && omitted === 0) current.stretch.push(row);
    else stretches.push({ omitted, stretch: [row] });
    before = row.left?.number ?? before + omitted;
    after = row.right?.number ?? after + omitted;
  }
  return stretches;
}

function foldStretch(rows: readonly DiffRow[]): Part[] {
  const isNear = rows.map(() => false);
  for (const [index, row] of rows.entries()) {
    if (isSame(row)) continue;
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(rows.length - 1, index + CONTEXT)];
    for (let near = from; near <= to; near += 1) isNear[near] = true;
  }
  const parts: Part[] = [];
  for (let from = 0; from < rows.length;) {
    let to = from;
    while (to < rows.length && isNear[to] === isNear[from]) to += 1;
    const stretch = rows.slice(from, to);
    // A single hidden line would not save space.
    parts.push(isNear[from] || stretch.length === 1 ? { rows: stretch } : { hidden: stretch });
    from = to;
  }
  return parts;
}
