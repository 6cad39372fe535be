// Generates an estate in the form that a scraper returns: clusters, namespaces and many resources, each with a document
// of about a kilobyte, a parent and two relationships. Items are generated one by one, in the same way as a source
// returns them.
import type { Found, Item } from "../../areas/catalog/server/scrape/found.ts";

const perNamespace = 100;

export interface Version {
  items: number;
  /** Text that is written into the first `changed` documents, so that their content differs. */
  version: string;
  changed: number;
}

// oxlint-disable-next-line typescript/require-await
export async function* estate({ items, version, changed }: Version): AsyncGenerator<Found> {
  for (let n = 0; n < items; n += 1) yield { kind: "item", item: itemOf(n, n < changed ? version : "v0", items) };
}

export function itemOf(n: number, version: string, items: number): Item {
  const namespace = Math.floor(n / perNamespace);
  const isNamespace = n % perNamespace === 0;
  const id = idOf(n);
  return {
    id,
    name: `${isNamespace ? "team" : "service"}-${n}`,
    type: isNamespace ? "Kubernetes::Namespace" : "Kubernetes::Deployment",
    class: isNamespace ? "Namespace" : "Deployment",
    status: "Running",
    health: "healthy",
    labels: { app: `app-${n % 500}`, team: `team-${namespace % 50}`, tier: n % 3 === 0 ? "front" : "back" },
    tags: { cluster: `cluster-${namespace % 5}`, namespace: `team-${namespace}` },
    aliases: [`Kubernetes/cluster-${namespace % 5}/team-${namespace}/${n}`],
    config: documentOf(n, id, version),
    ...(!isNamespace && {
      parents: [{ externalId: idOf(namespace * perNamespace), type: "Kubernetes::Namespace" }],
      relationships: [1, 7].map((step) => ({
        to: { item: { externalId: idOf((n + step) % items) } },
        relation: "Calls",
      })),
    }),
  };
}

const idOf = (n: number) => `6f1c2f8e-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

const documentOf = (n: number, id: string, version: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: `service-${n}`,
    uid: id,
    labels: { app: `app-${n % 500}`, version },
    annotations: {
      "example.org/owner": `team-${n % 50}@example.org`,
      "example.org/runbook": `https://runbooks.example.org/${n}`,
    },
    creationTimestamp: "2026-05-01T10:00:00Z",
  },
  spec: {
    replicas: 1 + (n % 5),
    selector: { matchLabels: { app: `app-${n % 500}` } },
    template: {
      spec: {
        containers: [
          {
            name: "main",
            image: `registry.example.org/shop/service-${n % 500}:${version}`,
            ports: [{ containerPort: 8080, name: "http" }],
            env: [
              { name: "LOG_LEVEL", value: "info" },
              { name: "DATABASE", value: `postgres://db-${n % 20}.example.org/service` },
            ],
            resources: { limits: { cpu: "500m", memory: "512Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
          },
        ],
        serviceAccountName: `service-${n % 500}`,
      },
    },
  },
  status: { readyReplicas: 1 + (n % 5), observedGeneration: 3, conditions: [{ type: "Available", status: "True" }] },
});
