import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createSteps } from "./steps.mjs";

function screen(terminal: boolean) {
  let text = "";
  const stream = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    }),
    { isTTY: terminal, columns: 60 },
  );
  return { stream, text: () => text };
}

test("writes one line to a log when a step ends, with its duration and last detail", async () => {
  const { stream, text } = screen(false);
  const steps = createSteps({ stream });
  const result = await steps.run("install", async ({ detail }) => {
    detail("reading");
    expect(text()).toBe("");
    detail("279 packages");
    return 42;
  });
  expect(result).toBe(42);
  expect(text()).toMatch(/^✓ install +\d+\.\d s {2}279 packages\n$/);
});

test("marks a failed step and rethrows its error", async () => {
  const { stream, text } = screen(false);
  await expect(
    createSteps({ stream }).run("build", () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(text()).toMatch(/^✗ build +\d+\.\d s\n$/);
});

test("updates one line on a terminal, shortened to its width, and leaves one finished line", async () => {
  const { stream, text } = screen(true);
  await createSteps({ stream }).run("database", ({ detail }) =>
    detail("a detail that is far too long for this window ".repeat(3)),
  );
  const shown = stripVTControlCharacters(text().replaceAll("\r", "\f")).split("\f");
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.at(-1)).toMatch(/^✓ database +\d+\.\d s {2}a detail.*…\n$/);
  for (const line of shown) expect(line.length).toBeLessThanOrEqual(60);
});
