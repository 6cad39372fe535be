import { expect, test } from "vitest";
import { readZip } from "#tests/support/read-zip.ts";
import { writeZip } from "./write-zip.ts";

test("a zip contains the files with their names and contents, compressed", async () => {
  const files = new Map([
    ["components.json", '{"name": "Größe"}'],
    ["logs/größe.txt", "0123456789".repeat(10_000)],
    ["empty.json", ""],
  ]);
  const zip = await writeZip(
    [...files].map(([name, content]) => ({ name, content })),
    new Date("2026-11-17T09:30:42Z"),
  );
  expect(readZip(zip)).toEqual(files);
  expect(zip.length).toBeLessThan(2_000);
  // 2026-11-17 09:30:42 in the format of DOS.
  expect(zip.readUInt32LE(10)).toBe((((46 << 9) | (11 << 5) | 17) << 16) | (9 << 11) | (30 << 5) | 21);
});
