// The functions that views add to SQLite.

/** Converts `500m` to 0.5 and keeps plain numbers. Returns 0 for any other text. */
export function cpuToNumber(value: unknown): number {
  if (typeof value === "number") return value;
  const [, figure, milli] = /^([+-]?(?:\d+\.?\d*|\.\d+))(m?)$/.exec(text(value)) ?? [];
  return figure === undefined ? 0 : milli ? Number(figure) / 1_000 : Number(figure);
}

const powers = ["", "k", "m", "g", "t", "p", "e"];

/** Converts `1 KB` to 1000, and `1KiB` and `1Ki` to 1024. Returns 0 for any other text. */
export function memoryToBytes(value: unknown): number {
  if (typeof value === "number") return value;
  const [, figure, unit = "", binary] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))([kmgtpe]?)(i?)b?$/.exec(text(value).toLowerCase()) ?? [];
  if (figure === undefined || (binary && unit === "")) return 0;
  return Number(figure) * (binary ? 1_024 : 1_000) ** powers.indexOf(unit);
}

const text = (value: unknown) => (typeof value === "string" ? value.replaceAll(/\s+/g, "") : "");
