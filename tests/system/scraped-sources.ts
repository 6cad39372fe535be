// Starts the sources for a folder of scrapers: real servers with data, simulated services for those that cannot be run,
// and the product's own jobs on a real database.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { expect } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { readScrapers, scraperManifestsWith } from "#areas/catalog/server/manifests/scraper-manifests.ts";
import { scraperKinds } from "#areas/catalog/server/scrapers/index.ts";
import { scrapingWith } from "#areas/catalog/server/scraping.ts";
import { readEnv } from "#server/env/env.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { password } from "../servers/rows/row.ts";
import { testDatabase, testLog } from "../support/database.ts";
import { filled } from "../support/filled-manifest.ts";
import { runSystem, until } from "../support/running-system.ts";
import { startAllServers } from "../servers/all-servers.ts";
import { s3Keys } from "../servers/s3.ts";
import { code, tokens } from "../services/code.ts";
import { deckConfig, standInCluster, type StoredObject } from "../services/cluster.ts";
import { startStandIns } from "../services/stand-in.ts";

export const uid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const object = (kind: string, name: string, number: number, more: object): StoredObject => ({
  apiVersion: kind === "Deployment" ? "apps/v1" : "v1",
  kind,
  metadata: {
    name,
    ...(kind !== "Namespace" && { namespace: "shop" }),
    uid: uid(number),
    creationTimestamp: "2026-11-01T00:00:00Z",
    ...("metadata" in more ? (more.metadata as object) : {}),
  },
  ...("rest" in more ? (more.rest as object) : {}),
});
export const settings = object("ConfigMap", "settings", 3, { rest: { data: { color: "blue" } } });
export const cluster = standInCluster([
  object("Namespace", "shop", 1, { rest: { status: { phase: "Active" } } }),
  settings,
  object("Pod", "cart", 4, {
    metadata: { labels: { app: "cart" } },
    rest: {
      spec: {
        containers: [{ name: "main", image: "nginx", envFrom: [{ configMapRef: { name: "settings" } }] }],
      },
      status: {
        phase: "Running",
        conditions: [{ type: "Ready", status: "True" }],
        containerStatuses: [{ name: "main", ready: true, state: { running: { startedAt: "2026-11-01T00:00:00Z" } } }],
      },
    },
  }),
]);
cluster.containers["shop/cart/main"] = { "/etc/cart/app.yaml": "id: app-1\nworkers: 4\n" };
const standIns = await startStandIns({ "api.github.com": code["api.github.com"], "kube.example": cluster.answer });

const { job: scrapeJob, spec } = scrapingWith(scraperKinds);

/** The inventory of machines that the http scraper reads; it has two pages behind a password. */
export const cmdb = {
  vms: [
    { id: "hv-1", kind: "Hypervisor", name: "atlas", cores: 64, lastSeen: 1 },
    { id: "vm-1", kind: "VM", name: "cart", host: "atlas", memory: 4, lastSeen: 1 },
    { id: "vm-2", kind: "VM", name: "till", host: "atlas", memory: 8, lastSeen: 1 },
  ],
  isBroken: false,
};

export const state = (memory: string, secret: string) => ({
  version: 4,
  terraform_version: "1.9.0",
  serial: Math.floor(Math.random() * 1_000),
  lineage: "3f2b1c90-0000-4000-8000-000000000001",
  outputs: { url: { value: "https://shop.example", type: "string" }, admin: { value: secret, sensitive: true } },
  resources: [
    {
      mode: "managed",
      type: "aws_db_instance",
      name: "orders",
      instances: [
        {
          attributes: { memory, username: "ada", password: secret, tags: { team: "ops" } },
          sensitive_attributes: [[{ type: "get_attr", value: "username" }]],
          private: "bm90IHlvdXJz",
        },
      ],
    },
  ],
});

export interface RunRow {
  id: string;
  status: string;
  details: {
    errors?: { message: string }[] | string[];
    scrape_summary: { config_types: Record<string, Record<string, number>>; relationships: { added: number } };
  };
}

export type Sources = Awaited<ReturnType<typeof startSources>>;

export async function startSources() {
  const folder = mkdtempSync("/tmp/quarterdeck-scrapers-");

  const put = (path: string, content: unknown) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    mkdirSync(join(folder, path, ".."), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, path), text, { mode: 0o644 });
  };
  const ship = (id: string, name: string, crew: number) =>
    JSON.stringify({ id, name, crew, log: Array.from({ length: 200 }, (_, day) => `day ${day} of ${id}`) });
  chmodSync(folder, 0o755);
  const at = await startAllServers();
  const database = await testDatabase();
  put("inventory/hosts/a.yaml", "serial: h-1\nhostname: mars\nstate: running\nsite: fra\nrack: r1\npassword: s3cret\n");
  put("inventory/hosts/b.yaml", "serial: h-2\nhostname: venus\nstate: stopped\nsite: fra\nrack: r1\n");
  put("inventory/hosts/old-c.yaml", "serial: h-3\nhostname: pluto\n");
  put("inventory/racks.json", { racks: [{ id: "r-1", name: "r1" }] });
  put("printed.json", [
    { id: "s-1", name: "cart", port: 80 },
    { id: "s-2", name: "till", port: 81 },
  ]);
  put("states/prod/shop.tfstate", state("4", "hunter22"));
  at.repositories.commitFleet({ "ships/a.json": ship("g-1", "Argo", 50) }, "begin");
  at.repositories.commitFleet(
    { "ships/a.json": ship("g-1", "Argo", 50), "ships/b.json": ship("g-2", "Beagle", 74), "readme.md": "ships\n" },
    "another",
  );
  const keys = { accessKeyId: s3Keys.username, secretAccessKey: s3Keys.password };
  const s3 = new S3Client({
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${at.s3.port}`,
    forcePathStyle: true,
    credentials: keys,
  });
  const crate = (key: string, content: object) =>
    s3.send(new PutObjectCommand({ Bucket: "cargo", Key: key, Body: JSON.stringify(content) }));
  await crate("crates/one.json", { id: "c-1", weight: 7 });
  await crate("crates/deep/two.json", { id: "c-2", weight: 9 });
  const orders = new pg.Client({
    connectionString: `postgres://postgres:${at.postgres.owner.password}@127.0.0.1:${at.postgres.port}/orders`,
  });
  await orders.connect();
  await orders.query(`create table ports (id int primary key);
    create table ships (id int primary key, name text not null, berth numeric(4,1), port int references ports);
    insert into ships values (1, 'Argo', 7.5), (2, 'Beagle', null)`);
  const captains = await createConnection({
    host: "127.0.0.1",
    port: at.mariadb.plainPort,
    user: "ada",
    password,
    database: "orders",
  });
  await captains.query("create table captains (id int primary key, document text)");
  await captains.query(`insert into captains values (1, '{"id": 1, "name": "Jason", "rank": 3}')`);
  const web = createServer((request, response) => {
    const page = Number(new URL(request.url!, "http://cmdb").searchParams.get("page"));
    const who = Buffer.from(`ada:${password}`).toString("base64");
    if (request.headers.authorization !== `Basic ${who}`) return void response.writeHead(401).end();
    if (cmdb.isBroken && page === 2) return void response.writeHead(503).end("out of order");
    const vms = cmdb.vms.slice((page - 1) * 2, page * 2).map((vm) => ({ ...vm, lastSeen: Date.now() }));
    const next = page * 2 < cmdb.vms.length ? `/vms?page=${page + 1}` : null;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ vms, next }));
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const env = { ...readEnv({}), allowExec: true, allowDirectories: [folder] };
  const system = await runSystem(database.databases, {
    jobs: [scrapeJob],
    around: {
      env,
      outbound: () => standIns.outbound,
      exec: createExec({ env, log: testLog }),
      files: createFiles(env),
    },
  });
  const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await database.databases.pools.system.query<Row>(statement, values)).rows;

  /** Applies the manifests in the same way as the server applies its manifest folder. */
  async function applied(): Promise<ReadonlyMap<string, string>> {
    const places = {
      folder,
      password,
      postgresPassword: at.postgres.owner.password,
      web: at.nginx.plainPort,
      s3: at.s3.port,
      s3Key: s3Keys.username,
      s3Secret: s3Keys.password,
      cmdb: (web.address() as AddressInfo).port,
      postgres: at.postgres.port,
      mariadb: at.mariadb.plainPort,
      githubToken: tokens.github,
      kubeconfig: deckConfig("kube.example"),
    };
    const from = join(import.meta.dirname, "../manifests/scrapers");
    const found = new Map<string, string>();
    for (const name of readdirSync(from)) {
      const documents = parseAllDocuments(readFileSync(join(from, name), "utf8")).map((item) =>
        stringify(filled(item.toJS(), places)),
      );
      const read = readScrapers(documents.join("---\n"), spec);
      expect(read.faults).toEqual([]);
      const result = await scraperManifestsWith(spec).apply(system, {
        source: `file:${name}`,
        items: read.items,
        isKept: () => false,
      });
      expect(result.faults).toEqual([]);
      for (const { name: scraper, id } of result.ids) found.set(scraper, id);
    }
    return found;
  }

  /** Runs each scraper once, in order; returns the job history rows of the runs. */
  async function runScrapers(...names: readonly string[]): Promise<Record<string, RunRow>> {
    const rows: Record<string, RunRow> = {};
    // Workflows must come after the repositories that they belong to.
    for (const name of names.length > 0 ? names : [...ids.keys()].sort()) {
      const id = ids.get(name)!;
      const before = (await runsOf(id)).length;
      expect(await system.jobs.send(database.databases.system, scrapeJob, { scraper_id: id })).not.toBeNull();
      const runs = await until(
        () => runsOf(id),
        (all) => all.length > before && all.every(({ status }) => status !== "RUNNING"),
      );
      rows[name] = runs.at(-1)!;
    }
    return rows;
  }
  const runsOf = (id: string) =>
    ask<RunRow>(
      "select id, status, details from job_history where resource_id = $1 and name = 'Scraper' order by time_start",
      [id],
    );

  const itemsOf = (type = "%") =>
    ask<{ type: string; id: string; name: string; parent: string | null; config: Record<string, unknown> }>(
      `select i.type, i.external_id[1] as id, i.name, p.external_id[1] as parent, i.config
       from   config_items i left join config_items p on p.id = i.parent_id
       where  i.type like $1 and i.deleted_at is null order by i.type, i.external_id[1]`,
      [type],
    );
  const changesOf = () =>
    ask<{
      id: string;
      change_type: string;
      external: string;
      severity: string | null;
      diff: string | null;
      patches: object;
    }>(
      `select i.external_id[1] as id, c.change_type, c.external_change_id as external, c.severity, c.diff, c.patches
       from   config_changes c join config_items i on i.id = c.config_id order by c.inserted_at, c.id`,
    );

  const ids = await applied();
  async function stop(): Promise<void> {
    await system.stop();
    await orders.end();
    await captains.end();
    s3.destroy();
    web.closeAllConnections();
    web.close();
    await at.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { at, folder, put, ship, crate, orders, captains, ask, runScrapers, itemsOf, changesOf, stop };
}

export const totals = (rows: Record<string, RunRow>) =>
  Object.values(rows)
    .flatMap(({ details }) => Object.values(details.scrape_summary.config_types))
    .reduce<Record<string, number>>(
      (sum, { added = 0, updated = 0, deleted = 0, changes = 0 }) => ({
        added: (sum["added"] ?? 0) + added,
        updated: (sum["updated"] ?? 0) + updated,
        deleted: (sum["deleted"] ?? 0) + deleted,
        changes: (sum["changes"] ?? 0) + changes,
      }),
      {},
    );
export const failures = (rows: Record<string, RunRow>) =>
  Object.entries(rows)
    .filter(([, { status }]) => status !== "SUCCESS")
    .map(([name, { status, details }]) => ({ name, status, errors: details.errors }));
