import { expect, test } from "vitest";
import { atMost, compare, judge, median, spread, table } from "./bench.ts";
import { readAnswer } from "./wire.ts";

test("computes the median as the middle value, or the mean of the two middle values", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(spread([80, 100, 120])).toBeCloseTo(0.4);
});

test("compares the ratio of the medians with the threshold", () => {
  const judged = (our: number[]) => judge({ name: "x", our, their: [100, 100, 101], atLeast: 0.45, unit: "req/s" });
  expect(judged([46, 45, 47])).toMatchObject({ figure: "0.46", bar: "≥ 0.45", verdict: "met" });
  expect(judged([40, 41, 42])).toMatchObject({ figure: "0.41", verdict: "missed" });
});

test("does not return a verdict if the rounds of one side differ by more than half", () => {
  const noisy = [40, 60, 80];
  const calm = [50, 50, 50];
  expect(judge({ name: "x", our: noisy, their: calm, atLeast: 0.1, unit: "" }).verdict).toBe("no verdict");
  expect(judge({ name: "x", our: calm, their: noisy, atLeast: 9, unit: "" }).verdict).toBe("no verdict");
});

test("alternates the rounds of both sides, after three warm-up rounds of each", async () => {
  const order: string[] = [];
  const round = (name: string, rate: number) => async () => {
    order.push(name);
    return order.length > 6 ? rate : 1;
  };
  const row = await compare({
    name: "x",
    ours: round("o", 5),
    reference: round("r", 10),
    atLeast: 0.5,
    rounds: 3,
    unit: "",
  });
  expect(order.join("")).toBe("orororororor");
  expect(row).toMatchObject({ figure: "0.50", verdict: "met" });
});

test("compares a single figure with its threshold, and prints all rows as a table", () => {
  const rows = [atMost("size", 151.26, 150, "kB"), atMost("memory", 90, 150, "MB", "after a minute")];
  expect(rows.map(({ verdict }) => verdict)).toEqual(["missed", "met"]);
  expect(table(rows)).toBe(
    [
      "name    figure    threshold  verdict",
      "size    151.3 kB  ≤ 150 kB   missed",
      "memory  90 MB     ≤ 150 MB   met      after a minute",
    ].join("\n"),
  );
});

test("reads a response from the socket once it is complete", () => {
  const head = "HTTP/1.1 206 Partial Content\r\nContent-Length: 5";
  const whole = Buffer.from(`${head}\r\n\r\nhello`);
  for (const length of [0, 20, 48, whole.length - 1]) expect(readAnswer(whole.subarray(0, length))).toBeUndefined();
  expect(readAnswer(whole)).toEqual({ status: 206, head, body: Buffer.from("hello") });
  expect(readAnswer(Buffer.from("HTTP/1.1 304 Not Modified\r\n\r\n"))?.status).toBe(304);
});
