// Converts filters to data API conditions, for use inside `or=(…)`.
import { parseTag } from "#language/tags.ts";
import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";

/**
 * Requires, for each key, one of the included values and none of the excluded values; undefined without filters. Uses
 * containment, which the index supports.
 */
export function labelCondition(column: "tags" | "labels", states: TriStates): string | undefined {
  const keys = [...Map.groupBy(states, ([item]) => tagGroup(item)).values()];
  const conditions = keys.map((items) => {
    const withState = (state: State) => items.flatMap(([item, sign]) => (sign === state ? [documentOf(item)] : []));
    const [include, exclude] = [withState("include"), withState("exclude")];
    // Items without tags also match an exclusion.
    const out = exclude.map((document) => `or(${column}.is.null,${column}.not.cs.${document})`);
    return include.length > 0
      ? `or(${include.map((document) => `${column}.cs.${document}`).join(",")})`
      : out.join(",");
  });
  return conditions.length === 0 ? undefined : `and(${conditions.join(",")})`;
}

/** The document is quoted, because a value may contain any characters. */
function documentOf(item: string): string {
  const { key, value } = parseTag(item);
  return quoted(JSON.stringify({ [key]: value }));
}

/**
 * Requires one of the included values, or none of the excluded values. If `missing` is set, null counts as that value;
 * otherwise null matches no value.
 */
export function stateCondition(column: string, states: TriStates, missing?: string): string | undefined {
  const withState = (state: State) => [...states].flatMap(([item, sign]) => (sign === state ? [item] : []));
  const [include, exclude] = [withState("include"), withState("exclude")];
  const list = (items: readonly string[]) => `(${items.map(quoted).join(",")})`;
  const isNull = `${column}.is.null`;
  if (include.length > 0)
    return [
      `${column}.in.${list(include)}`,
      ...(missing !== undefined && include.includes(missing) ? [isNull] : []),
    ].join();
  if (exclude.length === 0) return undefined;
  return [
    `${column}.not.in.${list(exclude)}`,
    ...(missing !== undefined && exclude.includes(missing) ? [] : [isNull]),
  ].join();
}

export const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
