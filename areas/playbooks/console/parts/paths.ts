// Paths of the playbook pages.
import type { ResourceKind } from "../../model.ts";

export const PLAYBOOKS = "/playbooks";
export const RUNS = "/playbooks/runs";

export const playbookPath = (id: string) => `${PLAYBOOKS}/${id}`;
export const runPath = (id: string) => `${RUNS}/${id}`;
export const runsOfPlaybook = (id: string) => `${RUNS}?playbook=${id}`;
export const editorPath = (id: string) => `/settings/playbooks/${id}`;

/** Opens the run form of a playbook, for the resource, if a resource is passed. */
export function startPath(id: string, resource?: { kind: ResourceKind; id: string }): string {
  const query = new URLSearchParams({ run: id, ...(resource && { [`${resource.kind}_id`]: resource.id }) });
  return `${PLAYBOOKS}?${query.toString()}`;
}
