// Rows for the gallery's tables: a fixed list of machines.

export interface Machine {
  id: string;
  name: string;
  type: string;
  status: "healthy" | "unhealthy" | "warning" | "unknown";
  region: string;
  tags: readonly string[];
  cpu: number;
  memory_bytes: number;
  restarts: number;
  created_at: string;
  owner: string | null;
}

const types = ["Kubernetes::Node", "AWS::EC2::Instance", "Kubernetes::Pod", "Azure::VirtualMachine"];
const statuses = ["healthy", "healthy", "healthy", "warning", "unhealthy", "healthy", "unknown"] as const;
const regions = ["eu-central-1", "us-east-1", "ap-southeast-2"];
const owners = ["Ada Lovelace", "Grace Hopper", null, "Margaret Hamilton"];
const names = ["payments-api", "edge-proxy", "ledger", "search-indexer", "session-store", "mail-relay"];

/** Deterministic pseudo-random numbers: every list is the same, and neighbouring rows differ. */
const scattered = (index: number, most: number) => ((index * 7919 + 104_729) % 65_537) % most;
const pick = <Item>(items: readonly Item[], index: number) => items[scattered(index, items.length)]!;

const BEGIN = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

export const machines = (count: number): Machine[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    name: `${pick(names, index)}-${index}`,
    type: pick(types, index * 3),
    status: pick(statuses, index * 5),
    region: pick(regions, index * 11),
    tags: [`env:${index % 3 === 0 ? "prod" : "staging"}`, `team:${pick(["core", "data"], index)}`],
    cpu: scattered(index, 1000) / 10,
    memory_bytes: (1 + scattered(index, 64)) * 536_870_912,
    restarts: scattered(index, 17) % 5,
    created_at: new Date(BEGIN + scattered(index, 9000) * HOUR_MS).toISOString(),
    owner: pick(owners, index * 13),
  }));
