// What a request asks, in words of our own: the tree that parse/ makes and plan.ts reads. Values are kept apart and named
// by their place in `values`, so that two requests that differ in values only have the same shape, and one plan.

export interface JsonStep {
  arrow: "->" | "->>";
  key: string;
}

/** A column, or a place inside a JSON column. */
export interface Field {
  column: string;
  path: readonly JsonStep[];
}

export const aggregates = ["avg", "count", "max", "min", "sum"] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SelectedColumn {
  kind: "column";
  /** `*` is every column that the actor may see; undefined is the bare `count()`. */
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

/** How other parts of the request speak of an embed. */
export const embedName = ({ alias, target }: SelectedEmbed) => alias ?? target;

export type Quantifier = "any" | "all";

export type Condition =
  | {
      kind: "compare";
      field: Field;
      negated: boolean;
      operator: string;
      quantifier: Quantifier | undefined;
      /** Text search only: place of the language among the values. */
      language: number | undefined;
      value: number;
    }
  | { kind: "is"; field: Field; negated: boolean; what: "null" | "not_null" | "true" | "false" | "unknown" }
  | { kind: "group"; negated: boolean; join: "and" | "or"; of: readonly Condition[] };

export interface Order {
  /** The to-one embed whose column it is. */
  embed: string | undefined;
  field: Field;
  direction: "asc" | "desc" | undefined;
  nulls: "first" | "last" | undefined;
}

/** What is said about the rows of one relation in the request: the main one, or an embed by its path. */
export interface Level {
  conditions: readonly Condition[];
  order: readonly Order[];
  limit: number | undefined;
  offset: number | undefined;
}

export interface Shape {
  select: readonly Selected[];
  main: Level;
  /** By path: `hypotheses.evidences`. */
  embedded: Readonly<Record<string, Level>>;
}

export interface Query {
  shape: Shape;
  values: readonly Value[];
  /** The page asked for, in rows: what the answer's Content-Range speaks of. */
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
