import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { isRoot, removeWithProcesses, temporary } from "./accounts.ts";
import { Child, plainEnvironment, processesIn } from "./child.ts";
import { EmbeddedProgram, ask, createDataDir } from "./embedded-database.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { Product } from "./product.ts";

/** Mounts a small file system in memory for one test. */
function smallDisk(megabytes: number): string {
  const path = temporary();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", path]);
  onTestFinished(() => {
    for (const name of readdirSync(path)) removeWithProcesses(join(path, name));
    execFileSync("umount", [path]);
  });
  return path;
}

function canMount(): boolean {
  if (!isRoot) return false;
  const path = temporary();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", path]).status === 0;
  if (mounted) execFileSync("umount", [path]);
  return mounted;
}

/** Fills the remaining space; returns a function that frees it. */
function fill(disk: string): () => void {
  const file = join(disk, "filling");
  const { bavail, bsize } = statfsSync(disk);
  spawnSync("dd", ["if=/dev/zero", `of=${file}`, "bs=64k", `count=${Math.ceil((bavail * bsize) / 65536) + 16}`], {
    stdio: "ignore",
  });
  return () => rmSync(file);
}

describe.runIf(canMount())("on a full or read-only disk (only where a small one can be mounted)", () => {
  test("a first start fails with a message and leaves no partial cluster", async () => {
    const dataDir = join(smallDisk(20), "data");
    expect(await new EmbeddedProgram({ dataDir }).refused()).toBe(
      `The disk that holds the data directory ${dataDir} is full. Free some space and start again; nothing was damaged.`,
    );
    expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres"))).toEqual([]);
  });

  test("a later start fails while the disk is full, and succeeds once there is space", async () => {
    const disk = smallDisk(120);
    const dataDir = join(disk, "data");
    execFileSync("cp", ["-a", await createDataDir(), dataDir]);
    const free = fill(disk);
    expect(await new EmbeddedProgram({ dataDir }).refused()).toMatch(
      /is full\. Free some space and start again; nothing was damaged\.$/,
    );
    free();
    const next = new EmbeddedProgram({ dataDir });
    expect(await ask((await next.started()).connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await next.stop();
  });

  test("a start also fails while applying the schema, and leaves no process", async () => {
    const dataDir = join(smallDisk(60), "data");
    const { code, sentence } = await new Product(await freePort(), { DATA_DIR: dataDir }).refused();
    expect(sentence).toBe(
      `The disk that holds the data directory ${dataDir} is full. Free some space and start again; nothing was damaged.`,
    );
    expect(code).toBe(1);
    expect(processesIn(dataDir)).toEqual([]);
  });

  test("a read-only data directory is rejected with a message, and works once it is writable", async () => {
    const disk = smallDisk(120);
    const dataDir = join(disk, "data");
    execFileSync("cp", ["-a", await createDataDir(), dataDir]);
    execFileSync("mount", ["-o", "remount,ro", disk]);
    expect(await new EmbeddedProgram({ dataDir }).refused()).toBe(
      `The data directory ${dataDir} is on a read-only file system. Set DATA_DIR to a directory that can be written.`,
    );
    execFileSync("mount", ["-o", "remount,rw", disk]);
    const next = new EmbeddedProgram({ dataDir });
    await next.started();
    await next.stop();
  });

  test("no acknowledged write is lost when the disk fills up, and writes continue once there is space", async () => {
    const disk = smallDisk(120);
    const dataDir = join(disk, "data");
    execFileSync("cp", ["-a", await createDataDir(), dataDir]);
    const program = new EmbeddedProgram({ dataDir, write: true });
    const { connection } = await program.started();
    await program.wrote(50);
    const free = fill(disk);
    await program.interrupted();
    free();
    await program.wrote(program.acknowledged().length + 50);
    const acknowledged = program.acknowledged();
    const kept = new Set((await ask<{ n: number }>(connection, "select n from written")).map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
    await program.stop();
  });

  test("a running server rejects writes with instructions, is not ready, and continues once there is space", async () => {
    const disk = smallDisk(400);
    const administrator = { email: "admin@example.org", password: "correct-horse-battery" };
    const product = new Product(await freePort(), {
      DATA_DIR: join(disk, "data"),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      WATCH_ITSELF: "false",
    });
    await product.started();
    const url = product.url();
    const cookie = await signIn(url, administrator);
    const write = async () => {
      // Random data cannot be compressed and needs new pages.
      const value = randomBytes(1024 * 1024).toString("base64");
      const answer = await fetch(`${url}/api/db/properties`, {
        method: "POST",
        headers: { cookie, origin: url, "content-type": "application/json" },
        body: JSON.stringify({ name: `fills.${randomUUID()}`, value }),
      });
      return { status: answer.status, body: await answer.text() };
    };
    const readiness = async () => {
      const answer = await fetch(`${url}/api/ready`);
      return { status: answer.status, body: (await answer.json()) as { ready: boolean; reason?: string } };
    };
    expect((await write()).status).toBe(201);
    expect(await readiness()).toEqual({ status: 200, body: { ready: true } });

    const free = fill(disk);
    const refused = await until(write, ({ status }) => status !== 201, 60_000);
    expect(refused.status).toBe(507);
    expect(refused.body).toMatch(/The disk .* is full, so nothing can be saved\. Free some space on it/);
    const unready = await until(readiness, ({ status }) => status !== 200, 60_000);
    expect(unready.status).toBe(503);
    expect(unready.body.reason).toMatch(/The disk .* is full/);
    expect((await fetch(`${url}/api/_health`)).status).toBe(200);

    free();
    await until(readiness, ({ status }) => status === 200, 60_000);
    await until(write, ({ status }) => status === 201, 60_000);
    expect(await product.interrupt()).toBe(0);
  }, 240_000);

  test("a backup fails with a message and leaves no file", async () => {
    const disk = smallDisk(2);
    const file = join(disk, "backup.tar.gz");
    const args = ["--disable-warning=ExperimentalWarning", join(repository, "main", "commands", "backup.ts"), file];
    const command = new Child(process.execPath, args, {
      env: { ...plainEnvironment, DATA_DIR: await createDataDir() },
    });
    expect((await command.ended).code).toBe(1);
    expect(command.errors.at(-1)).toBe(`The disk that should hold ${file} is full. Nothing was left behind.`);
    expect(readdirSync(disk)).toEqual([]);
  });

  test("a restore fails with a message and leaves no file", async () => {
    const disk = smallDisk(20);
    const file = join(temporary(), "backup.tar.gz");
    const run = async (name: string, dataDir: string) => {
      const args = ["--disable-warning=ExperimentalWarning", join(repository, "main", "commands", `${name}.ts`), file];
      const command = new Child(process.execPath, args, { env: { ...plainEnvironment, DATA_DIR: dataDir } });
      return { code: (await command.ended).code, sentence: command.errors.at(-1) };
    };
    expect(await run("backup", await createDataDir())).toMatchObject({ code: 0 });
    const dataDir = join(disk, "data");
    expect(await run("restore", dataDir)).toMatchObject({
      code: 1,
      sentence: expect.stringMatching(/is full\. Free some space/),
    });
    expect(existsSync(dataDir)).toBe(false);
  });
});
