// The parsed parameters of a topology request, and the filters that they describe.
import { decodeItem } from "#lib/text/match.ts";
import type { TreeEntry } from "../forest/forest.ts";

export interface TreeQuery {
  id?: string | undefined;
  owner?: string | undefined;
  labels?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  team?: string | undefined;
  agent_id?: string | undefined;
  hidden?: boolean | undefined;
  depth: number;
  flatten?: boolean | undefined;
  sortBy?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

export interface Filters {
  /** Selects components by properties such as the type; all descendants of a selected component are included. */
  isSelected?: ((entry: TreeEntry) => boolean) | undefined;
  /** Selects components by their state; each component is tested. */
  isInState?: ((entry: TreeEntry) => boolean) | undefined;
  showsHidden: boolean;
}

export function filtersOf(query: TreeQuery, teamNames: ReadonlyMap<string, readonly string[]>): Filters {
  const tests: ((entry: TreeEntry) => boolean)[] = [];
  const { owner, team, agent_id: agent } = query;
  if (owner) tests.push((entry) => entry.owner === owner);
  if (agent) tests.push(({ agentId }) => agentId === agent);
  const isTeam = matcher(team);
  if (isTeam) tests.push(({ id }) => isTeam(teamNames.get(id) ?? []));
  const isType = matcher(query.type);
  if (isType) tests.push(({ type }) => isType(type === null ? [] : [type]));
  const labels = parseLabels(query.labels);
  if (labels.length > 0)
    tests.push(({ labels: own }) => labels.every(([key, value]) => own !== null && own[key] === value));
  const isState = matcher(query.status);
  return {
    isSelected: tests.length > 0 ? (entry) => tests.every((fits) => fits(entry)) : undefined,
    isInState: isState && (({ status, health }) => isState(health === null ? [status] : [status, health])),
    showsHidden: query.hidden !== false,
  };
}

/**
 * `a,b` matches a or b; `!c` excludes c; `*` is a wildcard. Clients send `All` for no filter. A comma in a
 * word is written
 * `%2C`.
 */
export function matcher(text: string | undefined): ((found: readonly string[]) => boolean) | undefined {
  const words = (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "" && word !== "All" && word !== "*");
  const excluded = new Set(
    words.filter((word) => word.startsWith("!")).map((word) => decodeItem(word.slice(1)).toLowerCase()),
  );
  const included = new Set(words.filter((word) => !word.startsWith("!")).map((word) => decodeItem(word).toLowerCase()));
  if (excluded.size + included.size === 0) return undefined;
  return (found) => {
    const lower = found.map((word) => word.toLowerCase());
    return (
      (included.size === 0 || lower.some((word) => included.has(word))) && !lower.some((word) => excluded.has(word))
    );
  };
}

/** `k=v,k2=v2`; all pairs are required. A comma in a value is written `%2C`. */
export const parseLabels = (text: string | undefined): [key: string, value: string][] =>
  (text ?? "")
    .split(",")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && pair !== "All")
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0
        ? [decodeItem(pair), ""]
        : [decodeItem(pair.slice(0, at).trim()), decodeItem(pair.slice(at + 1).trim())];
    });
