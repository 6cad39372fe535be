// Unified diffs read backwards: what a text was before, and what becomes of its lines on the way.

export interface DiffLine {
  kind: " " | "-" | "+";
  text: string;
}

export interface Hunk {
  /** Where it begins in the text after, from zero. */
  at: number;
  lines: readonly DiffLine[];
}

/** The diff was made for another text. */
export class DoesNotFit extends Error {
  override readonly name = "DoesNotFit";
}

export function parseHunks(diff: string): Hunk[] {
  const hunks: { at: number; lines: DiffLine[] }[] = [];
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) {
    const head = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) {
      hunks.push({ at: Number(head[1]) - (head[2] === "0" ? 0 : 1), lines: [] });
      continue;
    }
    const kind = line[0];
    // Before the first one stand the names.
    if (hunks.length === 0 || line.startsWith("\\")) continue;
    if (kind !== " " && kind !== "-" && kind !== "+") throw new DoesNotFit("The diff is no unified diff.");
    hunks.at(-1)!.lines.push({ kind, text: line.slice(1) });
  }
  return hunks;
}

/** A text as lines, each with what somebody wants to know about it. */
export interface Traced<Mark> {
  lines: readonly string[];
  marks: readonly Mark[];
}

/**
 * The text before. `onCame` is told the marks of lines that came with this diff; lines that were there before keep theirs, and
 * those that went get `unknown`.
 */
export function revertHunks<Mark>(
  { lines, marks }: Traced<Mark>,
  hunks: readonly Hunk[],
  { onCame, unknown }: { onCame: (mark: Mark) => void; unknown: Mark },
): Traced<Mark> {
  const was: { lines: string[]; marks: Mark[] } = { lines: [], marks: [] };
  let at = 0;
  const keep = (until: number) => {
    if (until > lines.length) throw new DoesNotFit(`The text ends before line ${until}.`);
    for (; at < until; at += 1) {
      was.lines.push(lines[at]!);
      was.marks.push(marks[at]!);
    }
  };
  for (const hunk of hunks) {
    if (hunk.at < at) throw new DoesNotFit("The parts of the diff are out of order.");
    keep(hunk.at);
    for (const block of blocksOf(hunk.lines)) {
      const came: { text: string; mark: Mark }[] = [];
      for (const { text } of block.came) {
        if (lines[at] !== text) throw new DoesNotFit(`Line ${at + 1} is another.`);
        came.push({ text, mark: marks[at]! });
        at += 1;
      }
      if (block.isKept) {
        for (const { text, mark } of came) {
          was.lines.push(text);
          was.marks.push(mark);
        }
        continue;
      }
      const paired = pairUp(
        block.went,
        came.map(({ text }) => text),
      );
      for (const [index, text] of block.went.entries()) {
        const partner = paired.get(index);
        was.lines.push(text);
        was.marks.push(partner === undefined ? unknown : came[partner]!.mark);
      }
      const same = new Set(paired.values());
      for (const [index, { mark }] of came.entries()) if (!same.has(index)) onCame(mark);
    }
  }
  keep(lines.length);
  return was;
}

interface Block {
  isKept: boolean;
  went: readonly string[];
  came: readonly { text: string }[];
}

/** Runs of lines that stay, and between them what went together with what came in its place. */
function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: { isKept: boolean; went: string[]; came: { text: string }[] }[] = [];
  for (const { kind, text } of lines) {
    const isKept = kind === " ";
    let last = blocks.at(-1);
    if (last?.isKept !== isKept) blocks.push((last = { isKept, went: [], came: [] }));
    if (kind === "-") last.went.push(text);
    else last.came.push({ text });
  }
  return blocks;
}

const withoutComma = (text: string) => text.replace(/,$/, "");

/** In JSON a line has a comma when another follows: that one came or went does not make it another line. */
function pairUp(went: readonly string[], came: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  let next = 0;
  for (const [index, text] of went.entries()) {
    const found = came.findIndex((other, at) => at >= next && withoutComma(other) === withoutComma(text));
    if (found < 0) continue;
    pairs.set(index, found);
    next = found + 1;
  }
  return pairs;
}
