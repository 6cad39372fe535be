// Tests scrapes of the machine that runs the tests, and of a recorded machine; saves the items in a real database.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { save } from "../save/save.ts";
import type { ScrapeRun } from "../scrape/scraper-kind.ts";
import { scrape } from "../scrape/scrape.ts";
import type { Scraped } from "../scrape/found.ts";
import { machineAt, type NodeFacts, type Space } from "./system/machine.ts";
import { foundOn, system as kind } from "./system.ts";

const { databases } = await testDatabase();
const system = await runSystem(databases);
const folder = mkdtempSync(join(tmpdir(), "system-scraper-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system.stop();
});

const warnings: string[] = [];
const failures: string[] = [];
const run = {
  system,
  warn: (warning: string) => void warnings.push(warning),
  fail: (error: string) => void failures.push(error),
  signal: new AbortController().signal,
} as unknown as ScrapeRun;

async function all(found: AsyncIterable<Scraped>): Promise<Scraped[]> {
  const list: Scraped[] = [];
  for await (const scraped of found) list.push(scraped);
  return list;
}
const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;

const node: NodeFacts = {
  platform: "linux",
  hostname: "quay",
  system: "Linux",
  release: "1",
  arch: "arm64",
  cpus: [],
  memory: 1,
  bootedAt: new Date(0),
  addresses: {
    lo: [{ cidr: "127.0.0.1/8", mac: "00:00:00:00:00:00", internal: true }],
    eth0: [
      { cidr: "10.0.0.7/24", mac: "02:00:00:00:00:07", internal: false },
      { cidr: "2001:db8::7/64", mac: "02:00:00:00:00:07", internal: false },
      { cidr: "2001:db8::abcd/64", mac: "02:00:00:00:00:07", internal: false },
    ],
    veth12: [{ cidr: "169.254.0.1/16", mac: "02:00:00:00:00:08", internal: false }],
  },
};

const socket = (address: string, port: number, inode: number, state = "0A") =>
  `   0: ${address}:${port.toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0 100 0 0 10 0`;
const zeros = "0".repeat(32);
const installed = (name: string, version: string, status = "install ok installed", arch = "arm64") =>
  [
    `Package: ${name}`,
    `Status: ${status}`,
    `Architecture: ${arch}`,
    `Version: ${version}`,
    "Description: it",
    " Version: no",
  ].join("\n");

function recorded(name: string, files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const root = join(folder, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(to, join(root, path));
  }
  return root;
}

const quay = () =>
  recorded(
    "quay",
    {
      "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n',
      "etc/passwd": "root:x:0:0::/root:/bin/sh\n",
      "etc/timezone": "Etc/UTC\n",
      "proc/cpuinfo": "processor\t: 0\nmodel name\t: Quay 9000\nprocessor\t: 1\nmodel name\t: Quay 9000\n",
      "proc/meminfo": "MemTotal:        8388608 kB\nMemAvailable:    2097152 kB\nSwapTotal:             0 kB\n",
      "proc/stat": "cpu  1 2 3\nbtime 1700000000\n",
      "proc/sys/kernel/osrelease": "6.12.0-quay\n",
      "proc/sys/net/ipv4/ip_local_port_range": "40000\t60999\n",
      "proc/self/mounts": [
        "overlay / overlay rw,lowerdir=/x 0 0",
        "/dev/vda1 /etc/hosts ext4 rw 0 0",
        "/dev/vda1 /srv/with\\040space ext4 rw,relatime 0 0",
        "/dev/vda1 /srv/with\\040space/below ext4 rw 0 0",
        "/dev/vdb /full xfs rw 0 0",
        "/dev/vdc /cold ext4 ro 0 0",
        "store:/export /far nfs4 rw 0 0",
        "proc /proc proc rw 0 0",
        "/dev/loop0 /snap squashfs ro 0 0",
      ].join("\n"),
      "etc/hosts": "",
      "srv/with space/below/x": "",
      "full/x": "",
      "cold/x": "",
      "far/x": "",
      "proc/net/tcp": [
        "  sl  local_address rem_address   st",
        socket("0100007F", 5432, 11),
        socket("00000000", 22, 12),
        socket("0100007F", 45000, 13),
        socket("0100007F", 50000, 14),
        socket("0100007F", 60000, 99, "01"),
        socket("00000000", 111, 77),
      ].join("\n"),
      "proc/net/udp": [
        "   sl  local_address rem_address   st",
        socket("00000000", 123, 21, "07"),
        socket("0100007F", 53, 22, "07"),
        // Adds a connected socket, and a socket of a client on an ephemeral port.
        socket("0100007F", 514, 23, "01"),
        socket("00000000", 50001, 24, "07"),
      ].join("\n"),
      "proc/net/udp6": `head\n${socket(zeros, 123, 25, "07")}\n`,
      "proc/net/tcp6": `head\n${socket(zeros, 22, 15)}\n`,
      "proc/net/if_inet6": `20010db800000000000000000000abcd 02 40 00 01     eth0\n20010db8000000000000000000000007 02 40 00 80     eth0\n`,
      "proc/9/comm": "sshd\n",
      "sys/class/net/eth0/address": "02:00:00:00:00:07\n",
      "sys/class/net/eth0/mtu": "1500\n",
      "sys/class/net/eth0/operstate": "up\n",
      "var/lib/dpkg/status": [
        installed("zlib", "1.3"),
        installed("libc6", "2.41"),
        installed("libc6", "2.41-1", "install ok installed", "armhf"),
        installed("gone", "1", "deinstall ok config-files"),
      ].join("\n\n"),
      "var/lib/rpm/Packages": "",
    },
    {
      "proc/7/exe": "/usr/lib/postgresql/17/bin/postgres",
      "proc/7/fd/3": "socket:[11]",
      "proc/8/exe": "/usr/bin/node (deleted)",
      "proc/8/fd/3": "socket:[13]",
      "proc/8/fd/4": "socket:[14]",
      "proc/9/fd/3": "socket:[12]",
      "proc/9/fd/4": "socket:[15]",
      "proc/10/exe": "/usr/sbin/chronyd",
      "proc/10/fd/1": "socket:[21]",
      "proc/10/fd/2": "socket:[24]",
      "proc/10/fd/3": "socket:[25]",
    },
  );

const gib = 1024 ** 3;
const space = (used: number, files = 0): Space => ({
  total: 100 * gib,
  used: used * gib,
  available: (100 - used) * gib,
  files: 100,
  usedFiles: files,
});

test("describes a recorded machine, and stores constantly changing values as properties", async () => {
  const machine = {
    ...machineAt(quay(), node),
    // A recording has no file systems, so the space is fixed.
    space: async (path: string) =>
      ({ "/": space(50), "/srv/with space": space(10, 85), "/full": space(96), "/cold": space(100) })[path],
  };
  const parts = ["host", "disks", "network", "services", "packages"] as const;
  const found = await all(foundOn(machine, parts, run));
  const brief = found.map(({ id, name, type, document, status, health }) => ({
    id,
    name,
    type,
    document,
    status,
    health,
  }));
  const user = { user: "root" };
  expect(brief).toEqual([
    {
      id: "host/quay",
      name: "quay",
      type: "System::Host",
      document: {
        hostname: "quay",
        os: { name: "Debian GNU/Linux 13 (trixie)", id: "debian", version: "13" },
        kernel: { release: "6.12.0-quay", architecture: "arm64" },
        cpu: { model: "Quay 9000", count: 2 },
        memory: { total: "8 GiB", swap: "0 B" },
        timezone: "Etc/UTC",
      },
      status: "Running",
      health: "healthy",
    },
    ...(
      [
        ["/", "overlay", "overlay", "OK", "healthy"],
        ["/cold", "/dev/vdc", "ext4", "Read-only", "healthy"],
        ["/far", "store:/export", "nfs4", "Mounted", "unknown"],
        ["/full", "/dev/vdb", "xfs", "Full soon", "unhealthy"],
        ["/srv/with space", "/dev/vda1", "ext4", "Filling up", "warning"],
      ] as const
    ).map(([path, device, fileSystem, status, health]) => ({
      id: `host/quay/disk${path}`,
      name: path,
      type: "System::Disk",
      document: {
        device,
        mountPoint: path,
        fileSystem,
        readOnly: path === "/cold",
        ...(path !== "/far" && { size: "100 GiB" }),
      },
      status,
      health,
    })),
    {
      id: "host/quay/network/eth0",
      name: "eth0",
      type: "System::NetworkInterface",
      document: { name: "eth0", mac: "02:00:00:00:00:07", mtu: 1500, addresses: ["10.0.0.7/24", "2001:db8::7/64"] },
      status: "Up",
      health: "healthy",
    },
    ...[
      ["sshd:22", { program: "sshd", protocol: "tcp", port: 22, addresses: ["0.0.0.0", "::"], ...user }],
      ["udp/53", { protocol: "udp", port: 53, addresses: ["127.0.0.1"], ...user }],
      ["tcp/111", { protocol: "tcp", port: 111, addresses: ["0.0.0.0"], ...user }],
      [
        "chronyd:123/udp",
        {
          program: "chronyd",
          path: "/usr/sbin/chronyd",
          protocol: "udp",
          port: 123,
          addresses: ["0.0.0.0", "::"],
          ...user,
        },
      ],
      [
        "postgres:5432",
        {
          program: "postgres",
          path: "/usr/lib/postgresql/17/bin/postgres",
          protocol: "tcp",
          port: 5432,
          addresses: ["127.0.0.1"],
          ...user,
        },
      ],
    ].map(([name, document]) => ({
      id: `host/quay/service/${name as string}`,
      name,
      type: "System::Service",
      document,
      status: "Listening",
      health: "healthy",
    })),
    {
      id: "host/quay/service//usr/bin/node of root",
      name: "node",
      type: "System::Service",
      document: { program: "node", path: "/usr/bin/node", protocol: "tcp", port: "any", ...user },
      status: "Listening",
      health: "healthy",
    },
    {
      id: "host/quay/packages/dpkg",
      name: "dpkg",
      type: "System::Packages",
      document: { manager: "dpkg", packages: { "libc6:arm64": "2.41", "libc6:armhf": "2.41-1", zlib: "1.3" } },
      status: "Installed",
      health: "healthy",
    },
  ]);
  const [host, ...others] = found;
  expect(host!.properties).toEqual([
    { name: "booted", label: "Running since", type: "age", text: "2023-11-14T22:13:20.000Z" },
    { name: "memory-used", label: "Memory used", value: 75, unit: "percent" },
  ]);
  expect(new Set(others.map(({ parents }) => parents![0]!.externalId))).toEqual(new Set(["host/quay"]));
  expect(others[3]!.properties).toContainEqual({ name: "used", label: "Used", value: 96, unit: "percent" });
  expect(warnings.splice(0)).toEqual([
    "The format of the rpm database is not supported; only the SQLite format is read.",
  ]);
});

test("reads the packages of apk and pacman", async () => {
  const root = recorded("others", {
    "lib/apk/db/installed": "C:x\nP:musl\nV:1.2.5-r9\n\nP:busybox\nV:1.37\nF:bin\n",
    "var/lib/pacman/local/pacman-contrib-1.10-2/desc": "",
    "var/lib/pacman/local/ALPM_DB_VERSION": "9",
  });
  const found = await all(foundOn(machineAt(root, node), ["packages"], run));
  expect(found.map(({ document }) => document)).toEqual([
    { manager: "apk", packages: { busybox: "1.37", musl: "1.2.5-r9" } },
    { manager: "pacman", packages: { "pacman-contrib": "1.10-2" } },
  ]);
});

/** Builds a header in the format of rpm: counts, index, values. */
function rpmHeader(fields: Readonly<Record<number, string | number>>): Buffer {
  const [index, store]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [tag, value] of Object.entries(fields)) {
    const held = Buffer.alloc(4);
    if (typeof value === "number") held.writeUInt32BE(value);
    const bytes = typeof value === "number" ? held : Buffer.from(`${value}\0`);
    const entry = Buffer.alloc(16);
    for (const [place, number] of [Number(tag), typeof value === "number" ? 4 : 6, at, 1].entries())
      entry.writeUInt32BE(number, place * 4);
    index.push(entry);
    store.push(bytes);
    at += bytes.length;
  }
  const head = Buffer.alloc(8);
  head.writeUInt32BE(index.length, 0);
  head.writeUInt32BE(at, 4);
  return Buffer.concat([head, ...index, ...store]);
}

test("reads the rpm database while it is open, and reports a database that cannot be read", async () => {
  const root = recorded("fedora", { "usr/lib/sysimage/rpm/x": "" });
  const file = join(root, "usr/lib/sysimage/rpm/rpmdb.sqlite");
  const database = new DatabaseSync(file);
  database.exec("create table Packages (hnum integer primary key, blob blob not null)");
  const insert = database.prepare("insert into Packages (blob) values (?)");
  const add = (name: string, version: string, more: Readonly<Record<number, string | number>> = {}) =>
    insert.run(rpmHeader({ 1000: name, 1001: version, 1002: "1.fc43", 1022: "x86_64", ...more }));
  add("bash", "5.3");
  add("openssl-libs", "3.5", { 1003: 1 });
  add("glibc", "2.42");
  add("glibc", "2.42", { 1022: "i686" });
  add("kernel", "6.17.1");
  add("kernel", "6.16.9");
  add("gpg-pubkey", "1");
  insert.run(Buffer.from("rubbish"));
  const looked = () => all(foundOn(machineAt(root, node), ["packages"], run));
  expect((await looked()).map(({ document }) => document)).toEqual([
    {
      manager: "rpm",
      packages: {
        bash: "5.3-1.fc43",
        "glibc.i686": "2.42-1.fc43",
        "glibc.x86_64": "2.42-1.fc43",
        kernel: "6.16.9-1.fc43, 6.17.1-1.fc43",
        "openssl-libs": "1:3.5-1.fc43",
      },
    },
  ]);
  database.close();
  writeFileSync(file, "this is no database, and longer than the head of one would be".repeat(20));
  expect(await looked()).toEqual([]);
  expect(failures.splice(0)).toEqual(["The packages of rpm cannot be read: file is not a database."]);
});

test("finds fewer items on a machine with unreadable files, and warns on systems other than Linux", async () => {
  const empty = machineAt(join(folder, "nothing"), node);
  const found = await all(foundOn(empty, ["host", "disks", "services", "packages"], run));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    document: { hostname: "quay", os: { name: "Linux", id: "linux" }, kernel: { release: "1" } },
  });
  expect(warnings.splice(0)).toEqual([]);
  const mac = machineAt(join(folder, "nothing"), { ...node, platform: "darwin" });
  expect((await all(foundOn(mac, ["host", "disks", "network"], run))).map(({ type }) => type)).toEqual([
    "System::Host",
    "System::NetworkInterface",
  ]);
  expect(warnings.splice(0)).toEqual(["The disks of this machine can be read on Linux only."]);
});

test("saves this machine in the catalog, and records an altered table as one change", async () => {
  await databases.system
    .insertInto("processes")
    .values({
      id: "00000000-0000-4000-8000-000000000001",
      role: "worker",
      version: "1.0",
      hostname: hostname(),
      pid: 7,
      rss_bytes: 123_456_789,
      started_at: "2026-01-01T00:00:00Z",
    })
    .execute();
  await sql`create table harbour_log (id bigint primary key, berth text default 'none', at date not null)`.execute(
    databases.system,
  );
  const [scraper] = await ask<{ id: string }>(
    "insert into config_scrapers (name, spec, source) values ('machine', '{}', 'UI') returning id",
  );
  const named = { id: scraper!.id, name: "machine", namespace: "default", labels: {} };
  const once = () =>
    save(system, scrape(kind.scrape({}, run), {}, { scraper: named, isFull: false, warn: run.warn }), {
      scraper: { id: named.id, agentId: "00000000-0000-0000-0000-000000000000" },
      isWhole: true,
      signal: run.signal,
    });
  const first = await once();
  expect(first.errors).toEqual([]);
  const types = await ask<{ type: string; count: number }>(
    "select type, count(*) from config_items where scraper_id = $1 and deleted_at is null group by type",
    [named.id],
  );
  const count = Object.fromEntries(types.map((item) => [item.type, item.count]));
  expect(count).toMatchObject({ "System::Host": 1, "Quarterdeck::Process": 1, "PostgreSQL::Database": 1 });
  expect(count["System::Disk"]).toBeGreaterThan(0);
  expect(count["PostgreSQL::Table"]).toBeGreaterThan(50);
  const itemsNamed = (type: string, name: string) =>
    ask<{ id: string; config: { columns: object }; parent: string; path: string }>(
      `select i.id, i.config, p.type || ' ' || p.name as parent from config_items i join config_items p on p.id = i.parent_id
       where i.scraper_id = $1 and i.type = $2 and i.name = $3`,
      [named.id, type, name],
    );
  const [table] = await itemsNamed("PostgreSQL::Table", "harbour_log");
  expect(table).toMatchObject({
    config: { columns: { id: "bigint not null", berth: "text default 'none'::text", at: "date not null" } },
    parent: expect.stringMatching(/^PostgreSQL::Database /),
  });
  expect((await itemsNamed("Quarterdeck::Process", `worker@${hostname()}`))[0]!.parent).toBe(
    `System::Host ${hostname()}`,
  );
  const relations = await ask<{ relation: string }>("select distinct relation from config_relationships order by 1");
  expect(relations).toEqual([{ relation: "ProcessDatabase" }, { relation: "hard" }]);
  const partitions = await ask(
    "select name from config_items where scraper_id = $1 and name in (select relname from pg_class where relispartition)",
    [named.id],
  );
  expect(partitions).toEqual([]);

  const changes = () =>
    ask<{ name: string; summary: string }>(
      "select i.name, c.summary, c.change_type, c.diff from config_changes c join config_items i on i.id = c.config_id where i.scraper_id = $1",
      [named.id],
    );
  await once();
  expect(await changes()).toEqual([]);
  await sql`alter table harbour_log add column pilot text`.execute(databases.system);
  await once();
  expect(await changes()).toEqual([
    {
      name: "harbour_log",
      change_type: "diff",
      summary: "columns.pilot",
      diff: expect.stringMatching(/^\+ +"pilot": "text"/m),
    },
  ]);
});
