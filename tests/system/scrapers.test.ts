// Runs a folder of scrapers of many types against real servers, with the product's own jobs on a real database. Tests
// the found items, a second run without changes, the effect of one edit, and a source that fails halfway.
import { afterAll, beforeAll, expect, test } from "vitest";
import { password } from "../servers/rows/row.ts";
import { until } from "../support/running-system.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { s3Keys } from "../servers/s3.ts";
import { scrapeOnce } from "../servers/scrape-once.ts";
import { hostedRepositories, hostedRuns } from "../services/code.ts";
import {
  cluster,
  cmdb,
  failures,
  settings,
  startSources,
  state,
  totals,
  uid,
  type Sources,
} from "./scraped-sources.ts";

describeWithServers("scrapers", () => {
  let sources: Sources;
  beforeAll(async () => {
    sources = await startSources();
  });
  afterAll(() => sources?.stop());

  test("a folder of manifests creates exactly the expected items, relationships and changes", async () => {
    const { at, ask, runScrapers, itemsOf, changesOf } = sources;
    expect(failures(await runScrapers())).toEqual([]);
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
      ["GitHub::Organization", "harbour", "harbour", null],
      ["GitHub::Repository", "harbour/raft", "harbour/raft", "harbour"],
      ["GitHub::Repository", "harbour/ship", "harbour/ship", "harbour"],
      ["GitHubActions::Workflow", "161335", "harbour/ship/CI", "harbour/ship"],
      ["Hypervisor", "hv-1", "atlas", null],
      ["Kubernetes::Cluster", "Kubernetes/Cluster/ops", "ops", null],
      ["Kubernetes::ConfigMap", uid(3), "settings", uid(1)],
      ["Kubernetes::Namespace", uid(1), "shop", "Kubernetes/Cluster/ops"],
      ["Kubernetes::Pod", uid(4), "cart", uid(1)],
      ["KubernetesFile::Settings", "app-1", "app-1", uid(4)],
      ["S3::Crate", "c-1", "c-1", null],
      ["S3::Crate", "c-2", "c-2", null],
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
       where  r.deleted_at is null order by r.relation, 1, 2`,
    );
    const hard = edges.filter(({ relation }) => relation === "hard").map(({ from, to }) => `${from} ${to}`);
    const parents = items.filter(([, , , parent]) => parent !== null).map(([, id, , parent]) => `${parent} ${id}`);
    expect(new Set(hard)).toEqual(new Set(parents));
    expect(edges.filter(({ relation }) => relation !== "hard")).toEqual([
      { from: uid(1), to: uid(3), relation: "NamespaceConfigMap" },
      { from: uid(1), to: uid(4), relation: "NamespacePod" },
      { from: uid(4), to: uid(3), relation: "PodConfigMap" },
      { from: uid(4), to: "app-1", relation: "PodFile" },
      {
        from: `${server}/orders/public/ships`,
        to: `${server}/orders/public/ports`,
        relation: "TableReference",
      },
    ]);
    expect(
      (await changesOf())
        .map((item) => [item.id, item.change_type, item.external, item.severity].join(" "))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([
      "161335 WorkflowRun 30433642 info",
      "161335 WorkflowRun 30433643 high",
      "harbour/ship WorkflowRun 30433642 info",
      "harbour/ship WorkflowRun 30433643 high",
    ]);
  });

  test("values are stored unchanged, without secrets", async () => {
    const { ask, itemsOf } = sources;
    const ships = await itemsOf("SQL::Ship");
    const [[captain], [mars], [module]] = [
      await itemsOf("SQL::Captain"),
      await itemsOf("File::Host"),
      await itemsOf("Terraform::Module"),
    ];
    expect(ships.map(({ config }) => config)).toEqual([
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

  test("a second run changes nothing", async () => {
    const { runScrapers, changesOf } = sources;
    const before = (await changesOf()).length;
    const rows = await runScrapers();
    expect(failures(rows)).toEqual([]);
    expect(totals(rows)).toEqual({ added: 0, updated: 0, deleted: 0, changes: 0 });
    expect(await changesOf()).toHaveLength(before);
  });

  test("editing a source creates exactly one change, with its diff", async () => {
    const { at, put, ship, crate, orders, captains, runScrapers, changesOf } = sources;
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
        "cluster",
        uid(3),
        () => Object.assign(settings["data"] as object, { color: "red" }),
        ['"color": "blue"', '"color": "red"'],
        { data: { color: "red" } },
      ],
      [
        "pods",
        "app-1",
        () => (cluster.containers["shop/cart/main"] = { "/etc/cart/app.yaml": "id: app-1\nworkers: 8\n" }),
        ['-  "workers": 4', '+  "workers": 8'],
        { workers: 8 },
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
      const rows = await runScrapers(scraper);
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

  test("a workflow run that ends later adds one change", async () => {
    const { runScrapers, changesOf } = sources;
    const known = (await changesOf()).length;
    Object.assign(hostedRuns[2]!, { status: "completed", conclusion: "success" });
    expect(totals(await runScrapers("workflows"))).toMatchObject({ updated: 0, changes: 1 });
    expect((await changesOf()).slice(known)).toMatchObject([{ id: "161335", external: "30433644" }]);
  });

  test("a source that fails halfway deletes nothing and reports the reason", async () => {
    const { runScrapers, itemsOf } = sources;
    cmdb.isBroken = true;
    try {
      const { cmdb: row } = await runScrapers("cmdb");
      expect(row!.status).toBe("WARNING");
      expect(JSON.stringify(row!.details.errors)).toMatch(/responded with the status 503 to \/vms: out of order/);
      expect((await itemsOf("VM")).map(({ id }) => id)).toEqual(["vm-1", "vm-2"]);
    } finally {
      cmdb.isBroken = false;
    }
    // A complete run that does not find the item deletes it.
    cmdb.vms.pop();
    expect(failures(await runScrapers("cmdb"))).toEqual([]);
    expect((await itemsOf("VM")).map(({ id }) => id)).toEqual(["vm-1"]);
  });

  test("an unreadable file does not affect other files and does not delete resources", async () => {
    const { put, runScrapers, itemsOf } = sources;
    put("inventory/hosts/b.yaml", "serial: [broken\n");
    const { files: row } = await runScrapers("files");
    expect(row!.status).toBe("WARNING");
    expect(JSON.stringify(row!.details.errors)).toContain("b.yaml");
    expect((await itemsOf("File::Host")).map(({ id }) => id)).toEqual(["h-1", "h-2"]);
  });

  test("permissions of tables are stored if requested", async () => {
    const { at } = sources;
    const connection = `postgres://postgres:${at.postgres.owner.password}@127.0.0.1:${at.postgres.port}/orders`;
    const tables = async (permissions: boolean) =>
      (await scrapeOnce("postgres", { connection, permissions })).found
        .filter(({ type }) => type === "PostgreSQL::Table")
        .map(({ document }) => Object.keys(document as object).includes("permissions"));
    expect(new Set(await tables(true))).toEqual(new Set([true]));
    expect(new Set(await tables(false))).toEqual(new Set([false]));
  });

  test("rows are read on demand, and stopping early leaves no connection open", async () => {
    const { at, orders } = sources;
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

  test("a row that is too large is rejected before it is read completely", async () => {
    const { at } = sources;
    const most =
      /127\.0\.0\.1:\d+: A row of the result is larger than 64 MiB\. Remove its largest column from the query/;
    const postgres = await scrapeOnce("sql", {
      connection: `postgres://postgres:${at.postgres.owner.password}@127.0.0.1:${at.postgres.port}/orders`,
      query: "select 1 as id, 'small' as text union all select 2, repeat('x', 200 * 1024 * 1024) order by 1",
    });
    expect([postgres.found.length, postgres.error]).toEqual([1, expect.stringMatching(most)]);
    // Each column is within the limit, but the whole row is not.
    const columns = ["a", "b", "c", "d", "e"].map((name) => `repeat('x', 15000000) as ${name}`);
    const mysql = await scrapeOnce("sql", {
      connection: `mysql://ada:${encodeURIComponent(password)}@127.0.0.1:${at.mariadb.plainPort}/orders`,
      query: `select ${columns.join(", ")}`,
    });
    expect([mysql.found.length, mysql.error]).toEqual([0, expect.stringMatching(most)]);
  });

  test.each<[string, { password?: string; query?: string; port?: string }, RegExp]>([
    ["a wrong name and password", { password: "guessed" }, /refused the username or the password/],
    ["an invalid query", { query: "select * from wrecks" }, /^127\.0\.0\.1:\d+: relation "wrecks" does not exist/],
    ["an unreachable server", { port: "nobody" }, /^Nothing listens at 127\.0\.0\.1:\d+/],
  ])(
    "the sql scraper reports %s with the server's address",
    async (_, { password: word, query = "select 1", port }, expectedError) => {
      const { at } = sources;
      const to = port ? at.nobody : at.postgres.port;
      const { error } = await scrapeOnce("sql", {
        connection: `postgres://postgres:${word ?? at.postgres.owner.password}@127.0.0.1:${to}/orders`,
        query,
      });
      expect(error).toMatch(expectedError);
      expect(error).not.toContain("guessed");
    },
  );

  test("the sql scraper reads values of SQL Server as strings", async () => {
    const { at } = sources;
    const { found, error } = await scrapeOnce("sql", {
      connection: `sqlserver://ada:${encodeURIComponent(password)}@127.0.0.1:${at.sqlServer.tlsPort}?database=orders`,
      query: "select 'Argo' as name, '7' as berth",
    });
    expect([error, found]).toEqual([undefined, [{ document: { name: "Argo", berth: "7" } }]]);
  });

  test("the file scraper reads Git over SSH and HTTP, by tag, and reports errors", async () => {
    const { at } = sources;
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
    const kept = { type: "git", url: web.replace(/^git::/, "") + "/fleet.git", ...ada, properties: { ref: "main" } };
    const byConnection = await scrapeOnce(
      "file",
      { connection: "connection://ops/fleet", paths: ["ships/*"] },
      { connections: { "connection://ops/fleet": kept } },
    );
    expect([byConnection.error, byConnection.found.map(({ name }) => name)]).toEqual([
      undefined,
      ["ships/a.json", "ships/b.json"],
    ]);
    const wrong = (url: string, who: object = ada) => scrapeOnce("file", { url, ...who }).then(({ error }) => error);
    expect(await wrong(`${web}/fleet.git?ref=mutiny`)).toContain("no branch or tag with that name");
    expect(await wrong(`${web}/fleet.git//wharf`)).toContain("There is no folder wharf in");
    expect(await wrong(`${web}/wreck.git`)).toContain("The repository does not exist");
    expect(await wrong(`${web}/empty.git`)).toContain("The repository is empty");
    expect(await wrong(`${web}/fleet.git`, { username: "ada", password: "guessed" })).toContain(
      "refused the username or the password",
    );
  });

  test("the terraform scraper reads states from files, and from a bucket with keys or a connection", async () => {
    const { at, folder, put, crate } = sources;
    await crate("states/shop.tfstate", state("4", "hunter22"));
    const keys = { accessKey: s3Keys.username, secretKey: s3Keys.password, endpoint: `http://127.0.0.1:${at.s3.port}` };
    const bucket = await scrapeOnce("terraform", { state: { s3: { bucket: "cargo", ...keys } } });
    expect([bucket.error, bucket.found.map(({ name, source }) => [name, source])]).toEqual([
      undefined,
      [["states/shop.tfstate", "s3://cargo/states/shop.tfstate"]],
    ]);
    const connections = {
      "connection://ops/s3": {
        type: "s3",
        url: keys.endpoint,
        ...s3Keys,
        properties: { bucket: "cargo", region: "us-east-1", usePathStyle: "true" },
      },
    };
    const by = { bucket: "cargo", connection: "connection://ops/s3", objectPath: "states/shop.tfstate" };
    expect((await scrapeOnce("terraform", { state: { s3: by } }, { connections })).found).toEqual(bucket.found);
    const crates = await scrapeOnce(
      "file",
      { connection: "connection://ops/s3", paths: ["crates/*"] },
      { connections },
    );
    expect([crates.error, crates.found.map(({ source }) => source)]).toEqual([
      undefined,
      ["s3://cargo/crates/one.json"],
    ]);
    put("pages/shop.tfstate", state("4", "x"));
    const local = await scrapeOnce("terraform", { state: { local: `${folder}/pages/*` } }, { folders: [folder] });
    expect(local.found).toMatchObject([{ id: "3f2b1c90-0000-4000-8000-000000000001" }]);
    put("pages/other.tfstate", { version: 3 });
    const broken = await scrapeOnce("terraform", { state: { local: `${folder}/pages/*` } }, { folders: [folder] });
    expect(broken.found).toHaveLength(1);
    expect(broken.failed).toEqual([
      expect.stringContaining("other.tfstate: The file is not a Terraform state of version 4."),
    ]);
  });
});
