// What a bench is, and how its figures are judged. A bench compares two things on the same machine in the same minute,
// because figures of different machines and moments say nothing about one another.
//
// To add one: write `tools/bench/<name>.ts` that exports a Bench, and name it in the list of index.ts. Measure in rounds
// with compare(), or give a row for every plain figure; state the bar as the issue states it.

export interface Bench {
  name: string;
  run(options: BenchOptions): Promise<readonly Row[]>;
}

export interface BenchOptions {
  /** Shorter, for a look while working; the table says so. */
  quick: boolean;
  /** A folder for CPU profiles of the server, when they are wanted. */
  profileFolder: string | undefined;
  progress(text: string): void;
}

export interface Row {
  name: string;
  figure: string;
  bar: string;
  verdict: "met" | "missed" | "no verdict";
  note?: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** How far apart the rounds are, as a share of their median. */
export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);

/** Above this the machine was busy with something else, and a median of noise is noise. */
const mostSpread = 0.5;

/** Not counted: V8 takes thousands of requests to find out what is worth compiling well. */
const warmUpRounds = 3;

export interface Comparison {
  name: string;
  /** The thing that is judged, and the one it is measured against: each call is one round and gives a rate. */
  ours: () => Promise<number>;
  reference: () => Promise<number>;
  atLeast: number;
  rounds: number;
  unit: string;
}

/** Interleaves rounds, so that a slow minute of the machine falls on both, and judges the ratio of the medians. */
export async function compare({ name, ours, reference, atLeast, rounds, unit }: Comparison): Promise<Row> {
  const our: number[] = [];
  const their: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const [rate, yardstick] = [await ours(), await reference()];
    if (round < 0) continue;
    our.push(rate);
    their.push(yardstick);
  }
  return judge({ name, our, their, atLeast, unit });
}

export function judge({
  name,
  our,
  their,
  atLeast,
  unit,
}: {
  name: string;
  our: readonly number[];
  their: readonly number[];
  atLeast: number;
  unit: string;
}): Row {
  const ratio = median(our) / median(their);
  const spreads = { ours: spread(our), reference: spread(their) };
  const noisy = Math.max(...Object.values(spreads)) > mostSpread;
  const shown = (values: readonly number[], share: number) =>
    `${Math.round(median(values)).toLocaleString("en")} ${unit} ± ${Math.round(share * 50)} %`;
  return {
    name,
    figure: ratio.toFixed(2),
    bar: `≥ ${atLeast.toFixed(2)}`,
    verdict: noisy ? "no verdict" : ratio >= atLeast ? "met" : "missed",
    note: `${shown(our, spreads.ours)} against ${shown(their, spreads.reference)}`,
  };
}

/** A figure that has its own bar, such as a size. */
export const atMost = (name: string, value: number, most: number, unit: string, note?: string): Row => ({
  name,
  figure: `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`,
  bar: `≤ ${most} ${unit}`,
  verdict: value <= most ? "met" : "missed",
  ...(note === undefined ? {} : { note }),
});

export function table(rows: readonly Row[]): string {
  const cells = [
    ["name", "figure", "bar", "verdict", ""],
    ...rows.map(({ name, figure, bar, verdict, note = "" }) => [name, figure, bar, verdict, note]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
