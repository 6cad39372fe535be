// What an expression came to, as what can be stored: times and durations as texts, nothing that JSON has not.
import type { Json } from "#language/columns.ts";
import { Span } from "./values.ts";

export const asJson = (value: unknown): Json =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, one: unknown) =>
          typeof one === "bigint" ? Number(one) : one instanceof Span ? one.toString() : one,
        ) ?? "null",
      ) as Json);
