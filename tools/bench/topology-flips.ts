// Measures the time until the health of all ancestors is updated while a hundred checks change their status per second.
// The check recorder writes the results; at the same time a scraper saves the config items that the components select.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { serverFlags } from "../../bin/server-flags.mjs";
import { atMost, type Bench, type Row } from "./bench.ts";
import { forkBeside } from "./check-product.ts";
import type { DataProduct } from "./data-estate.ts";
import { cpuMs } from "./process-figures.ts";
import type { RecordingOrder } from "./recording-process.ts";
import type { ScrapingOrder } from "./scraping-process.ts";
import { leaves, settled, startWithComponents } from "./topology-estate.ts";

const perBatch = 10;
const batchMs = 100;
const items = 2_000;

export const topologyFlips: Bench = {
  name: "topology-flips",
  async run({ quick, profileFolder, progress }) {
    progress("10,000 components on 5 levels, 10,000 checks, 20,000 links, 10,000 selectors, 2,000 config items");
    const product = await startWithComponents(profileFolder);
    const processes = [forkBeside("recording-process.ts", serverFlags()), forkBeside("scraping-process.ts")] as const;
    const [recorder, scraper] = processes;
    try {
      for (const process of processes) await tell(process, { kind: "open", connection: product.connection });
      const [row] = await product.ask<{ id: string }>(
        "insert into config_scrapers (name, spec, source) values ('bench', '{}', 'UI') returning id",
      );
      const scrape = (version: string, changed: number) =>
        tell(scraper, { kind: "save", scraperId: row!.id, items, version, changed });
      await scrape("v0", 0);
      await settled(product);
      return await flips(product, { seconds: quick ? 15 : 60, recorder, scrape, progress });
    } finally {
      for (const process of processes) process.kill();
      await product.stop();
    }
  },
};

async function tell(to: ChildProcess, order: RecordingOrder | ScrapingOrder): Promise<void> {
  const over = new AbortController();
  to.send(order);
  const heard = [once(to, "message", over), once(to, "exit", over)];
  await Promise.race(heard).finally(() => {
    over.abort();
    for (const event of heard) event.catch(() => {});
  });
  if (to.exitCode !== null) throw new Error("A process of the bench has ended.");
}

interface Flipping {
  seconds: number;
  recorder: ChildProcess;
  scrape(version: string, changed: number): Promise<void>;
  progress(text: string): void;
}

const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

/** The ancestors of each leaf, and the leaf itself. A leaf belongs to its parent and to groups. */
async function readAncestors({ ask }: DataProduct): Promise<Map<string, string[]>> {
  const rows = await ask<{ leaf: string; above: string[] }>(
    `with recursive links (parent, child) as (
       select parent_id, id from components where parent_id is not null
       union
       select relationship_id, component_id from component_relationships where deleted_at is null
     ), above (leaf, id) as (
       select md5('component ' || n)::uuid, md5('component ' || n)::uuid from generate_series($1::int, $2::int) n
       union
       select a.leaf, l.parent from above a join links l on l.child = a.id
     )
     select leaf, array_agg(id) as above from above group by leaf`,
    [leaves.first, leaves.first + leaves.count - 1],
  );
  return new Map(rows.map(({ leaf, above }) => [leaf, above]));
}

interface Leaf {
  check: string;
  component: string;
  isFailing: boolean;
}

async function readLeaves({ ask }: DataProduct): Promise<Leaf[]> {
  return ask<{ check: string; component: string; isFailing: boolean }>(
    `select c.id as check, r.component_id as component, c.status = 'unhealthy' as "isFailing"
     from   generate_series($1::int, $2::int) n
     join   checks c on c.id = md5('check ' || n)::uuid
     join   check_component_relationships r on r.check_id = c.id
     order  by n`,
    [leaves.first, leaves.first + leaves.count - 1],
  );
}

const failingOf = (product: DataProduct, ids: readonly string[]) =>
  product.ask<{ id: string; failing: number }>(
    `select id, coalesce((summary -> 'checks' ->> 'unhealthy')::int, 0) as failing
     from   components where id = any ($1::uuid[])`,
    [ids],
  );

const deadlocksOf = async ({ ask }: DataProduct) =>
  (
    await ask<{ deadlocks: number }>(
      "select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()",
    )
  )[0]!.deadlocks;

async function flips(product: DataProduct, { seconds, recorder, scrape, progress }: Flipping): Promise<Row[]> {
  const above = await readAncestors(product);
  const all = await readLeaves(product);
  const every = [...new Set([...above.values()].flat())];
  const expected = new Map((await failingOf(product, every)).map(({ id, failing }) => [id, failing]));
  /** The counts that each component has not shown yet, in the expected order. */
  const waiting = new Map<string, { failing: number; at: number }[]>();
  const took: number[] = [];
  let isFlipping = true;
  const polling = (async () => {
    while (isFlipping || waiting.size > 0) {
      await delay(50);
      const rows = await failingOf(product, [...waiting.keys()]);
      const now = performance.now();
      for (const { id, failing } of rows) {
        const queue = waiting.get(id) ?? [];
        // Uses the first equal count, because a later count may be equal by chance.
        const shown = queue.findIndex((count) => count.failing === failing) + 1;
        for (const { at } of queue.splice(0, shown)) took.push(now - at);
        if (queue.length === 0) waiting.delete(id);
      }
    }
  })();
  let saves = 0;
  const scraping = (async () => {
    for (; isFlipping; saves += 1) await scrape(`round-${saves}`, items / 4);
  })();
  const deadlocks = await deadlocksOf(product);
  const cpuBefore = cpuMs(product.pid);
  const startedAt = performance.now();
  for (let batch = 0; batch < (seconds * 1_000) / batchMs; batch += 1) {
    await delay(Math.max(0, startedAt + batch * batchMs - performance.now()));
    const flipped = Array.from({ length: perBatch }, (_, n) => all[(batch * perBatch + n) % all.length]!);
    for (const leaf of flipped) leaf.isFailing = !leaf.isFailing;
    await tell(recorder, {
      kind: "record",
      results: flipped.map(({ check, isFailing }) => ({ id: check, isFailing })),
    });
    const at = performance.now();
    for (const { component, isFailing } of flipped)
      for (const id of above.get(component)!) expected.set(id, expected.get(id)! + (isFailing ? 1 : -1));
    // A batch is one transaction, so readers only see the counts after the whole batch.
    for (const id of new Set(flipped.flatMap(({ component }) => above.get(component)!))) {
      const queue = waiting.get(id) ?? [];
      queue.push({ failing: expected.get(id)!, at });
      waiting.set(id, queue);
    }
  }
  const elapsed = performance.now() - startedAt;
  const share = ((cpuMs(product.pid) - cpuBefore) / elapsed) * 100;
  isFlipping = false;
  await Promise.all([polling, scraping]);
  await settled(product);
  const wrong = (await failingOf(product, every)).filter(({ id, failing }) => expected.get(id) !== failing).length;
  // PostgreSQL publishes its counters with a delay.
  await delay(2_000);
  const rate = (perBatch * 1_000) / batchMs;
  progress(
    `${took.length} counts of components in ${(elapsed / 1000).toFixed(0)} s at ${rate} flips/s; ${saves} saves of ${items} items`,
  );
  return [
    atMost("topology: time until a flip is in the health of every ancestor, p99", p99(took) / 1000, 2, "s"),
    atMost("topology: CPU of the server during 100 flips/s", share, 40, "% of a core", `with ${saves} scrapes`),
    atMost("topology: wrong components after the flips", wrong, 0, "components"),
    atMost("topology: deadlocks with recorder and scraper", (await deadlocksOf(product)) - deadlocks, 0, "deadlocks"),
  ];
}
