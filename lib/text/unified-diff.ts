// Computes unified diffs in the format of `diff -u`, with the file names before and after, by Myers' algorithm.
// areas/catalog/server/history/hunks.ts reverts them. docs/decisions/0020 compares this code with the package `diff`.

const contextLines = 3;
/**
 * Maximum number of differing lines. If two texts differ in more lines, the whole middle is replaced instead.
 */
const maxEdits = 1_000;

/** A line that is unchanged, removed or added. */
interface Step {
  kind: " " | "-" | "+";
  line: string;
}

const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** Returns an empty string if the texts are equal. Both texts end with a line break. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  const { passed, steps } = stepsBetween(before, after);
  const out = ["--- before", "+++ after"];
  let [was, is] = [passed, passed];
  let at = 0;
  while (at < steps.length) {
    if (steps[at]!.kind === " ") {
      [was, is, at] = [was + 1, is + 1, at + 1];
      continue;
    }
    const from = Math.max(0, at - contextLines);
    let to = at;
    // Changes closer than twice the context form one hunk.
    for (let quiet = 0, next = at; next < steps.length && quiet <= 2 * contextLines; next += 1) {
      quiet = steps[next]!.kind === " " ? quiet + 1 : 0;
      if (quiet === 0) to = next + 1;
    }
    const end = Math.min(steps.length, to + contextLines);
    const hunk = steps.slice(from, end);
    const [startWas, startIs] = [was - (at - from), is - (at - from)];
    const [countWas, countIs] = [
      hunk.filter(({ kind }) => kind !== "+").length,
      hunk.filter(({ kind }) => kind !== "-").length,
    ];
    out.push(`@@ -${range(startWas, countWas)} +${range(startIs, countIs)} @@`);
    for (const { kind, line } of hunk) out.push(kind + line);
    [was, is, at] = [startWas + countWas, startIs + countIs, end];
  }
  return `${out.join("\n")}\n`;
}

/** Lines are counted from one; an empty range starts at the line before it. */
const range = (start: number, count: number) =>
  count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;

/**
 * Two versions are mostly equal. The equal start and end are skipped without splitting them into lines, except for the
 * context of the changes.
 */
function stepsBetween(before: string, after: string): { passed: number; steps: Step[] } {
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  const first = linesBack(before, start);
  const last = linesOn(before, before.length - end);
  const same = (line: string): Step => ({ kind: " ", line });
  return {
    passed: countLines(before, first),
    steps: [
      ...linesOf(before.slice(first, start)).map(same),
      ...middleSteps(
        linesOf(before.slice(start, before.length - end)),
        linesOf(after.slice(start, after.length - end)),
      ),
      ...linesOf(before.slice(before.length - end, last)).map(same),
    ],
  };
}

/** Returns the number of characters in the lines that both texts have in common at the start. */
function sharedStart(before: string, after: string): number {
  const max = Math.min(before.length, after.length);
  let length = 0;
  while (length < max && before.charCodeAt(length) === after.charCodeAt(length)) length += 1;
  return length === 0 ? 0 : before.lastIndexOf("\n", length - 1) + 1;
}

/** Returns the number of characters in the lines that both texts have in common at the end, after the common start. */
function sharedEnd(before: string, after: string, start: number): number {
  const max = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length < max && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length))
    length += 1;
  const isWhole = (text: string) => length === text.length - start || text[text.length - 1 - length] === "\n";
  if (isWhole(before) && isWhole(after)) return length;
  // The common end starts within a line, which is left out.
  return before.length - before.indexOf("\n", before.length - length) - 1;
}

/** Returns the start of the context before a position. */
function linesBack(text: string, place: number): number {
  let at = place;
  for (let line = 0; line < contextLines && at > 0; line += 1) at = at < 2 ? 0 : text.lastIndexOf("\n", at - 2) + 1;
  return at;
}

/** Returns the end of the context after a position. */
function linesOn(text: string, place: number): number {
  let at = place;
  for (let line = 0; line < contextLines && at < text.length; line += 1) at = text.indexOf("\n", at) + 1;
  return at;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function middleSteps(before: readonly string[], after: readonly string[]): Step[] {
  const furthest = search(before, after);
  if (!furthest)
    return [...before.map((line): Step => ({ kind: "-", line })), ...after.map((line): Step => ({ kind: "+", line }))];
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  const stay = () => {
    [x, y] = [x - 1, y - 1];
    steps.push({ kind: " ", line: before[x]! });
  };
  for (let edits = furthest.length - 1; edits > 0; edits -= 1) {
    const reached = furthest[edits]!;
    const k = x - y;
    const isAdded = k === -edits || (k !== edits && reached[k - 1 + edits]! < reached[k + 1 + edits]!);
    const cameFrom = isAdded ? k + 1 : k - 1;
    const fromX = reached[cameFrom + edits]!;
    while (x > fromX && y > fromX - cameFrom) stay();
    if (isAdded) steps.push({ kind: "+", line: after[(y -= 1)]! });
    else steps.push({ kind: "-", line: before[(x -= 1)]! });
  }
  while (x > 0) stay();
  return steps.reverse();
}

/**
 * Returns the furthest point of each diagonal before each edit, until both ends are reached; undefined beyond
 * `maxEdits`.
 */
function search(before: readonly string[], after: readonly string[]): Int32Array[] | undefined {
  const [ours, theirs] = numbered(before, after);
  const [n, m] = [ours.length, theirs.length];
  const max = Math.min(n + m, maxEdits);
  const history: Int32Array[] = [];
  const reached = new Int32Array(2 * max + 3);
  const middle = max + 1;
  for (let edits = 0; edits <= max; edits += 1) {
    history.push(reached.slice(middle - edits, middle + edits + 1));
    for (let k = -edits; k <= edits; k += 2) {
      const isAdded = k === -edits || (k !== edits && reached[middle + k - 1]! < reached[middle + k + 1]!);
      let x = edits === 0 ? 0 : isAdded ? reached[middle + k + 1]! : reached[middle + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && ours[x] === theirs[y]) [x, y] = [x + 1, y + 1];
      reached[middle + k] = x;
      if (x >= n && y >= m) return history;
    }
  }
  return undefined;
}

/** Replaces equal lines by equal numbers, which are faster to compare. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const number = (line: string) => {
    let known = numbers.get(line);
    if (known === undefined) numbers.set(line, (known = numbers.size));
    return known;
  };
  return [Int32Array.from(before, number), Int32Array.from(after, number)];
}
