// Replaces a view by its table, if the view has exactly one row per row of that table (`each`) and joins other tables
// only for columns that are not used. This speeds up reads, and counts even more.
import type { Relation } from "../db/relations.ts";
import type { LevelSource, Output, PlannedCondition, PlannedEmbed, PlannedOrder } from "./planned.ts";

interface Level {
  outputs: readonly Output[];
  conditions: readonly PlannedCondition[];
  order: readonly PlannedOrder[];
}

export function sourceOfLevel(relation: Relation, { outputs, conditions, order }: Level): LevelSource {
  const { name, each } = relation;
  if (each === undefined) return { rows: name, count: name };
  const isThere = (columns: readonly string[]) => columns.every((column) => isPassedOn(relation, column));
  if (!isThere(conditions.flatMap(columnsOfCondition))) return { rows: name, count: name };
  const shown = [...outputs.flatMap(columnsOfOutput), ...order.flatMap(columnsOfOrder)];
  return { rows: isThere(shown) ? each : name, count: each };
}

/** Does the same as sourceOfLevel for an embed, which also needs its join columns. */
export function sourceOfEmbed(relation: Relation, source: LevelSource, join: PlannedEmbed["join"]): LevelSource {
  const keys = join.kind === "direct" ? join.on : join.child;
  const { name, each } = relation;
  return each === undefined || keys.every(([, own]) => isPassedOn(relation, own))
    ? source
    : { rows: name, count: name };
}

function isPassedOn({ origins, each }: Relation, column: string): boolean {
  const origin = origins.get(column);
  return origin?.relation === each && origin?.column === column;
}

const columnsOfOutput = (output: Output): string[] => {
  if (output.kind !== "field") return keysOf(output.embed);
  return output.field ? [output.field.maskedBy ?? output.field.column] : [];
};

const columnsOfOrder = ({ embed, field }: PlannedOrder): string[] => (embed ? keysOf(embed) : [field.column]);

function columnsOfCondition(condition: PlannedCondition): string[] {
  switch (condition.kind) {
    case "group":
      return condition.of.flatMap(columnsOfCondition);
    case "exists":
      return keysOf(condition.embed);
    default:
      return [condition.field.column];
  }
}

/** The columns of the embedding row that the join uses. */
const keysOf = ({ join }: PlannedEmbed): string[] =>
  (join.kind === "direct" ? join.on : join.parent).map(([parent]) => parent);
