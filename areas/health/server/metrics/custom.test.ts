import { expect, test } from "vitest";
import { CustomMetrics } from "./custom.ts";

const gauge = (name: string, value: number, labels: Record<string, string> = {}) =>
  ({ name, type: "gauge", value, labels }) as const;

test("keeps the last value of gauges, adds up counters, and fills histograms", () => {
  const metrics = new CustomMetrics();
  metrics.note("a", [
    gauge("queue.length", 3, { "the queue": 'in"box' }),
    { name: "seen", type: "counter", value: 2, labels: {} },
  ]);
  metrics.note("a", [
    gauge("queue.length", 5, { "the queue": 'in"box' }),
    { name: "seen", type: "counter", value: 3, labels: {} },
  ]);
  metrics.note("b", [
    { name: "took", type: "histogram", value: 7, labels: {} },
    { name: "seen", type: "counter", value: -9, labels: {} },
  ]);
  const text = metrics.print(new Set());
  expect(text).toContain('# TYPE queue_length gauge\nqueue_length{the_queue="in\\"box"} 5\n');
  expect(text).toContain("seen 5\n");
  expect(text).toContain('took_bucket{le="5"} 0\ntook_bucket{le="10"} 1\n');
  expect(text).toContain("took_sum 7\ntook_count 1\n");
});

test("keeps one type per name, and leaves out reserved names", () => {
  const metrics = new CustomMetrics();
  metrics.note("a", [gauge("x", 1), { name: "x", type: "counter", value: 1, labels: {} }, gauge("jobs", 1)]);
  expect(metrics.dropped).toBe(1);
  expect(metrics.print(new Set(["jobs"]))).toBe("# HELP x Measured by checks.\n# TYPE x gauge\nx 1\n");
});

test("limits the number of series, and drops the series of deleted checks", () => {
  const metrics = new CustomMetrics();
  for (let n = 0; n < 10_005; n += 1) metrics.note(n < 10 ? "gone" : "stays", [gauge("x", n, { n: String(n) })]);
  expect(metrics.dropped).toBe(5);
  metrics.retain((id) => id === "stays");
  metrics.note("stays", [gauge("x", 1, { n: "new" })]);
  expect(metrics.dropped).toBe(5);
  expect(metrics.print(new Set()).match(/^x\{/gm)).toHaveLength(9_991);
});
