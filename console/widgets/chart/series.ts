// What a chart draws, and in which colour.

export interface ChartSeries {
  label: string;
  /** One for each time; null where there is none. */
  values: readonly (number | null)[];
  /** Of the meanings, for points that mean one; otherwise the chart's own colours in order. */
  meaning?: "healthy" | "unhealthy" | "warning" | "unknown";
}

const COLOURS = 6;

/** The token of a line by its place; after the sixth they begin again. */
export const colourOf = (index: number) => `chart-${(index % COLOURS) + 1}`;

/** Lines of a colour that is taken are dashed, each time around with shorter dashes: lengths of line and gap. */
export function dashOf(index: number): [number, number] | undefined {
  const round = Math.floor(index / COLOURS);
  return round === 0 ? undefined : [Math.max(2, 8 / round), 4];
}
