// Compares `GET /api/about` with all hooks on (session cookie, log level info) to a bare node:http server that sends
// the same bytes, head and body.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { compare, median, type Bench } from "./bench.ts";
import { rate, request, startGenerator } from "./generator.ts";
import { cpuMs } from "./process-figures.ts";
import { startProduct } from "./product.ts";

const path = "/api/about";

export const about: Bench = {
  name: "about",
  async run({ quick, profileFolder, progress }) {
    const product = await startProduct({ profileFolder });
    const generator = startGenerator();
    const answer = await fetch(`${product.url}${path}`, { headers: { cookie: product.cookie } });
    const bare = await startBare(answer);
    try {
      const load = { host: "127.0.0.1", connections: 20, ms: quick ? 1_000 : 5_000 };
      const round = (name: string, port: number, pid: number) => {
        const requests = [request(path, { cookie: product.cookie }, `127.0.0.1:${port}`)];
        const cpu: number[] = [];
        const run = async () => {
          const before = cpuMs(pid);
          const report = await generator.run({ ...load, port, requests });
          cpu.push(((cpuMs(pid) - before) * 1000) / report.answered);
          const figure = rate(report);
          progress(`${name} ${Math.round(figure).toLocaleString("en")} req/s, ${cpu.at(-1)!.toFixed(1)} µs each`);
          return figure;
        };
        return { run, cpu };
      };
      const ours = round(path, product.port, product.pid);
      const reference = round("node:http", bare.port, bare.pid);
      const row = await compare({
        name: "GET /api/about ÷ node:http",
        ours: ours.run,
        reference: reference.run,
        atLeast: 0.45,
        rounds: quick ? 3 : 9,
        unit: "req/s",
      });
      // CPU time is less affected by other processes than the rate, so CPU time is more reliable if the two disagree.
      const byCpu = median(reference.cpu) / median(ours.cpu);
      return [{ ...row, note: `${row.note}; by processor time ${byCpu.toFixed(2)}` }];
    } finally {
      await Promise.all([generator.stop(), bare.stop(), product.stop()]);
    }
  },
};

/** Headers that the connection itself adds on both sides. */
const connectionHeaders = new Set(["date", "connection", "keep-alive"]);

async function startBare(answer: Response) {
  const head = Object.fromEntries([...answer.headers].filter(([name]) => !connectionHeaders.has(name)));
  const file = fileURLToPath(new URL("./bare-http.ts", import.meta.url));
  const child = fork(file, [JSON.stringify({ head, body: await answer.text() })], { stdio: "inherit" });
  const [port] = (await once(child, "message")) as [number];
  return {
    port,
    pid: child.pid!,
    async stop() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
