// The range and the colours of gauges.
import type { ViewPanel } from "../../contract.ts";
import { cssColour } from "./colours.ts";
import { figureOf } from "./figures.ts";

export type GaugeSpec = NonNullable<ViewPanel["gauge"]>;

export interface Range {
  min: number;
  max: number;
}

export interface Threshold {
  /** The value from which the colour applies. */
  from: number;
  colour: string;
}

/** The limits of a row come before those of the spec. A limit that is neither known there is 0 or `fallback`. */
export function rangeOf(gauge: GaugeSpec | undefined, row: { min?: unknown; max?: unknown }, fallback = 100): Range {
  const min = figureOf(row.min) ?? figureOf(gauge?.min) ?? 0;
  const max = figureOf(row.max) ?? figureOf(gauge?.max) ?? fallback;
  return max > min ? { min, max } : { min, max: min + 1 };
}

/** The thresholds in ascending order. A percentage is a share of the range. */
export const thresholdsOf = (gauge: GaugeSpec | undefined, { min, max }: Range): readonly Threshold[] =>
  (gauge?.thresholds ?? [])
    .flatMap(({ percent, value, color }): Threshold[] => {
      const from = percent === undefined ? value : min + (percent / 100) * (max - min);
      const colour = cssColour(color);
      return from === undefined || colour === undefined ? [] : [{ from, colour }];
    })
    .sort((a, b) => a.from - b.from);

const DEFAULT_COLOUR = "var(--chart-1)";

/** The colour of the highest threshold that the value reaches; below all, that of the first one. */
export const colourAt = (value: number, thresholds: readonly Threshold[]): string =>
  (thresholds.findLast(({ from }) => value >= from) ?? thresholds[0])?.colour ?? DEFAULT_COLOUR;

/** The place of a value in the range, from 0 to 1. */
export const shareIn = (value: number, { min, max }: Range): number =>
  Math.min(1, Math.max(0, (value - min) / (max - min)));
