// The plan of a read: columns, conditions, order and embedded relations, checked against the catalog and the policy.
import type { Relation } from "../db/relations.ts";
import type { HiddenCopies } from "./copied-resources.ts";
import type { Aggregate, JsonStep, Order, Quantifier } from "./query.ts";
import type { Relationship } from "./relationships.ts";

export interface PlannedField {
  column: string;
  type: string;
  path: readonly JsonStep[];
  /** The value is an object of strings (ensured by table constraints), with an index for containment. */
  isLabels?: boolean;
  /** The value is shown as *** if this column is true. */
  maskedBy?: string;
  /** The value is null in the rows that copy a resource which the actor may not read. */
  hidden?: HiddenCopies;
}

export type Output =
  | {
      kind: "field";
      name: string;
      field: PlannedField | undefined;
      cast: string | undefined;
      aggregate: Aggregate | undefined;
      aggregateCast: string | undefined;
    }
  | { kind: "embed"; name: string; embed: PlannedEmbed }
  | { kind: "spread"; embed: PlannedEmbed };

export interface PlannedEmbed {
  join: Relationship["join"];
  toMany: boolean;
  /** Rows of the embedding relation without a match are left out. */
  inner: boolean;
  /** The feature of the embed is disabled, so null is returned instead of the row. */
  isOff: boolean;
  plan: LevelPlan;
}

export type PlannedCondition =
  | {
      kind: "compare";
      field: PlannedField;
      negated: boolean;
      operator: string;
      quantifier: Quantifier | undefined;
      language: number | undefined;
      value: number;
    }
  | { kind: "is"; field: PlannedField; negated: boolean; what: string }
  | { kind: "exists"; negated: boolean; embed: PlannedEmbed }
  | { kind: "group"; negated: boolean; join: "and" | "or"; of: readonly PlannedCondition[] };

export interface PlannedOrder {
  embed: PlannedEmbed | undefined;
  field: PlannedField;
  direction: Order["direction"];
  nulls: Order["nulls"];
}

/** The plan for one relation: the main relation, or an embedded relation. */
export interface LevelPlan {
  relation: string;
  source: LevelSource;
  feature: Relation["feature"];
  outputs: readonly Output[];
  conditions: readonly PlannedCondition[];
  order: readonly PlannedOrder[];
  limit: number | undefined;
  offset: number | undefined;
  isGrouped: boolean;
  /** The columns that the request may use. */
  columns: ReadonlyMap<string, PlannedField>;
}

export interface Plan extends LevelPlan {
  /** The request selects one row of a table by its key, so the response includes its version. */
  isByKey: boolean;
}

/** The relations of a level: one for the rows that are returned, and one for rows that are only counted or tested. */
export interface LevelSource {
  rows: string;
  count: string;
}
