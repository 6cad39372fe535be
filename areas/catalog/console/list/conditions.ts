// What is filtered, as conditions of the data API, to stand inside of `or=(…)`.
import { parseTag } from "#language/tags.ts";
import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";

/** One of the values of each key, and none of those that are out; undefined when nothing is filtered. Containment is what the index answers. */
export function labelCondition(column: "tags" | "labels", states: TriStates): string | undefined {
  const keys = [...Map.groupBy(states, ([item]) => tagGroup(item)).values()];
  const conditions = keys.map((items) => {
    const of = (state: State) => items.flatMap(([item, sign]) => (sign === state ? [documentOf(item)] : []));
    const [include, exclude] = [of("include"), of("exclude")];
    // What carries nothing at all carries none of those that are out.
    const out = exclude.map((document) => `or(${column}.is.null,${column}.not.cs.${document})`);
    return include.length > 0
      ? `or(${include.map((document) => `${column}.cs.${document}`).join(",")})`
      : out.join(",");
  });
  return conditions.length === 0 ? undefined : `and(${conditions.join(",")})`;
}

/** Quoted, for whatever a value may hold. */
function documentOf(item: string): string {
  const { key, value } = parseTag(item);
  return quoted(JSON.stringify({ [key]: value }));
}

/** One of those that are in, or none of those that are out. What has no value counts as `missing`, or as nothing that has a name. */
export function stateCondition(column: string, states: TriStates, missing?: string): string | undefined {
  const of = (state: State) => [...states].flatMap(([item, sign]) => (sign === state ? [item] : []));
  const [include, exclude] = [of("include"), of("exclude")];
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
