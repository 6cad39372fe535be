// Measures requests per second to the data API with a session cookie, on a seeded database: one row by its id, and a
// filtered page of 50 rows. They are compared with a handler of forty lines on node:http and pg that looks up the
// session and runs the same SQL.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { clientConfig } from "#server/db/pool.ts";
import { compare, median, type Bench, type Row } from "./bench.ts";
import { startOnEstate, type DataProduct } from "./data-estate.ts";
import { statementOf } from "./data-statement.ts";
import { rate, request, startGenerator } from "./generator.ts";
import { cpuMs } from "./process-figures.ts";

const bar = 0.7;

export const dataRates: Bench = {
  name: "data-rates",
  async run({ quick, profileFolder, progress }) {
    const product = await startOnEstate({ quick, profileFolder, progress });
    const generator = startGenerator();
    try {
      const [{ id }] = (await product.ask<{ id: string }>(
        "select id from config_items order by id offset 500 limit 1",
      )) as [{ id: string }];
      const page =
        "config_changes?select=id,config_id,change_type,severity,source,summary,created_at&change_type=eq.BackOff&severity=eq.medium&order=created_at.desc&limit=50";
      progress(
        "yardstick: node:http and pg, 10 connections, named statements, the session looked up in the database for each request;",
      );
      progress("both sides: 20 connections kept alive, a session cookie, the same SQL, answers not compressed");
      const rows: Row[] = [];
      for (const [name, path] of [
        ["one row by id", `config_items?id=eq.${id}`],
        ["a filtered page of 50 rows", page],
      ] as const) {
        const handler = await startHandler(product, path);
        try {
          rows.push(await compared(`${name} ÷ node:http and pg`, path, handler));
        } finally {
          await handler.stop();
        }
      }
      return rows;

      async function compared(name: string, path: string, handler: { port: number; pid: number }): Promise<Row> {
        const load = { host: "127.0.0.1", connections: 20, ms: quick ? 1_000 : 2_000 };
        const round = (who: string, port: number, pid: number, target: string) => {
          // Responses are uncompressed, since the reference does not compress either.
          const requests = [request(target, { cookie: product.cookie }, `127.0.0.1:${port}`, { encoded: false })];
          const cpu: number[] = [];
          const run = async () => {
            const before = cpuMs(pid);
            const report = await generator.run({ ...load, port, requests });
            cpu.push(((cpuMs(pid) - before) * 1000) / report.answered);
            const figure = rate(report);
            progress(`${who} ${Math.round(figure).toLocaleString("en")} req/s, ${cpu.at(-1)!.toFixed(1)} µs each`);
            return figure;
          };
          return { run, cpu };
        };
        const ours = round(`/api/db/${path.slice(0, 40)}…`, product.port, product.pid, `/api/db/${encodeURI(path)}`);
        const reference = round("node:http and pg", handler.port, handler.pid, "/");
        const rounds = quick ? 3 : 9;
        const row = await compare({
          name,
          ours: ours.run,
          reference: reference.run,
          atLeast: bar,
          rounds,
          unit: "req/s",
        });
        return {
          ...row,
          note: `${row.note}; by processor time ${(median(reference.cpu) / median(ours.cpu)).toFixed(2)}`,
        };
      }
    } finally {
      await Promise.all([generator.stop(), product.stop()]);
    }
  },
};

async function startHandler(product: DataProduct, path: string) {
  const client = await product.plainClient();
  const { text, values } = await statementOf(client, path);
  const config = clientConfig(product.connection, "bench handler");
  const cookie = product.cookie
    .split("; ")
    .find((item) => item.includes("session"))!
    .split("=")[0];
  const order = { config: { ...config, types: undefined }, cookie, text, values };
  const child = fork(fileURLToPath(new URL("./data-handler.ts", import.meta.url)), [JSON.stringify(order)], {
    stdio: "inherit",
  });
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
