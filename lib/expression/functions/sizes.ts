// Functions on sizes and quantities.
import { isNumber, print } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const units = ["B", "K", "M", "G", "T", "P", "E"];

function humanSize(value: unknown): string {
  const size = isNumber(value) ? Number(value) : /^\d+$/.test(print(value)) ? Number(print(value)) : Number.NaN;
  if (!Number.isFinite(size)) return "NaN";
  let rest = Math.abs(size);
  let unit = 0;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${size < 0 ? "-" : ""}${unit === 0 ? rest : Number(rest.toFixed(1))}${units[unit]}`;
}

const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** Parses a Kubernetes quantity, without regard to case: `100m`, `1.5Gi`, `2e3`. Undefined for any other string. */
export function quantity(value: unknown): number | undefined {
  const parts = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)([a-zA-Z]{0,2})$/.exec(
    print(value).trim().slice(0, 100),
  );
  const unit = parts?.[2] ?? "";
  const factor = factors[unit] ?? factors[unit.charAt(0).toUpperCase() + unit.slice(1).toLowerCase()];
  return parts && factor !== undefined ? Number(parts[1]) * factor : undefined;
}

export const sizes: readonly LibraryFunction[] = [
  {
    name: "HumanSize",
    templateNames: ["humanSize", "strings.HumanSize"],
    takes: ["any"],
    gives: "string",
    says: "Formats a number of bytes: 1.5G",
    call: humanSize,
  },
];
