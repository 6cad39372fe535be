// Prints a property: a number with its unit, a price, or its text.
import { printBytes } from "#lib/text/bytes.ts";
import type { Property } from "#language/columns.ts";
import { printDollars } from "#console/widgets/cost/cost.ts";

export function propertyText({ text, value, unit, type }: Property): string {
  if (text !== undefined && text !== "") return text;
  if (value === undefined || value === "") return "";
  const figure = Number(value);
  if (Number.isNaN(figure)) return String(value);
  if (type === "currency") return printDollars(figure);
  switch (unit) {
    case "bytes":
      return printBytes(figure);
    case "millicores":
    case "millicore":
      return figure >= 1000 ? `${figure / 1000} cores` : `${figure}m`;
    case "percent":
    case "%":
      return `${figure}%`;
    default:
      return unit ? `${figure.toLocaleString("en")} ${unit}` : figure.toLocaleString("en");
  }
}

/** The links of a property. Only http and https URLs are safe. */
export function propertyLinks({ links = [], type, text }: Property): { url: string; label: string }[] {
  const own = type === "url" && text ? [{ url: text, label: text }] : [];
  return [...own, ...links.map(({ url = "", label, text: words }) => ({ url, label: label ?? words ?? url }))].filter(
    ({ url }) => /^https?:\/\//i.test(url),
  );
}

/** Returns the properties sorted by `order`, without hidden and empty properties. */
export const shownProperties = (properties: readonly Property[]) =>
  properties
    .filter((property) => property.type !== "hidden")
    .filter((property) => propertyText(property) !== "" || propertyLinks(property).length > 0)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
