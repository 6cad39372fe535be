// Defines benches and compares their figures with thresholds. A bench compares two implementations on the same machine
// in the same minute, because figures of different machines and times cannot be compared.
//
// To add one: write `tools/bench/<name>.ts` that exports a Bench, and add it to the list in index.ts. Measure in rounds
// with compare(), or return a row for every single figure, with the promised threshold.

export interface Bench {
  name: string;
  run(options: BenchOptions): Promise<readonly Row[]>;
}

export interface BenchOptions {
  /** Whether rounds are shorter for a quick look; the printed table notes this. */
  quick: boolean;
  /** A folder for CPU profiles of the server; undefined for none. */
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

/** Returns the difference between the extreme rounds, as a share of their median. */
export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);

/** A larger spread means that the machine was busy with other work, so that the median is meaningless. */
const maxSpread = 0.5;

/** Warm-up rounds are not counted: V8 needs thousands of requests before it optimizes the hot code. */
const warmUpRounds = 3;

export interface Comparison {
  name: string;
  /**
   * Each function runs one round and returns a rate: `ours` for the measured code, `reference` for the code to compare
   * it with.
   */
  ours: () => Promise<number>;
  reference: () => Promise<number>;
  atLeast: number;
  rounds: number;
  unit: string;
}

/**
 * Alternates the rounds, so that a slow minute of the machine affects both sides, and compares the ratio of the medians
 * with the threshold.
 */
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
  const noisy = Math.max(...Object.values(spreads)) > maxSpread;
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

/** Returns a row for a single figure with its own threshold, such as a size. */
export const atMost = (name: string, value: number, most: number, unit: string, note?: string): Row => ({
  name,
  figure: `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`,
  bar: `≤ ${most} ${unit}`,
  verdict: value <= most ? "met" : "missed",
  ...(note === undefined ? {} : { note }),
});

export function table(rows: readonly Row[]): string {
  const cells = [
    ["name", "figure", "threshold", "verdict", ""],
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
