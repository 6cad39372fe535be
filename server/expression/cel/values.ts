// Values between CEL and us. Whole numbers are bigint there; durations are a class that the package keeps to itself.
import { Environment } from "@marcbachmann/cel-js";
import { step } from "../budget.ts";
import { headerMap, isHeaderMap } from "../header-map.ts";
import { isMap, Span } from "../values.ts";

interface CelDuration {
  valueOf(): number;
}

const sample = new Environment().evaluate('duration("1s")') as CelDuration;
const Duration = sample.constructor as unknown as {
  new (seconds: bigint, nanos: number): CelDuration;
  fromMilliseconds(ms: number): CelDuration;
};

/** What a function of ours is given. Lists and maps are read when they are asked for (functions/function.ts). */
export const fromCel = (value: unknown): unknown => (value instanceof Duration ? new Span(value.valueOf()) : value);

/** What came from JSON, or from a function of ours, for CEL. */
export function toCel(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === undefined) return null;
  if (typeof value !== "object" || value === null) return value;
  step();
  if (value instanceof Span) return Duration.fromMilliseconds(value.ms);
  if (Array.isArray(value)) return value.map(toCel);
  if (value instanceof Map || !isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = toCel(value[key]);
  return isHeaderMap(value) ? headerMap(copy) : copy;
}

/** What an expression came to, for everybody else. */
export function outOfCel(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  step();
  if (value instanceof Duration) return new Span(value.valueOf());
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, held]) => [String(key), outOfCel(held)]));
  if (Array.isArray(value)) return value.map(outOfCel);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, outOfCel(held)]));
}
