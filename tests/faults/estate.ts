// A generated estate in memory: a cluster with services, their components and checks, in the form that scrapers, checks
// and topologies store. faults.ts breaks it, and store.ts writes it to the database.
import { chanceOf, type Chance } from "../support/chance.ts";

export type Health = "healthy" | "unhealthy" | "warning" | "unknown" | null;

export interface Item {
  id: string;
  type: string;
  name: string;
  health: Health;
  status: string | null;
  parent: Item | undefined;
  /** Minutes before now. */
  unhealthySince?: number;
  insight?: { analyzer: string; type: string; severity: string; summary: string; age: number };
}

export interface Check {
  id: string;
  type: string;
  name: string;
  isFailing: boolean;
  message?: string;
  since: number;
  items: Item[];
}

export interface Component {
  id: string;
  name: string;
  type: string;
  parent: Component | undefined;
  related: Component[];
  items: Item[];
  checks: Check[];
}

export interface Change {
  id: string;
  item: Item;
  type: string;
  source: string;
  severity: string | null;
  summary: string | null;
  /** Minutes before now. */
  age: number;
  firstAge?: number;
  count?: number;
}

export interface Relation {
  from: Item;
  to: Item;
  name: string;
}

export interface Service {
  name: string;
  namespace: Item;
  deployment: Item;
  replicaSet: Item;
  pods: Item[];
  service: Item;
  ingress: Item | undefined;
  certificate: Item | undefined;
  configMap: Item;
  secret: Item;
  policy: Item;
  claim: Item | undefined;
  volume: Item | undefined;
  database: Item | undefined;
  component: Component;
  http: Check;
  checks: Check[];
}

export interface Estate {
  chance: Chance;
  /** Ids are derived from the seed, so that nodes with equal scores have the same order in every run. */
  newId(): string;
  items: Item[];
  relations: Relation[];
  checks: Check[];
  components: Component[];
  changes: Change[];
  nodes: Item[];
  services: Service[];
  databases: { item: Item; check: Check; component: Component }[];
}

const words =
  "cart checkout search stock price basket billing invoice ledger notify mail profile session token image video review rating coupon refund ship track route geo tax audit report export import sync login chat feed banner gift quote order return scan label".split(
    " ",
  );

export function createEstate(seed: number): Estate {
  const estate: Estate = {
    chance: chanceOf(seed),
    newId: idsOf(seed),
    items: [],
    relations: [],
    checks: [],
    components: [],
    changes: [],
    nodes: [],
    services: [],
    databases: [],
  };
  const { chance } = estate;
  const cluster = addItem(estate, "Kubernetes::Cluster", "north", { health: null });
  const namespaces = ["retail", "payment", "content", "logistics"].map((name) =>
    addItem(estate, "Kubernetes::Namespace", name, { parent: cluster, status: "Active" }),
  );
  estate.nodes = chance.times(8, () =>
    addItem(estate, "Kubernetes::Node", `node-${estate.items.length}`, { parent: cluster, status: "Ready" }),
  );
  const root = addComponent(estate, "Platform", "System");
  const systems = namespaces.map(({ name }) => addComponent(estate, name, "System", root));
  const databaseSystem = addComponent(estate, "databases", "System", root);
  estate.databases = ["orders", "users", "catalogue", "events", "billing"].map((name) => {
    const item = addItem(estate, chance.pick(["AWS::RDS::DBInstance", "Postgres::Server"]), `${name}-db`, {
      status: "available",
    });
    const check = addCheck(estate, "postgres", `${name}-db-query`, [item]);
    const component = addComponent(estate, `${name}-db`, "Database", databaseSystem);
    component.items.push(item);
    component.checks.push(check);
    return { item, check, component };
  });
  for (const name of words) addService(estate, name, namespaces, systems);
  return estate;
}

function addService(estate: Estate, name: string, namespaces: readonly Item[], systems: readonly Component[]): void {
  const { chance } = estate;
  const number = chance.between(0, namespaces.length - 1);
  const namespace = namespaces[number]!;
  const add = (kind: string, itemName: string, more: Partial<Item> = {}) =>
    addItem(estate, `Kubernetes::${kind}`, itemName, { parent: namespace, ...more });
  const deployment = add("Deployment", name, { status: "Running" });
  const replicaSet = add("ReplicaSet", `${name}-${chance.between(10_000, 99_999)}`, {
    parent: deployment,
    status: "Running",
  });
  const pods = chance.times(chance.between(2, 3), () =>
    add("Pod", `${replicaSet.name}-${chance.between(1000, 9999)}`, { parent: replicaSet, status: "Running" }),
  );
  const service = add("Service", name, { status: "Running" });
  const ingress = chance.next() < 0.6 ? add("Ingress", name) : undefined;
  const certificate =
    ingress && chance.next() < 0.8 ? add("Certificate", `${name}-tls`, { status: "Issued" }) : undefined;
  const configMap = add("ConfigMap", `${name}-settings`, { health: null });
  const secret = add("Secret", `${name}-keys`, { health: null });
  const policy = add("NetworkPolicy", name, { health: null });
  const hasDisk = chance.next() < 0.4;
  const claim = hasDisk ? add("PersistentVolumeClaim", `${name}-data`, { status: "Bound" }) : undefined;
  const volume = claim && addItem(estate, "Kubernetes::PersistentVolume", `pv-${name}`, { status: "Bound" });
  const database = chance.next() < 0.6 ? chance.pick(estate.databases) : undefined;

  const relate = (from: Item | undefined, to: Item | undefined, relation: string) => {
    if (from && to) estate.relations.push({ from, to, name: relation });
  };
  for (const pod of pods) {
    relate(chance.pick(estate.nodes), pod, "NodePod");
    relate(service, pod, "ServicePod");
    relate(pod, configMap, "PodConfigMap");
    relate(pod, secret, "PodSecret");
    relate(pod, claim, "PodPersistentVolumeClaim");
  }
  relate(ingress, service, "IngressService");
  relate(certificate, ingress, "CertificateIngress");
  relate(claim, volume, "PersistentVolumeClaimPersistentVolume");
  relate(policy, deployment, "NetworkPolicyDeployment");
  relate(deployment, database?.item, "DeploymentDatabase");

  const http = addCheck(estate, "http", `${name}-http`, chance.next() < 0.7 ? [ingress ?? service] : []);
  const kubernetes = addCheck(estate, "kubernetes", `${name}-pods`, [deployment]);
  const component = addComponent(estate, name, "Service", systems[number]);
  component.checks.push(http, kubernetes);
  component.items.push(deployment);
  if (chance.next() < 0.7) component.items.push(service);
  if (ingress) component.items.push(ingress);
  estate.services.push({
    name,
    namespace,
    deployment,
    replicaSet,
    pods,
    service,
    ingress,
    certificate,
    configMap,
    secret,
    policy,
    claim,
    volume,
    database: database?.item,
    component,
    http,
    checks: [http, kubernetes],
  });
}

function idsOf(seed: number): () => string {
  const chance = chanceOf(-seed);
  const hex = (digits: number) => chance.times(digits, () => chance.between(0, 15).toString(16)).join("");
  return () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

export function addItem(estate: Estate, type: string, name: string, more: Partial<Item> = {}): Item {
  const item: Item = { id: estate.newId(), type, name, health: "healthy", status: null, parent: undefined, ...more };
  estate.items.push(item);
  return item;
}

function addCheck(estate: Estate, type: string, name: string, items: Item[]): Check {
  const check: Check = {
    id: estate.newId(),
    type,
    name,
    isFailing: false,
    since: estate.chance.between(300, 3000),
    items,
  };
  estate.checks.push(check);
  return check;
}

function addComponent(estate: Estate, name: string, type: string, parent?: Component): Component {
  const component: Component = { id: estate.newId(), name, type, parent, related: [], items: [], checks: [] };
  estate.components.push(component);
  return component;
}

/** Marks an item as unhealthy, the way its scraper reports it. */
export function turn(item: Item, age: number, health: "unhealthy" | "warning", status: string): void {
  if (item.unhealthySince !== undefined) return;
  Object.assign(item, { health, status, unhealthySince: age });
}

export function fail(check: Check, age: number, message: string): void {
  if (check.isFailing) return;
  Object.assign(check, { isFailing: true, since: age, message });
}

export function change(estate: Estate, item: Item, type: string, age: number, more: Partial<Change> = {}): Change {
  const isDiff = type === "diff";
  const added: Change = {
    id: estate.newId(),
    item,
    type,
    source: isDiff ? "diff" : "kubernetes",
    severity: null,
    summary: null,
    age,
    ...more,
  };
  estate.changes.push(added);
  return added;
}
