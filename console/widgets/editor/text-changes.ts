// Computes minimal changes between two texts, so that the cursor, the scroll position and the undo history stay valid.
import { diffLines } from "#lib/text/diff-lines.ts";

export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

export function textChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const changes = byLines(before, after);
  return applied(before, changes) === after ? changes : [wholeChange(before, after)];
}

function byLines(before: string, after: string): TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  let open: TextChange | undefined;
  for (const line of diffLines(before, after)) {
    const length = line.text.length + 1;
    if (line.type === "same") {
      open = undefined;
      at += length;
      continue;
    }
    if (!open) changes.push((open = { from: at, to: at, insert: "" }));
    if (line.type === "added") open.insert += `${line.text}\n`;
    else open.to = at += length;
  }
  return changes;
}

/** The part between the common prefix and the common suffix. */
function wholeChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function applied(text: string, changes: readonly TextChange[]): string | undefined {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    if (to > text.length) return undefined;
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
