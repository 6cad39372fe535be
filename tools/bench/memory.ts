// Measures resident memory of a single Node process with the role all: idle a minute after its start, and under load,
// where it must not grow.
import { atMost, median, type Bench } from "./bench.ts";
import { request, startGenerator } from "./generator.ts";
import { residentMegabytes } from "./process-figures.ts";
import { startProduct, type Product } from "./product.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const memory: Bench = {
  name: "memory",
  async run({ quick, progress }) {
    const product = await startProduct();
    const generator = startGenerator();
    try {
      progress("a minute at rest");
      await pause(60_000);
      const rest = residentMegabytes(product.pid);
      const minutes = quick ? 1 : 10;
      const samples: number[] = [];
      const until = performance.now() + minutes * 60_000;
      while (performance.now() < until) {
        await generator.run({
          host: "127.0.0.1",
          port: product.port,
          connections: 10,
          ms: 5_000,
          requests: mix(product),
        });
        samples.push(residentMegabytes(product.pid));
        progress(
          `${samples.at(-1)!.toFixed(0)} MB after ${((minutes * 60_000 - until + performance.now()) / 1000).toFixed(0)} s of load`,
        );
      }
      const middle = median(slice(samples, 0.4, 0.6));
      const end = median(slice(samples, 0.8, 1));
      const duration = `${minutes} min of load${quick ? " (quick; the threshold is for 10)" : ""}`;
      const growth = atMost("memory grows by", Math.max(0, (end / middle - 1) * 100), 10, "%");
      const steps = `from ${middle.toFixed(0)} MB half way to ${end.toFixed(0)} MB at the end`;
      return [
        atMost("memory 60 s after the start", rest, 130, "MB"),
        atMost("memory under load", Math.max(...samples), 300, "MB", duration),
        // Duration of the load. One minute would be too short to distinguish growth from warm-up.
        { ...growth, note: steps, ...(quick ? { verdict: "no verdict" as const } : {}) },
      ];
    } finally {
      await Promise.all([generator.stop(), product.stop()]);
    }
  },
};

/** Returns a typical mix of requests: most of them signed in, some rejected. */
const mix = ({ cookie, host }: Product) => [
  ...["/api/about", "/api/auth/whoami", "/api/about", "/api/openapi.json"].map((path) =>
    request(path, { cookie }, host),
  ),
  request("/api/auth/whoami", {}, host),
  request("/api/nothing-here", { cookie }, host),
];

const slice = (values: readonly number[], from: number, to: number) => {
  const part = values.slice(Math.floor(values.length * from), Math.ceil(values.length * to));
  return part.length > 0 ? part : values;
};
