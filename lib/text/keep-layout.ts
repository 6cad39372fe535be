// Applies the changes between two printed texts to the text that a person formatted. Unchanged lines keep the person's
// formatting.
import { type DiffLine, diffLines } from "./diff-lines.ts";

/** `before` and `after` are printed by the same code; `own` is the value `before` in the formatting of the person. */
export function keepLayout(before: string, after: string, own: string): string {
  if (before === own) return after;
  const [lines, newLines, ownLines] = [linesOf(before), linesOf(after), linesOf(own)];
  const inAfter = placesIn(diffLines(before, after), lines.length);
  const inOwn = pairedUp(placesIn(diffLines(before, own), lines.length), ownLines.length);
  const merged: string[] = [];
  let from = { line: 0, after: 0, own: 0 };
  // Between two lines that all three texts share, the person's lines are kept unless the printed lines changed.
  for (let line = 0; line <= lines.length; line += 1) {
    const isEnd = line === lines.length;
    const [toAfter, toOwn] = isEnd ? [newLines.length, ownLines.length] : [inAfter[line], inOwn[line]];
    if (toAfter === undefined || toOwn === undefined) continue;
    const printed = newLines.slice(from.after, toAfter);
    const base = lines.slice(from.line, line);
    const isSame = printed.length === base.length && printed.every((text, index) => text === base[index]);
    merged.push(...(isSame ? ownLines.slice(from.own, toOwn) : printed), ...(isEnd ? [] : [ownLines[toOwn] ?? ""]));
    from = { line: line + 1, after: toAfter + 1, own: toOwn + 1 };
  }
  return `${merged.join("\n")}\n`;
}

/** Splits like `diffLines`. */
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

type Places = readonly (number | undefined)[];

/** For each unchanged line of the first text, its index in the second. */
function placesIn(diff: readonly DiffLine[], count: number): Places {
  const places = Array.from<number | undefined>({ length: count });
  for (const line of diff) if (line.type === "same") places[line.before - 1] = line.after - 1;
  return places;
}

/**
 * Pairs lines that differ only in formatting: a block between two shared lines is paired if both texts have the same
 * number of lines there.
 */
function pairedUp(places: Places, count: number): Places {
  const paired = [...places];
  let [line, own] = [0, 0];
  for (let next = 0; next <= places.length; next += 1) {
    const to = next === places.length ? count : places[next];
    if (to === undefined) continue;
    if (next - line === to - own) for (let step = 0; line + step < next; step += 1) paired[line + step] = own + step;
    [line, own] = [next + 1, to + 1];
  }
  return paired;
}
