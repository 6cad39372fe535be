// The sources that are tables of Quarterdeck. A query reads the id and the columns that the view names, because a
// document can be much larger than all other columns together.
import type { Selectable } from "#server/selector/selected.ts";
import { selectableConfigs } from "#areas/catalog/server/index.ts";
import type { Source } from "./query-spec.ts";

export type ResourceSource = Extract<Source, "configs" | "changes" | "checks" | "components" | "incidents">;

export interface SelectableSource extends Selectable {
  /** The columns that `select *` returns. */
  core: readonly string[];
  /** Columns that are computed from other columns, as SQL. */
  computed?: Readonly<Record<string, string>>;
  /** The default order. */
  order: string;
  /** The column that a search compares with words that name no field. Default: name. */
  title?: string;
  /** The table has no column deleted_at, because its rows are deleted permanently. */
  hasNoDeletions?: true;
}

const words = (text: string) => text.split(" ");
const namespace = { namespace: "r.tags ->> 'namespace'" };

export const resourceSources: Readonly<Record<ResourceSource, SelectableSource>> = {
  configs: {
    ...selectableConfigs,
    core: words("id name namespace type config_class health status tags labels created_at updated_at"),
    computed: namespace,
    order: "r.name, r.id",
  },
  changes: {
    relation: "catalog_changes",
    fields: { namespace: ["tags", "namespace"] },
    core: words("id config_id name namespace type change_type severity source summary count created_at first_observed"),
    computed: namespace,
    order: "r.created_at desc, r.id",
  },
  checks: {
    relation: "check_summary",
    fields: { health: ["status"] },
    scope: { column: "canary_id", of: "canaries" },
    core: words(
      "id canary_id canary_name name namespace type status severity uptime latency labels last_runtime last_transition_time",
    ),
    order: "r.name, r.id",
  },
  components: {
    relation: "components",
    scope: { column: "topology_id", of: "topologies" },
    core: words("id name namespace type topology_id parent_id health status owner labels created_at updated_at"),
    order: "r.name, r.id",
  },
  incidents: {
    relation: "incidents",
    fields: { name: ["title"] },
    core: words("id incident_id title type status severity created_at acknowledged resolved closed updated_at"),
    order: "r.created_at desc, r.id",
    title: "r.title",
    hasNoDeletions: true,
  },
};

export const relationOf: Readonly<Partial<Record<Source, string>>> = Object.fromEntries(
  Object.entries(resourceSources).map(([source, { relation }]) => [source, relation]),
);
