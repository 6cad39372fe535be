// Filters that include and exclude, as stored in the URL: `Deployment:1,Pod:-1`. Inside an item a comma is written
// `||||` and a colon `____`, so that the tag `app:web` is `app____web`. An item that already contains such an escape is
// percent-encoded.
import { printMatch } from "#lib/text/match.ts";

export type State = "include" | "exclude";

/** Neutral items have no entry. */
export type TriStates = ReadonlyMap<string, State>;

/** The kind decides how colons are escaped: config types are written `Kubernetes__Pod`, as in existing URLs. */
export type ItemKind = "plain" | "type";

export function parseTriStates(text: string | undefined, kind: ItemKind = "plain"): TriStates {
  const states = new Map<string, State>();
  for (const item of (text ?? "").split(",")) {
    const [, name = "", sign = "1"] = /^(.*?)(?::(-?\d+))?$/s.exec(item)!;
    // Only 1 and -1 are written; some clients send 0 for neutral.
    if (name !== "" && (sign === "1" || sign === "-1"))
      states.set(unescape(name, kind), sign === "1" ? "include" : "exclude");
  }
  return states;
}

/** Returns undefined without a filter, so that the parameter is removed. */
export function printTriStates(states: TriStates, kind: ItemKind = "plain"): string | undefined {
  if (states.size === 0) return undefined;
  return [...states].map(([item, state]) => `${escape(item, kind)}:${state === "include" ? 1 : -1}`).join(",");
}

/** Uses the short escape if it can be reversed, otherwise percent-encoding. */
function escape(item: string, kind: ItemKind): string {
  const plain = replaceSigns(item, kind);
  if (unescape(plain, kind) === item) return plain;
  const spelled = item.replaceAll(/[%_|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  // Percent-encodes single colons, because they would be ambiguous next to an escaped pair.
  return kind === "type" ? replaceSigns(spelled, "plain").replaceAll("____", "%3A") : replaceSigns(spelled, kind);
}

const replaceSigns = (item: string, kind: ItemKind) =>
  (kind === "type" ? item.replaceAll("::", "__") : item).replaceAll(":", "____").replaceAll(",", "||||");

function unescape(text: string, kind: ItemKind): string {
  const plain = text.replaceAll("____", ":").replaceAll("||||", ",");
  return (kind === "type" ? plain.replaceAll("__", "::") : plain).replaceAll(/%(25|5F|7C|3A)/g, decodeURIComponent);
}

/** The state after the next press of the switch; undefined is neutral. */
export const nextState = (state: State | undefined): State | undefined =>
  state === undefined ? "include" : state === "include" ? "exclude" : undefined;

interface Grouping {
  /**
   * All items of a group have the same state: including an item removes the excluded items of its group, and excluding
   * an item removes the included ones. Default: all items are one group.
   */
  groupOf?: (item: string) => string;
}

/** Groups `key:value` by key, for tags and labels. */
export const tagGroup = (item: string) => item.split(":", 1)[0]!;

export function withState(
  states: TriStates,
  item: string,
  state: State | undefined,
  { groupOf = () => "" }: Grouping = {},
): TriStates {
  const isOpposed = (other: string, sign: State) =>
    state !== undefined && sign !== state && groupOf(other) === groupOf(item);
  const kept = [...states].filter(([other, sign]) => other !== item && !isOpposed(other, sign));
  return new Map(state === undefined ? kept : [...kept, [item, state]]);
}

/** Handles a press on one of the three positions. Pressing the current position returns to neutral. */
export const choose = (states: TriStates, item: string, state: State, grouping: Grouping = {}): TriStates =>
  withState(states, item, states.get(item) === state ? undefined : state, grouping);

/** The value of the data API's operator: `type.filter=Deployment,!Pod`. */
export function printFilterOperator(states: TriStates): string {
  const items = (state: State) => [...states].flatMap(([item, sign]) => (sign === state ? [[item]] : []));
  return printMatch({ include: items("include"), exclude: items("exclude") });
}
