// Measures the response times of the tree with ten thousand components.
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { atMost, median, type Bench, type Row } from "./bench.ts";
import type { DataProduct } from "./data-estate.ts";
import { startWithComponents } from "./topology-estate.ts";

const path = "/api/canary/api/topology";

export const topology: Bench = {
  name: "topology",
  async run({ quick, profileFolder, progress }) {
    progress("10,000 components on 5 levels below 50 roots, 10,000 checks, 20,000 links");
    const product = await startWithComponents(profileFolder);
    try {
      return await treeTimes(product, { quick, progress });
    } finally {
      await product.stop();
    }
  },
};

interface Asking {
  quick: boolean;
  progress(text: string): void;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

async function treeTimes(product: DataProduct, { quick, progress }: Asking): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true });
  const ask = async (query: string, etag?: string) => {
    const headers = { cookie: product.cookie, ...(etag && { "if-none-match": etag }) };
    const startedAt = performance.now();
    const [answer] = (await once(get(product.url + path + query, { agent, headers }), "response")) as [IncomingMessage];
    let bytes = 0;
    for await (const piece of answer) bytes += (piece as Buffer).length;
    const ms = performance.now() - startedAt;
    const { statusCode: status = 0 } = answer;
    if (status !== 200 && status !== 304) throw new Error(`${path}${query}: ${status}`);
    return { status, ms, bytes, etag: answer.headers.etag ?? "" };
  };
  try {
    progress(`the first response after the start took ${(await ask("?depth=1")).ms.toFixed(0)} ms`);
    const rounds = quick ? 10 : 60;
    const [changed, same, subtree, whole]: [number[], number[], number[], number[]] = [[], [], [], []];
    let bytes = 0;
    for (let round = -3; round < rounds; round += 1) {
      const { etag: before } = await ask("?depth=1");
      await product.ask("update components set tooltip = $1 where id = md5('component ' || $2::int)::uuid", [
        `round ${round}`,
        5_000 + round,
      ]);
      // Polls until the process has received the change event.
      let next = await ask("?depth=1", before);
      while (next.status === 304) next = await ask("?depth=1", before);
      const again = [];
      for (let n = 0; n < 5; n += 1) again.push((await ask("?depth=1", next.etag)).ms);
      const below = await ask(`?id=${await subtreeOf(product)}&depth=5`);
      if (round < 0) continue;
      changed.push(next.ms);
      same.push(...again);
      subtree.push(below.ms);
      if (round % 10 === 0) {
        const all = await ask("");
        whole.push(all.ms);
        ({ bytes } = all);
      }
    }
    const worst = (times: readonly number[]) => `worst of ${times.length}: ${Math.max(...times).toFixed(1)} ms`;
    progress(`the whole tree has ${(bytes / 1e6).toFixed(1)} MB`);
    return [
      atMost("topology: 50 roots and their children after a change, p95", p95(changed), 30, "ms", worst(changed)),
      atMost("topology: 50 roots and their children as 304, p95", p95(same), 5, "ms", worst(same)),
      atMost("topology: a subtree of 1,000, p95", p95(subtree), 60, "ms", worst(subtree)),
      atMost("topology: the whole tree", median(whole), 500, "ms", worst(whole)),
    ];
  } finally {
    agent.destroy();
  }
}

let largeSubtree: string | undefined;

/** A component above five roots, so that about 1,000 components are below it. */
async function subtreeOf({ ask }: DataProduct): Promise<string> {
  if (largeSubtree !== undefined) return largeSubtree;
  await ask(
    "insert into components (id, name, external_id) values (md5('large')::uuid, 'large', 'large') on conflict do nothing",
  );
  await ask(
    `insert into component_relationships (component_id, relationship_id, selector_id)
     select md5('component ' || n)::uuid, md5('large')::uuid, 'large' from generate_series(1, 5) n on conflict do nothing`,
  );
  const rows = (await ask("select md5('large')::uuid as id")) as { id: string }[];
  await delay(1_000);
  return (largeSubtree = rows[0]!.id);
}
