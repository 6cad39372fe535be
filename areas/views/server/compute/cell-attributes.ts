// Computes the attributes of cells: links, icons and limits from expressions over the row.
import type { ColumnSpec, UrlSpec } from "../spec/column-spec.ts";
import { plain } from "./cells.ts";
import { ofRow, type OfRow, type Row } from "./expressions.ts";

/**
 * The functions that compute the attributes of a cell. A function returns undefined if the cell does not have the
 * attribute.
 */
interface Computed {
  url: (row: Row) => string | undefined;
  icon: (row: Row) => string | undefined;
  min: (row: Row) => number | undefined;
  max: (row: Row) => number | undefined;
}
type Attribute = keyof Computed;
type Compute = Computed[Attribute];

const isUuid = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Returns the attributes that a column defines, each with its function. */
export function attributesOf(
  { url, icon, gauge }: ColumnSpec,
  viewIds: Readonly<Record<string, string>>,
): readonly (readonly [Attribute, Compute])[] {
  const found: [Attribute, Compute][] = [];
  if (url) found.push(["url", urlOf(url, viewIds)]);
  if (icon) found.push(["icon", textOf(ofRow("cel", icon))]);
  for (const end of ["min", "max"] as const) {
    const limit = gauge?.[end];
    if (typeof limit === "string" && limit.trim() !== "" && !Number.isFinite(Number(limit)))
      found.push([end, numberOf(ofRow("cel", limit))]);
  }
  return found;
}

const textOf = (compute: OfRow) => (row: Row) => {
  const value = plain(compute(row));
  return typeof value === "string" ? value || undefined : typeof value === "number" ? String(value) : undefined;
};

const numberOf = (compute: OfRow) => (row: Row) => {
  const value = plain(compute(row));
  return value === null || value === "" || !Number.isFinite(Number(value)) ? undefined : Number(value);
};

function urlOf({ config, view, template }: UrlSpec, viewIds: Readonly<Record<string, string>>): Computed["url"] {
  if (config !== undefined) {
    const compute = textOf(ofRow("cel", config));
    return (row) => {
      const found = compute(row);
      if (found === undefined) return undefined;
      return isUuid(found) ? `/catalog/${found}` : `/catalog?search=${encodeURIComponent(found)}`;
    };
  }
  if (view !== undefined) {
    const id = viewIds[`${view.namespace || "default"}/${view.name}`];
    const variables = Object.entries(view.filter ?? {}).map(
      ([key, text]) => [key, textOf(ofRow("cel", text))] as const,
    );
    return (row) => {
      if (id === undefined) return undefined;
      const query = new URLSearchParams();
      for (const [key, compute] of variables) {
        const value = compute(row);
        if (value !== undefined) query.set(`var.${key}`, value);
      }
      return `/views/${id}${query.size > 0 ? `?${query}` : ""}`;
    };
  }
  const compute = textOf(ofRow("template", template ?? ""));
  return (row) => {
    const address = compute(row);
    // Other schemes, such as javascript:, could run code in the console.
    return address !== undefined && /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i.test(address) ? address : undefined;
  };
}
