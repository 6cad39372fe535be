// Prints the size of a backup in gigabytes. Sources report a number of bytes, or a text with a unit.

const units: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  ki: 1024,
  kib: 1024,
  m: 1e6,
  mb: 1e6,
  mi: 1024 ** 2,
  mib: 1024 ** 2,
  g: 1e9,
  gb: 1e9,
  gi: 1024 ** 3,
  gib: 1024 ** 3,
  t: 1e12,
  tb: 1e12,
  ti: 1024 ** 4,
  tib: 1024 ** 4,
};

/** Returns an empty text for a size that is missing or has an unknown unit. */
export function printSize(size: unknown): string {
  if (typeof size !== "string" && typeof size !== "number") return "";
  const [, number, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(String(size)) ?? [];
  const factor = units[unit.toLowerCase()];
  if (number === undefined || factor === undefined) return "";
  const gigabytes = (Number(number) * factor) / 1e9;
  return `${gigabytes >= 100 ? Math.round(gigabytes) : Number(gigabytes.toPrecision(3))} GB`;
}
