// The kinds of rows that permission rules can select.
import type { Resource } from "#language/roles.ts";

/** The kinds of rows that rules can select, with their resources and their key in a selector. */
export const rowKinds = {
  config: { resources: ["config_scrapers"], selector: "configs" },
  component: { resources: ["topologies"], selector: "components" },
  canary: { resources: ["canaries"], selector: "canaries" },
  playbook: { resources: ["playbooks", "playbook_runs"], selector: "playbooks" },
  connection: { resources: ["connections"], selector: "connections" },
  view: { resources: ["views"], selector: "views" },
} as const satisfies Readonly<Record<string, { resources: readonly Resource[]; selector: string }>>;
export type RowKind = keyof typeof rowKinds;

export const isRowKind = (name: string): name is RowKind => Object.hasOwn(rowKinds, name);

export const allRowKinds = Object.keys(rowKinds) as RowKind[];

export const rowKindOf = (resource: string): RowKind | undefined =>
  allRowKinds.find((kind) => (rowKinds[kind].resources as readonly string[]).includes(resource));
