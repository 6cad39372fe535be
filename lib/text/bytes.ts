// Formats sizes in powers of 1024, as people write them: "812 B", "64 KiB", "1.5 GiB".

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;
export type ByteUnit = (typeof units)[number];

export interface Size {
  figure: string;
  unit: ByteUnit;
}

/** Uses one decimal from 1 GiB on, where the fraction of a unit matters, and whole numbers below. */
export function byteSize(bytes: number): Size {
  let power = 0;
  let scaled = Math.max(0, bytes);
  while (power < units.length - 1 && roundedFor(power, scaled) >= 1024) {
    scaled /= 1024;
    power += 1;
  }
  return { figure: String(roundedFor(power, scaled)), unit: units[power] ?? "PiB" };
}

/** The unit is chosen after rounding, so that 1023.9 KiB prints as 1 MiB instead of 1024 KiB. */
const roundedFor = (power: number, scaled: number) => (power >= 3 ? Math.round(scaled * 10) / 10 : Math.round(scaled));

export function printBytes(bytes: number) {
  const { figure, unit } = byteSize(bytes);
  return `${figure} ${unit}`;
}
