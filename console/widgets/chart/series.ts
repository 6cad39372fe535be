// The series of a chart and their colours.

export interface ChartSeries {
  label: string;
  /** One value for each time; null where the value is missing. */
  values: readonly (number | null)[];
  /** A status colour for points; otherwise the chart colours are used in order. */
  meaning?: "healthy" | "unhealthy" | "warning" | "unknown";
}

/**
 * The time span of bars, which are drawn around their times: half a step longer at both ends, so that the first and the
 * last bar are whole. Returns undefined for less than two times.
 */
export function barSpan(times: readonly number[]): { from: number; to: number } | undefined {
  const steps = times.slice(1).map((time, index) => time - times[index]!);
  const [first, last] = [times[0], times.at(-1)];
  if (steps.length === 0 || first === undefined || last === undefined) return undefined;
  const half = steps.reduce((least, step) => Math.min(least, step), Infinity) / 2;
  return { from: first - half, to: last + half };
}

const COLOURS = 6;

/** The colour token of a series; colours repeat after the sixth. */
export const colourOf = (index: number) => `chart-${(index % COLOURS) + 1}`;

/**
 * The dash and gap lengths of a series. Series that repeat a colour are dashed, with shorter dashes at each repetition.
 */
export function dashOf(index: number): [number, number] | undefined {
  const round = Math.floor(index / COLOURS);
  return round === 0 ? undefined : [Math.max(2, 8 / round), 4];
}
