// `column.filter=a,!b,c*`: an operator of existing clients. Plain items include, `!` excludes, `*` is a wildcard; a
// value must match an included item and must not match an excluded item. For known date columns, the items are points
// in time instead of patterns.
import { parsePoint, resolvePoint } from "#lib/time/date-math.ts";
import { isExact, likePattern, parseMatch, splitItems, type Pattern } from "#lib/text/match.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { Condition, Field, Values } from "../query.ts";
import { refusal } from "../refusal.ts";

const dateColumns = new Set(
  (
    "acknowledged check_time closed created_at deleted_at end_time expires_at first_observed last_attempt last_login " +
    "last_observed last_received last_runtime last_scraped_time last_seen last_transition_time next_runtime resolved " +
    "scheduled_time silenced_at start_time time time_end time_start updated_at"
  ).split(" "),
);

export function parseTriState(field: Field, name: string, value: string, values: Values): Condition[] {
  const compare = (operator: string, operand: string | string[], negated = false): Condition => ({
    kind: "compare",
    field,
    negated,
    operator,
    quantifier: undefined,
    language: undefined,
    value: values.add(operand),
  });
  if (field.path.length === 0 && dateColumns.has(field.column))
    return splitItems(value).map((item) => {
      const [, sign = "", point = ""] = /^([<>=]?)(.*)$/s.exec(item)!;
      return compare(sign === ">" ? "gt" : sign === "=" ? "eq" : "lt", momentOf(point, { name, value }));
    });
  const { include: included, exclude: excluded } = parseMatch(value);
  const terms = (some: readonly Pattern[], negated: boolean) => {
    const [exact, globs] = [some.filter(isExact), some.filter((pattern) => !isExact(pattern))];
    return [
      ...(exact.length > 0 ? [compare("in", exact.flat(), negated)] : []),
      ...globs.map((glob) => compare("like", likePattern(glob), negated)),
    ];
  };
  const include = terms(included, false);
  return [
    ...(include.length > 1 ? [{ kind: "group" as const, negated: false, join: "or" as const, of: include }] : include),
    ...terms(excluded, true),
  ];
}

function momentOf(point: string, { name, value }: { name: string; value: string }): string {
  try {
    return new Date(resolvePoint(parsePoint(point), { now: Date.now(), timeZone: "UTC" })).toISOString();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw refusal.unreadable(`filter of ${name}`, value, value.indexOf(point), "a point in time such as >now-1d");
  }
}
