// Who brought an item here: this system itself, or an agent elsewhere. People know agents by their names, and so do addresses.
import type { TriStates } from "#language/tri-state.ts";

/** Stands for this system itself. */
export const LOCAL_AGENT = "00000000-0000-0000-0000-000000000000";

/** Names by id. */
export type Agents = ReadonlyMap<string, string>;

/** An agent that there is not. */
const NOBODY = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What is filtered by names, by ids. */
export const agentIds = (names: TriStates, agents: Agents | undefined): TriStates =>
  new Map(
    [...names].flatMap(([name, state]) => {
      const ids = [...(agents ?? [])].flatMap(([id, called]) => (called === name ? [id] : []));
      return (ids.length > 0 ? ids : [NOBODY]).map((id) => [id, state] as const);
    }),
  );
