// The rows that each scraper in tests/manifests/reference stores in one run, by the kind of its file.
import { expect } from "vitest";
import { uid } from "../../../system/reference-sources.ts";

export interface ScraperRows {
  scraper: Readonly<Record<string, unknown>>;
  /** Credentials of the stored spec. */
  sealed: Readonly<Record<string, unknown>>;
  /** Counts by item type, as in the job history. */
  summary: Readonly<Record<string, object>>;
  items: readonly object[];
  changes?: readonly object[];
  insights?: readonly object[];
  /** Relationships in the form `parent or source -> item: relation`. */
  edges?: readonly string[];
}

const counts = (added: number, changes = 0) => ({
  added,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  changes,
  deduped: 0,
});

const plain = {
  health: null,
  status: null,
  ready: null,
  description: null,
  icon: null,
  source: null,
  parent: null,
  labels: {},
  tags: {},
  properties: null,
  locations: [],
  cost_per_minute: null,
  created_at: "now",
  deleted_at: null,
};

const hosts = (folder: string): ScraperRows => {
  const host = {
    ...plain,
    type: "Inventory::Host",
    config_class: "Host",
    icon: "server",
    parent: "r1",
    tags: { env: "prod", site: "fra" },
    locations: ["dc://fra/R1"],
  };
  const memory = (text: string) => ({ name: "memory", text, type: "badge", label: "Memory", headline: true });
  const link = (name: string) => ({
    name: "console",
    text: "open",
    type: "url",
    links: [{ url: `https://console.example/${name}`, text: "Console" }],
  });
  return {
    scraper: { name: "hosts", namespace: "ops" },
    sealed: {},
    summary: { "Inventory::Host": counts(2), "Inventory::Rack": counts(1) },
    items: [
      {
        ...host,
        name: "MARS",
        external_id: ["h-1", "host/mars"],
        status: "running",
        health: "healthy",
        description: "Debian Linux in rack r1",
        source: `${folder}/hosts/fra/a.yaml`,
        labels: { os: "debian linux", env: "prod", site: "fra" },
        properties: [memory("8G"), { name: "kernel", text: "6.x" }, link("mars")],
        created_at: "2026-10-01T09:30:00.000Z",
        config: {
          serial: "h-1",
          hostname: "mars",
          state: "running",
          site: "fra",
          rack: "r1",
          os: "debian linux",
          kernel: "6.1.2",
          memory: 8_589_934_592,
          // MD5 of "s3cret".
          password: "33e1b232a4e6fa0028a6670753749a17",
          installed: "2026-10-01 09:30",
        },
      },
      {
        ...host,
        name: "VENUS",
        external_id: ["h-2", "host/venus"],
        status: "broken",
        health: "unhealthy",
        description: "Alpine in rack r1",
        source: `${folder}/hosts/fra/b.yaml`,
        labels: { os: "alpine", env: "prod", site: "fra" },
        properties: [memory("1G"), link("venus")],
        created_at: "2026-10-02T10:00:00.000Z",
        config: {
          serial: "h-2",
          hostname: "venus",
          state: "broken",
          site: "fra",
          rack: "r1",
          os: "alpine",
          kernel: "5.15.0",
          memory: 1_073_741_824,
          installed: "2026-10-02 10:00",
        },
      },
      {
        ...plain,
        type: "Inventory::Rack",
        config_class: "Inventory::Rack",
        name: "r1",
        external_id: ["r-1"],
        source: `${folder}/racks.json`,
        config: { id: "r-1", label: "r1" },
      },
    ],
    edges: ["r1 -> MARS: hard", "r1 -> VENUS: hard"],
  };
};

const services = (web: string): ScraperRows => {
  const service = {
    ...plain,
    type: "App::Service",
    config_class: "Service",
    icon: "service",
    tags: { region: "eu-north" },
    source: `${web}/services?page=1&region=***`,
  };
  // UUIDs of version 5 from the SHA-256 of "web8080" and "cart8081".
  const [webKey, cartKey] = ["e770f3f0-99ea-5b2a-bc8a-8a95dfe4bc2f", "0c2e753e-63ba-5b7c-9cfa-ae16cd38b0bd"];
  return {
    scraper: { name: "services", namespace: "ops" },
    sealed: { "env.0.value": "***", "http.0.password.value": "***" },
    summary: { "App::Service": counts(2) },
    items: [
      {
        ...service,
        name: "cart",
        external_id: [cartKey],
        status: "degraded",
        labels: { owner: "shopTeam", region: "eu-north" },
        config: {
          name: "cart",
          port: 8_081,
          state: "degraded",
          owner: "shopTeam",
          key: cartKey,
          address: "cart:8081",
          checksum: "1c42ddc0",
        },
      },
      {
        ...service,
        name: "web",
        external_id: [webKey],
        status: "running",
        labels: { owner: "webTeam", region: "eu-north" },
        config: {
          name: "web",
          port: 8_080,
          state: "running",
          owner: "webTeam",
          uses: ["cart"],
          key: webKey,
          address: "web:8080",
          checksum: "4b5e57f6",
        },
      },
    ],
    edges: ["web -> cart: Uses"],
  };
};

const ships = (mariadb: number): ScraperRows => {
  const ship = {
    ...plain,
    type: "Fleet::Ship",
    config_class: "Ship",
    icon: "ship",
    tags: { port: "Bergen" },
  };
  return {
    scraper: { name: "ships", namespace: "harbour" },
    sealed: { "sql.0.connection": `mysql://ada:***@tcp(127.0.0.1:${mariadb})/orders?tls=preferred` },
    summary: { "Fleet::Ship": counts(2) },
    items: [
      {
        ...ship,
        name: "Argo",
        external_id: ["1", "ship/argo"],
        status: "at sea",
        description: "built in 2019",
        labels: { captain: "'Jason'", port: "Bergen" },
        properties: [
          { name: "crew", value: 50, unit: "people" },
          { name: "hash", text: "13f4c3e", type: "hidden" },
        ],
        created_at: "2019-05-04T00:00:00.000Z",
        config: {
          id: "1",
          name: "argo",
          built: "2019-05-04 00:00:00",
          document: '{"state":"at sea","captain":"Jason","crew":50,"secret":false}',
        },
      },
      {
        ...ship,
        name: "Black Pearl",
        external_id: ["2", "ship/black-pearl"],
        status: "moored",
        description: "built in 2021",
        labels: { captain: "'Jack O''Hara'", port: "Bergen" },
        properties: [
          { name: "crew", value: 12, unit: "people" },
          { name: "hash", text: "ebe737c", type: "hidden" },
        ],
        created_at: "2021-01-02T12:00:00.000Z",
        config: { id: "2", name: "black pearl", built: "2021-01-02 12:00:00", document: "***" },
      },
    ],
  };
};

const releases = (): ScraperRows => {
  const release = (id: string, version: string, more: object) => ({
    ...plain,
    type: "Delivery::Release",
    config_class: "Release",
    external_id: [id],
    labels: { stage: "delivery", kind: "release" },
    tags: { kind: "release" },
    properties: [{ name: "notes", text: String.raw`"line one\n  line two"` }],
    cost_per_minute: 0.5,
    config: { id, version, stage: "delivery", notes: "  line one\n  line two  " },
    ...more,
  });
  const change = (item: string, external_change_id: string) => ({
    item,
    external_change_id,
    change_type: "Release",
    severity: "medium",
    source: null,
    summary: "deployed by ada@example.org at 9:00AM",
    details: { build: 7 },
    external_created_by: "ada@example.org",
    created_at: "2026-11-10T09:00:00.000Z",
    count: 1,
  });
  const insight = (item: string) => ({
    item,
    analyzer: "trivy",
    analysis_type: "security",
    severity: "high",
    summary: "CVE-2026-1",
    message: "update it",
    status: "open",
    source: "scan",
  });
  return {
    scraper: { name: "releases", namespace: "delivery" },
    sealed: { "exec.0.env.0.value": "***" },
    summary: { "Delivery::Release": { ...counts(2, 2), change: { ignored: { Heartbeat: 2 } } } },
    items: [
      release("cart", "2.4.1", { name: "cart-2", status: "released", health: "healthy" }),
      release("till", "0.9.0-rc.1", { name: "till-0", status: "preview", health: "warning" }),
    ],
    changes: [change("cart-2", "cart@2.4.1"), change("till-0", "till@0.9.0-rc.1")],
    insights: [insight("cart-2"), insight("till-0")],
  };
};

const cluster = (): ScraperRows => {
  const tags = { team: "shop", cluster: "harbour" };
  const object = {
    ...plain,
    ready: true,
    parent: "harbour",
    tags: { ...tags, namespace: "shop" },
    created_at: "2026-11-01T00:00:00.000Z",
    properties: [],
  };
  const metadata = (name: string, number: number, more: object = {}) => ({
    name,
    namespace: "shop",
    uid: uid(number),
    creationTimestamp: "2026-11-01T00:00:00Z",
    ...more,
  });
  const change = (number: number, change_type: string, severity: string, message: string, summary: string) => ({
    item: "cart",
    external_change_id: uid(number),
    change_type,
    severity,
    source: "kubelet",
    summary,
    details: expect.objectContaining({ reason: change_type, message, count: 1 }) as object,
    external_created_by: null,
    created_at: "now",
    count: 1,
  });
  return {
    scraper: { name: "cluster", namespace: "platform" },
    sealed: { "kubernetes.0.kubeconfig.value": "***" },
    summary: {
      "Kubernetes::Cluster": counts(1),
      "Kubernetes::ConfigMap": counts(1),
      "Kubernetes::Pod": counts(1, 2),
    },
    items: [
      {
        ...plain,
        type: "Kubernetes::Cluster",
        config_class: "Cluster",
        name: "harbour",
        external_id: ["Kubernetes/Cluster/harbour"],
        status: "Running",
        health: "healthy",
        labels: tags,
        tags,
        properties: [],
        config: { name: "harbour", version: "v1.34.1", platform: "linux/amd64" },
      },
      {
        ...object,
        type: "Kubernetes::ConfigMap",
        config_class: "ConfigMap",
        name: "settings",
        external_id: [uid(3), "Kubernetes/harbour/ConfigMap/shop/settings"],
        health: "unknown",
        labels: { ...tags, namespace: "shop" },
        config: {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: metadata("settings", 3),
          data: { color: "blue", token: "***" },
        },
      },
      {
        ...object,
        type: "Kubernetes::Pod",
        config_class: "Pod",
        name: "cart",
        external_id: [uid(4), "Kubernetes/harbour/Pod/shop/cart"],
        status: "Running",
        health: "healthy",
        labels: { ...tags, namespace: "shop", app: "cart", settings: "settings" },
        properties: [
          { name: "images", text: "cart:1.2" },
          { name: "limit", text: "256M", unit: "bytes" },
        ],
        locations: ["cluster://harbour/shop/CART"],
        config: expect.objectContaining({
          apiVersion: "v1",
          kind: "Pod",
          // The stored document has no managedFields.
          metadata: metadata("cart", 4, { labels: { app: "cart", settings: "settings", "pod-template-hash": "7f" } }),
        }) as object,
      },
    ],
    changes: [
      change(11, "BackOff", "high", "Back-off restarting failed container main", "Back-off restarti..."),
      change(13, "Unhealthy", "medium", "Readiness probe failed", "Readiness probe failed"),
    ],
    edges: ["harbour -> cart: hard", "harbour -> settings: hard", "settings -> cart: ConfigMapPod"],
  };
};

const modules = (folder: string): ScraperRows => ({
  scraper: { name: "modules", namespace: "platform" },
  sealed: {},
  summary: { "Terraform::Module": counts(1) },
  items: [
    {
      ...plain,
      type: "Terraform::Module",
      config_class: "Module",
      name: "Shop of prod",
      external_id: ["3f2b1c90-0000-4000-8000-000000000001", "terraform/3f2b1c90"],
      status: "current",
      health: "healthy",
      description: "aws_db_instance, aws_s3_bucket",
      icon: "terraform",
      source: `${folder}/states/prod/shop.tfstate`,
      labels: { format: "v4", tool: "terraform" },
      tags: { tool: "terraform" },
      properties: [
        { name: "Resources", value: 2 },
        { name: "Version", text: "1.9.0" },
        { name: "outputs", text: '["admin","url"]' },
        { name: "url", text: "https://shop.example", type: "url" },
      ],
      locations: ["tf://shop-of-prod"],
      config: {
        version: 4,
        terraform_version: "1.9.0",
        lineage: "3f2b1c90-0000-4000-8000-000000000001",
        outputs: {
          url: { value: "https://shop.example", type: "string" },
          admin: {
            value: expect.stringMatching(/^\*\*\* \([0-9a-f]{8}\)$/) as string,
            type: "string",
            sensitive: true,
          },
        },
        resources: [
          { mode: "managed", type: "aws_s3_bucket", name: "dumps", instances: [{ attributes: { bucket: "dumps" } }] },
          { mode: "managed", type: "aws_db_instance", name: "orders", instances: [{ attributes: { memory: 4 } }] },
        ],
      },
    },
  ],
});

export const scraperRows = ({
  web,
  folder,
  mariadb,
}: {
  web: string;
  folder: string;
  mariadb: number;
}): Readonly<Record<string, ScraperRows>> => ({
  file: hosts(folder),
  http: services(web),
  sql: ships(mariadb),
  exec: releases(),
  kubernetes: cluster(),
  terraform: modules(folder),
});
