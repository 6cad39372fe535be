// Sizes in powers of 1024, as people write them: "812 B", "64 KiB", "1.5 GiB".

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;
export type ByteUnit = (typeof units)[number];

export interface Size {
  figure: string;
  unit: ByteUnit;
}

/** One decimal from 1 GiB on, where the fraction of a unit matters; whole numbers below. */
export function byteSize(bytes: number): Size {
  let power = 0;
  let scaled = Math.max(0, bytes);
  while (power < units.length - 1 && roundedFor(power, scaled) >= 1024) {
    scaled /= 1024;
    power += 1;
  }
  return { figure: String(roundedFor(power, scaled)), unit: units[power] ?? "PiB" };
}

/** 1023.9 KiB must print as 1 MiB, never as 1024 KiB, so the unit is chosen after rounding. */
const roundedFor = (power: number, scaled: number) => (power >= 3 ? Math.round(scaled * 10) / 10 : Math.round(scaled));

export function printBytes(bytes: number) {
  const { figure, unit } = byteSize(bytes);
  return `${figure} ${unit}`;
}
