// A component that a build has created and not saved yet.
import type { Labels, Property } from "#language/columns.ts";
import type { ComponentCheck, ConfigQuery, ComponentSpec } from "../spec.ts";

export type Health = "healthy" | "unhealthy" | "warning" | "unknown";

/** A property. The server keeps every field that a lookup returns. */
export type BuiltProperty = Property & { name: string };

export interface BuiltCheck extends ComponentCheck {
  /** Whether the inline canary's spec comes from external data instead of the topology's author. */
  isExternal?: boolean;
}

export interface BuiltComponent {
  name: string;
  type?: string | undefined;
  /** Default: the name. */
  externalId: string;
  text?: string | undefined;
  namespace?: string | undefined;
  icon?: string | undefined;
  tooltip?: string | undefined;
  owner?: string | undefined;
  description?: string | undefined;
  lifecycle?: string | undefined;
  labels: Labels;
  /** Undefined if the spec and the lookups do not set it, because a user may hide a component. */
  hidden?: boolean | undefined;
  /** The position among its siblings. */
  order?: number | undefined;
  configId?: string | undefined;
  health?: Health | undefined;
  status?: string | undefined;
  statusReason?: string | undefined;
  statusExpr?: string | undefined;
  healthExpr?: string | undefined;
  schedule?: string | undefined;
  properties: BuiltProperty[];
  selectors: readonly NonNullable<ComponentSpec["selectors"]>[number][];
  configs: readonly ConfigQuery[];
  checks: readonly BuiltCheck[];
  logs: readonly unknown[];
  parentLookup?: ParentLookup | undefined;
  components: BuiltComponent[];
  /** Whether a property lookup failed, so that the stored property values are kept. */
  keepsProperties?: boolean;
  /** Whether some fields could not be filled in, so that the stored component is not changed. */
  isIncomplete?: boolean;
}

export interface ParentLookup {
  name?: string | undefined;
  type?: string | undefined;
  namespace?: string | undefined;
  externalID?: string | undefined;
}

export const emptyComponent = (name: string): BuiltComponent => ({
  name,
  externalId: name,
  labels: {},
  properties: [],
  selectors: [],
  configs: [],
  checks: [],
  logs: [],
  components: [],
});

/** Yields the component and its descendants, parents first. */
export function* withDescendants(component: BuiltComponent): Generator<BuiltComponent> {
  const waiting = [component];
  for (const each of waiting) {
    yield each;
    for (const child of each.components) waiting.push(child);
  }
}

/** The number of components in the trees. */
export const sizeOf = (roots: readonly BuiltComponent[]): number =>
  roots.reduce((sum, root) => sum + [...withDescendants(root)].length, 0);

/** The values that templates can read. */
export function templateValues(component: BuiltComponent): Readonly<Record<string, unknown>> {
  const { name, type = "", externalId, text = "", namespace = "", labels, owner = "", icon = "" } = component;
  const { status = "", health = "", tooltip = "", lifecycle = "", configId = "", properties } = component;
  return {
    component: {
      name,
      type,
      id: externalId,
      external_id: externalId,
      externalID: externalId,
      text,
      namespace,
      labels,
      owner,
      icon,
      status,
      health,
      tooltip,
      lifecycle,
      config_id: configId,
      properties,
    },
    properties: Object.fromEntries(
      properties.map((property) => [property.name, property.text ?? property.value ?? ""]),
    ),
  };
}
