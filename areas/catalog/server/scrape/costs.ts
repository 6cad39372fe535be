// Reads costs from a document that uses the column names of the catalog.
import type { Json } from "#language/columns.ts";
import type { FoundCosts } from "./found.ts";

type Fields = { readonly [key: string]: Json | undefined };

export function costsIn(fields: Fields): FoundCosts | undefined {
  const costs = {
    perMinute: amountOf(fields["cost_per_minute"]),
    total1d: amountOf(fields["cost_total_1d"]),
    total7d: amountOf(fields["cost_total_7d"]),
    total30d: amountOf(fields["cost_total_30d"]),
  };
  return Object.values(costs).some((amount) => amount !== undefined) ? costs : undefined;
}

/** Values of query results are strings. */
function amountOf(value: Json | undefined): number | undefined {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof amount === "number" && Number.isFinite(amount) ? amount : undefined;
}
