// Measures notifications: ten thousand events to one webhook, compared with bare POSTs of the same body from one
// process to the same receiver, and the delay from the commit of an event to the receipt of its message at a hundred
// events per second.
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { atMost, judge, type Bench, type Row } from "./bench.ts";
import { startWithReceiver, withoutLimit, type NotificationBench } from "./notification-estate.ts";
import { cpuMs } from "./process-figures.ts";

const checks = 10_000;

export const notifications: Bench = {
  name: "notifications",
  async run({ quick, profileFolder, progress }) {
    progress("10,000 checks, and a rule with one webhook");
    const product = await startWithReceiver(checks, { profileFolder });
    try {
      await withoutLimit(product);
      await product.send("POST", "/api/db/notifications", {
        name: "bench",
        events: ["check.failed"],
        custom_services: [{ name: "hook", webhook: { url: `${product.receiver}/hook` } }],
      });
      const ids = (await product.ask<{ id: string }>("select id from checks order by id")).map(({ id }) => id);
      return [
        await throughput(product, ids, { quick, progress }),
        ...(await steady(product, ids, { quick, progress })),
      ];
    } finally {
      await product.stop();
    }
  },
};

interface Asking {
  quick: boolean;
  progress(text: string): void;
}

async function throughput(
  product: NotificationBench,
  ids: readonly string[],
  { quick, progress }: Asking,
): Promise<Row> {
  const count = quick ? 2_000 : checks;
  const events = ids.slice(0, count).map((id) => ({ name: "check.failed", id }));
  const [our, their]: [number[], number[]] = [[], []];
  for (let round = -1; round < (quick ? 1 : 3); round += 1) {
    await product.reset();
    const [startedAt, cpuBefore] = [performance.now(), cpuMs(product.pid)];
    await product.publish(events);
    await received(product, "/hook", count);
    const rate = count / ((performance.now() - startedAt) / 1_000);
    await product.settled();
    const perMessage = ((cpuMs(product.pid) - cpuBefore) * 1_000) / count;
    const { body } = await product.report();
    const bare = await bareRate(product.receiver, body, count);
    progress(
      `${rate.toFixed(0)} messages per second, ${perMessage.toFixed(0)} µs of CPU each; ${bare.toFixed(0)} bare POSTs per second`,
    );
    if (round < 0) continue;
    our.push(rate);
    their.push(bare);
  }
  return judge({
    name: "10,000 events to one webhook, compared with bare POSTs",
    our,
    their,
    atLeast: 0.2,
    unit: "messages/s",
  });
}

async function received(product: NotificationBench, path: string, count: number): Promise<void> {
  for (;;) {
    if (((await product.counts())[path] ?? 0) >= count) return;
    await delay(20);
  }
}

const concurrency = 16;

/** Sends POST requests as fast as one process can, over connections that stay open. */
async function bareRate(receiver: string, body: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${receiver}/bare`, { method: "POST", agent, headers }, (answer) => {
        answer.resume();
        answer.on("end", resolve);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  let left = count;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await post();
      }
    }),
  );
  agent.destroy();
  return count / ((performance.now() - startedAt) / 1_000);
}

const perSecond = 100;

async function steady(product: NotificationBench, ids: readonly string[], { quick, progress }: Asking): Promise<Row[]> {
  const seconds = quick ? 5 : 30;
  progress(`${perSecond} events per second for ${seconds} s`);
  await product.reset();
  const committed = new Map<string, number>();
  const [cpuBefore, startedAt] = [cpuMs(product.pid), performance.now()];
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const id = ids[n]!;
    await product.publish([{ name: "check.failed", id }]);
    committed.set(id, Date.now());
    const wait = ((n + 1) / perSecond) * 1_000 - (performance.now() - startedAt);
    if (wait > 0) await delay(wait);
  }
  await received(product, "/hook", committed.size);
  const core = (cpuMs(product.pid) - cpuBefore) / (performance.now() - startedAt);
  const { times } = await product.report();
  const delays = [...committed].map(([id, at]) => times[id]! - at).toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)]!;
  return [
    atMost(
      "from the commit of an event to the receipt of its message, p95",
      at(0.95),
      1_000,
      "ms",
      `median ${at(0.5)} ms`,
    ),
    atMost("CPU of the server at 100 events per second", core * 100, 50, "% of a core"),
  ];
}
