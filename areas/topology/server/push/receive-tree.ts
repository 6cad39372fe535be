// Saves a tree that another server pushed, as a topology with the source Push. Components that are missing from the
// tree are deleted, unless the sender reports that its tree is incomplete.
import { sql } from "kysely";
import type { Json } from "#language/columns.ts";
import { localAgent } from "#language/local-agent.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { retried } from "#server/db/retried.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { BuildFault } from "../build/build-fault.ts";
import { BuildLog } from "../build/build-log.ts";
import { sizeOf, withDescendants, type BuiltComponent } from "../build/component.ts";
import { readComponent } from "../build/read-component.ts";
import { linkComponents } from "../links/link-components.ts";
import { requireCreateCanaries } from "../building-access.ts";
import { writeInlineCanaries } from "../save/inline-canaries.ts";
import { saveTree, type Saved } from "../save/save.ts";

export interface PushedTree {
  topology_id: string;
  name: string;
  namespace?: string | undefined;
  /** The roots; default: the body itself is the only root. */
  roots?: readonly unknown[] | undefined;
  is_partial?: boolean | undefined;
}

export async function receiveTree(
  system: Pick<System, "db" | "secrets" | "catalog">,
  body: PushedTree,
  { actor, scrubber }: { actor: Actor; scrubber: Scrubber },
  /** Records the push in the transaction that saves it. */
  record: (tx: Tx, saved: Saved) => Promise<void>,
): Promise<{ saved: Saved; errors: readonly string[] }> {
  const { topology_id: id, name, namespace = "default", is_partial: isPartial = false } = body;
  const log = new BuildLog();
  const roots = (body.roots ?? [body]).map((root) => readRoot(root, log));
  if (roots.some(hasInline)) requireCreateCanaries(actor);
  const topology = { id, name, namespace, agentId: localAgent, spec: { type: roots[0]?.type } };
  if (isPartial) log.keepMissing();
  const saved = await retried(system.db, async (tx) => {
    await claimTopology(tx, { id, name, namespace });
    const tree = { roots, foreignParents: new Map<BuiltComponent, string>() };
    const result = await saveTree(tx, tree, { topology, log, scrubber });
    await record(tx, result);
    return result;
  });
  for (const fault of await writeInlineCanaries(system, saved.unfinished)) log.fail(fault, { keeps: false });
  await linkComponents(system, saved.written);
  return { saved, errors: log.errors };
}

const hasInline = (root: BuiltComponent): boolean =>
  [...withDescendants(root)].some(({ checks }) => checks.some(({ inline }) => inline !== undefined));

function readRoot(pushed: unknown, log: BuildLog): BuiltComponent {
  try {
    const root = readComponent(pushed as Json);
    log.found(sizeOf([root]));
    return root;
  } catch (error) {
    if (error instanceof BuildFault) throw problem.invalid(error.message);
    throw error;
  }
}

/** Creates the topology, or refuses the tree if the topology is built here. */
async function claimTopology(
  tx: Tx,
  { id, name, namespace }: { id: string; name: string; namespace: string },
): Promise<void> {
  const known = await tx
    .selectFrom("topologies")
    .select(["name", "source", "agent_id"])
    .where("id", "=", id)
    // A concurrent deletion of the topology waits for this transaction, and then deletes the saved components.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) {
    const { numAffectedRows = 0n } = await sql`
      insert into topologies (id, name, namespace, source, spec)
      values (${id}, ${name}, ${namespace}, 'Push', '{"schedule": "@never"}')
      on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) throw problem.conflict(`There is already a topology ${namespace}/${name}.`);
    return;
  }
  if (known.source !== "Push" || known.agent_id !== localAgent)
    throw problem.conflict(
      `The topology ${known.name} was not created by a push: its source is ${known.source}. Push with a different topology_id.`,
    );
  await sql`update topologies set deleted_at = null where id = ${id} and deleted_at is not null`.execute(tx);
}
