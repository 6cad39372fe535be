// What something costs, and whether that goes up or down.

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

/** Only where all three are known: one of them alone says nothing about the others. */
export function knownCosts({ cost_total_1d: day, cost_total_7d: week, cost_total_30d: month }: Costs) {
  return day && week && month ? ({ day, week, month } satisfies KnownCosts) : undefined;
}

/** Two decimals up to ten, none above. */
export const printDollars = (amount: number) =>
  `$${amount.toLocaleString("en", Math.abs(amount) > 10 ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

export interface Trend {
  direction: "up" | "down";
  /** "25%", or "3.5x" where it more than doubled. */
  text: string;
}

/** Closer to the usual day than this is as usual. */
const NOTICED = 0.1;

/** The last day beside the average one of the month. */
export function costTrend({ day, month }: KnownCosts): Trend | undefined {
  const usual = month / 30;
  const change = (day - usual) / usual;
  if (Math.abs(change) <= NOTICED) return undefined;
  return {
    direction: change > 0 ? "up" : "down",
    text: change > 1 ? `${(day / usual).toFixed(1)}x` : `${Math.round(Math.abs(change) * 100)}%`,
  };
}

const fields = ["cost_per_minute", "cost_total_1d", "cost_total_7d", "cost_total_30d"] as const;

/** Of several things together. */
export const sumCosts = (all: readonly Costs[]): Costs =>
  Object.fromEntries(fields.map((field) => [field, all.reduce((sum, costs) => sum + (costs[field] ?? 0), 0)]));
