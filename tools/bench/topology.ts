// Measures the topology with ten thousand components: the response times of the tree, and the time until the health of all
// ancestors is right while a hundred checks flip per second.
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { atMost, median, type Bench, type Row } from "./bench.ts";
import { startWithChecks } from "./checks-estate.ts";
import type { DataProduct } from "./data-estate.ts";
import { cpuMs } from "./process-figures.ts";

const components = 10_000;
const path = "/api/canary/api/topology";

export const topology: Bench = {
  name: "topology",
  async run({ quick, profileFolder, progress }) {
    progress("10,000 components on 5 levels below 50 roots, 10,000 checks, 20,000 links");
    const product = await startWithChecks(components, { profileFolder });
    try {
      await fill(product);
      await rolledUp(product);
      return [...(await treeTimes(product, { quick, progress })), ...(await flips(product, { quick, progress }))];
    } finally {
      await product.stop();
    }
  },
};

/** The last component of each level: 50 roots with 4, 5, 3 and about 2 children each. */
const ends = [50, 250, 1_250, 4_250, components];

async function fill({ ask }: DataProduct): Promise<void> {
  for (const [level, end] of ends.entries()) {
    const begin = level === 0 ? 0 : ends[level - 1]!;
    const above = level < 2 ? 0 : ends[level - 2]!;
    await ask(
      `insert into components (id, name, external_id, type, icon, labels, parent_id, properties)
       select md5('component ' || n)::uuid, 'service-' || n, 'service-' || n, 'Level' || $4::int, 'box',
              jsonb_build_object('team', 'team-' || n % 20, 'region', 'region-' || n % 7),
              case when $4::int > 0 then md5('component ' || ($3::int + 1 + n % greatest($1::int - $3::int, 1)))::uuid end,
              '[{"name": "version", "text": "1.2.3"}, {"name": "rate", "value": 12, "unit": "req/s", "headline": true}]'
       from   generate_series($1::int + 1, $2::int) n`,
      [begin, end, above, level],
    );
  }
  await ask(
    `insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
     select md5('component ' || n)::uuid, md5('check ' || n)::uuid, c.canary_id, 'rule'
     from   generate_series(1, $1::int) n join checks c on c.id = md5('check ' || n)::uuid`,
    [components],
  );
  // Ten thousand further links: leaves that belong to two more groups of the level above.
  await ask(
    `insert into component_relationships (component_id, relationship_id, selector_id)
     select md5('component ' || 4250 + n % 5750 + 1)::uuid, md5('component ' || 1251 + (n * 7) % 3000)::uuid, 'rule ' || n / 5750
     from   generate_series(1, $1::int) n
     on     conflict do nothing`,
    [components],
  );
  await ask("vacuum analyze components, component_relationships, check_component_relationships");
}

/** Waits until no component is recorded for the roll-up. */
async function rolledUp({ ask }: DataProduct): Promise<void> {
  for (;;) {
    const rows = (await ask(
      "select ((select count(*) from component_dirt) + (select count(*) from components where health is null))::int as left",
    )) as { left: number }[];
    if (rows[0]!.left === 0) return;
    await delay(200);
  }
}

interface Asking {
  quick: boolean;
  progress(text: string): void;
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

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

/** Flips checks as the recorder does, in one statement per batch. */
async function flips(product: DataProduct, { quick, progress }: Asking): Promise<Row[]> {
  const seconds = quick ? 15 : 60;
  const waiting = new Map<string, { isUnhealthy: boolean; at: number }>();
  const took: number[] = [];
  let isFlipping = true;
  const polling = (async () => {
    while (isFlipping || waiting.size > 0) {
      await delay(50);
      const rows = (await product.ask(
        "select id, coalesce((summary -> 'checks' ->> 'unhealthy')::int, 0) as failing from components where id = any ($1::uuid[])",
        [[...waiting.keys()]],
      )) as { id: string; failing: number }[];
      const now = performance.now();
      for (const { id, failing } of rows) {
        const flip = waiting.get(id);
        if (!flip || failing > 0 !== flip.isUnhealthy) continue;
        waiting.delete(id);
        took.push(now - flip.at);
      }
    }
  })();
  const cpuBefore = cpuMs(product.pid);
  const startedAt = performance.now();
  for (let batch = 0; batch < seconds * 10; batch += 1) {
    await delay(Math.max(0, startedAt + batch * 100 - performance.now()));
    // Leaves only: a component with children has other checks below it.
    const numbers = Array.from({ length: 10 }, (_, n) => 4_251 + ((batch * 10 + n) % 5_750));
    const rows = (await product.ask(
      `update checks set status = case status when 'healthy' then 'unhealthy' else 'healthy' end
       where  id in (select md5('check ' || n)::uuid from unnest($1::int[]) n)
       returning id, status, (select component_id from check_component_relationships r where r.check_id = checks.id) as component`,
      [numbers],
    )) as { status: string; component: string }[];
    for (const { status, component } of rows)
      waiting.set(component, { isUnhealthy: status === "unhealthy", at: performance.now() });
  }
  const elapsed = performance.now() - startedAt;
  const share = ((cpuMs(product.pid) - cpuBefore) / elapsed) * 100;
  isFlipping = false;
  await polling;
  await rolledUp(product);
  const wrong = (await product.ask(
    `with recursive links (parent, child) as (
       select parent_id, id from components where parent_id is not null
       union all
       select relationship_id, component_id from component_relationships where deleted_at is null
     ), below (root, id) as (
       select id, id from components where parent_id is null
       union
       select b.root, l.child from below b join links l on l.parent = b.id
     )
     select count(*)::int as wrong
     from   (
              select b.root, count(*) filter (where k.status = 'unhealthy') as failing
              from   below b
              join   check_component_relationships r on r.component_id = b.id
              join   checks k on k.id = r.check_id
              group  by 1
            ) t
     join   components c on c.id = t.root
     where  coalesce((c.summary -> 'checks' ->> 'unhealthy')::int, 0) <> t.failing`,
  )) as { wrong: number }[];
  progress(`${took.length} flips in ${(elapsed / 1000).toFixed(0)} s; ${wrong[0]!.wrong} roots are wrong afterwards`);
  return [
    atMost("topology: time until a flip is in the health, p99", p99(took) / 1000, 2, "s"),
    atMost("topology: CPU of the server during 100 flips/s", share, 40, "% of a core"),
    atMost("topology: wrong roots after the flips", wrong[0]!.wrong, 0, "roots"),
  ];
}
