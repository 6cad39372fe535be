// The agent that scraped an item: this system itself, or a remote agent. URLs refer to agents by name.
import type { TriStates } from "#language/tri-state.ts";

/** Names by id. */
export type Agents = ReadonlyMap<string, string>;

/** Matches no agent. */
const UNKNOWN_AGENT = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Converts a filter by names to a filter by ids. */
export const agentIds = (names: TriStates, agents: Agents | undefined): TriStates =>
  new Map(
    [...names].flatMap(([name, state]) => {
      const ids = [...(agents ?? [])].flatMap(([id, agentName]) => (agentName === name ? [id] : []));
      return (ids.length > 0 ? ids : [UNKNOWN_AGENT]).map((id) => [id, state] as const);
    }),
  );
