// Tests that output is passed on complete, in whole lines, however it is split.
import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { outputLines } from "./output-lines.ts";

function collecting(keptBytes?: number) {
  const passed: string[] = [];
  const run = {
    scrubber: createScrubber(),
    output: async (text: string | Uint8Array) => void passed.push(Buffer.from(text as Uint8Array).toString()),
  };
  return { passed, lines: outputLines(run, "stdout", keptBytes) };
}

test("passes on whole lines, however the output is split", async () => {
  const text = "first\nprogress 1\rprogress 2\r\n\nönly ä line\nno end";
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const { passed, lines } = collecting();
    for (let at = 0; at < bytes.length; at += size) await lines.take(bytes.subarray(at, at + size));
    expect(passed.every((piece) => /[\r\n]$/.test(piece))).toBe(true);
    await lines.end();
    expect(passed.join("")).toBe(text);
    expect(lines.tail()).toBe(text);
  }
});

test("passes on a long line before it ends", async () => {
  const { passed, lines } = collecting();
  for (const piece of ["x".repeat(10_000), "y".repeat(10_000), "z"]) await lines.take(Buffer.from(piece));
  expect(passed).toEqual(["x".repeat(10_000) + "y".repeat(10_000)]);
  await lines.take(Buffer.from("\n"));
  expect(passed.at(-1)).toBe("z\n");
});

test("keeps the end of long output", async () => {
  const { lines } = collecting(1_000);
  const all = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`);
  for (const line of all) await lines.take(Buffer.from(line));
  expect(lines.tail(1_000)).toBe(all.join("").slice(-1_000));
  expect(lines.tail(100_000).length).toBeLessThan(20_000);
});
