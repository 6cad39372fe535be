// `column.filter=a,!b,c*`: an operator of clients in use. Plain items include, `!` excludes, `*` is a wildcard; one of the
// included must fit and none of the excluded. Columns that are known for dates take points in time instead.
import { parsePoint, resolvePoint } from "#language/date-math.ts";
import { Unreadable } from "#language/unreadable.ts";
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
  const items = value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item !== "!");
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
    return items.map((item) => {
      const [, sign = "", point = ""] = /^([<>=]?)(.*)$/s.exec(item)!;
      try {
        const moment = resolvePoint(parsePoint(point), { now: Date.now(), timeZone: "UTC" });
        return compare(sign === ">" ? "gt" : sign === "=" ? "eq" : "lt", new Date(moment).toISOString());
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        throw refusal.unreadable(`filter of ${name}`, value, value.indexOf(item), "a point in time such as >now-1d");
      }
    });
  const included = items.filter((item) => !item.startsWith("!"));
  const excluded = items.filter((item) => item.startsWith("!")).map((item) => item.slice(1));
  const terms = (some: string[], negated: boolean) => {
    const plain = some.filter((item) => !item.includes("*"));
    const globs = some.filter((item) => item.includes("*"));
    return [
      ...(plain.length > 0 ? [compare("in", plain, negated)] : []),
      ...globs.map((glob) => compare("like", likePattern(glob), negated)),
    ];
  };
  const include = terms(included, false);
  return [
    ...(include.length > 1 ? [{ kind: "group" as const, negated: false, join: "or" as const, of: include }] : include),
    ...terms(excluded, true),
  ];
}

/** Only `*` is a wildcard here: what LIKE would read as one is meant literally. */
const likePattern = (glob: string) => glob.replaceAll(/[\\%_]/g, "\\$&").replaceAll("*", "%");
