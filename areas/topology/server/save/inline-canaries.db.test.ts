// Tests that inline canaries are written without locking components and other checks, and that no canary is lost or
// left behind.
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "#server/db/pool.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { BuildLog } from "../build/build-log.ts";
import { loadTopology } from "../run/load.ts";
import { builtTree } from "../run/run-topology.ts";
import { writeInlineCanaries } from "./inline-canaries.ts";
import { saveTree, type Saved } from "./save.ts";

const { databases: db } = await testDatabase();
const { system, server, create, change, run, idsOf } = await openTopologies(db);

const watched = (name: string, path: string) => ({
  name,
  checks: [{ inline: { schedule: "@every 1h", http: [{ name: "ping", url: `${server.url}/${path}` }] } }],
});

interface StoredCanary {
  component: string;
  canary: string;
  url: string;
  deleted: boolean;
}

/** The canaries of a topology, ordered by the ids of their components. */
const canariesOf = async (topology: string): Promise<StoredCanary[]> => {
  const { rows } = await sql<StoredCanary>`
    select c.id as component, k.id as canary, k.spec #>> '{http,0,url}' as url, k.deleted_at is not null as deleted
    from   components c
    join   canaries k on k.source = 'component/' || c.id
    where  c.topology_id = ${topology}
    order  by c.id`.execute(db.system);
  return rows;
};

const waits = async (text: string) => {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ query: string }>`
          select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db.system,
        );
        return rows.some(({ query }) => query.includes(text));
      },
      { timeout: 60_000 },
    )
    .toBe(true);
};

/** Runs `work` while another transaction locks the turns of these canaries, as the check recorder does. */
async function whileRecording(canaries: readonly string[], work: () => Promise<void>): Promise<void> {
  const holder = await db.system.startTransaction().execute();
  try {
    await sql`select from check_turns where canary_id = any (${canaries}::uuid[]) order by id for update`.execute(
      holder,
    );
    await work();
  } finally {
    await holder.rollback().execute();
  }
}

/** Locks rows for a moment; throws if another transaction has locked them. */
const isFree = (statement: (tx: Tx) => Promise<unknown>) =>
  db.system.transaction().execute(async (tx) => {
    await statement(tx);
  });

test("a canary whose check is being recorded delays neither other canaries nor components", async () => {
  const spec = (path: string) => ({ components: [watched("north", path), watched("south", path)] });
  const id = await create("quays", spec("old"));
  await run(id);
  const [first, second] = await canariesOf(id);
  await change(id, spec("new"));
  let running: Promise<unknown> | undefined;
  await whileRecording([second!.canary], async () => {
    running = run(id);
    await waits("from check_turns");
    expect((await canariesOf(id)).map(({ url }) => url)).toEqual([`${server.url}/new`, `${server.url}/old`]);
    await isFree((tx) =>
      sql`
        select from components where topology_id = ${id} and id <> ${second!.component}
        for update nowait`.execute(tx),
    );
    for (const table of ["check_turns", "checks"])
      await isFree((tx) =>
        sql`select from ${sql.table(table)} where canary_id = ${first!.canary} for update nowait`.execute(tx),
      );
  });
  await running;
  expect((await canariesOf(id)).map(({ url }) => url)).toEqual([`${server.url}/new`, `${server.url}/new`]);
  expect((await run(id)).saved).toMatchObject({ changed: 0, unchanged: 3 });
});

test("a deletion locks checks before links, in the same order as the recorder", async () => {
  const id = await create("ending", { components: [watched("north", "a"), watched("south", "a")] });
  await run(id);
  const canaries = await canariesOf(id);
  await change(id, {});
  let running: Promise<unknown> | undefined;
  await whileRecording(
    canaries.map(({ canary }) => canary),
    async () => {
      running = run(id);
      await waits("from check_turns");
      const components = canaries.map(({ component }) => component);
      await isFree((tx) =>
        sql`
          select from check_component_relationships where component_id = any (${components}::uuid[])
          for update nowait`.execute(tx),
      );
    },
  );
  await running;
  expect((await canariesOf(id)).map(({ deleted }) => deleted)).toEqual([true, true]);
});

/** Saves the tree without its canaries, as if the process stopped in between. */
async function saveOnly(id: string): Promise<Saved> {
  const log = new BuildLog();
  const topology = (await loadTopology(system, id))!;
  const scrubber = createScrubber();
  const tree = await builtTree(system, topology, { signal: new AbortController().signal, scrubber }, log);
  return db.system.transaction().execute((tx) => saveTree(tx, tree, { topology, log, scrubber }));
}

test("the next run writes the canaries that an interrupted run did not write", async () => {
  const id = await create("interrupted", { components: [watched("north", "a"), { name: "plain" }] });
  await saveOnly(id);
  expect(await canariesOf(id)).toEqual([]);
  expect((await run(id)).saved).toMatchObject({ added: 0, changed: 1, unchanged: 2 });
  expect(await canariesOf(id)).toHaveLength(1);
  expect((await run(id)).saved).toMatchObject({ changed: 0 });
  // A canary that is no longer part of its component.
  await change(id, { components: [{ name: "north" }, { name: "plain" }] });
  await saveOnly(id);
  expect((await canariesOf(id)).map(({ deleted }) => deleted)).toEqual([false]);
  expect((await run(id)).saved).toMatchObject({ changed: 1 });
  expect((await canariesOf(id)).map(({ deleted }) => deleted)).toEqual([true]);
});

test("canaries of a component that was deleted or built again in the meantime are not written", async () => {
  const id = await create("overtaken", { components: [watched("north", "a"), watched("south", "a")] });
  const { unfinished } = await saveOnly(id);
  const { north } = await idsOf(id);
  await sql`update components set deleted_at = now() where id = ${north}`.execute(db.system);
  await change(id, { components: [watched("north", "b"), watched("south", "b")] });
  const later = await saveOnly(id);
  await sql`update components set deleted_at = now() where id = ${north}`.execute(db.system);
  expect(await writeInlineCanaries(system, later.unfinished)).toEqual([]);
  expect(await writeInlineCanaries(system, unfinished)).toEqual([]);
  expect((await canariesOf(id)).map(({ url, deleted }) => ({ url, deleted }))).toEqual([
    { url: `${server.url}/b`, deleted: false },
  ]);
});
