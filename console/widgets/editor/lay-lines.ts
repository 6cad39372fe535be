// The changes between two printed texts, laid over the text as a person wrote it. Lines that he laid out in his own way
// and that did not change stay his.
import { type DiffLine, diffLines } from "../diff/diff-lines.ts";

/** `before` and `after` come from the same printer; `own` says what `before` says. */
export function layLines(before: string, after: string, own: string): string {
  if (before === own) return after;
  const [lines, news, olds] = [linesOf(before), linesOf(after), linesOf(own)];
  const inAfter = placesIn(diffLines(before, after), lines.length);
  const inOwn = pairedUp(placesIn(diffLines(before, own), lines.length), olds.length);
  const made: string[] = [];
  let from = { line: 0, after: 0, own: 0 };
  // From one line that all three have to the next: his own lines stay, unless the printed ones changed.
  for (let line = 0; line <= lines.length; line += 1) {
    const isEnd = line === lines.length;
    const [toAfter, toOwn] = isEnd ? [news.length, olds.length] : [inAfter[line], inOwn[line]];
    if (toAfter === undefined || toOwn === undefined) continue;
    const printed = news.slice(from.after, toAfter);
    const base = lines.slice(from.line, line);
    const isSame = printed.length === base.length && printed.every((text, index) => text === base[index]);
    made.push(...(isSame ? olds.slice(from.own, toOwn) : printed), ...(isEnd ? [] : [olds[toOwn] ?? ""]));
    from = { line: line + 1, after: toAfter + 1, own: toOwn + 1 };
  }
  return `${made.join("\n")}\n`;
}

/** Cut as the difference cuts them. */
const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

type Places = readonly (number | undefined)[];

/** For every line of the first text its place in the second, where it is unchanged. */
function placesIn(diff: readonly DiffLine[], count: number): Places {
  const places = Array.from<number | undefined>({ length: count });
  for (const line of diff) if (line.type === "same") places[line.before - 1] = line.after - 1;
  return places;
}

/** As many lines that are laid out otherwise as there are printed ones between two shared ones: they are the same lines. */
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
