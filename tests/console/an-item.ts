// A catalog item with everything that its pages show: parents and children, a history, an insight and a check.
import type { Json } from "#language/columns.ts";
import { normalText } from "#areas/catalog/normal-text.ts";
import { unifiedDiff } from "#lib/text/unified-diff.ts";
import { query } from "./accounts.ts";

const deployment = (replicas: number, image: string): Json => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "checkout", labels: { app: "checkout" } },
  spec: { replicas, image, strategy: { type: "RollingUpdate" } },
});

/** The versions, one hour apart; the last version is the current version. */
const documents = [
  deployment(1, "shop/checkout:1.0"),
  deployment(2, "shop/checkout:1.0"),
  deployment(2, "shop/checkout:1.1"),
];

export interface SeededItem {
  id: string;
  cluster: string;
  namespace: string;
  pods: string[];
  node: string;
  check: string;
}

interface NewItem {
  name: string;
  type: string;
  parents?: readonly string[];
  health?: string;
  config?: Json;
}

async function insert({ name, type, parents = [], health = "healthy", config = {} }: NewItem): Promise<string> {
  const { rows } = await query(
    `insert into config_items (name, type, config_class, status, health, config, path, parent_id, created_at, inserted_at)
     values ($1, $2, $3, 'Running', $4, $5, $6, $7, now() - interval '5 days', now() - interval '5 days') returning id`,
    [name, type, type.split("::").at(-1), health, JSON.stringify(config), parents.join("."), parents.at(-1) ?? null],
  );
  return rows[0]!["id"]!;
}

/** Uses a unique name, because all browser tests share one server. */
export async function seedItem(name: string): Promise<SeededItem> {
  const cluster = await insert({ name: `${name}-cluster`, type: "Kubernetes::Cluster" });
  const namespace = await insert({ name: `${name}-namespace`, type: "Kubernetes::Namespace", parents: [cluster] });
  const id = await insert({
    name,
    type: "Kubernetes::Deployment",
    parents: [cluster, namespace],
    health: "warning",
    config: documents.at(-1)!,
  });
  const path = [cluster, namespace, id];
  const pods: string[] = [];
  for (let at = 0; at < 5; at += 1)
    pods.push(
      await insert({
        name: `${name}-pod-${at}`,
        type: "Kubernetes::Pod",
        parents: path,
        health: at === 4 ? "unhealthy" : "healthy",
      }),
    );
  await insert({ name: `${name}-settings`, type: "Kubernetes::ConfigMap", parents: path });
  const node = await insert({ name: `${name}-node`, type: "Kubernetes::Node" });
  await query("insert into config_relationships (config_id, related_id, relation) values ($1, $2, 'NodePod')", [
    id,
    node,
  ]);
  await query(
    `update config_items
     set    labels = $2, tags = $3, properties = $4, description = 'One of two is ready.', cost_per_minute = 0.01,
            cost_total_1d = 20, cost_total_7d = 100, cost_total_30d = 300, last_scraped_time = now() - interval '3 hours'
     where  id = $1`,
    [
      id,
      {
        team: "web",
        "app.kubernetes.io/version": "1.1",
        "app.kubernetes.io/part-of": "shop",
        "topology.kubernetes.io/region": "eu-1",
        "topology.kubernetes.io/zone": "eu-1a",
      },
      { namespace: "retail", cluster: name },
      JSON.stringify([
        { name: "memory", label: "Memory", value: 1_610_612_736, unit: "bytes" },
        { name: "repository", label: "Repository", links: [{ url: "https://git.example.org/shop", label: "shop" }] },
      ]),
    ],
  );
  for (const [at, document] of documents.slice(1).entries())
    await query(
      `insert into config_changes (config_id, change_type, source, summary, severity, diff, created_at, first_observed, external_created_by)
       select $1, 'diff', 'diff', $2, 'low', $3, moment, moment, 'bot' from (select now() - $4 * interval '1 hour' as moment) then_`,
      [
        id,
        at === 0 ? "spec.replicas" : "spec.image",
        unifiedDiff(normalText(documents[at]!), normalText(document)),
        documents.length - 1 - at,
      ],
    );
  await query(
    `insert into config_changes (config_id, change_type, source, summary, created_at)
     values ($1, 'Killing', 'kubelet', 'Stopping the container', now() - interval '10 minutes')`,
    [pods[0]],
  );
  await query(
    `insert into config_analysis (config_id, analyzer, analysis_type, severity, message, status, first_observed, last_observed)
     values ($1, $2, 'security', 'high', 'It runs as root.', 'open', now(), now())`,
    [id, `${name}-analyzer`],
  );
  const checks = await query(
    `with canary as (
       insert into canaries (name, namespace, spec, source) values ($1 || ' of an item', 'retail', '{}', 'UI') returning id
     ), one as (
       insert into checks (canary_id, type, name, namespace, spec, status, last_runtime, next_runtime, interval_seconds)
       select id, 'http', $1 || ' answers', 'retail', '{}', 'healthy', now(), now() + interval '1 hour', 60 from canary
       returning id, canary_id
     ), link as (
       insert into check_config_relationships (config_id, check_id, canary_id) select $2, id, canary_id from one
     )
     select id from one`,
    [name, id],
  );
  return { id, cluster, namespace, pods, node, check: checks.rows[0]!["id"]! };
}
