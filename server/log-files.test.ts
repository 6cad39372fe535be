import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLogFiles, listLogFiles } from "./log-files.ts";
import { cleanLog, createLog } from "./log.ts";
import { createScrubber } from "./scrub/scrub.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-log-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const contentOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");

test("lines that are written before the folder is known are kept in order", async () => {
  const files = createLogFiles();
  files.write("one\n");
  const folder = join(newFolder(), "logs");
  files.open(folder, () => {});
  files.write("two\n");
  files.flushSync();
  expect(contentOf(folder)).toBe("one\ntwo\n");
  expect(listLogFiles(folder)).toHaveLength(1);
});

test("a line is written after a short time without further lines", async () => {
  const folder = newFolder();
  const files = createLogFiles();
  files.open(folder, () => {});
  files.write("soon\n");
  await expect.poll(() => contentOf(folder)).toBe("soon\n");
});

test("when a file is full, a new file is started, the oldest files are deleted, and other files in the folder stay", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "notes.txt"), "mine");
  const files = createLogFiles({ maxBytes: 5_000, fileBytes: 1_000 });
  files.open(folder, () => {});
  for (let number = 0; number < 40; number += 1) {
    files.write(`${String(number).padStart(3, "0")} ${"x".repeat(395)}\n`);
    files.flushSync();
  }
  const sizes = listLogFiles(folder).map(({ size }) => size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000);
  expect(contentOf(folder)).toContain("039 ");
  expect(contentOf(folder)).not.toContain("000 ");
  expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine");
});

test("a folder that cannot be written is reported once, and logging continues", () => {
  const failures: unknown[] = [];
  const files = createLogFiles();
  files.open("/dev/null/logs", (error) => failures.push(error));
  files.write("lost\n");
  files.flushSync();
  expect(failures).toEqual([expect.objectContaining({ code: "ENOTDIR" })]);
});

test("the files contain the scrubbed log lines as JSON, whatever the output format", async () => {
  const folder = newFolder();
  const files = createLogFiles();
  const log = await createLog({ logLevel: "info", logFormat: "json" }, files);
  files.open(folder, () => {});
  const scrubber = createScrubber();
  scrubber.know("s3cr3t-value");
  cleanLog(log, scrubber).info({ at: "s3cr3t-value" }, "opened s3cr3t-value");
  log.debug("below the level");
  files.flushSync();
  expect(JSON.parse(contentOf(folder))).toMatchObject({ level: "info", at: "***", msg: "opened ***" });
});
