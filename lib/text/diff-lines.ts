// The minimal line-based difference between two texts (Myers' algorithm).

export type DiffLine =
  | { type: "same"; before: number; after: number; text: string }
  | { type: "removed"; before: number; text: string }
  | { type: "added"; after: number; text: string };

// Maximum number of changed lines. With more changes, the texts are treated as completely different.
const MAX_CHANGES = 1000;

export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const out: DiffLine[] = [];
  const same = (from: number, to: number, shift: number) => {
    for (let index = from; index < to; index += 1)
      out.push({ type: "same", before: index + 1, after: index + shift + 1, text: a[index] ?? "" });
  };
  same(0, start, 0);
  out.push(...middle(a.slice(start, aEnd), b.slice(start, bEnd), start));
  same(aEnd, a.length, bEnd - aEnd);
  return out;
}

const linesOf = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

function middle(a: readonly string[], b: readonly string[], offset: number): DiffLine[] {
  const steps = minimalEdit(a, b);
  let [x, y] = [0, 0];
  return steps.map((step): DiffLine => {
    const [before, after] = [x + offset + 1, y + offset + 1];
    if (step !== "added") x += 1;
    if (step !== "removed") y += 1;
    if (step === "same") return { type: "same", before, after, text: a[x - 1] ?? "" };
    return step === "removed"
      ? { type: "removed", before, text: a[x - 1] ?? "" }
      : { type: "added", after, text: b[y - 1] ?? "" };
  });
}

type Step = DiffLine["type"];

function minimalEdit(a: readonly string[], b: readonly string[]): Step[] {
  const replaced = (): Step[] => [...a.map((): Step => "removed"), ...b.map((): Step => "added")];
  if (a.length === 0 || b.length === 0) return replaced();
  const maxChanges = Math.min(a.length + b.length, MAX_CHANGES);
  // The furthest x on each diagonal for the current number of changes; the main diagonal is at `maxChanges + 1`.
  const reached = new Int32Array(2 * maxChanges + 3);
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= maxChanges; changes += 1) {
    trace.push(reached.slice());
    for (let k = -changes; k <= changes; k += 2) {
      const at = k + maxChanges + 1;
      const isDown = goesDown(reached, at, k, changes);
      let x = isDown ? reached[at + 1]! : reached[at - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reached[at] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, maxChanges + 1, a.length, b.length);
    }
  }
  return replaced();
}

/** Whether the furthest path to this diagonal ends with an added line. */
const goesDown = (reached: Int32Array, at: number, k: number, changes: number) =>
  k === -changes || (k !== changes && reached[at - 1]! < reached[at + 1]!);

function walkBack(trace: readonly Int32Array[], middleAt: number, endX: number, endY: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [endX, endY];
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const reached = trace[changes]!;
    const k = x - y;
    const isDown = goesDown(reached, k + middleAt, k, changes);
    const from = isDown ? k + 1 : k - 1;
    const fromX = changes === 0 ? 0 : reached[from + middleAt]!;
    const fromY = changes === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      steps.push("same");
      x -= 1;
      y -= 1;
    }
    if (changes > 0) steps.push(isDown ? "added" : "removed");
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

/** Parses a unified diff; null if the text is not a unified diff. */
export function parseUnified(diff: string): DiffLine[] | null {
  const out: DiffLine[] = [];
  let position: { before: number; after: number } | undefined;
  for (const line of diff.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk) position = { before: Number(hunk[1]), after: Number(hunk[2]) };
    else if (!position || line.startsWith("\\")) continue;
    else if (line.startsWith("-")) out.push({ type: "removed", before: position.before++, text: line.slice(1) });
    else if (line.startsWith("+")) out.push({ type: "added", after: position.after++, text: line.slice(1) });
    else out.push({ type: "same", before: position.before++, after: position.after++, text: line.slice(1) });
  }
  return position ? out : null;
}
