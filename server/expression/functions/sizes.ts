// Sizes, versions and quantities as people and clusters write them.
import { onDemand } from "#server/on-demand.ts";
import { ExpressionFault } from "../fault.ts";
import { isNumber, print } from "../values.ts";
import type { LibraryFunction } from "./function.ts";

const semver = onDemand<typeof import("semver")>("semver");

const units = ["B", "K", "M", "G", "T", "P", "E"];

function humanSize(value: unknown): string {
  const size = isNumber(value)
    ? Number(value)
    : typeof value === "string" && value.trim() !== ""
      ? Number(value)
      : Number.NaN;
  if (!Number.isFinite(size)) throw new ExpressionFault("HumanSize needs a number of bytes.");
  let rest = Math.abs(size);
  let unit = 0;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${size < 0 ? "-" : ""}${unit === 0 ? rest : Number(rest.toFixed(1))}${units[unit]}`;
}

function version(text: string) {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)$/.exec(text.trim());
  const found = parts && semver().parse(`${parts[1]}.${parts[2] ?? 0}.${parts[3] ?? 0}${parts[4] ?? ""}`);
  if (!found) throw new ExpressionFault(`${JSON.stringify(text)} is not a version such as 1.2.3.`);
  return found;
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

/** A quantity of Kubernetes: `100m`, `1.5Gi`, `2e3`. */
export function quantity(name: string, value: unknown): number {
  const parts = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/.exec(
    print(value).trim(),
  );
  if (!parts)
    throw new ExpressionFault(`${name} needs a quantity such as 500m or 2Gi, and got ${JSON.stringify(print(value))}.`);
  return Number(parts[1]) * factors[parts[2] ?? ""]!;
}

export const sizes: readonly LibraryFunction[] = [
  { name: "HumanSize", takes: ["any"], gives: "string", says: "Bytes as people say it: 1.5G", call: humanSize },
  {
    name: "Semver",
    takes: ["string"],
    gives: "map",
    says: "The parts of a version: major, minor, patch, prerelease, metadata, original",
    call: (text: string) => {
      const { major, minor, patch, prerelease, build } = version(text);
      return { major, minor, patch, prerelease: prerelease.join("."), metadata: build.join("."), original: text };
    },
  },
  {
    name: "SemverCompare",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether two versions are the same",
    call: (one: string, other: string) => semver().compare(version(one), version(other)) === 0,
  },
  {
    name: "SemverOrder",
    takes: ["string", "string"],
    gives: "int",
    says: "-1, 0 or 1: which of two versions comes first",
    call: (one: string, other: string) => semver().compare(version(one), version(other)),
  },
];
