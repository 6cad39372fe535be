// A component in the form that the topology call returns. Fields without a value are absent.
import type {
  ComponentSummary,
  Counts,
  CountsOfCounts,
  Json,
  Labels,
  Properties,
  Property,
} from "#language/columns.ts";

/** Hidden properties provide values for expressions and are not displayed. */
export const isHiddenProperty = ({ hidden, type }: Property) => hidden === true || type === "hidden";

export interface Topology {
  id: string;
  agent_id: string;
  topology_id?: string;
  external_id: string;
  config_id?: string;
  name: string;
  text?: string;
  namespace?: string;
  type?: string;
  topology_type?: string;
  labels?: Labels;
  status: string;
  health?: "healthy" | "unhealthy" | "warning" | "unknown";
  status_reason?: string;
  status_expr?: string;
  health_expr?: string;
  description?: string;
  icon?: string;
  tooltip?: string;
  owner?: string;
  lifecycle?: string;
  hidden: boolean;
  /** The position among components that are otherwise sorted equally. */
  order?: number;
  silenced: boolean;
  is_leaf: boolean;
  /** Ids of its ancestors from the root to the parent, joined by dots. */
  path?: string;
  schedule?: string;
  properties?: Properties;
  summary?: ComponentSummary;
  logs?: readonly { name?: string; type?: string }[];
  configs?: Json;
  selectors?: Json;
  componentChecks?: Json;
  cost_per_minute?: number;
  cost_total_1d?: number;
  cost_total_7d?: number;
  cost_total_30d?: number;
  created_at: string;
  updated_at?: string;
  /** In the tree of an earlier time: whether the component has been deleted since. */
  deleted_at?: string;
  team_names?: readonly string[];
  /** Ids of all children, including those that the response leaves out. */
  children?: readonly string[];
  components?: readonly Topology[];

  // Set only on the roots of the response and their children.
  parent_id?: string;
  /** Ids of the parent and of the components that include this component by a relationship. */
  parents?: readonly string[];
  /** Counts of this component alone. */
  checks?: Counts;
  incidents?: CountsOfCounts;
  analysis?: CountsOfCounts;
}
