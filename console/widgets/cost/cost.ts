// Costs and their trend.

export interface Costs {
  cost_per_minute?: number | null | undefined;
  cost_total_1d?: number | null | undefined;
  cost_total_7d?: number | null | undefined;
  cost_total_30d?: number | null | undefined;
}

export interface KnownCosts {
  day: number;
  week: number;
  month: number;
}

/** Undefined unless the costs of all three periods are known. */
export function knownCosts({ cost_total_1d: day, cost_total_7d: week, cost_total_30d: month }: Costs) {
  return day && week && month ? ({ day, week, month } satisfies KnownCosts) : undefined;
}

/** Two decimals up to ten dollars, no decimals above. */
export const printDollars = (amount: number) =>
  `$${amount.toLocaleString("en", Math.abs(amount) > 10 ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

export interface Trend {
  direction: "up" | "down";
  /** "25%", or "3.5x" if the cost more than doubled. */
  text: string;
}

/** Minimum deviation from the average that is shown as a trend. */
const MIN_DEVIATION = 0.1;

/** Compares the cost of the last day with the average daily cost of the month. */
export function costTrend({ day, month }: KnownCosts): Trend | undefined {
  const average = month / 30;
  const change = (day - average) / average;
  if (Math.abs(change) <= MIN_DEVIATION) return undefined;
  return {
    direction: change > 0 ? "up" : "down",
    text: change > 1 ? `${(day / average).toFixed(1)}x` : `${Math.round(Math.abs(change) * 100)}%`,
  };
}

const fields = ["cost_per_minute", "cost_total_1d", "cost_total_7d", "cost_total_30d"] as const;

/** Adds up costs; missing costs count as 0. */
export const sumCosts = (all: readonly Costs[]): Costs =>
  Object.fromEntries(fields.map((field) => [field, all.reduce((sum, costs) => sum + (costs[field] ?? 0), 0)]));
