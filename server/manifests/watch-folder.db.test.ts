// Watches a folder with a kind that keeps its rows in memory. A line `note NAME WORD` is a resource, `broken NAME` is a
// resource that cannot be read, `broken` alone makes the file unreadable, and `other KIND` is a document of a different
// kind.
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until, type RunningSystem } from "#tests/support/running-system.ts";
import { historyName } from "./faults.ts";
import { defineManifest, type ManifestFault, type ManifestItem } from "./manifest-kind.ts";
import { watchFolder } from "./watch-folder.ts";

const { databases } = await testDatabase();
const [system, another] = [await runSystem(databases), await runSystem(databases)];
afterAll(() => Promise.all([system.stop(), another.stop()]));

interface Note extends ManifestItem {
  word: string;
}
/** The rows by source and name. */
const rows = new Map<string, { word: string; by: string }>();

/** The applied files, in order. */
const applied: string[] = [];

const notes = (by: string) =>
  defineManifest<Note>({
    kind: "Note",
    resource: "note",
    read(text, { defaultName }) {
      const items: Note[] = [];
      const faults: ManifestFault[] = [];
      const others: { line: number; kind: string }[] = [];
      for (const [at, line] of text.split("\n").entries()) {
        const [what, name = defaultName, word = ""] = line.split(" ");
        const named = { name, namespace: "n", line: at + 1 };
        if (what === "note") items.push({ ...named, word });
        else if (what === "other") others.push({ line: at + 1, kind: name });
        else if (what === "broken")
          faults.push({ line: at + 1, message: "No.", ...(line !== "broken" && { of: named }) });
      }
      return { items, faults, warnings: [], others };
    },
    async apply(_, { source, items, isKept }) {
      applied.push(`${source}: ${items.length}`);
      const faults = items
        .filter(({ word }) => word === "refused")
        .map((item) => ({ line: item.line, message: "Refused.", of: item }));
      for (const { name, word } of items) if (word !== "refused") rows.set(`${source} ${name}`, { word, by });
      let deleted = 0;
      for (const key of rows.keys()) {
        const name = key.slice(source.length + 1);
        if (!key.startsWith(`${source} `) || items.some((item) => item.name === name)) continue;
        if (!isKept({ name, namespace: "n" })) deleted += Number(rows.delete(key));
      }
      const present = [...rows.keys()]
        .filter((key) => key.startsWith(`${source} `))
        .map((key) => key.slice(source.length + 1));
      return { ids: present.map((name) => ({ id: `${source} ${name}`, name, namespace: "n" })), faults, deleted };
    },
    sources: async () => [...new Set([...rows.keys()].map((key) => key.slice(0, key.lastIndexOf(" "))))],
  });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rows.clear();
});

function folderOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  stops.push(async () => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, write, remove: (path: string) => rmSync(join(folder, path)) };
}

function start(folder: string, by = "first", on: RunningSystem = system) {
  const { stop } = watchFolder(on, folder, [notes(by)]);
  stops.unshift(stop);
  return stop;
}

const present = () => Object.fromEntries([...rows].map(([key, { word }]) => [key, word]));
/** Waits for the expected rows. Returns undefined, or the actual rows after the timeout. */
const otherThan = async (wanted: Record<string, string>) => {
  const isWanted = (all: Record<string, string>) => isDeepStrictEqual(all, wanted);
  await until(present, isWanted).catch(() => {});
  return isWanted(present()) ? undefined : present();
};
const lastRun = async (resource: string | null = null) => {
  const found = await databases.system
    .selectFrom("job_history")
    .select(["status", "success_count", "error_count", "details"])
    .where("name", "=", historyName)
    .where("resource_id", resource === null ? "is" : "=", resource)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return found && { ...found, errors: found.details?.errors };
};

test("files at any depth are applied; edited, added and removed files are picked up", async () => {
  const { folder, write, remove } = folderOf({
    "a.yaml": "note one old\nnote two x",
    "deep/er/b.yml": "note",
    "c.txt": "note three x",
    ".hidden/d.yaml": "note four x",
  });
  start(folder);
  expect(
    await otherThan({ "file:a.yaml one": "old", "file:a.yaml two": "x", "file:deep/er/b.yml b": "" }),
  ).toBeUndefined();
  write("a.yaml", "note one new");
  write("new/e.json", "note five y");
  expect(
    await otherThan({ "file:a.yaml one": "new", "file:deep/er/b.yml b": "", "file:new/e.json five": "y" }),
  ).toBeUndefined();
  remove("deep/er/b.yml");
  renameSync(join(folder, "new/e.json"), join(folder, "new/f.json"));
  expect(await otherThan({ "file:a.yaml one": "new", "file:new/f.json five": "y" })).toBeUndefined();
  // Removed files are handled first, so that a renamed file can restore the deleted rows.
  expect(applied.slice(-2)).toEqual(["file:new/e.json: 0", "file:new/f.json: 1"]);
  remove("a.yaml");
  remove("new/f.json");
  expect(await otherThan({})).toBeUndefined();
  // The history contains the number of deleted resources.
  const run = await until(lastRun, (row) => row?.success_count === 0);
  expect(run).toMatchObject({ status: "SUCCESS", details: { deleted: 2 } });
});

test("a volume that is swapped by replacing a link is read again", async () => {
  const { folder, write } = folderOf({ "..first/a.yaml": "note one old", "..second/a.yaml": "note one new" });
  symlinkSync("..first", join(folder, "..data"));
  symlinkSync("..data/a.yaml", join(folder, "a.yaml"));
  start(folder);
  expect(await otherThan({ "file:a.yaml one": "old" })).toBeUndefined();
  symlinkSync("..second", join(folder, "..next"));
  renameSync(join(folder, "..next"), join(folder, "..data"));
  expect(await otherThan({ "file:a.yaml one": "new" })).toBeUndefined();
  write("b.yaml", "note two x");
  expect(await otherThan({ "file:a.yaml one": "new", "file:b.yaml two": "x" })).toBeUndefined();
});

test("a broken file deletes nothing, and its errors are reported with their lines until they are fixed", async () => {
  const { folder, write } = folderOf({ "a.yaml": "note one x\nnote two x", "b.yaml": "note three x\nother Secret" });
  start(folder);
  expect(await otherThan({ "file:a.yaml one": "x", "file:a.yaml two": "x", "file:b.yaml three": "x" })).toBeUndefined();
  await until(lastRun, (run) => run?.status === "SUCCESS" && run.success_count === 3);
  expect((await lastRun())!.details!.summary).toEqual({ files: 2, resources: 3, ignored: ["b.yaml:2: Secret"] });
  // The fault cannot be assigned to a resource.
  write("a.yaml", "broken\nnote four x");
  expect(
    await otherThan({
      "file:a.yaml one": "x",
      "file:a.yaml two": "x",
      "file:a.yaml four": "x",
      "file:b.yaml three": "x",
    }),
  ).toBeUndefined();
  await until(
    () => lastRun("file:a.yaml one"),
    (run) => run?.status === "FAILED",
  );
  expect(await lastRun("file:a.yaml one")).toMatchObject({ errors: ["a.yaml:1: No."] });
  await until(lastRun, (run) => run?.status === "WARNING");
  expect(await lastRun()).toMatchObject({ status: "WARNING", error_count: 1, errors: ["a.yaml:1: No."] });
  expect(await lastRun("file:b.yaml three")).toBeUndefined();
  // One resource is broken, one is rejected, one has been removed.
  write("a.yaml", "note four refused\nbroken one");
  expect(
    await otherThan({ "file:a.yaml one": "x", "file:a.yaml four": "x", "file:b.yaml three": "x" }),
  ).toBeUndefined();
  await until(lastRun, (run) => run?.error_count === 2);
  expect((await lastRun())!.errors).toEqual(["a.yaml:2: No.", "a.yaml:1: Refused."]);
  expect((await lastRun("file:a.yaml four"))!.errors).toEqual(["a.yaml:1: Refused."]);
  write("a.yaml", "note one y");
  expect(await otherThan({ "file:a.yaml one": "y", "file:b.yaml three": "x" })).toBeUndefined();
  await until(
    () => lastRun("file:a.yaml one"),
    (run) => run?.status === "SUCCESS",
  );
  await until(lastRun, (run) => run?.status === "SUCCESS");
});

test("resources removed while no process was running are deleted at the start; an empty folder deletes nothing", async () => {
  rows.set("file:gone.yaml one", { word: "x", by: "before" });
  const { folder, write } = folderOf({});
  await start(folder)();
  expect(present()).toEqual({ "file:gone.yaml one": "x" });
  start(folder);
  write("a.yaml", "note two x");
  expect(await otherThan({ "file:a.yaml two": "x" })).toBeUndefined();
});

test("errors are logged once, and again when they change", async () => {
  const warned: string[] = [];
  const log = Object.create(system.log, {
    warn: { value: (_: object, text: string) => void warned.push(text) },
  }) as RunningSystem["log"];
  const { folder, write } = folderOf({ "a.yaml": "broken one" });
  start(folder, "first", { ...system, log });
  await until(
    () => warned,
    (all) => all.length > 0,
  );
  // Several scans run, and the last of them finds a change.
  for (const word of ["x", "y", "z"]) {
    write("b.yaml", `note two ${word}`);
    expect(await otherThan({ "file:b.yaml two": word })).toBeUndefined();
  }
  write("a.yaml", "\nbroken one");
  await until(
    () => warned,
    (all) => all.includes("a.yaml:2: No."),
  );
  expect(warned).toEqual(["a.yaml:1: No.", "a.yaml:2: No."]);
});

test("a link to a parent folder is not followed", async () => {
  const { folder, write } = folderOf({ "deep/a.yaml": "note one x" });
  symlinkSync("..", join(folder, "deep/up"));
  symlinkSync(folder, join(folder, "deep/itself"));
  symlinkSync("deep", join(folder, "other"));
  start(folder);
  expect(await otherThan({ "file:deep/a.yaml one": "x", "file:other/a.yaml one": "x" })).toBeUndefined();
  write("b.yaml", "note two x");
  expect(
    await otherThan({ "file:b.yaml two": "x", "file:deep/a.yaml one": "x", "file:other/a.yaml one": "x" }),
  ).toBeUndefined();
});

test("resources of an unreadable file are deleted once the file is removed", async () => {
  rows.set("file:odd.yaml one", { word: "x", by: "before" });
  const { folder, remove } = folderOf({ "a.yaml": "note two x" });
  // stat reports a regular file, but reading it fails.
  symlinkSync("/proc/self/mem", join(folder, "odd.yaml"));
  start(folder);
  expect(await otherThan({ "file:a.yaml two": "x", "file:odd.yaml one": "x" })).toBeUndefined();
  remove("odd.yaml");
  expect(await otherThan({ "file:a.yaml two": "x" })).toBeUndefined();
});

test("one of several processes applies the files, and another process takes over when it stops", async () => {
  const { folder, write } = folderOf({ "a.yaml": "note one x" });
  const stop = start(folder, "first");
  await until(present, (all) => "file:a.yaml one" in all);
  start(folder, "second", another);
  write("a.yaml", "note one y");
  expect(await otherThan({ "file:a.yaml one": "y" })).toBeUndefined();
  expect(rows.get("file:a.yaml one")!.by).toBe("first");
  await stop();
  write("a.yaml", "note one z");
  expect(await otherThan({ "file:a.yaml one": "z" })).toBeUndefined();
  expect(rows.get("file:a.yaml one")!.by).toBe("second");
});

test("an unreadable folder is reported, and its resources stay", async () => {
  rows.set("file:a.yaml one", { word: "x", by: "before" });
  start(join(tmpdir(), "unheard-of-manifests"));
  const run = await until(lastRun, (row) => row?.status === "FAILED");
  expect(run!.errors![0]).toMatch(/cannot be read: ENOENT.*stay unchanged/);
  expect(present()).toEqual({ "file:a.yaml one": "x" });
});

test("an unreadable subfolder is reported, and the resources of its files stay", async () => {
  rows.set("file:sub/a.yaml one", { word: "x", by: "before" });
  const { folder } = folderOf({ "b.yaml": "note two x" });
  // Every attempt to open it fails with ELOOP, even for root.
  symlinkSync("sub", join(folder, "sub"));
  start(folder);
  expect(await otherThan({ "file:sub/a.yaml one": "x", "file:b.yaml two": "x" })).toBeUndefined();
  const run = await until(lastRun, (row) =>
    Boolean(row?.errors?.some((error) => error.includes("sub cannot be read"))),
  );
  expect(run!.errors![0]).toMatch(/^sub cannot be read: ELOOP.*stay unchanged/);
  expect(present()).toEqual({ "file:sub/a.yaml one": "x", "file:b.yaml two": "x" });
});
