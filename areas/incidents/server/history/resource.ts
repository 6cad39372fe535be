// The kinds of resources that incidents can be about: components, checks and config items.

export const resourceKinds = ["component", "check", "config"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** `component 0190…`, unique across kinds. */
export type ResourceKey = string;

export interface Resource {
  kind: ResourceKind;
  id: string;
  name: string;
  type: string | null;
  health: string;
  /** The status that the source reports. */
  status: string | null;
  /** The time of the last health change, in milliseconds. */
  since: number;
  /** The severity of a check, or of the open insights of another resource. */
  severities: readonly string[];
  categories: readonly string[];
  owner: string | null;
  labels: Readonly<Record<string, string>> | null;
}

export const keyOf = ({ kind, id }: Pick<Resource, "kind" | "id">): ResourceKey => `${kind} ${id}`;

export const kindOfKey = (key: ResourceKey) => key.slice(0, key.indexOf(" ")) as ResourceKind;
export const idOfKey = (key: ResourceKey) => key.slice(key.indexOf(" ") + 1);

/** The column of `evidences` that refers to the resource, and the type of the evidence. */
export const evidenceOf: Readonly<Record<ResourceKind, { type: string; column: string }>> = {
  component: { type: "topology", column: "component_id" },
  check: { type: "check", column: "check_id" },
  config: { type: "config", column: "config_id" },
};

/** The tables whose rows are resources. */
export const kindOfRelation: ReadonlyMap<string, ResourceKind> = new Map([
  ["components", "component"],
  ["checks", "check"],
  ["config_items", "config"],
]);
