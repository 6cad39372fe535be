// Tags and labels as a condition of the data API: one of the values of each key, and none of those that are out. Containment is
// what their index answers.
import { parseTag } from "#language/tags.ts";
import { type State, tagGroup, type TriStates } from "#language/tri-state.ts";

/** Inside of `or=(…)`; undefined when nothing is filtered. */
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
  return `"${JSON.stringify({ [key]: value }).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
