import { expect, test } from "vitest";
import { inTasks, textLines } from "./text-lines.ts";

const encoder = new TextEncoder();

function streamOf(parts: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(encoder.encode(part));
      controller.close();
    },
  });
}

test("lines are joined across the parts of a stream, even inside a character", async () => {
  const bytes = encoder.encode("one\ntwö\n\nthree\n");
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const lines: string[] = [];
  for await (const line of textLines(stream)) lines.push(line);
  expect(lines).toEqual(["one", "twö", "three"]);
});

test("many lines that arrive at once are read in several tasks, in order", async () => {
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  const stream = streamOf(numbers.map((number) => `${number} ${"x".repeat(600_000)}\n`));
  const order: (number | "other task")[] = [];
  for await (const text of inTasks(textLines(stream))) {
    if (order.length === 0) setTimeout(() => order.push("other task"));
    order.push(Number(text.slice(0, text.indexOf(" "))));
  }
  expect(order.filter((entry) => entry !== "other task")).toEqual(numbers);
  expect(order).toContain("other task");
  expect(order.at(-1)).not.toBe("other task");
});
