// Proposes topologies for the items in the catalog. Each proposal is an ordinary spec, which the user can preview and
// edit.
import type { System } from "#server/area.ts";
import { claimsOf, reachOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { TopologySpec } from "../spec.ts";

export interface Proposal {
  kind: "kubernetes" | "cloud" | "tag" | "type";
  name: string;
  title: string;
  /** The number of config items that the topology shows. */
  items: number;
  spec: TopologySpec;
}

const display = (type: string) => ({
  expr: `dyn(results).map(r, {'name': r.name, 'type': ${type}, 'id': r.id, 'health': r.health, 'status': r.status, 'config_id': r.id}).toJSON()`,
});

interface Level {
  name: string;
  types: readonly string[];
  /** The type of the components: a CEL expression over the item `r`. */
  type: string;
  tagSelector?: string;
  fieldSelector?: string;
  below?: Level;
}

/** One level of the tree: a lookup whose items become components, and the next level below each of them. */
const levelOf = ({
  name,
  types,
  type,
  below,
  ...selector
}: Level): NonNullable<TopologySpec["components"]>[number] => ({
  name,
  type: "virtual",
  lookup: { catalog: [{ name, selector: [{ types, ...selector }], display: display(type) }] },
  forEach: {
    configs: [{ id: "$(.component.config_id)" }],
    ...(below && { components: [levelOf(below)] }),
  },
});

const lastPart = "r.type.split('::')[size(r.type.split('::')) - 1]";
const workloads = ["Deployment", "StatefulSet", "DaemonSet", "CronJob"].map((kind) => `Kubernetes::${kind}`);

const kubernetesSpec: TopologySpec = {
  type: "KubernetesCluster",
  icon: "kubernetes",
  groupBy: { tag: "cluster", selector: { types: ["Kubernetes::Namespace"] } },
  configs: [{ types: ["Kubernetes::Cluster"] }],
  components: [
    levelOf({
      name: "namespaces",
      types: ["Kubernetes::Namespace"],
      type: "'Namespace'",
      below: {
        name: "workloads",
        types: workloads,
        type: lastPart,
        tagSelector: "namespace=$(.component.name)",
        below: {
          name: "pods",
          types: ["Kubernetes::Pod"],
          type: "'Pod'",
          fieldSelector: "path=*$(.component.config_id)*",
        },
      },
    }),
  ],
};

/** The second part of a type: `EC2` of `AWS::EC2::Instance`. A few types, such as accounts, have no second part. */
const service = "r.type.split('::')[1]";

/** One root per account, with its regions, their services, and the items of each service. */
function cloudSpec(cloud: string, accountTag: string): TopologySpec {
  const inRegions = { types: [`${cloud}::*`], tagSelector: "region" };
  const regions = "dyn(results).map(r, {'name': r.tags.region, 'type': 'Region'}).distinct().toJSON()";
  const services = `dyn(results).filter(r, ${service} != '').map(r, {'name': ${service}, 'type': 'CloudService', 'id': r.tags.region + '/' + ${service}, 'labels': {'region': r.tags.region}}).distinct().toJSON()`;
  return {
    type: "CloudAccount",
    icon: cloud.toLowerCase(),
    groupBy: { tag: accountTag, selector: inRegions },
    components: [
      {
        name: "regions",
        type: "virtual",
        lookup: { catalog: [{ name: "regions", selector: [inRegions], display: { expr: regions } }] },
        forEach: {
          components: [
            {
              name: "services",
              type: "virtual",
              lookup: {
                catalog: [
                  {
                    name: "services",
                    selector: [{ ...inRegions, tagSelector: "region=$(.component.name)" }],
                    display: { expr: services },
                  },
                ],
              },
              forEach: {
                components: [
                  levelOf({
                    name: "items",
                    types: [`${cloud}::$(.component.name)`, `${cloud}::$(.component.name)::*`],
                    type: lastPart,
                    tagSelector: "region=$(.component.labels.region)",
                  }),
                ],
              },
            },
          ],
        },
      },
    ],
  };
}

const byTag = (tag: string): TopologySpec => ({
  type: "Group",
  groupBy: { tag, selector: { search: `tags.${tag}=*` } },
  components: [levelOf({ name: "items", types: ["*"], type: lastPart })],
});

const byType = (type: string): TopologySpec => ({
  type: "Group",
  components: [levelOf({ name: "items", types: [type], type: lastPart })],
});

/**
 * Maximum number of tag values. More values would create more roots than a page can show; a lookup returns at most
 * 1,000 items.
 */
const [maxRoots, maxItems] = [50, 1_000];
const maxOfKind = 10;

/** Tags that locate items and make useful roots come first. */
const locatingTags = ["account", "region", "cluster", "namespace", "team", "env", "environment", "host"];

const countTypes = `
  select type, count(*)::int as items
  from   config_items
  where  deleted_at is null and type is not null
  group  by type
  order  by 2 desc, 1`;

const countTags = `
  select p.key as tag, count(distinct p.value)::int as values, count(*)::int as items
  from   config_items i, jsonb_each_text(i.tags) p
  where  i.deleted_at is null and jsonb_typeof(i.tags) = 'object'
  group  by p.key
  order  by 3 desc, 1`;

/** The clouds whose items have account and region tags, each with the account tag that most items have. */
const countClouds = `
  select distinct on (a.cloud) a.cloud, a.tag, sum(a.items)::int as items
  from   (
           select split_part(i.type, '::', 1) as cloud, k.tag, i.tags ->> k.tag as account, count(*) as items
           from   config_items i
           cross  join (values ('account'), ('subscription'), ('project')) k (tag)
           where  i.deleted_at is null and i.type ~ '^(AWS|Azure|GCP)::' and i.tags ?& array[k.tag, 'region']
           group  by 1, 2, 3
         ) a
  group  by a.cloud, a.tag
  having count(*) <= $1::int and max(a.items) <= $2::int
  order  by a.cloud, 3 desc`;

/** Counts only the config items that the actor may read. */
export async function proposeTopologies({ db }: Pick<System, "db">, actor: Actor): Promise<Proposal[]> {
  if (reachOf(actor, "read", "config_scrapers") === "none") return [];
  const reading = db.reading(claimsOf(actor, "read"));
  const { rows: types } = await reading.query<{ type: string; items: number }>(countTypes, []);
  const { rows: tags } = await reading.query<{ tag: string; values: number; items: number }>(countTags, []);
  const { rows: clouds } = await reading.query<{ cloud: string; tag: string; items: number }>(countClouds, [
    maxRoots,
    maxItems,
  ]);
  const shown = new Set(["Kubernetes::Namespace", "Kubernetes::Pod", ...workloads]);
  const kubernetes = types.filter(({ type }) => shown.has(type)).reduce((sum, { items }) => sum + items, 0);
  const place = (tag: string) => (locatingTags.includes(tag) ? locatingTags.indexOf(tag) : locatingTags.length);
  return [
    ...(types.some(({ type }) => type === "Kubernetes::Namespace")
      ? [
          {
            kind: "kubernetes" as const,
            name: "kubernetes",
            title: "Kubernetes: cluster, namespace, workload, pod",
            items: kubernetes,
            spec: kubernetesSpec,
          },
        ]
      : []),
    ...clouds.map(({ cloud, tag, items }) => ({
      kind: "cloud" as const,
      name: cloud.toLowerCase(),
      title: `${cloud}: ${tag}, region, service`,
      items,
      spec: cloudSpec(cloud, tag),
    })),
    ...tags
      .filter(({ values }) => values <= maxRoots)
      .toSorted((one, other) => place(one.tag) - place(other.tag))
      .slice(0, maxOfKind)
      .map(({ tag, items }) => ({
        kind: "tag" as const,
        name: tag.toLowerCase(),
        title: `Everything, by the tag ${tag}`,
        items,
        spec: byTag(tag),
      })),
    ...types
      .filter(({ items }) => items <= maxItems)
      .slice(0, maxOfKind)
      .map(({ type, items }) => ({
        kind: "type" as const,
        name: type.toLowerCase().replaceAll(/[^a-z\d]+/g, "-"),
        title: `All items of the type ${type}`,
        items,
        spec: byType(type),
      })),
  ];
}
