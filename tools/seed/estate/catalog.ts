// Generates the catalog: accounts with clusters, namespaces in clusters, and services in namespaces, each with its
// resources, until the requested number of items is reached.
import { TextArray } from "../copy.ts";
import { day, hour, minute, numbers, rowsOf, type Estate, type TableRows } from "../estate.ts";
import { domains, environments, parts, regions } from "../words.ts";
import type { People } from "./people.ts";

export interface Item {
  id: string;
  kind: string;
  name: string;
  /** The index of the parent item; -1 for a root. */
  parent: number;
  path: string;
  place: Place;
  domain: string;
  app: string;
  deleted: boolean;
}

/** The cluster and account of an item. */
export interface Place {
  cluster: string;
  account: string;
  region: string;
  environment: string;
  agent: string;
  scraper: string;
}

export interface Catalog {
  items: readonly Item[];
  /** The indexes of the items by kind. */
  byKind: ReadonlyMap<string, readonly number[]>;
  scrapers: readonly string[];
  tables: readonly TableRows[];
}

/** The type and class of each kind. */
const kinds: Readonly<Record<string, readonly [type: string, configClass: string]>> = {
  account: ["AWS::::Account", "Account"],
  vpc: ["AWS::EC2::VPC", "Network"],
  cluster: ["Kubernetes::Cluster", "Cluster"],
  node: ["Kubernetes::Node", "Node"],
  namespace: ["Kubernetes::Namespace", "Namespace"],
  deployment: ["Kubernetes::Deployment", "Deployment"],
  replicaset: ["Kubernetes::ReplicaSet", "ReplicaSet"],
  pod: ["Kubernetes::Pod", "Pod"],
  service: ["Kubernetes::Service", "Service"],
  configmap: ["Kubernetes::ConfigMap", "ConfigMap"],
  secret: ["Kubernetes::Secret", "Secret"],
  ingress: ["Kubernetes::Ingress", "Ingress"],
  statefulset: ["Kubernetes::StatefulSet", "StatefulSet"],
  volume: ["Kubernetes::PersistentVolumeClaim", "Disk"],
  database: ["AWS::RDS::DBInstance", "RelationalDatabase"],
  bucket: ["AWS::S3::Bucket", "ObjectStorage"],
  instance: ["AWS::EC2::Instance", "VirtualMachine"],
  queue: ["AWS::SQS::Queue", "Queue"],
  repository: ["GitHub::Repository", "Repository"],
};

export function makeCatalog(estate: Estate, { people, agents }: People): Catalog {
  const { items, byKind, scrapers } = layOut(estate, agents);
  return {
    items,
    byKind,
    scrapers: scrapers.map(({ id }) => id),
    tables: [
      rowsOf("config_scrapers", scrapers, ({ id, name }, n) => ({
        id,
        name: estate.named(name),
        namespace: "monitoring",
        spec: { schedule: "@every 15m", kubernetes: [{ clusterName: name }] },
        source: n % 3 === 0 ? "UI" : "KubernetesCRD",
        created_by: people[n % people.length],
        created_at: estate.ago((360 - n) * day),
      })),
      { table: "config_items", count: items.length, rows: itemRows(estate, items, people) },
      { table: "config_relationships", ...edgeRows(estate, items, byKind) },
      rowsOf("saved_query", numbers(4), (n) => ({
        id: estate.ids("saved query")(n),
        icon: "search",
        description: `Resources of ${domains[n]}`,
        query: `tags.namespace=${domains[n]} type=Kubernetes::Deployment`,
        created_by: "Amara",
      })),
    ],
  };
}

function layOut(estate: Estate, agents: readonly string[]) {
  const { sizes, counts } = estate;
  const chance = estate.chance("catalog");
  const idOf = estate.ids("config");
  const items: Item[] = [];
  const byKind = new Map<string, number[]>();
  const scrapers: { id: string; name: string }[] = [];
  const isFull = () => items.length >= sizes.configs;
  const add = (
    kind: string,
    name: string,
    parent: number,
    about: Pick<Item, "place" | "domain" | "app"> & { deleted?: boolean },
  ) => {
    if (isFull()) return -1;
    const above = items[parent];
    const path = above ? (above.path === "" ? above.id : `${above.path}.${above.id}`) : "";
    const place = items.push({ deleted: false, ...about, id: idOf(items.length), kind, name, parent, path }) - 1;
    const known = byKind.get(kind);
    if (known) known.push(place);
    else byKind.set(kind, [place]);
    return place;
  };

  const namespaces: { at: number; place: Place; domain: string; served: number }[] = [];
  for (let n = 0; n < counts.clusters; n += 1) {
    const environment = environments[n % environments.length]!;
    const region = regions[Math.floor(n / environments.length) % regions.length]!;
    const cluster = `${environment}-${region}${n >= 15 ? `-${n}` : ""}`;
    scrapers.push({ id: estate.ids("scraper")(n), name: cluster });
    const place: Place = {
      cluster,
      region,
      environment,
      account: `shop-${environment}`,
      agent: agents[n % agents.length]!,
      scraper: scrapers[n]!.id,
    };
    const about = { place, domain: "platform", app: cluster };
    const account = add("account", `shop-${environment}-${n}`, -1, about);
    const vpc = add("vpc", `vpc-${chance.hex(8)}`, account, about);
    const top = add("cluster", cluster, account, about);
    const nodes = Math.max(2, Math.round(sizes.configs / counts.clusters / 150));
    for (let node = 0; node < nodes; node += 1) {
      const name = `ip-10-${n}-${Math.floor(node / 250)}-${node % 250}.${region}.compute.internal`;
      add("node", name, top, about);
      if (node % 2 === 0) add("instance", `i-${chance.hex(17)}`, vpc, about);
    }
    for (const domain of domains) {
      const app = domain;
      namespaces.push({ at: add("namespace", domain, top, { place, domain, app }), place, domain, served: 0 });
    }
  }

  // Each round adds one service to every namespace.
  for (let n = 0; !isFull(); n += 1) {
    const namespace = namespaces[n % namespaces.length]!;
    const { at, place, domain } = namespace;
    const part = parts[namespace.served % parts.length]!;
    const app = `${domain}-${part}${namespace.served >= parts.length ? `-${Math.floor(namespace.served / parts.length) + 1}` : ""}`;
    namespace.served += 1;
    const about = { place, domain, app };
    const deployment = add("deployment", app, at, about);
    const oldRevision = chance.hex(10);
    const revision = chance.hex(10);
    if (chance.is(0.6)) add("replicaset", `${app}-${oldRevision}`, deployment, { ...about, deleted: chance.is(0.5) });
    const current = add("replicaset", `${app}-${revision}`, deployment, about);
    const pods = place.environment === "prod" ? chance.between(2, 5) : chance.between(1, 2);
    for (let pod = 0; pod < pods; pod += 1)
      add("pod", `${app}-${revision}-${chance.hex(5)}`, current, { ...about, deleted: chance.is(0.08) });
    add("service", app, at, about);
    add("configmap", `${app}-config`, at, about);
    if (chance.is(0.7)) add("secret", `${app}-credentials`, at, about);
    if (chance.is(0.3)) add("ingress", `${app}.${place.environment}.example.org`, at, about);
    if (chance.is(0.12)) {
      const store = add("statefulset", `${app}-redis`, at, about);
      add("pod", `${app}-redis-0`, store, about);
      add("volume", `data-${app}-redis-0`, store, about);
    }
    if (chance.is(0.1)) add("database", `${app}-${place.environment}`, accountOf(items, at), about);
    if (chance.is(0.08)) add("bucket", `${app}-${place.environment}-${chance.hex(6)}`, accountOf(items, at), about);
    if (chance.is(0.08)) add("queue", `${app}-jobs`, accountOf(items, at), about);
    if (n < domains.length * parts.length && place === namespaces[0]!.place)
      add("repository", `shop/${app}`, -1, about);
  }
  return { items, byKind, scrapers };
}

function accountOf(items: readonly Item[], at: number): number {
  let place = at;
  while (place >= 0 && items[place]!.kind !== "account") place = items[place]!.parent;
  return place;
}

const troubles: Readonly<Record<string, readonly [status: string, description: string]>> = {
  pod: ["CrashLoopBackOff", "back-off 5m0s restarting failed container"],
  deployment: ["Degraded", "Deployment does not have minimum availability"],
  node: ["NotReady", "Kubelet stopped posting node status"],
  database: ["storage-full", "The instance has used its storage"],
  volume: ["Pending", "waiting for a volume to be created"],
};

const warnings: Readonly<Record<string, readonly [status: string, description: string]>> = {
  pod: ["Pending", "0/12 nodes are available: insufficient memory"],
  node: ["DiskPressure", "The kubelet has less than 10% of its disk left"],
  database: ["maintenance", "The instance installs an update"],
};

function* itemRows(estate: Estate, items: readonly Item[], people: readonly string[]) {
  const chance = estate.chance("config items");
  for (const { id, kind, name, parent, path, place, domain, app, deleted } of items) {
    const [type, config_class] = kinds[kind]!;
    const isKubernetes = type.startsWith("Kubernetes");
    const roll = chance.next();
    const health = roll < 0.03 ? "unhealthy" : roll < 0.06 ? "warning" : roll < 0.07 ? "unknown" : "healthy";
    const [trouble, description] = (health === "warning" ? warnings[kind] : undefined) ??
      troubles[kind] ?? ["Error", "The last reconciliation failed"];
    const perMinute =
      kind === "node" || kind === "instance" ? 0.004 : kind === "database" ? 0.01 : kind === "pod" ? 0.0004 : null;
    const cost = (minutes: number) =>
      perMinute === null ? null : (perMinute * minutes * (0.9 + chance.next() / 5)).toFixed(4);
    const age = chance.below(300 * day) + hour;
    const namespace = namespaceOf({ kind, domain });
    const version = versionOf({ id });
    yield {
      id,
      agent_id: place.agent,
      icon: kind,
      scraper_id: place.scraper,
      config_class,
      status:
        health === "healthy"
          ? kind === "pod"
            ? "Running"
            : isKubernetes
              ? "Healthy"
              : "available"
          : health === "unknown"
            ? "Unknown"
            : trouble,
      health,
      ready: health === "healthy",
      external_id: new TextArray([`${place.cluster}/${domain}/${kind}/${name}`, id]),
      type,
      name,
      description: health === "unhealthy" || health === "warning" ? description : null,
      config: {
        apiVersion: isKubernetes ? "v1" : "2012-10-17",
        kind: config_class,
        metadata: { name, namespace, labels: { app } },
        spec: { replicas: chance.between(1, 5), image: `registry.example.org/${app}:${version}`, region: place.region },
      },
      source: isKubernetes ? "kubernetes" : "aws",
      labels: isKubernetes
        ? {
            app,
            "app.kubernetes.io/version": version,
            team: domain,
            tier: place.environment === "prod" ? "critical" : "standard",
          }
        : { team: domain, "cost-centre": `cc-${(domain.length % 7) + 1}` },
      tags: tagsOf({ kind, place, domain }),
      properties:
        kind === "pod" || kind === "node"
          ? [
              { name: "cpu", text: `${chance.between(1, 16) * 250}m` },
              { name: "memory", value: chance.between(1, 64) * 134_217_728, unit: "bytes" },
            ]
          : null,
      cost_per_minute: perMinute,
      cost_total_1d: cost(1_440),
      cost_total_7d: cost(10_080),
      cost_total_30d: cost(43_200),
      parent_id: items[parent]?.id ?? null,
      path,
      last_scraped_time: estate.ago(chance.below(15 * minute)),
      created_by: chance.is(0.02) ? chance.pick(people) : null,
      created_at: estate.ago(age),
      updated_at: estate.ago(chance.below(age)),
      deleted_at: deleted ? estate.ago(chance.below(Math.min(age, 20 * day))) : null,
      delete_reason: deleted ? "STALE" : null,
      inserted_at: estate.ago(age - hour),
    };
  }
}

function namespaceOf({ kind, domain }: Pick<Item, "kind" | "domain">): string | undefined {
  const [type] = kinds[kind]!;
  return type.startsWith("Kubernetes") && kind !== "cluster" && kind !== "node" ? domain : undefined;
}

/** The version that an item runs, the same in its document and in its changes. */
export function versionOf({ id }: Pick<Item, "id">): string {
  const digits = Number.parseInt(id.slice(-4), 16);
  return `1.${digits % 30}.${Math.floor(digits / 30) % 10}`;
}

export const typeOf = ({ kind }: Pick<Item, "kind">) => kinds[kind]![0];

export function tagsOf({ kind, place, domain }: Pick<Item, "kind" | "place" | "domain">) {
  const namespace = namespaceOf({ kind, domain });
  return {
    cluster: place.cluster,
    ...(namespace === undefined ? {} : { namespace }),
    account: place.account,
    region: place.region,
  };
}

/**
 * Generates an edge from every parent to its child; then scheduling, service and call relationships, up to the
 * requested number.
 */
function edgeRows(
  estate: Estate,
  items: readonly Item[],
  byKind: ReadonlyMap<string, readonly number[]>,
): Omit<TableRows, "table"> {
  const children = items.filter(({ parent }) => parent >= 0).length;
  const count = Math.max(estate.sizes.relationships, children);
  return { count, rows: take(edges(estate, items, byKind), count) };
}

function* edges(estate: Estate, items: readonly Item[], byKind: ReadonlyMap<string, readonly number[]>) {
  const chance = estate.chance("edges");
  const edge = (from: Item, to: Item, relation: string) => ({
    config_id: from.id,
    related_id: to.id,
    relation,
    scraper_id: to.place.scraper,
    deleted_at: to.deleted && relation !== "hard" ? estate.ago(day) : null,
    created_at: estate.ago(chance.below(200 * day)),
    selector_id: null,
  });
  const itemsOf = (kind: string) => byKind.get(kind) ?? [];
  for (const item of items) if (item.parent >= 0) yield edge(items[item.parent]!, item, "hard");

  const nodes = new Map<string, Item[]>();
  for (const at of itemsOf("node")) {
    const node = items[at]!;
    nodes.set(node.place.cluster, [...(nodes.get(node.place.cluster) ?? []), node]);
  }
  for (const at of itemsOf("pod")) yield edge(chance.pick(nodes.get(items[at]!.place.cluster)!), items[at]!, "NodePod");

  // The items of one service are related to each other.
  const apps = new Map<string, Item[]>();
  const keyOf = ({ place, app }: Item) => `${place.cluster}/${app}`;
  for (const item of items) {
    const known = apps.get(keyOf(item));
    if (known) known.push(item);
    else apps.set(keyOf(item), [item]);
  }
  for (const at of itemsOf("service"))
    for (const near of apps.get(keyOf(items[at]!))!)
      if (near.kind === "pod") yield edge(items[at]!, near, "ServicePod");
  for (const at of itemsOf("deployment"))
    for (const near of apps.get(keyOf(items[at]!))!)
      if (["configmap", "secret", "database", "queue", "bucket"].includes(near.kind))
        yield edge(items[at]!, near, "Uses");

  // Generates calls between deployments. Each round uses a different distance, so that no pair occurs twice under one
  // name.
  const deployments = itemsOf("deployment").map((at) => items[at]!);
  for (let distance = 7; distance < 7 * deployments.length; distance += 7)
    for (let n = 0; n < deployments.length; n += 1) {
      const called = (n + distance) % deployments.length;
      const lap = Math.floor(distance / deployments.length);
      if (called !== n) yield edge(deployments[n]!, deployments[called]!, lap === 0 ? "Calls" : `Calls${lap}`);
    }
}

function* take<T>(from: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const item of from) {
    if (taken >= count) return;
    taken += 1;
    yield item;
  }
}
