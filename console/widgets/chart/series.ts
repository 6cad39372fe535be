// What a chart draws, and in which colour.

export interface ChartSeries {
  label: string;
  /** One for each time; null where there is none. */
  values: readonly (number | null)[];
  /** Of the meanings, for points that mean one; otherwise the chart's own colours in order. */
  meaning?: "healthy" | "unhealthy" | "warning" | "unknown";
}

/** The token of a line by its place; after the sixth they begin again. */
export const colourOf = (index: number) => `chart-${(index % 6) + 1}`;
