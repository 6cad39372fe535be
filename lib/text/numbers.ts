// Formats figures for the screen: numbers grouped by thousands, shares in percent, and costs with more decimals the
// smaller they are.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** Formats a number: 12,345.678. */
export const printNumber = (value: number) => grouped.format(value);

/**
 * Formats a share from 0 to 1 in percent, with one decimal, so that the figures of a column align: 99.9%, 75.0%. Only
 * an exact 1 prints as 100.0%, only an exact 0 as 0.0%.
 */
export function printShare(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? "0.0%" : "100.0%";
  return `${Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1)}%`;
}

/** Formats a cost: 1.2k above a thousand, and more decimals the smaller it is: 345, 34.5, 3.45, 0.003. */
export function printCost(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return `${Math.round(value / 100) / 10}k`;
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.01 || size === 0 ? 2 : 3;
  return value.toFixed(decimals);
}
