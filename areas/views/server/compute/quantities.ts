// The functions that the SQL of views has in addition to those of SQLite.

/** `500m` gives 0.5, plain numbers stay, everything else is 0. */
export function cpuToNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const [, figure, milli] = /^([+-]?(?:\d+\.?\d*|\.\d+))(m?)$/.exec(text(value)) ?? [];
  return figure === undefined ? 0 : milli ? Number(figure) / 1_000 : Number(figure);
}

const powers = ["", "k", "m", "g", "t", "p", "e"];

/** `1 KB` gives 1000, `1KiB` and `1Ki` give 1024, everything else is 0. */
export function memoryToBytes(value: unknown): number {
  if (typeof value === "number") return value;
  const [, figure, unit = "", binary] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))([kmgtpe]?)(i?)b?$/.exec(text(value).toLowerCase()) ?? [];
  if (figure === undefined || (binary && unit === "")) return 0;
  return Number(figure) * (binary ? 1_024 : 1_000) ** powers.indexOf(unit);
}

const text = (value: unknown) => (typeof value === "string" ? value.replaceAll(/\s+/g, "") : "");
