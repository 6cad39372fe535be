import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFiles, FileRefused } from "./allowed-files.ts";
import { mayRead, maySearch } from "./permission.ts";

// Directories of root are not accessible to the unprivileged account.
const root = mkdtempSync("/tmp/files-test-");
afterAll(() => rmSync(root, { recursive: true, force: true }));
chmodSync(root, 0o755);
const at = (...parts: string[]) => join(root, ...parts);
for (const folder of ["open/deep/..data", "closed", "data/postgres", "open-not", "secrets/ns"])
  mkdirSync(at(folder), { recursive: true });
for (const [path, text] of Object.entries({
  "open/tides.txt": "high at noon",
  "open/deep/charts.txt": "here be dragons",
  "open/deep/..data/key": "inside",
  "closed/secret.txt": "secret",
  "open-not/secret.txt": "secret",
  "data/secret.key": "the key",
  "secrets/ns/password": "secret",
  "data/postgres/PG_VERSION": "18",
}))
  writeFileSync(at(path), text);

const dataDir = at("data");
const secretsDir = at("secrets");
const files = createFiles({ allowDirectories: [at("open")], dataDir, secretsDir });
const read = async (path: string) => (await files.read(path)).toString();

test("reads files within an allowed directory, even through links that stay within it", async () => {
  expect(await read(at("open/tides.txt"))).toBe("high at noon");
  expect(await read(`${at("open")}//deep/./charts.txt`)).toBe("here be dragons");
  symlinkSync("..data/key", at("open/deep/key"));
  expect(await read(at("open/deep/key"))).toBe("inside");
  symlinkSync(at("open"), at("door"));
  expect(
    (await createFiles({ allowDirectories: [at("door")], dataDir, secretsDir }).read(at("door/tides.txt"))).toString(),
  ).toBe("high at noon");
  await expect(files.read(at("open/none.txt"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("lists a folder without following links", async () => {
  symlinkSync("/etc", at("open/etc"));
  const listed = await files.list(at("open"));
  expect(listed.map(({ name, kind, size }) => [name, kind, kind === "file" ? size : 0])).toEqual([
    ["deep", "folder", 0],
    ["etc", "link", 0],
    ["tides.txt", "file", 12],
  ]);
  expect(listed[2]?.modified.getTime()).toBeGreaterThan(Date.now() - 60_000);
  await expect(files.list(at("open/etc"))).rejects.toThrow(FileRefused);
  await expect(files.list(at("open/tides.txt"))).rejects.toThrow(/is not a folder/);
  await expect(files.read(at("open/deep"))).rejects.toThrow(/is not a file/);
});

test("refuses all other paths", async () => {
  symlinkSync("../closed/secret.txt", at("open/link"));
  symlinkSync(at("closed"), at("open/folder-link"));
  symlinkSync("link", at("open/link-to-link"));
  symlinkSync("/proc/self/environ", at("open/environ"));
  symlinkSync("/proc/self/root/etc/passwd", at("open/passwd"));
  symlinkSync("/dev/zero", at("open/zero"));
  const socket = createServer().listen(at("open/socket"));
  await once(socket, "listening");
  afterAll(() => socket.close());
  const hostile = [
    at("closed/secret.txt"),
    at("open-not/secret.txt"),
    `${at("open")}/../closed/secret.txt`,
    `${at("open")}/deep/../../closed/secret.txt`,
    `${at("open")}/..`,
    at("open/link"),
    at("open/link-to-link"),
    at("open/folder-link/secret.txt"),
    at("open/environ"),
    at("open/passwd"),
    at("open/zero"),
    at("open/socket"),
    at("data/secret.key"),
    `${at("open/tides.txt")}\0.png`,
    "open/tides.txt",
    "../closed/secret.txt",
    "",
    "/etc/passwd",
    "/proc/self/environ",
    "/proc/self/cwd/package.json",
    "/dev/stdin",
    `file://${at("open/tides.txt")}`,
    "~/.ssh/id_rsa",
  ];
  const reached = [];
  for (const path of hostile) {
    const error = await files.read(path).then(String, (thrown: unknown) => thrown);
    if (!(error instanceof FileRefused)) reached.push({ path, error });
  }
  expect(reached).toEqual([]);
  const none = createFiles({ allowDirectories: [], dataDir, secretsDir });
  await expect(none.read(at("open/tides.txt"))).rejects.toThrow(`ALLOW_DIRECTORIES=${at("open")}`);
  await expect(none.read("/etc")).rejects.toThrow(/ALLOW_DIRECTORIES=\/etc$/);
});

test("never reads kernel files, the data directory or the key, whatever ALLOW_DIRECTORIES lists and whatever path is used", async () => {
  const everything = createFiles({ allowDirectories: ["/"], dataDir, secretsDir });
  expect((await everything.read(at("open/tides.txt"))).toString()).toBe("high at noon");
  linkSync(at("data/secret.key"), at("open/hard-link"));
  symlinkSync(at("data"), at("other-name"));
  for (const path of [
    at("data/secret.key"),
    at("data/postgres/PG_VERSION"),
    at("other-name/secret.key"),
    at("other-name/postgres/PG_VERSION"),
    at("open/hard-link"),
    at("secrets/ns/password"),
    "/proc/self/environ",
    "/proc/1/environ",
    "/proc/cpuinfo",
    "/sys/kernel/notes",
  ])
    await expect(everything.read(path)).rejects.toThrow(/can never be read/);
  await expect(everything.list(at("data"))).rejects.toThrow(/can never be read/);
  await expect(everything.list("/proc")).rejects.toThrow(/can never be read/);
  // The same directory with a different name.
  const renamed = createFiles({ allowDirectories: ["/"], dataDir: at("other-name"), secretsDir });
  await expect(renamed.read(at("data/secret.key"))).rejects.toThrow(/can never be read/);
});

test("limits the size of a file, even if it claims to be empty or is endless", async () => {
  await expect(files.read(at("open/tides.txt"), { maxBytes: 11 })).rejects.toThrow("longer than 11 bytes");
  expect((await files.read(at("open/tides.txt"), { maxBytes: 12 })).length).toBe(12);
  writeFileSync(at("open/sparse"), "");
  truncateSync(at("open/sparse"), 2 ** 40);
  await expect(files.read(at("open/sparse"))).rejects.toThrow("longer than 10485760 bytes");
});

test("never reads a file that is swapped while it is opened", async () => {
  let isDone = false;
  const swap = async () => {
    for (let turn = 0; !isDone; turn += 1) {
      rmSync(at("open/next"), { force: true });
      symlinkSync(turn % 2 === 0 ? "tides.txt" : "../closed/secret.txt", at("open/next"));
      renameSync(at("open/next"), at("open/swapped"));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const swapping = swap();
  const seen = new Set<string>();
  for (let turn = 0; turn < 300 || (seen.size < 2 && turn < 20_000); turn += 1)
    seen.add(await read(at("open/swapped")).catch((error: Error) => error.name));
  isDone = true;
  await swapping;
  expect([...seen].sort()).toEqual(["FileRefused", "high at noon"]);
});

test.runIf(process.getuid?.() === 0)("refuses, as root, files that the unprivileged account cannot read", async () => {
  writeFileSync(at("open/private.txt"), "root only", { mode: 0o600 });
  await expect(files.read(at("open/private.txt"))).rejects.toThrow(/cannot be read by the unprivileged user/);
  mkdirSync(at("open/vault"), { mode: 0o700 });
  writeFileSync(at("open/vault/inner.txt"), "root only");
  await expect(files.read(at("open/vault/inner.txt"))).rejects.toThrow(/cannot be read by the unprivileged user/);
  await expect(files.list(at("open/vault"))).rejects.toThrow(/cannot be read by the unprivileged user/);
});

test("applies permission bits in the same way as the kernel: the first matching class decides", () => {
  const me = { uid: 7, gid: 8 };
  const can = (mode: number, uid: number, gid: number) => [
    mayRead({ mode, uid, gid }, me),
    maySearch({ mode, uid, gid }, me),
  ];
  expect(can(0o500, 7, 0)).toEqual([true, true]);
  expect(can(0o077, 7, 8)).toEqual([false, false]);
  expect(can(0o040, 0, 8)).toEqual([true, false]);
  expect(can(0o707, 0, 8)).toEqual([false, false]);
  expect(can(0o001, 0, 0)).toEqual([false, true]);
});
