import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, readOrMakeKeys, writeKeys } from "./key-file.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "quarterdeck-key-"))));
afterAll(() => rm(folder, { recursive: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test("the key file is created once with mode 600, and its mode is restored on the next start", async () => {
  const file = join(folder, "secret.key");
  const [key, ...more] = await readOrMakeKeys(file);
  expect([key!.length >= 32, more]).toEqual([true, []]);
  expect(await modeOf(file)).toBe(0o600);
  await chmod(file, 0o644);
  expect(await readOrMakeKeys(file)).toEqual([key]);
  expect(await modeOf(file)).toBe(0o600);
  expect(await readFile(file, "utf8")).toBe(`${key}\n`);
});

test("the key file contains several keys during a rotation, newest first, and no temporary file is left", async () => {
  const file = join(folder, "changing.key");
  const keys = [makeKey(), makeKey()];
  await writeKeys(file, keys);
  expect(await readOrMakeKeys(file)).toEqual(keys);
  await writeKeys(file, [keys[0]!]);
  expect([await readOrMakeKeys(file), await modeOf(file)]).toEqual([[keys[0]], 0o600]);
  expect((await readdir(folder)).filter((name) => name.startsWith("changing.key"))).toEqual(["changing.key"]);
});

test.each(["", "\n", "x", `${"k".repeat(32)}\nx\n`])(
  "the damaged key file %j is rejected and not replaced",
  async (text) => {
    const file = join(folder, "damaged.key");
    await writeFile(file, text);
    await expect(readOrMakeKeys(file)).rejects.toThrow(/is damaged\. Restore it from a backup/);
    expect(await readFile(file, "utf8")).toBe(text);
  },
);
