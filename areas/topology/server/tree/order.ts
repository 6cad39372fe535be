// Sorts the components of a response by a field or a property. Components without a value come last in both directions.
// Equal values are sorted by the order that their topology states, and then by name.
import { propertiesOf, type TreeEntry } from "../forest/forest.ts";
import type { TreeQuery } from "./query.ts";

export type Order = (one: TreeEntry, other: TreeEntry) => number;

/** The worst state has the highest rank. */
const ranks: Readonly<Record<string, number>> = { info: 1, healthy: 2, warning: 3, unhealthy: 4, error: 5 };

const collator = new Intl.Collator("en", { numeric: true });
const compareNames: Order = (one, other) => collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);

/** The order that a topology defines. Components without an order come after components with an order. */
const compareStated: Order = (one, other) => {
  if (one.order === other.order) return 0;
  if (one.order === null || other.order === null) return one.order === null ? 1 : -1;
  return one.order - other.order;
};
const compareEqual: Order = (one, other) => compareStated(one, other) || compareNames(one, other);

type Value = string | number | null | undefined;

function valueOf(sortBy: string): ((entry: TreeEntry) => Value) | undefined {
  if (sortBy.startsWith("field:")) {
    const name = sortBy.slice("field:".length);
    return (entry) => {
      const property = propertiesOf(entry).find((candidate) => candidate.name === name);
      return property?.value ?? (property?.text === "" ? undefined : property?.text);
    };
  }
  switch (sortBy) {
    case "status":
    case "health":
      return ({ health, status }) => ranks[health ?? ""] ?? ranks[status];
    case "type":
      return ({ type }) => type;
    case "updated_at":
      return ({ updatedAt }) => updatedAt;
    case "created_at":
      return ({ createdAt }) => createdAt;
    default:
      return undefined;
  }
}

export function orderOf({ sortBy, sortOrder = "asc" }: Pick<TreeQuery, "sortBy" | "sortOrder">): Order {
  if (sortBy === undefined || sortBy === "") return compareEqual;
  const sign = sortOrder === "desc" ? -1 : 1;
  const value = valueOf(sortBy);
  if (!value) return (one, other) => sign * compareNames(one, other);
  return (one, other) => {
    const [left, right] = [value(one) ?? undefined, value(other) ?? undefined];
    if (left === undefined || right === undefined)
      return left === right ? compareEqual(one, other) : left === undefined ? 1 : -1;
    const [first, second] = [asNumber(left), asNumber(right)];
    const difference =
      first !== undefined && second !== undefined ? first - second : collator.compare(String(left), String(right));
    return sign * difference || compareEqual(one, other);
  };
}

function asNumber(value: string | number): number | undefined {
  const found = typeof value === "number" ? value : Number(value);
  return Number.isNaN(found) || value === "" ? undefined : found;
}
