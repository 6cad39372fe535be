import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { pack } from "tar-stream";
import { describe, expect, test } from "vitest";
import { restore } from "#server/db/backup.ts";
import { postgresAccount } from "#server/db/embedded/account.ts";
import { repository } from "#lib/load/repository.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment, processesIn, waitFor } from "./child.ts";
import { EmbeddedProgram, ask, createDataDir } from "./embedded-database.ts";

/** Runs a command in the same way as the command line. */
async function command(name: "backup" | "restore", file: string, env: Record<string, string>) {
  const args = ["--disable-warning=ExperimentalWarning", join(repository, "main", "commands", `${name}.ts`), file];
  const { ended, lines, errors } = new Child(process.execPath, args, {
    cwd: "/",
    env: { ...plainEnvironment, ...env },
  });
  const { code } = await ended;
  return { status: code, stdout: lines.join("\n"), sentence: errors.at(-1) ?? "" };
}

const rowsOf = async (dataDir: string) => {
  const program = new EmbeddedProgram({ dataDir });
  const { connection } = await program.started();
  const rows = await ask<{ n: number; whole: boolean }>(
    connection,
    "select n, padding = repeat(md5(n::text), 20) as whole from written order by n",
  );
  await program.stop();
  return rows;
};

describe("a backup", () => {
  test("a backup that is taken during writes and restored elsewhere has every row that was acknowledged before the backup", async () => {
    const dataDir = await createDataDir();
    writeFileSync(join(dataDir, "secret.key"), "the key of this server, long enough to be one\n", { mode: 0o600 });
    const writer = new EmbeddedProgram({ dataDir, write: true });
    await writer.wrote(150);
    const before = writer.acknowledged();
    const file = join(temporary(), "under-load.tar.gz");

    const result = await command("backup", file, { DATA_DIR: dataDir });
    expect(result).toMatchObject({ status: 0 });
    expect(result.stdout).toContain("The backup contains the key for stored secrets");
    const during = writer.acknowledged().length - before.length;
    expect(during).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await writer.wrote(writer.acknowledged().length + 10);
    await writer.stop();

    const elsewhere = join(temporary(), "restored");
    expect(await command("restore", file, { DATA_DIR: elsewhere })).toMatchObject({ status: 0 });
    expect(readFileSync(join(elsewhere, "secret.key"), "utf8")).toBe(readFileSync(join(dataDir, "secret.key"), "utf8"));
    expect(statSync(join(elsewhere, "secret.key")).mode & 0o777).toBe(0o600);

    const rows = await rowsOf(elsewhere);
    expect(rows.every(({ whole }) => whole)).toBe(true);
    expect(rows.slice(0, before.length).map(({ n }) => n)).toEqual(before);
    // The backup has all rows up to one point in time, without a gap.
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBeLessThanOrEqual(writer.acknowledged().length);
  });

  test("starts PostgreSQL temporarily if the server is stopped", async () => {
    const dataDir = await createDataDir();
    const file = join(temporary(), "stopped.tar.gz");
    const result = await command("backup", file, { DATA_DIR: dataDir });
    expect(result).toMatchObject({ status: 0 });
    expect(result.stdout).toContain(
      "The backup does not contain the key for stored secrets, because the data directory has none",
    );
    expect(processesIn(dataDir)).toEqual([]);
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test("a backup that is interrupted does not leave a file, even after several Ctrl-C", async () => {
    const dataDir = await createDataDir();
    const folder = temporary();
    const args = [join(repository, "bin", "quarterdeck.mjs"), "backup", join(folder, "file")];
    const env = { ...plainEnvironment, DATA_DIR: dataDir };
    const backup = new Child(process.execPath, args, { cwd: "/", env });
    await waitFor("it writes", () => readdirSync(folder).length > 0);
    // The signal is sent to the whole group, as from a terminal; the starter also forwards it.
    process.kill(-backup.pid, "SIGINT");
    expect((await backup.ended).code).toBe(130);
    expect(backup.errors.at(-1)).toBe("Stopped. No files were left behind.");
    expect(readdirSync(folder)).toEqual([]);
    expect(processesIn(dataDir)).toEqual([]);
  });

  test("fails with a message if there is nothing to copy or the target cannot be written", async () => {
    const dataDir = await createDataDir();
    const folder = temporary();
    const taken = join(folder, "taken");
    writeFileSync(taken, "somebody's");
    expect(await command("backup", taken, { DATA_DIR: dataDir })).toMatchObject({
      status: 1,
      sentence: `${taken} exists already. Backups never overwrite files: choose another name.`,
    });
    expect(readFileSync(taken, "utf8")).toBe("somebody's");
    expect(await command("backup", join(folder, "no", "such"), { DATA_DIR: dataDir })).toMatchObject({
      status: 1,
      sentence: `${join(folder, "no")} does not exist. Create the directory first.`,
    });
    const nothing = join(folder, "nothing");
    expect((await command("backup", join(folder, "file"), { DATA_DIR: nothing })).sentence).toMatch(
      /There is no database in/,
    );
    expect(existsSync(nothing)).toBe(false);
    const url = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", SECRET_KEY: "k".repeat(32) };
    expect(await command("backup", join(folder, "file"), url)).toMatchObject({
      status: 1,
      sentence: expect.stringMatching(/pg_dump/),
    });
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

describe("a restore", () => {
  const key = "the key of a server, long enough to be one\n";
  const label = {
    format: "quarterdeck backup 1",
    quarterdeck: "0.1.0",
    postgres: "18.4",
    created_at: "2026-11-15T12:00:00Z",
  };

  /** Returns the parts of an archive with three files; these tests check the archive format, not its contents. */
  function parts() {
    const files = {
      "quarterdeck.json": JSON.stringify(label),
      "secret.key": key,
      "postgres/PG_VERSION": "18\n",
      "postgres/base/1/2600": "x".repeat(50_000),
    };
    const sum = (text: string) => ({ size: text.length, sha256: createHash("sha256").update(text).digest("hex") });
    const sums = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sum(text)]));
    return Object.entries({ ...files, "checksums.json": JSON.stringify(sums) });
  }

  const tar = (entries: readonly (readonly [name: string, text: string, type?: "symlink"])[]) => {
    const archive = pack();
    for (const [name, text, type = "file"] of entries)
      if (type === "file") archive.entry({ name }, text);
      else archive.entry({ name, type, linkname: text });
    archive.finalize();
    return buffer(archive);
  };

  /** Restores a file with these bytes into a new directory, in this process. */
  async function restored(bytes: Uint8Array) {
    const folder = temporary();
    const file = join(folder, "file");
    writeFileSync(file, bytes);
    const dataDir = join(folder, "data");
    const result = await restore({ dataDir, dataDirGiven: true, file, log: pino({ level: "silent" }) }).catch(
      (error: unknown) => error,
    );
    return { result, dataDir, left: readdirSync(folder) };
  }

  test("restores every file of a complete backup with the right owner", async () => {
    const { result, dataDir } = await restored(gzipSync(await tar(parts())));
    expect(result).toMatchObject({ files: 2, withKey: true, dataDir });
    expect(readFileSync(join(dataDir, "secret.key"), "utf8")).toBe(key);
    expect(readFileSync(join(dataDir, "postgres", "base", "1", "2600"), "utf8")).toBe("x".repeat(50_000));
    for (const path of ["postgres", "postgres/base", "postgres/base/1"])
      expect(statSync(join(dataDir, path)).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "postgres", "base", "1", "2600")).uid).toBe(
      postgresAccount(join(dataDir, "postgres")).uid,
    );
  });

  test.each<[string, (whole: Buffer) => Uint8Array, RegExp]>([
    ["cut in the middle", (whole) => whole.subarray(0, whole.length / 2), /is incomplete: its end is missing/],
    ["without its last byte", (whole) => whole.subarray(0, -1), /is incomplete: its end is missing/],
    ["that is empty", () => Buffer.of(), /is incomplete|is not a backup/],
    ["with other content", () => Buffer.from("hello ".repeat(1000)), /is not a backup of Quarterdeck/],
    ["with other content, compressed", () => gzipSync("hello ".repeat(1000)), /is not a backup of Quarterdeck/],
    ["with a damaged middle", (whole) => flip(whole, whole.length / 2), /is damaged|is not a backup|is incomplete/],
  ])("refuses a file %s and leaves nothing behind", async (_, spoil, sentence) => {
    const { result, left } = await restored(spoil(gzipSync(await tar(parts()))));
    expect(result).toBeInstanceOf(StartRefused);
    expect(String(result)).toMatch(sentence);
    expect(left).toEqual(["file"]);
  });

  test.each<[string, (name: string, text: string) => readonly [string, string, "symlink"?] | undefined, RegExp]>([
    ["a changed letter", (name, text) => [name, text.replace(/^xx/, "xy")], /is damaged at postgres\/base\/1\/2600/],
    [
      "a changed key",
      (name, text) => [name, name === "secret.key" ? text.toUpperCase() : text],
      /is damaged at secret\.key/,
    ],
    [
      "a missing file",
      (name, text) => (name.endsWith("2600") ? undefined : [name, text]),
      /is damaged at postgres\/base\/1\/2600/,
    ],
    ["a missing end", (name, text) => (name === "checksums.json" ? undefined : [name, text]), /is incomplete/],
    [
      "a path that leads out of the directory",
      (name, text) => [name.replace("base/1/2600", "../../../escaped"), text],
      /is not a backup/,
    ],
    [
      "an absolute path",
      (name, text) => [name.replace("postgres/base/1/2600", "/tmp/escaped"), text],
      /is not a backup/,
    ],
    [
      "a symbolic link",
      (name, text) => (name.endsWith("2600") ? [name, "/etc/passwd", "symlink"] : [name, text]),
      /is not a backup/,
    ],
    [
      "a different major version",
      (name, text) => [name, text.replace('"18.4"', '"15.2"')],
      /contains a database of PostgreSQL 15\.2/,
    ],
  ])("refuses an archive with %s and leaves nothing behind", async (_, change, sentence) => {
    const changed = parts().flatMap(([name, text]) => {
      const entry = change(name, text);
      return entry ? [entry] : [];
    });
    const { result, left } = await restored(gzipSync(await tar(changed)));
    expect(result).toBeInstanceOf(StartRefused);
    expect(String(result)).toMatch(sentence);
    expect(left).toEqual(["file"]);
    expect(existsSync("/tmp/escaped")).toBe(false);
  });

  test("needs an empty directory", async () => {
    const dataDir = await createDataDir();
    const file = join(temporary(), "file");
    writeFileSync(file, gzipSync(await tar(parts())));
    expect(await command("restore", file, { DATA_DIR: dataDir })).toMatchObject({
      status: 1,
      sentence: `The data directory ${dataDir} already contains data (postgres). A backup can only be restored into an empty directory: set DATA_DIR to an empty directory.`,
    });
    const running = new EmbeddedProgram({ dataDir });
    await running.started();
    expect((await command("restore", file, { DATA_DIR: dataDir })).sentence).toMatch(/^Quarterdeck is running on /);
    await running.stop();
  });

  test("fails with a message if the file does not exist, and suggests the tool to use with DATABASE_URL", async () => {
    const dataDir = join(temporary(), "data");
    expect(await command("restore", "/no/such/file", { DATA_DIR: dataDir })).toMatchObject({
      status: 1,
      sentence: "/no/such/file does not exist.",
    });
    const url = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", SECRET_KEY: "k".repeat(32) };
    expect(await command("restore", "/no/such/file", url)).toMatchObject({
      status: 1,
      sentence: expect.stringMatching(/pg_restore/),
    });
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(at)] = (flipped[Math.floor(at)] ?? 0) ^ 0xff;
  return flipped;
}
