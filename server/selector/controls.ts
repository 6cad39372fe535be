// Search terms that control the result instead of selecting rows: `limit=20 offset=40 sort=type @order=-created_at`.
import { both, type Selector, type Term, fieldOf } from "#lib/selector/selector.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import { UnknownField } from "./condition.ts";
import type { Selected } from "./selected.ts";

export interface Controls {
  limit?: number;
  offset?: number;
  /** An SQL `order by` expression. */
  order?: string;
}

const words: ReadonlySet<string> = new Set(["limit", "offset", "sort", "@order"]);

const isControl = (part: Selector): part is Term & { kind: "is" } =>
  part.kind === "is" && part.path.length === 1 && words.has(part.path[0]!) && !part.negated;

/** Separates the controls from the selector. Controls are recognized at the top level only, not inside parentheses. */
export function takeControls(selector: Selector, selected: Selected): { controls: Controls; rest: Selector } {
  const parts = selector.kind === "all" ? selector.of : [selector];
  const controls: Controls = {};
  for (const { path, match, at } of parts.filter(isControl)) {
    const value = match.include[0]?.join("*") ?? "";
    if (path[0] === "sort" || path[0] === "@order") controls.order = orderBy(value, selected);
    else if (/^\d{1,6}$/.test(value)) controls[path[0] as "limit" | "offset"] = Number(value);
    else
      throw new Unreadable(`${path[0]} must be a whole number of up to six digits, not ${JSON.stringify(value)}.`, at);
  }
  return { controls, rest: both(...parts.filter((part) => !isControl(part))) };
}

function orderBy(text: string, { columns }: Selected): string {
  const [, sign, name = ""] = /^(-?)(.*)$/s.exec(text)!;
  const column = columns.get(fieldOf([name]));
  if (!column || column.type === "jsonb") throw new UnknownField(`${JSON.stringify(name)} is not a field to sort by.`);
  return `r."${column.name}" ${sign === "-" ? "desc" : "asc"} nulls last`;
}
