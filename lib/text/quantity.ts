// Kubernetes quantities of memory and CPU: "512Mi", "1.5Gi", "250m". Forms edit a figure and a unit; specs store the
// string.
import { Unreadable } from "./unreadable.ts";

/** The units that forms offer. */
export const memoryUnits = ["Mi", "Gi", "Ti"] as const;
export type MemoryUnit = (typeof memoryUnits)[number];

const factors: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** Parses "512Mi", "1.5Gi", "1G" or "1024" into bytes. */
export function parseMemory(text: string): number {
  const [, figure, unit = ""] = /^(\d+(?:\.\d+)?)\s*([kKMGTP]?i?)$/.exec(text.trim()) ?? [];
  if (figure === undefined || !Object.hasOwn(factors, unit))
    throw new Unreadable(
      `${JSON.stringify(text)} is not an amount of memory. Write a number and Mi, Gi or Ti, such as 512Mi.`,
    );
  return Number(figure) * factors[unit]!;
}

/**
 * Splits an amount into the figure and unit for the form. An amount in any other unit is converted to the largest unit
 * that keeps it whole.
 */
export function splitMemory(text: string): { figure: number; unit: MemoryUnit } {
  const bytes = parseMemory(text);
  const isWhole = (unit: MemoryUnit) => bytes > 0 && Number.isInteger(bytes / factors[unit]!);
  const unit = memoryUnits.find((unit) => text.trim().endsWith(unit)) ?? memoryUnits.findLast(isWhole) ?? "Mi";
  return { figure: bytes / factors[unit]!, unit };
}

export const printMemory = (figure: number, unit: MemoryUnit) => `${figure}${unit}`;

/** Parses "250m", "1.5" or "2" into thousandths of a CPU. */
export function parseMillicores(text: string): number {
  const [, figure, milli] = /^(\d+(?:\.\d+)?)(m?)$/.exec(text.trim()) ?? [];
  const millicores = Number(figure) * (milli === "m" ? 1 : 1000);
  if (figure === undefined || !Number.isInteger(Math.round(millicores * 1e6) / 1e6))
    throw new Unreadable(`${JSON.stringify(text)} is not an amount of CPU. Write millicores, such as 250m.`);
  return Math.round(millicores);
}

export const printMillicores = (millicores: number) => `${Math.round(millicores)}m`;
