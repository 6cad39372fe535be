// The parsed request: the tree that parse/ produces and plan.ts reads. Values are kept separately and referenced by
// their index in `values`, so that requests that differ only in values have the same shape and share a plan.

export interface JsonStep {
  arrow: "->" | "->>";
  key: string;
}

/** A column, or a path inside a JSON column. */
export interface Field {
  column: string;
  path: readonly JsonStep[];
}

export const aggregates = ["avg", "count", "max", "min", "sum"] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SelectedColumn {
  kind: "column";
  /** `*` means every column that the actor may see; undefined means `count()` without a column. */
  field: Field | undefined;
  alias: string | undefined;
  cast: string | undefined;
  aggregate: Aggregate | undefined;
  aggregateCast: string | undefined;
}

export interface SelectedEmbed {
  kind: "embed";
  target: string;
  alias: string | undefined;
  hint: string | undefined;
  join: "inner" | "left";
  spread: boolean;
  select: readonly Selected[];
}

export type Selected = SelectedColumn | SelectedEmbed;

/** The name of an embed in other parts of the request. */
export const embedName = ({ alias, target }: SelectedEmbed) => alias ?? target;

export type Quantifier = "any" | "all";

export type Condition =
  | {
      kind: "compare";
      field: Field;
      negated: boolean;
      operator: string;
      quantifier: Quantifier | undefined;
      /** For text search only: the index of the language in the values. */
      language: number | undefined;
      value: number;
    }
  | { kind: "is"; field: Field; negated: boolean; what: "null" | "not_null" | "true" | "false" | "unknown" }
  | { kind: "group"; negated: boolean; join: "and" | "or"; of: readonly Condition[] };

export interface Order {
  /** The to-one embed that has the column. */
  embed: string | undefined;
  field: Field;
  direction: "asc" | "desc" | undefined;
  nulls: "first" | "last" | undefined;
}

/** The conditions, order and page for one relation: the main relation, or an embed by its path. */
export interface Level {
  conditions: readonly Condition[];
  order: readonly Order[];
  limit: number | undefined;
  offset: number | undefined;
}

export interface Shape {
  select: readonly Selected[];
  main: Level;
  /** The levels by path: `hypotheses.evidences`. */
  embedded: Readonly<Record<string, Level>>;
}

export interface Query {
  shape: Shape;
  values: readonly Value[];
  /** The requested page, in rows, for Content-Range. */
  limit: number;
  offset: number;
}

export type Value = string | number | readonly string[] | null;

/** Collects values while a request is parsed. */
export class Values {
  readonly all: Value[] = [];
  add(value: Value): number {
    return this.all.push(value) - 1;
  }
}
