// Generates topologies: a system for each domain and environment, its services, and their infrastructure.
import { day, rowsOf, type Estate, type TableRows } from "../estate.ts";
import { domains, environments } from "../words.ts";
import type { Catalog, Item } from "./catalog.ts";
import type { Health } from "./health.ts";
import type { People } from "./people.ts";

export interface Component {
  id: string;
  name: string;
  parent: number;
  path: string;
  type: string;
  domain: string;
  item: Item | undefined;
}

export interface Topology {
  components: readonly Component[];
  tables: readonly TableRows[];
}

export function makeTopology(
  estate: Estate,
  { items, byKind }: Catalog,
  { checks }: Health,
  { people, teams }: People,
): Topology {
  const { ago, counts } = estate;
  const chance = estate.chance("topology");
  const idOf = estate.ids("component");
  const topologies = environments.map((environment, n) => ({ id: estate.ids("topology")(n), environment }));
  const components: (Component & { topology: number })[] = [];
  const roots = topologies.flatMap((_, topology) => domains.map((domain) => ({ domain, topology })));
  for (const { domain, topology } of roots.slice(0, Math.max(1, counts.components)))
    components.push({
      id: idOf(components.length),
      name: domain,
      parent: -1,
      path: "",
      type: "System",
      domain,
      item: undefined,
      topology,
    });
  const systems = components.length;
  const deployments = (byKind.get("deployment") ?? []).map((at) => items[at]!);
  const perDomain = new Map<string, Item[]>();
  for (const item of deployments) perDomain.set(item.domain, [...(perDomain.get(item.domain) ?? []), item]);
  for (let n = 0; components.length < counts.components && n < counts.components * 2; n += 1) {
    const parent = n % systems;
    const { id, domain, topology } = components[parent]!;
    const item = perDomain.get(domain)?.[Math.floor(n / systems)];
    if (!item) continue;
    const name = `${item.app} in ${item.place.cluster}`;
    components.push({ id: idOf(components.length), name, parent, path: id, type: "Service", domain, item, topology });
  }
  const byApp = new Map<string, number[]>();
  components.forEach(({ item }, at) => item && byApp.set(item.app, [...(byApp.get(item.app) ?? []), at]));
  const placesOf = (app: string) => byApp.get(app) ?? [];
  const seen = new Set<string>();
  const once = (key: string) => !seen.has(key) && seen.add(key);

  return {
    components,
    tables: [
      rowsOf("topologies", topologies, ({ id, environment }, n) => ({
        id,
        name: estate.named(`shop-${environment}`),
        namespace: "default",
        labels: { environment },
        source: n === 0 ? "UI" : "KubernetesCRD",
        spec: { schedule: "@every 5m", components: domains.map((name) => ({ name })) },
        schedule: "@every 5m",
        created_by: people[0],
        created_at: ago(250 * day),
      })),
      rowsOf("components", components, ({ id, name, parent, path, type, domain, item, topology }, n) => {
        const roll = chance.next();
        const health = roll < 0.04 ? "unhealthy" : roll < 0.08 ? "warning" : "healthy";
        return {
          id,
          topology_id: topologies[topology]!.id,
          external_id: item ? `${item.place.cluster}/${item.app}` : `${domain}-${topology}`,
          parent_id: components[parent]?.id ?? null,
          config_id: item?.id ?? null,
          name,
          topology_type: "shop",
          namespace: domain,
          type,
          icon: type === "System" ? "system" : "service",
          owner: domain,
          labels: { team: domain, environment: topologies[topology]!.environment },
          path,
          status: health,
          health,
          stated_health: health,
          summary: health === "healthy" ? { healthy: 1 } : { unhealthy: 1 },
          log_selectors:
            n % 3 === 0
              ? [{ name: "app", type: "Kubernetes::Deployment", labels: { app: item?.app ?? domain } }]
              : null,
          properties: [{ name: "requests", value: chance.below(5_000), unit: "per second" }],
          is_leaf: type !== "System",
          cost_total_30d: chance.below(40_000) / 10,
          created_at: ago(chance.below(240 * day)),
        };
      }),
      rowsOf(
        "component_relationships",
        components.flatMap(({ id, item }, n) =>
          item && n % 9 === 0
            ? [{ component_id: id, relationship_id: components[(n * 5) % systems]!.id, selector_id: "labels" }]
            : [],
        ),
        (row) => row,
      ),
      rowsOf(
        "team_components",
        components.slice(0, systems).map(({ id, domain }) => ({
          team_id: teams[domains.indexOf(domain as (typeof domains)[number])]!.id,
          component_id: id,
          role: "owner",
        })),
        (row) => row,
      ),
      rowsOf(
        "config_component_relationships",
        items.flatMap(({ id, app, kind, place }) =>
          kind === "configmap" || kind === "secret"
            ? []
            : placesOf(app).flatMap((at) =>
                components[at]!.item!.place === place
                  ? [{ component_id: components[at]!.id, config_id: id, selector_id: "app" }]
                  : [],
              ),
        ),
        (row) => row,
      ),
      rowsOf(
        "check_component_relationships",
        checks.flatMap(({ id, canary, item }) =>
          placesOf(item.app).flatMap((at) => {
            const component_id = components[at]!.id;
            return once(`${component_id}/${id}`)
              ? [{ component_id, check_id: id, canary_id: canary, selector_id: "app" }]
              : [];
          }),
        ),
        (row) => row,
      ),
    ],
  };
}
