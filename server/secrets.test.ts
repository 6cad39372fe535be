import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecrets, readOrMakeKey } from "./secrets.ts";

const secrets = createSecrets("k".repeat(32));

test("what is sealed opens again, and two seals of one text differ", () => {
  const sealed = secrets.seal("hunter2", "connections.password");
  expect(sealed).not.toContain("hunter2");
  expect(sealed).not.toBe(secrets.seal("hunter2", "connections.password"));
  expect(secrets.open(sealed, "connections.password")).toBe("hunter2");
});

test("a sealed text opens only in its own place, unchanged, with the same key", () => {
  const sealed = secrets.seal("hunter2", "connections.password");
  expect(() => secrets.open(sealed, "connections.username")).toThrow();
  expect(() => secrets.open(`${sealed.slice(0, -2)}AA`, "connections.password")).toThrow();
  expect(() => createSecrets("o".repeat(32)).open(sealed, "connections.password")).toThrow();
  expect(() => secrets.open("plain", "connections.password")).toThrow(/not a sealed text/);
});

test("a digest is stable, bound to its purpose and to the key; the fingerprint tells keys apart", () => {
  expect(secrets.digest("a", "session")).toEqual(secrets.digest("a", "session"));
  expect(secrets.digest("a", "session")).not.toEqual(secrets.digest("a", "token"));
  expect(secrets.fingerprint).not.toBe(createSecrets("o".repeat(32)).fingerprint);
});

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "quarterdeck-key-"))));
afterAll(() => rm(folder, { recursive: true }));

test("the key file is made once, readable by its owner only, and mended when it was opened up", async () => {
  const file = join(folder, "secret.key");
  const key = await readOrMakeKey(file);
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  expect(await readOrMakeKey(file)).toBe(key);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe(`${key}\n`);
});

test("a damaged key file is refused rather than replaced", async () => {
  const file = join(folder, "damaged.key");
  await writeFile(file, "x");
  await expect(readOrMakeKey(file)).rejects.toThrow(/is damaged\. Restore it from a backup/);
});
