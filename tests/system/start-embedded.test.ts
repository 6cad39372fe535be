import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { sharedPlaceFor } from "#server/db/embedded/reach.ts";
import { isRoot, ordinary, reachableRepository, removeWithProcesses, temporary } from "./accounts.ts";
import { Child, processesIn, waitFor } from "./child.ts";
import { EmbeddedProgram, ask, createDataDir } from "./embedded-database.ts";

const clusterOf = (dataDir: string) => realpathSync(join(dataDir, "postgres"));
const postmasterOf = (dataDir: string) => readPostmaster(join(dataDir, "postgres"))?.pid ?? 0;

describe("the embedded PostgreSQL", () => {
  test("creates its cluster at the first start, reuses it at the second start, and does not leave a process running", async () => {
    const dataDir = join(temporary(), "made", "on", "the", "way");
    const first = new EmbeddedProgram({ dataDir });
    const { connection, version } = await first.started();
    expect(version).toMatch(/^18\./);
    await ask(connection, "create table kept as select 'a row' as text");
    await first.stop();
    expect(processesIn(clusterOf(dataDir))).toEqual([]);

    const second = new EmbeddedProgram({ dataDir });
    expect(await ask((await second.started()).connection, "select text from kept")).toEqual([{ text: "a row" }]);
    await second.stop();
    expect(processesIn(clusterOf(dataDir))).toEqual([]);
    expect(readdirSync(join(dataDir, "run"))).toEqual([]);
  });

  test("the embedded PostgreSQL is safe against power loss, uses UTF-8 and checksums", async () => {
    const program = new EmbeddedProgram({ dataDir: await createDataDir() });
    const { connection } = await program.started();
    const rows = await ask<{ name: string; setting: string }>(
      connection,
      `select name, setting from pg_settings
       where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding', 'listen_addresses')
       order by name`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: "on",
      fsync: "on",
      full_page_writes: "on",
      listen_addresses: "",
      server_encoding: "UTF8",
      synchronous_commit: "on",
    });
    await ask(connection, "create extension pg_trgm");
    // Non-ASCII letters must be compared, otherwise the two words would be equal.
    const [likeness] = await ask<{ same: boolean }>(connection, "select similarity('Zürich', 'Zrich') = 1 as same");
    expect(likeness).toEqual({ same: false });
    await program.stop();
  });

  test("accepts only the account that runs Quarterdeck, which is not a superuser", async () => {
    const program = new EmbeddedProgram({ dataDir: await createDataDir() });
    const { connection, dataDir } = await program.started();
    expect(await ask(connection, "select rolsuper from pg_roles where rolname = current_user")).toEqual([
      { rolsuper: false },
    ]);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
    const rules = readFileSync(join(dataDir, "settings", "access.conf"), "utf8").split("\n");
    for (const rule of rules.filter((line) => line && !line.startsWith("#")))
      expect(rule).toMatch(/^local .* peer map=/);
    await expect(ask({ ...connection, user: "somebody" }, "select 1")).rejects.toThrow(/Peer authentication failed/);
    await program.stop();
  });

  test.runIf(isRoot)(
    "refuses another account of the machine even if it can reach the socket (as root only)",
    async () => {
      const program = new EmbeddedProgram({ dataDir: await createDataDir() });
      const { connection } = await program.started();
      chmodSync(connection.host, 0o755);
      chmodSync(join(connection.host, `.s.PGSQL.${connection.port}`), 0o777);
      const { node, root } = reachableRepository();
      const script = `const { Client } = require(${JSON.stringify(join(root, "node_modules", "pg"))});
      new Client(${JSON.stringify(connection)}).connect().then(() => console.log("in"), (error) => console.log(error.message));`;
      const stranger = new Child(node, ["-e", script], { cwd: "/", ...ordinary });
      expect(await stranger.until("an answer", ([line]) => line)).toMatch(/Peer authentication failed/);
      await program.stop();
    },
  );

  test("uses a short private directory for its socket if the path to the data is long", async () => {
    const dataDir = await createDataDir("long-".repeat(30));
    const program = new EmbeddedProgram({ dataDir });
    const { connection } = await program.started();
    expect(connection.host.length).toBeLessThan(60);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await ask(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    // A process that is killed together with its PostgreSQL cannot clean up; the next start does.
    program.child.killGroup();
    for (const pid of processesIn(clusterOf(dataDir))) process.kill(pid, "SIGKILL");
    const next = new EmbeddedProgram({ dataDir });
    const again = await next.started();
    expect(existsSync(connection.host)).toBe(false);
    await next.stop();
    expect(existsSync(again.connection.host)).toBe(false);
  });
});

describe("recovery after a kill", () => {
  test("PostgreSQL is restarted after kill -9 while the product runs", async () => {
    const dataDir = await createDataDir();
    const program = new EmbeddedProgram({ dataDir, write: true });
    const { connection } = await program.started();
    await program.wrote(20);
    const killed = postmasterOf(dataDir);
    process.kill(killed, "SIGKILL");
    await waitFor("another PostgreSQL runs", () => {
      const pid = postmasterOf(dataDir);
      return pid > 0 && pid !== killed;
    });
    await program.wrote(program.acknowledged().length + 20);
    const acknowledged = program.acknowledged();
    const kept = new Set((await ask<{ n: number }>(connection, "select n from written")).map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
    await program.stop();
    expect(processesIn(clusterOf(dataDir))).toEqual([]);
  });

  test("a PostgreSQL that outlived a killed Quarterdeck is stopped, and a new one is started on its data", async () => {
    const dataDir = await createDataDir();
    const killed = new EmbeddedProgram({ dataDir });
    await ask((await killed.started()).connection, "create table kept as select 1 as one");
    const orphan = postmasterOf(dataDir);
    process.kill(killed.child.pid, "SIGKILL");
    await killed.child.ended;
    expect(processesIn(clusterOf(dataDir))).toContain(orphan);

    const next = new EmbeddedProgram({ dataDir });
    const { connection } = await next.started();
    expect(postmasterOf(dataDir)).not.toBe(orphan);
    expect(await ask(connection, "select one from kept")).toEqual([{ one: 1 }]);
    await next.stop();
    expect(processesIn(clusterOf(dataDir))).toEqual([]);
  });

  test("a pid file whose process id now belongs to another process does not block the start", async () => {
    const dataDir = await createDataDir();
    const killed = new EmbeddedProgram({ dataDir });
    await killed.started();
    const record = join(dataDir, "postgres", "postmaster.pid");
    const text = readFileSync(record, "utf8");
    const owner = statSync(record);
    process.kill(killed.child.pid, "SIGKILL");
    for (const pid of processesIn(clusterOf(dataDir))) process.kill(pid, "SIGKILL");
    await waitFor("all of it is gone", () => processesIn(clusterOf(dataDir)).length === 0);
    const somebody = spawn("sleep", ["60"], ordinary);
    onTestFinished(() => void somebody.kill());
    rmSync(record, { force: true });
    writeFileSync(record, text.replace(/^\d+/, String(somebody.pid)), { mode: 0o600 });
    execFileSync("chown", [`${owner.uid}:${owner.gid}`, record]);

    const next = new EmbeddedProgram({ dataDir });
    expect(await ask((await next.started()).connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await next.stop();
    expect(somebody.exitCode).toBe(null);
  });

  test("a start killed while creating the cluster does not block the next start", async () => {
    const dataDir = temporary();
    const killed = new EmbeddedProgram({ dataDir });
    await waitFor("the cluster is being made", () =>
      readdirSync(dataDir).some(
        (name) => name.startsWith("postgres.new-") && readdirSync(join(dataDir, name)).length > 3,
      ),
    );
    killed.child.killGroup();
    await killed.child.ended;
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    const next = new EmbeddedProgram({ dataDir });
    await next.started();
    expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres."))).toEqual([]);
    await next.stop();
  });
});

describe("only one process can use a data directory", () => {
  test("a second start fails with the process and address of the first process, which continues", async () => {
    const dataDir = await createDataDir();
    const first = new EmbeddedProgram({ dataDir, address: "http://localhost:8123" });
    const { connection } = await first.started();
    const second = new EmbeddedProgram({ dataDir });
    expect(await second.refused()).toBe(
      `Quarterdeck already runs on the data directory ${dataDir} (process ${first.child.pid}, http://localhost:8123). ` +
        "Stop it first, or set DATA_DIR and PORT to run another.",
    );
    expect(await ask(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await first.stop();
  });

  test("exactly one of several concurrent starts succeeds", async () => {
    const dataDir = await createDataDir();
    const starts = Array.from({ length: 4 }, () => new EmbeddedProgram({ dataDir }));
    const outcomes = await Promise.all(
      starts.map((start) =>
        start.child.until("an outcome", ([line]) => line && Object.keys(JSON.parse(line) as object)[0]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["refused", "refused", "refused", "started"]);
    await starts[outcomes.indexOf("started")]?.stop();
  });

  test("a start waits for a process that is stopping", async () => {
    const dataDir = await createDataDir();
    const first = new EmbeddedProgram({ dataDir });
    await first.started();
    const stopped = first.stop();
    await waitFor("it says that it stops", () => {
      const holder = join(dataDir, "lock.holder");
      return !existsSync(holder) || readFileSync(holder, "utf8").includes("stopping");
    });
    const second = new EmbeddedProgram({ dataDir });
    expect((await second.started()).dataDir).toBe(dataDir);
    await stopped;
    await second.stop();
  });
});

describe("an unusable data directory is rejected with a message", () => {
  test("refuses a data directory that contains other files", async () => {
    const dataDir = temporary();
    writeFileSync(join(dataDir, "thesis.txt"), "years of work");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(
      /contains other files \(thesis\.txt\).*Set DATA_DIR to an empty directory/,
    );
    expect(readdirSync(dataDir)).toEqual(["thesis.txt"]);
  });

  test("refuses a data directory if its path is a file or below a file", async () => {
    const file = join(temporary(), "file");
    writeFileSync(file, "");
    expect(await new EmbeddedProgram({ dataDir: file }).refused()).toMatch(/a file has that name/);
    expect(await new EmbeddedProgram({ dataDir: join(file, "below") }).refused()).toMatch(/cannot be created, because/);
  });

  test("refuses a data directory if its database has another major version", async () => {
    const dataDir = temporary();
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(
      /created by PostgreSQL 15, and this Quarterdeck includes PostgreSQL 18/,
    );
  });

  test("refuses a data directory if its postgres folder is not a database", async () => {
    const dataDir = temporary();
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "notes"), "");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(/contains no database/);
  });

  test("refuses a data directory that this user cannot write to", async () => {
    const dataDir = temporary(ordinary);
    chmodSync(dataDir, 0o500);
    expect(await new EmbeddedProgram({ dataDir }, ordinary).refused()).toMatch(
      /cannot be written by this user\. Make it writable, or set DATA_DIR/,
    );
  });

  test("refuses a data directory that this user cannot enter", async () => {
    const closed = temporary(ordinary);
    chmodSync(closed, 0o000);
    expect(await new EmbeddedProgram({ dataDir: join(closed, "data") }, ordinary).refused()).toMatch(
      /cannot be written by this user/,
    );
    chmodSync(closed, 0o700);
  });

  test("refuses to start if an operator setting is invalid, and the message contains the setting", async () => {
    const dataDir = await createDataDir();
    const first = new EmbeddedProgram({ dataDir });
    await first.started();
    await first.stop();
    writeFileSync(join(dataDir, "settings", "tuning.conf"), "shared_bufers = '1GB'\n");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(
      /unrecognized configuration parameter "shared_bufers"/,
    );
    writeFileSync(join(dataDir, "settings", "tuning.conf"), "work_mem = '8MB'\n");
    const next = new EmbeddedProgram({ dataDir });
    expect(await ask((await next.started()).connection, "show work_mem")).toEqual([{ work_mem: "8MB" }]);
    await next.stop();
  });
});

test("an ordinary user can run the product with only their own files", async () => {
  const dataDir = temporary(ordinary);
  const program = new EmbeddedProgram({ dataDir, write: true }, ordinary);
  await program.started();
  await program.wrote(5);
  expect(statSync(join(dataDir, "postgres")).uid).toBe(ordinary.uid ?? process.getuid?.());
  await program.stop();
  expect(processesIn(clusterOf(dataDir))).toEqual([]);
});

describe.runIf(isRoot)("as root (only where the tests run as root)", () => {
  test("PostgreSQL runs as an unprivileged user, and root keeps the rest of the directory", async () => {
    const dataDir = await createDataDir();
    const program = new EmbeddedProgram({ dataDir });
    await program.started();
    const runsAs = statSync(`/proc/${postmasterOf(dataDir)}`).uid;
    expect(runsAs).not.toBe(0);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(runsAs);
    expect(statSync(dataDir).uid).toBe(0);
    await program.stop();
  });

  test("a configured directory that PostgreSQL's user cannot reach is rejected, with the name of the inaccessible directory", async () => {
    const closed = temporary();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, "data");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(
      new RegExp(`cannot be used: PostgreSQL runs as the user \\w+, which cannot enter ${closed}\\. Set DATA_DIR`),
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test("the default directory is moved to a different place if its parent is inaccessible, with a message", async () => {
    const closed = temporary();
    chmodSync(closed, 0o700);
    const wanted = join(closed, ".data");
    const place = sharedPlaceFor(wanted);
    onTestFinished(() => removeWithProcesses(place));
    const program = new EmbeddedProgram({ dataDir: wanted, dataDirGiven: false });
    const { dataDir, moved, connection } = await program.started();
    expect(dataDir).toBe(place);
    expect(moved).toMatch(new RegExp(`PostgreSQL runs as the user \\w+, which cannot enter ${closed}$`));
    expect(await ask(connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await program.stop();
    // Another clone uses a different directory.
    expect(sharedPlaceFor(join(`${closed}-too`, ".data"))).not.toBe(place);
  });
});
