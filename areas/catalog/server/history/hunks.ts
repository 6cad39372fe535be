// Reverts unified diffs: computes the text before a diff, and tracks its lines.
import { hash } from "node:crypto";

export interface DiffLine {
  kind: " " | "-" | "+";
  text: string;
}

export interface Hunk {
  /** Index of the first line in the text after the diff. */
  at: number;
  lines: readonly DiffLine[];
}

/** The diff was made for a different text. */
export class DiffMismatch extends Error {
  override readonly name = "DiffMismatch";
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
    // The lines before the first hunk are the file names.
    if (hunks.length === 0 || line.startsWith("\\")) continue;
    if (kind !== " " && kind !== "-" && kind !== "+") throw new DiffMismatch("The diff is not a unified diff.");
    hunks.at(-1)!.lines.push({ kind, text: line.slice(1) });
  }
  return hunks;
}

/** A text as lines, each with a mark that the caller chose. */
export interface Traced<Mark> {
  lines: readonly string[];
  marks: readonly Mark[];
}

/**
 * Returns the text before the diff. Calls `onAdded` with the mark of each line that the diff added. Unchanged lines
 * keep their mark; lines that the diff removed get `unknown`.
 */
export function revertHunks<Mark>(
  { lines, marks }: Traced<Mark>,
  hunks: readonly Hunk[],
  { onAdded, unknown }: { onAdded: (mark: Mark) => void; unknown: Mark },
): Traced<Mark> {
  const previous: { lines: string[]; marks: Mark[] } = { lines: [], marks: [] };
  let at = 0;
  const keep = (until: number) => {
    if (until > lines.length) throw new DiffMismatch(`The text ends before line ${until} of the diff.`);
    for (; at < until; at += 1) {
      previous.lines.push(lines[at]!);
      previous.marks.push(marks[at]!);
    }
  };
  for (const hunk of hunks) {
    if (hunk.at < at) throw new DiffMismatch("The hunks of the diff are out of order.");
    keep(hunk.at);
    for (const block of blocksOf(hunk.lines)) {
      const added: { text: string; mark: Mark }[] = [];
      for (const { text } of block.added) {
        if (lines[at] !== text) throw new DiffMismatch(`Line ${at + 1} differs from the diff.`);
        added.push({ text, mark: marks[at]! });
        at += 1;
      }
      if (block.isKept) {
        for (const { text, mark } of added) {
          previous.lines.push(text);
          previous.marks.push(mark);
        }
        continue;
      }
      const paired = pairUp(
        block.removed,
        added.map(({ text }) => text),
      );
      for (const [index, text] of block.removed.entries()) {
        const partner = paired.get(index);
        previous.lines.push(text);
        previous.marks.push(partner === undefined ? unknown : added[partner]!.mark);
      }
      const same = new Set(paired.values());
      for (const [index, { mark }] of added.entries()) if (!same.has(index)) onAdded(mark);
    }
  }
  keep(lines.length);
  return previous;
}

/** Returns the text before the diff. Throws `DiffMismatch` if the diff was made for a different text. */
export function revertDiff(text: string, diff: string): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const { lines: previous } = revertHunks({ lines, marks: lines }, parseHunks(diff), {
    unknown: "",
    onAdded: () => {},
  });
  return previous.map((line) => `${line}\n`).join("");
}

interface Block {
  isKept: boolean;
  removed: readonly string[];
  added: readonly { text: string }[];
}

/** Splits a hunk into blocks of unchanged lines, and blocks of removed lines with the lines that replace them. */
function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: { isKept: boolean; removed: string[]; added: { text: string }[] }[] = [];
  for (const { kind, text } of lines) {
    const isKept = kind === " ";
    let last = blocks.at(-1);
    if (last?.isKept !== isKept) blocks.push((last = { isKept, removed: [], added: [] }));
    if (kind === "-") last.removed.push(text);
    else last.added.push({ text });
  }
  return blocks;
}

const withoutComma = (text: string) => text.replace(/,$/, "");

/**
 * Pairs lines that differ only in the trailing comma, which changes in JSON when a following line is added or removed.
 */
function pairUp(removed: readonly string[], added: readonly string[]): Map<number, number> {
  // Stores the positions of each text in reverse order, so that a long block need not be searched for every line.
  const positions = new Map<string, number[]>();
  for (let index = added.length - 1; index >= 0; index -= 1) {
    const text = withoutComma(added[index]!);
    const known = positions.get(text);
    if (known) known.push(index);
    else positions.set(text, [index]);
  }
  const pairs = new Map<number, number>();
  let next = 0;
  for (const [index, text] of removed.entries()) {
    const candidates = positions.get(withoutComma(text)) ?? [];
    while (candidates.length > 0 && candidates.at(-1)! < next) candidates.pop();
    const found = candidates.at(-1);
    if (found === undefined) continue;
    pairs.set(index, found);
    next = found + 1;
  }
  return pairs;
}

/** The hash that identifies the text of a document: MD5, because its 128 bits fit into a uuid column. */
export const hashOfText = (text: string): string => hash("md5", text, "hex");

export const isTextOf = (kept: string, text: string): boolean => kept.replaceAll("-", "") === hashOfText(text);
