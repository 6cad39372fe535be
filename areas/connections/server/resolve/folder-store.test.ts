import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folderStore } from "./folder-store.ts";

const place = mkdtempSync(join(tmpdir(), "quarterdeck-secrets-"));
afterAll(() => rmSync(place, { recursive: true }));
const folder = join(place, "secrets");
mkdirSync(join(folder, "default/db/..data"), { recursive: true });
mkdirSync(join(folder, "default/db/folder"));
writeFileSync(join(place, "outside"), "not for you");
writeFileSync(join(folder, "default/db/password"), "hunter2\n");
writeFileSync(join(folder, "default/db/large"), "x".repeat(1024 * 1024 + 1));
writeFileSync(join(folder, "default/db/..data/mounted"), "by link");
// The layout of a volume that Kubernetes mounts.
symlinkSync("..data/mounted", join(folder, "default/db/mounted"));
symlinkSync("../../../outside", join(folder, "default/db/escape"));
symlinkSync(place, join(folder, "elsewhere"));
symlinkSync("loop", join(folder, "default/db/loop"));
execFileSync("mkfifo", [join(folder, "default/db/pipe")]);

const read = (key: string, { namespace = "default", name = "db" } = {}) =>
  folderStore(folder).read({ kind: "secret", namespace, name, key }, AbortSignal.timeout(5_000));

test("reads a value from a file, even through a link inside the folder", async () => {
  expect(await read("password")).toBe("hunter2\n");
  expect(await read("mounted")).toBe("by link");
});

test.each([
  ["a missing file", "user", {}, "default/db/user does not exist"],
  ["a folder", "folder", {}, "is not a file"],
  ["a pipe without a writer", "pipe", {}, "is not a file"],
  ["a large file", "large", {}, "is larger than 1 MiB"],
  ["a link that leads out", "escape", {}, "leads outside the folder"],
  ["a namespace that leads out", "outside", { namespace: "elsewhere", name: "secrets" }, "does not exist"],
  ["a link to itself", "loop", {}, "cannot be read (ELOOP)"],
  ["a namespace of dots", "outside", { namespace: ".." }, "is not a valid name below SECRETS_DIR"],
  ["a namespace with a slash", "outside", { namespace: "../.." }, "is not a valid name below SECRETS_DIR"],
  ["a name of dots", "x", { name: "." }, "is not a valid name below SECRETS_DIR"],
  ["a zero byte", "a\0b", {}, "is not a valid name below SECRETS_DIR"],
])("refuses %s", async (_, key, where, sentence) => {
  const refused = await read(key, where).catch((error: unknown) => error as Error);
  expect(refused).toBeInstanceOf(Error);
  expect((refused as Error).message).toContain(sentence);
  expect((refused as Error).message).not.toContain(place);
});

test("refuses a namespace that is a link to outside the folder", async () => {
  mkdirSync(join(place, "db"));
  writeFileSync(join(place, "db/password"), "not for you");
  await expect(read("password", { namespace: "elsewhere" })).rejects.toThrow("leads outside the folder");
});

test("reports a missing SECRETS_DIR like a missing value", async () => {
  const wanted = { kind: "configmap", namespace: "default", name: "db", key: "host" } as const;
  await expect(folderStore(join(place, "none")).read(wanted, AbortSignal.timeout(5_000))).rejects.toThrow(
    'SECRETS_DIR does not have the key "host" of the config map "db" in the namespace "default": default/db/host does not exist',
  );
});

test("stops waiting for a disk that does not respond", async () => {
  const wanted = { kind: "secret", namespace: "default", name: "db", key: "password" } as const;
  await expect(folderStore(folder).read(wanted, AbortSignal.abort())).rejects.toThrow("timed out");
});
