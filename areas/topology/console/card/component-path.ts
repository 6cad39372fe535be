// The page and the ancestors of a component.
import type { Topology } from "../../model.ts";

export const componentPath = (id: string) => `/topology/${id}`;

/** The ids of a component's ancestors, from the root; only the parent if the path was not recorded. */
export function ancestorIds({ path = "", parent_id }: Pick<Topology, "path" | "parent_id">): readonly string[] {
  const ids = path.split(".").filter(Boolean);
  return ids.length === 0 && parent_id !== undefined ? [parent_id] : ids;
}
