// Converts the result of an expression to JSON that can be stored. Times and durations become strings, and so do
// integers beyond 2^53, because a number would lose digits.
import type { Json } from "../json/json.ts";

export const asJson = (value: unknown): Json =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, held: unknown) => (typeof held === "bigint" ? String(held) : held)) ?? "null",
      ) as Json);
