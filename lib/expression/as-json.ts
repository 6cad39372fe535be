// The result of an expression as JSON that can be stored: times and durations are texts. So are integers beyond 2^53, because a
// number would lose digits.
import type { Json } from "../json/json.ts";

export const asJson = (value: unknown): Json =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, held: unknown) => (typeof held === "bigint" ? String(held) : held)) ?? "null",
      ) as Json);
