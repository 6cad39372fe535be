// A folder of scrapers of many types, against the servers that they are for, run by the product's own jobs on a real database:
// what they find, that a second run finds nothing new, what one edit changes, and what a source does that fails halfway.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";
import { createConnection, type Connection } from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { readScrapers, scraperManifestsWith } from "../../areas/catalog/server/manifests/scraper-manifests.ts";
import { scraperKinds } from "../../areas/catalog/server/scrapers/index.ts";
import { scrapingWith } from "../../areas/catalog/server/scraping.ts";
import { readEnv } from "#server/env.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { testDatabase, testLog, type TestDatabase } from "../database.ts";
import { filled } from "../filled-manifest.ts";
import { runSystem, until, type RunningSystem } from "../running-system.ts";
import { startAllServers, type Servers } from "../servers/all-servers.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { password } from "../servers/password.ts";
import { s3Keys } from "../servers/s3.ts";
import { scrapeOnce } from "../servers/scrape-once.ts";
import { code, hostedRepositories, hostedRuns, tokens } from "../services/code.ts";
import { startStandIns } from "../services/stand-in.ts";

const { spec, job: scrapeJob } = scrapingWith(scraperKinds);
const scraperManifests = scraperManifestsWith(spec);
const standIns = await startStandIns({ "api.github.com": code["api.github.com"] });

/** The inventory of machines that http asks: two pages, behind a password. */
const cmdb = {
  vms: [
    { id: "hv-1", kind: "Hypervisor", name: "atlas", cores: 64, lastSeen: 1 },
    { id: "vm-1", kind: "VM", name: "cart", host: "atlas", memory: 4, lastSeen: 1 },
    { id: "vm-2", kind: "VM", name: "till", host: "atlas", memory: 8, lastSeen: 1 },
  ],
  isBroken: false,
};

const state = (memory: string, secret: string) => ({
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

describeWithServers("scrapers", () => {
  let at: Servers;
  let database: TestDatabase;
  let system: RunningSystem;
  let web: Server;
  let orders: pg.Client;
  let captains: Connection;
  let s3: S3Client;
  let ids: ReadonlyMap<string, string>;
  const folder = mkdtempSync("/tmp/quarterdeck-scrapers-");

  const put = (path: string, content: unknown) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    mkdirSync(join(folder, path, ".."), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, path), text, { mode: 0o644 });
  };
  const ship = (id: string, name: string, crew: number) =>
    JSON.stringify({ id, name, crew, log: Array.from({ length: 200 }, (_, day) => `day ${day} of ${id}`) });
  const crate = (key: string, content: object) =>
    s3.send(new PutObjectCommand({ Bucket: "cargo", Key: key, Body: JSON.stringify(content) }));
  const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await database.databases.pools.system.query<Row>(statement, values)).rows;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    at = await startAllServers();
    database = await testDatabase();
    put(
      "inventory/hosts/a.yaml",
      "serial: h-1\nhostname: mars\nstate: running\nsite: fra\nrack: r1\npassword: s3cret\n",
    );
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
    s3 = new S3Client({
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${at.s3.port}`,
      forcePathStyle: true,
      credentials: keys,
    });
    await crate("crates/one.json", { id: "c-1", weight: 7 });
    await crate("crates/deep/two.json", { id: "c-2", weight: 9 });
    orders = new pg.Client({
      connectionString: `postgres://postgres:${at.postgres.owner.password}@127.0.0.1:${at.postgres.port}/orders`,
    });
    await orders.connect();
    await orders.query(`create table ports (id int primary key);
      create table ships (id int primary key, name text not null, berth numeric(4,1), port int references ports);
      insert into ships values (1, 'Argo', 7.5), (2, 'Beagle', null)`);
    captains = await createConnection({
      host: "127.0.0.1",
      port: at.mariadb.plainPort,
      user: "ada",
      password,
      database: "orders",
    });
    await captains.query("create table captains (id int primary key, document text)");
    await captains.query(`insert into captains values (1, '{"id": 1, "name": "Jason", "rank": 3}')`);
    web = createServer((request, response) => {
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
    system = await runSystem(database.databases, {
      jobs: [scrapeJob],
      around: {
        env,
        outbound: () => standIns.outbound,
        exec: createExec({ env, log: testLog }),
        files: createFiles(env),
      },
    });
    ids = await applied();
  });

  afterAll(async () => {
    await system?.stop();
    await orders?.end();
    await captains?.end();
    s3?.destroy();
    web?.closeAllConnections();
    web?.close();
    await at?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The manifests, as the folder of the product is read. */
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
    };
    const from = join(import.meta.dirname, "../manifests/scrapers");
    const found = new Map<string, string>();
    for (const name of readdirSync(from)) {
      const documents = parseAllDocuments(readFileSync(join(from, name), "utf8")).map((one) =>
        stringify(filled(one.toJS(), places)),
      );
      const read = readScrapers(documents.join("---\n"), spec);
      expect(read.faults).toEqual([]);
      const made = await scraperManifests.apply(system, {
        source: `file:${name}`,
        items: read.items,
        isKept: () => false,
      });
      expect(made.faults).toEqual([]);
      for (const one of made.ids) found.set(one.name, one.id);
    }
    return found;
  }

  interface RunRow {
    id: string;
    status: string;
    details: {
      errors?: { message: string }[] | string[];
      scrape_summary: { config_types: Record<string, Record<string, number>>; relationships: { added: number } };
    };
  }

  /** One run of each, one after the other; gives their rows of the history. */
  async function ran(...names: readonly string[]): Promise<Record<string, RunRow>> {
    const rows: Record<string, RunRow> = {};
    // Workflows after the repositories that they belong to.
    for (const name of names.length > 0 ? names : [...ids.keys()].sort()) {
      const id = ids.get(name)!;
      const before = (await runsOf(id)).length;
      expect(await system.jobs.send(system.db.system, scrapeJob, { scraper_id: id })).not.toBeNull();
      counted += 1;
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
  const totals = (rows: Record<string, RunRow>) =>
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
  const failures = (rows: Record<string, RunRow>) =>
    Object.entries(rows)
      .filter(([, { status }]) => status !== "SUCCESS")
      .map(([name, { status, details }]) => ({ name, status, errors: details.errors }));

  test("a folder of manifests gives exactly the items, relationships and changes that there are", async () => {
    expect(failures(await ran())).toEqual([]);
    const server = `postgres://127.0.0.1:${at.postgres.port}`;
    const items = (await itemsOf()).map(({ type, id, name, parent }) => [type, id, name, parent]);
    const own = items.filter(([type]) => !type!.startsWith("PostgreSQL::"));
    expect(own).toEqual([
      ["Exec::Service", "s-1", "cart", null],
      ["Exec::Service", "s-2", "till", null],
      ["File::Host", "h-1", "mars", "r-1"],
      ["File::Host", "h-2", "venus", "r-1"],
      ["File::Rack", "r-1", "r1", null],
      ["Git::Ship", "g-1", "Argo", null],
      ["Git::Ship", "g-2", "Beagle", null],
      ["GitHub::Repository", "harbour/raft", "harbour/raft", null],
      ["GitHub::Repository", "harbour/ship", "harbour/ship", null],
      ["GitHubActions::Workflow", "161335", "harbour/ship/CI", "harbour/ship"],
      ["Hypervisor", "hv-1", "atlas", null],
      ["S3::Crate", "c-1", "one.json", null],
      ["S3::Crate", "c-2", "deep/two.json", null],
      ["SQL::Captain", "1", "Jason", null],
      ["SQL::Ship", "1", "Argo", null],
      ["SQL::Ship", "2", "Beagle", null],
      ["Terraform::Module", "3f2b1c90-0000-4000-8000-000000000001", "state of shop", null],
      ["VM", "vm-1", "cart", "hv-1"],
      ["VM", "vm-2", "till", "hv-1"],
    ]);
    const tables = items.filter(([type]) => type === "PostgreSQL::Table" || type === "PostgreSQL::Schema");
    expect(tables).toEqual([
      ["PostgreSQL::Schema", `${server}/orders/public`, "public", `${server}/orders`],
      ["PostgreSQL::Table", `${server}/orders/public/ports`, "public.ports", `${server}/orders/public`],
      ["PostgreSQL::Table", `${server}/orders/public/ships`, "public.ships", `${server}/orders/public`],
    ]);
    const others = items.filter(([type]) => type!.startsWith("PostgreSQL::") && !tables.some(([t]) => t === type));
    expect(others.map(([type, , name, parent]) => [type, name, parent])).toEqual([
      ["PostgreSQL::Database", "orders", server],
      ["PostgreSQL::Database", "postgres", server],
      ["PostgreSQL::Role", "ada", server],
      ["PostgreSQL::Role", "grace", server],
      ["PostgreSQL::Role", "postgres", server],
      ["PostgreSQL::Server", `127.0.0.1:${at.postgres.port}`, null],
    ]);
    const edges = await ask<{ from: string; to: string; relation: string }>(
      `select a.external_id[1] as "from", b.external_id[1] as "to", r.relation
       from   config_relationships r join config_items a on a.id = r.config_id join config_items b on b.id = r.related_id
       where  r.deleted_at is null and a.type = 'PostgreSQL::Table' and b.type = 'PostgreSQL::Table'`,
    );
    expect(edges).toEqual([
      {
        from: `${server}/orders/public/ships`,
        to: `${server}/orders/public/ports`,
        relation: "TableReference",
      },
    ]);
    expect(
      (await changesOf())
        .map(({ id, change_type, external, severity }) => [id, change_type, external, severity])
        .toSorted(),
    ).toEqual([
      ["161335", "WorkflowRun", "30433642", "info"],
      ["161335", "WorkflowRun", "30433643", "high"],
      ["harbour/ship", "WorkflowRun", "30433642", "info"],
      ["harbour/ship", "WorkflowRun", "30433643", "high"],
    ]);
  });

  test("values are kept as the source has them, and secrets are not kept", async () => {
    const [ships, [captain], [mars], [module]] = await Promise.all(
      ["SQL::Ship", "SQL::Captain", "File::Host", "Terraform::Module"].map(itemsOf),
    );
    expect(ships!.map(({ config }) => config)).toEqual([
      { id: "1", name: "Argo", berth: "7.5", note: null },
      { id: "2", name: "Beagle", berth: null, note: null },
    ]);
    expect(captain!.config).toEqual({ id: 1, name: "Jason", rank: 3 });
    expect(mars!.config["password"]).toMatch(/^[0-9a-f]{32}$/);
    const kept = JSON.stringify(module!.config);
    expect(kept).not.toMatch(/hunter22|bm90IHlvdXJz|"ada"/);
    expect(kept).toContain('"memory":"4"');
    const written = await ask<{ found: string }>(
      "select details::text as found from job_history where details::text like '%' || $1 || '%'",
      [password],
    );
    expect(written).toEqual([]);
  });

  test("a second run finds nothing new", async () => {
    const before = (await changesOf()).length;
    const rows = await ran();
    expect(failures(rows)).toEqual([]);
    expect(totals(rows)).toEqual({ added: 0, updated: 0, deleted: 0, changes: 0 });
    expect(await changesOf()).toHaveLength(before);
  });

  test("an edit of a source is exactly one change, with what is different", async () => {
    const edits: [scraper: string, id: string, edit: () => unknown, diff: [string, string], patch: object][] = [
      [
        "files",
        "h-1",
        () =>
          put(
            "inventory/hosts/a.yaml",
            "serial: h-1\nhostname: mars\nstate: running\nsite: muc\nrack: r1\npassword: s3cret\n",
          ),
        ['-  "site": "fra"', '+  "site": "muc"'],
        { site: "muc" },
      ],
      [
        "repository",
        "g-2",
        () =>
          at.repositories.commitFleet(
            {
              "ships/a.json": ship("g-1", "Argo", 50),
              "ships/b.json": ship("g-2", "Beagle", 75),
              "readme.md": "ships\n",
            },
            "one more",
          ),
        ['-  "crew": 74', '+  "crew": 75'],
        { crew: 75 },
      ],
      [
        "bucket",
        "c-1",
        () => crate("crates/one.json", { id: "c-1", weight: 8 }),
        ['-  "weight": 7', '+  "weight": 8'],
        { weight: 8 },
      ],
      ["cmdb", "vm-2", () => (cmdb.vms[2]!.memory = 16), ['-  "memory": 8', '+  "memory": 16'], { memory: 16 }],
      [
        "postgresql",
        "1",
        () => orders.query("update ships set berth = 9.5 where id = 1"),
        ['-  "berth": "7.5"', '+  "berth": "9.5"'],
        { berth: "9.5" },
      ],
      [
        "mariadb",
        "1",
        () => captains.query(`update captains set document = '{"id": 1, "name": "Jason", "rank": 4}'`),
        ['-  "rank": 3', '+  "rank": 4'],
        { rank: 4 },
      ],
      [
        "script",
        "s-2",
        () =>
          put("printed.json", [
            { id: "s-1", name: "cart", port: 80 },
            { id: "s-2", name: "till", port: 8081 },
          ]),
        ['-  "port": 81', '+  "port": 8081'],
        { port: 8081 },
      ],
      [
        "terraform",
        "3f2b1c90-0000-4000-8000-000000000001",
        () => put("states/prod/shop.tfstate", state("8", "hunter22")),
        ['"memory": "4"', '"memory": "8"'],
        {},
      ],
      [
        "github",
        "harbour/raft",
        () => (hostedRepositories[1]!.default_branch = "trunk"),
        ['-  "default_branch": "main"', '+  "default_branch": "trunk"'],
        { default_branch: "trunk" },
      ],
      [
        "schema",
        `postgres://127.0.0.1:${at.postgres.port}/orders/public/ports`,
        () => orders.query("alter table ports add column name text"),
        ["+", '"name": "name"'],
        {},
      ],
    ];
    for (const [scraper, id, edit, [before, after], patch] of edits) {
      const known = (await changesOf()).length;
      await edit();
      const rows = await ran(scraper);
      expect([scraper, failures(rows), totals(rows)]).toEqual([
        scraper,
        [],
        { added: 0, updated: 1, deleted: 0, changes: 1 },
      ]);
      const [change, ...more] = (await changesOf()).slice(known);
      expect(more).toEqual([]);
      expect(change).toMatchObject({ id, change_type: "diff", severity: scraper === "cmdb" ? "low" : null });
      expect(change!.diff).toContain(before);
      expect(change!.diff).toContain(after);
      expect(change!.diff!.split("\n").filter((line) => /^[-+](?![-+])/.test(line)).length).toBeLessThanOrEqual(7);
      expect(change!.patches).toMatchObject(patch);
    }
  });

  test("a run of a workflow that ends later is one change more", async () => {
    const known = (await changesOf()).length;
    Object.assign(hostedRuns[2]!, { status: "completed", conclusion: "success" });
    expect(totals(await ran("workflows"))).toMatchObject({ updated: 0, changes: 1 });
    expect((await changesOf()).slice(known)).toMatchObject([{ id: "161335", external: "30433644" }]);
  });

  test("a source that fails halfway deletes nothing, and says why", async () => {
    cmdb.isBroken = true;
    try {
      const { cmdb: row } = await ran("cmdb");
      expect(row!.status).toBe("WARNING");
      expect(JSON.stringify(row!.details.errors)).toMatch(/answers with the status 503 to \/vms: out of order/);
      expect((await itemsOf("VM")).map(({ id }) => id)).toEqual(["vm-1", "vm-2"]);
    } finally {
      cmdb.isBroken = false;
    }
    // Seen to be gone by one who saw everything, it goes.
    cmdb.vms.pop();
    expect(failures(await ran("cmdb"))).toEqual([]);
    expect((await itemsOf("VM")).map(({ id }) => id)).toEqual(["vm-1"]);
  });

  test("a file that cannot be read takes nothing from the others, and deletes nothing", async () => {
    put("inventory/hosts/b.yaml", "serial: [broken\n");
    const { files: row } = await ran("files");
    expect(row!.status).toBe("WARNING");
    expect(JSON.stringify(row!.details.errors)).toContain("b.yaml");
    expect((await itemsOf("File::Host")).map(({ id }) => id)).toEqual(["h-1", "h-2"]);
  });

  test("many rows are taken as they are wanted, and who stops early holds nothing open", async () => {
    const spec = {
      connection: `postgres://postgres:${at.postgres.owner.password}@127.0.0.1:${at.postgres.port}/orders`,
      query: "select n as id, repeat('x', 1000) as text from generate_series(1, 1000000) n",
    };
    const { found, error } = await scrapeOnce("sql", spec, { most: 2_000 });
    expect([found.length, error]).toEqual([2_000, undefined]);
    const still = async () =>
      (
        await orders.query(
          "select 1 from pg_stat_activity where query like '%generate_series(1, 1000000)%' and pid <> pg_backend_pid() and state = 'active'",
        )
      ).rowCount;
    await until(still, (count) => count === 0);
    const all = await scrapeOnce("sql", {
      ...spec,
      query: "select n as id, 'x' as text from generate_series(1, 50000) n",
    });
    expect(all.found).toHaveLength(50_000);
    const mysql = await scrapeOnce("sql", {
      connection: `mysql://ada:${encodeURIComponent(password)}@127.0.0.1:${at.mariadb.plainPort}/orders`,
      query: "select seq as id, repeat('x', 1000) as text from seq_1_to_20000",
    });
    expect([mysql.found.length, mysql.error]).toEqual([20_000, undefined]);
    expect(mysql.found[0]!.document).toMatchObject({ id: "1" });
  });

  test.each([
    ["a name and a password that are wrong", { password: "guessed" }, /refuses this user or password/],
    ["a query that is wrong", { query: "select * from wrecks" }, /^127\.0\.0\.1:\d+: relation "wrecks" does not exist/],
    ["no server", { port: "nobody" }, /^Nothing listens at 127\.0\.0\.1:\d+/],
  ])(
    "sql: %s is told with the place",
    async (_, { password: word = at.postgres.owner.password, query = "select 1", port }, told) => {
      const to = port ? at.nobody : at.postgres.port;
      const { error } = await scrapeOnce("sql", {
        connection: `postgres://postgres:${word}@127.0.0.1:${to}/orders`,
        query,
      });
      expect(error).toMatch(told);
      expect(error).not.toContain("guessed");
    },
  );

  test("sql: SQL Server gives texts as well", async () => {
    const { found, error } = await scrapeOnce("sql", {
      connection: `sqlserver://ada:${encodeURIComponent(password)}@127.0.0.1:${at.sqlServer.tlsPort}?database=orders`,
      query: "select 'Argo' as name, '7' as berth",
    });
    expect([error, found]).toEqual([undefined, [{ document: { name: "Argo", berth: "7" } }]]);
  });

  test("file: Git over SSH and over HTTP, by tag, and what goes wrong", async () => {
    const web = `git::http://127.0.0.1:${at.nginx.plainPort}/git`;
    const ada = { username: "ada", password };
    const ssh = await scrapeOnce("file", {
      url: `ssh://ada@127.0.0.1:${at.ssh.port}${at.repositories.projects}/fleet.git`,
      certificate: { value: at.ssh.key },
      paths: ["**/*.json", "*.md"],
    });
    expect([ssh.error, ssh.found.map(({ name, format }) => [name, format])]).toEqual([
      undefined,
      [
        ["readme.md", "md"],
        ["ships/a.json", "json"],
        ["ships/b.json", "json"],
      ],
    ]);
    expect((await scrapeOnce("file", { url: `${web}/ship.git?ref=v1`, ...ada })).found).toEqual([]);
    const wrong = (url: string, who: object = ada) => scrapeOnce("file", { url, ...who }).then(({ error }) => error);
    expect(await wrong(`${web}/fleet.git?ref=mutiny`)).toContain("no branch or tag of that name");
    expect(await wrong(`${web}/wreck.git`)).toContain("no repository of that name");
    expect(await wrong(`${web}/empty.git`)).toContain("The repository is empty");
    expect(await wrong(`${web}/fleet.git`, { username: "ada", password: "guessed" })).toContain(
      "refuses this user or password",
    );
  });

  test("terraform: states in a bucket and behind HTTP", async () => {
    await crate("states/shop.tfstate", state("4", "hunter22"));
    const keys = { accessKey: s3Keys.username, secretKey: s3Keys.password, endpoint: `http://127.0.0.1:${at.s3.port}` };
    const bucket = await scrapeOnce("terraform", { state: { s3: { bucket: "cargo", ...keys } } });
    expect([bucket.error, bucket.found.map(({ name, source }) => [name, source])]).toEqual([
      undefined,
      [["states/shop.tfstate", "s3://cargo/states/shop.tfstate"]],
    ]);
    put("pages/shop.tfstate", state("4", "x"));
    const local = await scrapeOnce("terraform", { state: { local: `${folder}/pages/*` } }, { folders: [folder] });
    expect(local.found).toMatchObject([{ id: "3f2b1c90-0000-4000-8000-000000000001" }]);
    put("pages/other.tfstate", { version: 3 });
    const broken = await scrapeOnce("terraform", { state: { local: `${folder}/pages/*` } }, { folders: [folder] });
    expect(broken.found).toHaveLength(1);
    expect(broken.failed).toEqual([
      expect.stringContaining("other.tfstate: It is no state of Terraform of version 4."),
    ]);
  });
});
