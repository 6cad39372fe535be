// The servers that the manifests of tests/manifests/reference query, with their data, and a system that runs these
// manifests: files are applied in the same way as in the product, scrapers run as jobs, and checks run in the engine.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createConnection } from "mysql2/promise";
import { parseAllDocuments, stringify } from "yaml";
import { scraperManifestsWith } from "#areas/catalog/server/manifests/scraper-manifests.ts";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { scrapingWith } from "#areas/catalog/server/scraping.ts";
import { createEngine, defaultLimits } from "#areas/health/server/engine/engine.ts";
import { Runner, defaultTimes } from "#areas/health/server/engine/runner.ts";
import { canaryManifests } from "#areas/health/server/manifests/canary-manifests.ts";
import { readEnv } from "#server/env/env.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import type { ManifestKind } from "#server/manifests/manifest-kind.ts";
import { password } from "../servers/rows/row.ts";
import { neverLate } from "../support/checks.ts";
import { testDatabase, testLog } from "../support/database.ts";
import { filled, type Places } from "../support/filled-manifest.ts";
import { runSystem, until } from "../support/running-system.ts";
import { startAllServers } from "../servers/all-servers.ts";
import { prometheusUser } from "../servers/prometheus.ts";
import { deckConfig, standInCluster, type StoredObject } from "../services/cluster.ts";
import { startStandIns } from "../services/stand-in.ts";

export const uid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const object = (kind: string, name: string, number: number, { metadata, ...more }: Partial<StoredObject>) => ({
  apiVersion: "v1",
  kind,
  metadata: { name, namespace: "shop", uid: uid(number), creationTimestamp: "2026-11-01T00:00:00Z", ...metadata },
  ...more,
});

const event = (name: string, number: number, reason: string, message: string) =>
  object("Event", name, number, {
    involvedObject: { kind: "Pod", name: "cart", namespace: "shop", uid: uid(4) },
    reason,
    message,
    source: { component: "kubelet" },
    firstTimestamp: new Date().toISOString(),
    lastTimestamp: new Date().toISOString(),
    count: 1,
  });

const clusterObjects = (): StoredObject[] => [
  object("ConfigMap", "settings", 3, { data: { color: "blue", token: "s3cret-token" } }),
  object("ConfigMap", "scratch-1", 5, { data: {} }),
  object("ConfigMap", "unwanted", 6, { metadata: { name: "unwanted", labels: { skip: "true" } } }),
  object("Pod", "cart", 4, {
    metadata: {
      name: "cart",
      labels: { app: "cart", settings: "settings", "pod-template-hash": "7f" },
      managedFields: [{ manager: "kubectl" }],
    },
    spec: {
      containers: [
        { name: "main", image: "registry.example/shop/cart:1.2", resources: { limits: { memory: "256Mi" } } },
      ],
    },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [
        { name: "main", ready: true, restartCount: 0, state: { running: { startedAt: "2026-11-01T00:00:00Z" } } },
      ],
    },
  }),
  event("cart.1", 11, "BackOff", "Back-off restarting failed container main"),
  event("cart.2", 12, "Pulled", "Container image is present"),
  event("cart.3", 13, "Unhealthy", "Readiness probe failed"),
];

const terraformState = {
  version: 4,
  terraform_version: "1.9.0",
  serial: 12,
  lineage: "3f2b1c90-0000-4000-8000-000000000001",
  outputs: {
    url: { value: "https://shop.example", type: "string" },
    admin: { value: "hunter22", type: "string", sensitive: true },
  },
  resources: [
    { mode: "managed", type: "aws_s3_bucket", name: "dumps", instances: [{ attributes: { bucket: "dumps" } }] },
    { mode: "managed", type: "aws_db_instance", name: "orders", instances: [{ attributes: { memory: 4 } }] },
  ],
};

const hosts = {
  "hosts/fra/a.yaml":
    "serial: h-1\nhostname: mars\nstate: running\nsite: fra\nrack: r1\nos: debian linux\nkernel: 6.1.2\nmemory: 8589934592\npassword: s3cret\nlastSeen: 17\ninstalled: 2026-10-01 09:30\n",
  "hosts/fra/b.yaml":
    "serial: h-2\nhostname: venus\nstate: broken\nsite: fra\nrack: r1\nos: alpine\nkernel: 5.15.0\nmemory: 1073741824\nlastSeen: 18\ninstalled: 2026-10-02 10:00\n",
  "hosts/fra/old-c.yaml": "serial: h-3\nhostname: pluto\n",
  "racks.json": JSON.stringify({ racks: [{ id: "r-1", label: "r1" }] }),
  "states/prod/shop.tfstate": JSON.stringify(terraformState),
};

const services = [
  { name: "web", port: 8080, state: "running", owner: " web team ", secret: "x", uses: ["cart"] },
  { name: "cart", port: 8081, state: "degraded", owner: "shop team", secret: "y" },
  { name: "cart-test", port: 8082, state: "running", owner: "shop team", secret: "z" },
];

const orders = [
  { id: "17", customer: "Åse & Sønner", state: "open", paid: true },
  { id: "18", customer: "Bergen Shipyard", state: "open", paid: false, waiting: "90m" },
  { id: "19", customer: "Closed Ltd", state: "closed", paid: true },
];

/** Serves the API of a shop: sign-in, orders and a paged list of services. */
function startWeb() {
  const basic = `Basic ${Buffer.from(`probe:${password}`).toString("base64")}`;
  const answers: Record<string, (request: IncomingMessage, url: URL, body: string) => [status: number, body: object]> =
    {
      "/login": ({ headers, method }, url, body) =>
        headers.authorization === basic && method === "POST"
          ? [
              201,
              {
                token: "tok-4711",
                version: "2.4.1",
                quota: 1_610_612_736,
                user: (JSON.parse(body) as { user: string }).user,
                region: url.searchParams.get("region"),
                probe: headers["x-probe"],
                realm: headers["x-realm"],
              },
            ]
          : [401, {}],
      "/orders": ({ headers }) => (headers.authorization === "Bearer tok-4711" ? [200, { orders }] : [401, {}]),
      "/services": ({ headers }, url) => {
        const page = Number(url.searchParams.get("page"));
        if (headers.authorization !== basic || headers["x-scraper"] !== "SERVICES") return [401, {}];
        return page === 1
          ? [200, { services: services.slice(0, 2), next: "/services?page=2" }]
          : [200, { services: services.slice(2) }];
      },
    };
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://shop");
    void text(request).then((body) => {
      const [status, answer] = answers[url.pathname]?.(request, url, body) ?? [404, {}];
      return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });
  return new Promise<{ url: string; stop(): void }>((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    ),
  );
}

async function fillMariaDb(port: number): Promise<void> {
  const client = await createConnection({ host: "127.0.0.1", port, user: "ada", password, database: "orders" });
  await client.query("create table fleet (id int primary key, name varchar(20), document text, built datetime)");
  const ships: [number, string, object, string][] = [
    [1, "argo", { state: "at sea", captain: "Jason", crew: 50, secret: false }, "2019-05-04 00:00:00"],
    [2, "black pearl", { state: "moored", captain: "Jack O'Hara", crew: 12, secret: true }, "2021-01-02 12:00:00"],
  ];
  for (const [id, name, document, built] of ships)
    await client.query("insert into fleet values (?, ?, ?, ?)", [id, name, JSON.stringify(document), built]);
  await client.end();
}

export interface ManifestFile {
  /** The type of check or scraper in the file, which is also the name of the file. */
  kind: string;
  document: { metadata: { name: string }; spec: Record<string, unknown> };
}

export function manifestsIn(family: "canaries" | "scrapers"): ManifestFile[] {
  const from = join(import.meta.dirname, "../manifests/reference", family);
  return readdirSync(from).map((file) => ({
    kind: file.replace(".yaml", ""),
    document: parseAllDocuments(readFileSync(join(from, file), "utf8"))[0]!.toJS() as ManifestFile["document"],
  }));
}

export async function startReference() {
  const folder = mkdtempSync("/tmp/quarterdeck-reference-");
  chmodSync(folder, 0o755);
  for (const [path, content] of Object.entries(hosts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, path), content, { mode: 0o644 });
  }
  const [at, web, database] = await Promise.all([startAllServers(), startWeb(), testDatabase()]);
  await fillMariaDb(at.mariadb.plainPort);
  const cluster = standInCluster(clusterObjects());
  const standIns = await startStandIns({ "kube.example": cluster.answer });
  const places: Places = {
    folder,
    password,
    host: "127.0.0.1",
    web: web.url,
    files: at.folders.files,
    nodePath: `${dirname(process.execPath)}:/usr/bin:/bin`,
    postgres: at.postgres.port,
    mariadb: at.mariadb.plainPort,
    prometheus: at.prometheus.port,
    prometheusUser: prometheusUser.name,
    prometheusPassword: prometheusUser.password,
    kubeconfig: deckConfig("kube.example"),
  };
  const env = { ...readEnv({}), allowExec: true, allowDirectories: [folder, at.folders.files] };
  const { job, spec } = scrapingWith(scraperKinds);
  const system = await runSystem(database.databases, {
    jobs: [job],
    around: {
      env,
      outbound: () => standIns.outbound,
      exec: createExec({ env, log: testLog }),
      files: createFiles(env),
    },
  });
  const ask = async <Row extends object = Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    (await database.databases.pools.system.query<Row>(statement, values)).rows;

  /** Applies the files in the same way as the product applies its manifest folder; returns all warnings. */
  async function apply(family: "canaries" | "scrapers", kind: ManifestKind) {
    const ids = new Map<string, string>();
    const warnings: unknown[] = [];
    for (const file of manifestsIn(family)) {
      const read = kind.read(stringify(filled(file.document, places)), { defaultName: file.kind });
      const applied = await kind.apply(system, {
        source: `file:${family}/${file.kind}.yaml`,
        items: read.items,
        isKept: () => false,
      });
      warnings.push(...read.faults, ...read.warnings, ...applied.faults);
      for (const { id } of applied.ids) ids.set(file.kind, id);
    }
    return { ids, warnings };
  }

  /** Runs every scraper once, one after the other. */
  async function runScrapers() {
    const { ids, warnings } = await apply("scrapers", scraperManifestsWith(spec));
    for (const id of ids.values()) {
      await system.jobs.send(database.databases.system, job, { scraper_id: id });
      await until(
        () => ask("select status from job_history where resource_id = $1 and status <> 'RUNNING'", [id]),
        (runs) => runs.length > 0,
      );
    }
    return { ids, warnings };
  }

  /** Runs every check once; further runs are hours away. */
  async function runCanaries() {
    const { ids, warnings } = await apply("canaries", canaryManifests);
    const engine = createEngine(system, { limits: defaultLimits });
    engine.run.around = { ...engine.run.around, lateness: neverLate };
    const runner = new Runner(engine, { ...defaultTimes, lookEveryMs: 50 }).start();
    await until(
      () => ask("select name from checks c where not exists (select from check_statuses s where s.check_id = c.id)"),
      (waiting) => waiting.length === 0,
    );
    await runner.stop();
    return { ids, warnings };
  }

  async function stop(): Promise<void> {
    await system.stop();
    web.stop();
    await at.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { web: web.url, mariadb: at.mariadb.plainPort, folder, places, ask, runScrapers, runCanaries, stop };
}

export type Reference = Awaited<ReturnType<typeof startReference>>;
