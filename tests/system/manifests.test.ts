// Runs a folder of manifests with every runnable check type against real servers. All checks in `passing` pass, and all
// checks in `failing` fail for the reason in their description.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { checkKinds } from "#areas/health/server/checks/index.ts";
import { readFiles } from "#areas/health/server/command-line/read-files.ts";
import { runCanaries, type Line } from "#areas/health/server/command-line/run-canaries.ts";
import type { Surroundings } from "#areas/health/server/run/run-check.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { password } from "../servers/rows/row.ts";
import { neverLate } from "../support/checks.ts";
import { testDatabase, testLog } from "../support/database.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { filled } from "../support/filled-manifest.ts";
import { estateIn } from "../support/estate-in.ts";
import { runSystem, until, type RunningSystem } from "../support/running-system.ts";
import { startAllServers, type Servers } from "../servers/all-servers.ts";
import { findDebianProgram } from "../servers/debian-programs.ts";
import { describeWithServers } from "../servers/describe-with-servers.ts";
import { ldapAdmin } from "../servers/openldap.ts";
import { prometheusUser } from "../servers/prometheus.ts";
import { s3Keys } from "../servers/s3.ts";
import { deckConfig, standInCluster, type StoredObject } from "../services/cluster.ts";
import { startStandIns } from "../services/stand-in.ts";
import { alertmanager, repositories, searchEngine, watchedKeys } from "../services/watched.ts";
import { waitMs } from "../support/time-limits.ts";

const pod = (name: string, app: string, isReady: boolean): StoredObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", labels: { app } },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: isReady ? "True" : "False" }],
    containerStatuses: [
      { name: "main", ready: isReady, state: isReady ? { running: {} } : { waiting: { reason: "CrashLoopBackOff" } } },
    ],
  },
});

const cluster = standInCluster([pod("cart", "cart", true), pod("broken", "till", false)]);
cluster.onApply = (object) => Object.assign(object, { status: pod("", "", true)["status"] });
const standIns = await startStandIns({
  "kube.example": cluster.answer,
  "alerts.example": alertmanager,
  "search.example": searchEngine,
  "api.github.com": repositories,
});
const dns = await startDnsServer([{ name: "harbour.test", type: "A", data: "192.0.2.7" }]);

/** Returns the values of the placeholders in the manifests. */
const placesOf = (at: Servers): Readonly<Record<string, string | number>> => ({
  host: "127.0.0.1",
  password,
  postgres: at.postgres.port,
  mariadb: at.mariadb.plainPort,
  sqlServer: at.sqlServer.tlsPort,
  redis: at.redis.plainPort,
  mongo: at.mongo.plainPort,
  ldap: at.ldap.plainPort,
  ldapAdmin,
  prometheus: at.prometheus.port,
  prometheusUser: prometheusUser.name,
  prometheusPassword: prometheusUser.password,
  searchPassword: watchedKeys.search,
  githubToken: watchedKeys.github,
  files: at.folders.files,
  s3: at.s3.port,
  s3Key: s3Keys.username,
  s3Secret: s3Keys.password,
  ssh: at.ssh.port,
  sshHome: at.ssh.home,
  samba: at.samba.port,
  web: at.nginx.plainPort,
  webTls: at.nginx.tlsPort,
  ca: at.certificates.ca,
  dns: dns.port,
  nobody: at.nobody,
  kubeconfig: deckConfig("kube.example"),
});

describeWithServers("manifests", () => {
  let at: Servers;
  let system: RunningSystem;
  const folder = mkdtempSync("/tmp/quarterdeck-manifests-");
  beforeAll(async () => {
    at = await startAllServers();
    const database = await testDatabase();
    await estateIn(database);
    system = await runSystem(database.databases);
  });
  afterAll(async () => {
    await system?.stop();
    await at?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function runFolder(which: "passing" | "failing") {
    const places = placesOf(at);
    const from = join(import.meta.dirname, "../manifests", which);
    const files = readdirSync(from).map((name) => {
      const file = join(folder, `${which}-${name}`);
      writeFileSync(file, stringify(filled(parse(readFileSync(join(from, name), "utf8")), places)));
      return file;
    });
    const read = await readFiles(files, { namespace: "default", input: process.stdin, otherKinds: async () => [] });
    expect(read.faults).toEqual([]);
    const env = { ...system.env, allowDirectories: [at.folders.files] };
    const ping = createOutbound({ ping: findDebianProgram("ping") });
    const around: Surroundings = {
      env,
      log: testLog,
      outbound: () => ({ ...standIns.outbound, ping: ping.ping }),
      exec: createExec({ env, log: testLog }),
      files: createFiles(env),
      system,
      // Many checks run at once in this process, and some have limits of a few milliseconds.
      lateness: neverLate,
    };
    return runCanaries(read.canaries, around, { signal: AbortSignal.timeout(waitMs) });
  }

  const typesOf = (lines: readonly Line[]) => new Set(lines.map(({ type }) => type));
  const runnable = checkKinds.filter(({ isPassive }) => !isPassive).map(({ type }) => type);

  test("a check of every type passes against a healthy target", async () => {
    // On a busy machine a check may not get a connection to the database in time, which is not a failure of the target.
    const { lines, notes } = await until(
      () => runFolder("passing"),
      (ran) => ran.lines.every(({ verdict }) => verdict !== "could_not_check"),
      waitMs,
    );
    expect(lines.filter(({ verdict }) => verdict !== "healthy").map(({ name, error }) => ({ name, error }))).toEqual(
      [],
    );
    expect(runnable.filter((type) => !typesOf(lines).has(type))).toEqual([]);
    expect(notes).toEqual(["default/waits: nightly-job only receives results and was not run."]);
    const messages = new Map(lines.map(({ name, message }) => [name, message]));
    expect(messages.get("orders")).toBe("7 open orders");
    expect([...messages.keys()]).toEqual(expect.arrayContaining(["port", "starboard"]));
    expect(cluster.objects.map(({ metadata }) => metadata.name)).toEqual(["cart", "broken"]);
  });

  test("a check of every type fails for the expected reason", async () => {
    const { lines } = await runFolder("failing");
    const wrong = lines.filter(({ verdict, isInvalid, error, description }) => {
      return verdict !== "unhealthy" || isInvalid || !error.includes(description ?? "nothing");
    });
    expect(wrong.map(({ name, error, description }) => ({ name, error, description }))).toEqual([]);
    expect(runnable.filter((type) => !typesOf(lines).has(type))).toEqual([]);
  });
});
