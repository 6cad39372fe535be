// Generates a topology tree in the form that a lookup returns: 50 systems, each with services and their parts, five
// levels deep, with labels and properties.
import type { Json } from "#language/columns.ts";

export interface TreeVersion {
  components: number;
  /** Text that is written into the properties of the first `changed` components. */
  version: string;
  changed: number;
}

const systems = 50;
const perParent = 6;

interface Node {
  name: string;
  components: Node[];
  [field: string]: unknown;
}

/** The document of one component, without its children. */
export const documentOf = (n: number, version: string) => ({
  name: `part-${n}`,
  type: n < systems ? "System" : "Service",
  external_id: `part-${n}`,
  namespace: `team-${n % 50}`,
  icon: "server",
  owner: `team-${n % 50}`,
  labels: { app: `app-${n % 500}`, team: `team-${n % 50}`, tier: n % 3 === 0 ? "front" : "back" },
  health: "healthy",
  status: "Running",
  properties: [
    { name: "version", text: version, headline: true },
    { name: "cpu", value: n % 1_000, max: 1_000, unit: "millicores" },
    { name: "memory", value: n * 1_000, max: 100_000_000, unit: "bytes" },
    { name: "runbook", type: "url", text: `https://runbooks.example.org/${n}` },
  ],
});

/** The children of the root, with everything below them. */
export function treeOf({ components, version, changed }: TreeVersion): Json {
  const nodes: Node[] = Array.from({ length: components }, (_, n) => ({
    ...documentOf(n, n < changed ? version : "v0"),
    components: [],
  }));
  for (let n = systems; n < components; n += 1)
    nodes[Math.floor((n - systems) / perParent)]!.components.push(nodes[n]!);
  return nodes.slice(0, systems) as unknown as Json;
}
