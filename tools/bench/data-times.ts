// Measures response times instead of rates: one request at a time, in alternation with the reference.
import { median, spread, type Row } from "./bench.ts";

/** A larger spread means that the machine was busy with other work. */
const maxSpread = 0.5;

export interface TimeComparison {
  name: string;
  ours: () => Promise<unknown>;
  reference: () => Promise<unknown>;
  atMost: number;
  rounds: number;
  /** The number of repetitions per round; the result of the round is their median. */
  times: number;
}

export async function compareTimes({ name, ours, reference, atMost, rounds, times }: TimeComparison): Promise<Row> {
  const our: number[] = [];
  const their: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    // The product and the reference also alternate within a round, so that the database cache is the same for both.
    const [a, b]: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n += 1) {
      a.push(await milliseconds(ours));
      b.push(await milliseconds(reference));
    }
    if (round < 0) continue;
    our.push(median(a));
    their.push(median(b));
  }
  const ratio = median(our) / median(their);
  const noisy = Math.max(spread(our), spread(their)) > maxSpread;
  const shown = (values: readonly number[]) => `${median(values).toFixed(2)} ms ± ${Math.round(spread(values) * 50)} %`;
  return {
    name,
    figure: ratio.toFixed(2),
    bar: `≤ ${atMost.toFixed(2)}`,
    verdict: noisy ? "no verdict" : ratio <= atMost ? "met" : "missed",
    note: `${shown(our)} against ${shown(their)}`,
  };
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
