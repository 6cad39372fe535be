// Converts match expressions (`a,b*,!c`) and label selectors to conditions of a statement.
import { parseLabelSelector } from "#lib/selector/label-selector.ts";
import { localAgent } from "#language/local-agent.ts";
import { isExact, likePattern, parseMatch, type Match, type Pattern } from "#lib/text/match.ts";
import { problem } from "#language/problem.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { condition, type Statement } from "#server/selector/condition.ts";
import { selectableConfigs } from "../find-configs.ts";

/** Returns case-insensitive conditions; empty if everything matches. A missing value is not excluded. */
export function matched(sql: string, text: string | null | undefined, statement: Statement): string[] {
  return matchedBy(parseMatch(text ?? ""), (pattern) => fits(sql, pattern, statement));
}

export function matchedBy({ include, exclude }: Match, fitting: (pattern: Pattern) => string): string[] {
  return [
    ...(include.length > 0 ? [`(${include.map(fitting).join(" or ")})`] : []),
    ...exclude.map((pattern) => `(${fitting(pattern)}) is not true`),
  ];
}

const fits = (sql: string, pattern: Pattern, statement: Statement) =>
  isExact(pattern)
    ? `lower(${sql}) = lower(${statement.value(pattern[0])})`
    : `${sql} ilike ${statement.value(likePattern(pattern))}`;

export const isUuid = (text: string) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Selects by the agent that reported the item: `local`, or the id of an agent. */
export const agentConditions = (sql: string, text: string | null | undefined, statement: Statement): string[] =>
  matchedBy(parseMatch(text ?? ""), ([first = "", ...rest]) => {
    const id = first === "local" ? localAgent : first;
    if (rest.length > 0 || !isUuid(id))
      throw problem.badParts([{ path: "body.agent_id", message: "must be local or the id of an agent" }]);
    return `${sql} = ${statement.value(id, "uuid")}`;
  });

/** Returns a condition on the labels or tags of config_items r. */
export function selectedLabels(
  { catalog }: Pick<System, "catalog">,
  column: "labels" | "tags",
  text: string | null | undefined,
  statement: Statement,
  path: string,
): string[] {
  if (!text?.trim()) return [];
  const { columns } = catalog.current.relations.get(selectableConfigs.relation)!;
  const selector = readable(path, () => parseLabelSelector(text, (key) => [column, key]));
  return [condition(selector, { kind: selectableConfigs, columns }, statement)];
}

/** Converts an Unreadable error to a problem with this field. */
export function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) throw problem.badParts([{ path, message: error.message }]);
    throw error;
  }
}
