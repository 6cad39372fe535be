// Computes the ranges and colours of gauges.
import type { ViewPanel } from "../../contract.ts";
import { cssColour } from "./colours.ts";
import { figureOf } from "./figures.ts";

export type GaugeSpec = NonNullable<ViewPanel["gauge"]>;

export interface Range {
  min: number;
  max: number;
}

export interface Threshold {
  /** The lowest value with this colour. */
  from: number;
  colour: string;
}

/**
 * The limits of a row override the limits of the spec. If neither has a limit, the minimum is 0 and the maximum is
 * `fallback`.
 */
export function rangeOf(gauge: GaugeSpec | undefined, row: { min?: unknown; max?: unknown }, fallback = 100): Range {
  const min = figureOf(row.min) ?? figureOf(gauge?.min) ?? 0;
  const max = figureOf(row.max) ?? figureOf(gauge?.max) ?? fallback;
  return max > min ? { min, max } : { min, max: min + 1 };
}

/** The thresholds in ascending order. Percentages are relative to the range. */
export const thresholdsOf = (gauge: GaugeSpec | undefined, { min, max }: Range): readonly Threshold[] =>
  (gauge?.thresholds ?? [])
    .flatMap(({ percent, value, color }): Threshold[] => {
      const from = percent === undefined ? value : min + (percent / 100) * (max - min);
      const colour = cssColour(color);
      return from === undefined || colour === undefined ? [] : [{ from, colour }];
    })
    .sort((a, b) => a.from - b.from);

const DEFAULT_COLOUR = "var(--chart-1)";

/**
 * The colour of the highest threshold that the value reaches. A value below all thresholds has the colour of the first
 * threshold.
 */
export const colourAt = (value: number, thresholds: readonly Threshold[]): string =>
  (thresholds.findLast(({ from }) => value >= from) ?? thresholds[0])?.colour ?? DEFAULT_COLOUR;

/** The position of a value in the range, from 0 to 1. */
export const shareIn = (value: number, { min, max }: Range): number =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));
