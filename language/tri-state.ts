// Filters that include and exclude, as an address holds them: `Deployment:1,Pod:-1`. Inside an item a comma is written
// `||||` and a colon `____`, so that a tag `app:web` is `app____web`. An item that holds one of those escapes itself, which
// no real one does, has its signs percent-encoded.
import { printMatch } from "./match.ts";

export type State = "include" | "exclude";

/** Neutral items are not in it. */
export type TriStates = ReadonlyMap<string, State>;

/** How a screen writes colons: config types go by `Kubernetes__Pod`, as addresses in use have them. */
export type ItemKind = "plain" | "type";

export function parseTriStates(text: string | undefined, kind: ItemKind = "plain"): TriStates {
  const states = new Map<string, State>();
  for (const item of (text ?? "").split(",")) {
    const [, name = "", sign = "1"] = /^(.*?)(?::(-?\d+))?$/s.exec(item)!;
    // Nothing but 1 and -1 is ever written; 0 is how some say neutral.
    if (name !== "" && (sign === "1" || sign === "-1"))
      states.set(unescape(name, kind), sign === "1" ? "include" : "exclude");
  }
  return states;
}

/** Undefined when nothing is filtered: the parameter goes. */
export function printTriStates(states: TriStates, kind: ItemKind = "plain"): string | undefined {
  if (states.size === 0) return undefined;
  return [...states].map(([item, state]) => `${escape(item, kind)}:${state === "include" ? 1 : -1}`).join(",");
}

/** The plain way when it reads back as it was, else spelled out. */
function escape(item: string, kind: ItemKind): string {
  const plain = replaceSigns(item, kind);
  if (unescape(plain, kind) === item) return plain;
  const spelled = item.replaceAll(/[%_|]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  // Colons in a row would run together.
  return kind === "type" ? replaceSigns(spelled, "plain").replaceAll("____", "%3A") : replaceSigns(spelled, kind);
}

const replaceSigns = (item: string, kind: ItemKind) =>
  (kind === "type" ? item.replaceAll("::", "__") : item).replaceAll(":", "____").replaceAll(",", "||||");

function unescape(text: string, kind: ItemKind): string {
  const plain = text.replaceAll("____", ":").replaceAll("||||", ",");
  return (kind === "type" ? plain.replaceAll("__", "::") : plain).replaceAll(/%(25|5F|7C|3A)/g, decodeURIComponent);
}

/** What the next press of the switch leads to; undefined is neutral. */
export const nextState = (state: State | undefined): State | undefined =>
  state === undefined ? "include" : state === "include" ? "exclude" : undefined;

interface Grouping {
  /** Items of one group share a sign: those with the other one go. All items are one group unless said. */
  groupOf?: (item: string) => string;
}

/** `key:value` by its key, for tags and labels: one state per key. */
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

/** A press on one of the switch's three positions: choosing what is chosen goes back to neutral. */
export const choose = (states: TriStates, item: string, state: State, grouping: Grouping = {}): TriStates =>
  withState(states, item, states.get(item) === state ? undefined : state, grouping);

/** The value of the data API's operator: `type.filter=Deployment,!Pod`. */
export function printFilterOperator(states: TriStates): string {
  const items = (state: State) => [...states].flatMap(([item, sign]) => (sign === state ? [[item]] : []));
  return printMatch({ include: items("include"), exclude: items("exclude") });
}
