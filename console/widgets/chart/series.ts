// The series of a chart and their colours.

export interface ChartSeries {
  label: string;
  /** One value for each time; null where the value is missing. */
  values: readonly (number | null)[];
  /** A status colour for points; otherwise the chart colours are used in order. */
  meaning?: "healthy" | "unhealthy" | "warning" | "unknown";
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
