// Figures as screens show them: grouped by thousands, shares in percent, costs as precise as they are small.

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** 12,345.678 */
export const printNumber = (value: number) => grouped.format(value);

/** A part of a whole, 0 to 1, with one decimal unless it is a whole number: 99.9%, 100%. Only all of it is 100. */
export function printShare(share: number): string {
  const percent = Math.round(share * 1000) / 10;
  return `${share < 1 && percent === 100 ? 99.9 : share > 0 && percent === 0 ? 0.1 : percent}%`;
}

/** 1.2k above a thousand, and the fewer decimals the larger: 345, 34.5, 3.45, 0.003. */
export function printCost(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return `${Math.round(value / 100) / 10}k`;
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.01 || size === 0 ? 2 : 3;
  return value.toFixed(decimals);
}
