// Determines the item that a change or an insight belongs to: the item that it was found with, the item that it refers
// to, or the item that a rule in the manifest selects.
import { sql } from "kysely";
import { Unreadable } from "#lib/text/unreadable.ts";
import { isLeftOut, type FoundChange, type FoundInsight } from "../scrape/found.ts";
import { findReferences, referenceKey, selectItems } from "./references.ts";
import type { SaveTransaction } from "./save-run.ts";
import type { DocumentDiff, Owner, PlacedChange, PlacedInsight, Waiting } from "./stages.ts";

export interface Placed {
  changes: PlacedChange[];
  insights: PlacedInsight[];
  /** Changes of documents that are not listed as changes of their items. */
  unlisted: { id: string; diff: DocumentDiff }[];
  /** Changes and insights that are retried at the end of the run. */
  waiting: Waiting;
}

const unknownType = "Unknown";

export async function place(saving: SaveTransaction, waiting: Waiting): Promise<Placed> {
  const { tx, run, tally } = saving;
  const { insights } = waiting;
  const [forOthers, owned] = [
    waiting.moving.filter(belongsToAnother),
    waiting.moving.filter((change) => !belongsToAnother(change)),
  ];
  const changes = [...waiting.changes, ...forOthers.map(asChangeOfAnother)];
  const mayWait = !run.isLast && !run.deferred.isFull;
  const owners = await findReferences(
    tx,
    run,
    [...changes, ...insights].flatMap(({ of }) => of ?? []),
  );
  const unlisted = forOthers.flatMap(toUnlisted);
  const placed: Placed = { changes: [], insights: [], unlisted, waiting: { changes: [], insights: [], moving: [] } };
  const ownerOf = ({ of }: FoundChange | FoundInsight) => of && owners.get(referenceKey(of));

  for (const change of changes) {
    const owner = ownerOf(change);
    if (owner) owned.push({ ...owner, change });
    else if (mayWait && change.of) placed.waiting.changes.push(change);
    else tally.orphanedChange(change, change.of?.type ?? unknownType);
  }
  for (const insight of insights) {
    const owner = ownerOf(insight);
    if (owner) placed.insights.push({ ...owner, insight });
    else if (mayWait && insight.of) placed.waiting.insights.push(insight);
    else tally.orphanedInsight(insight);
  }
  for (const placedChange of owned) {
    const { action } = placedChange.change;
    if (isLeftOut(placedChange.change)) {
      tally.ignored(placedChange.type, placedChange.change.type, { by: action === "exclude" ? undefined : action });
      placed.unlisted.push(...toUnlisted(placedChange));
    } else if (action === undefined || action === "delete") placed.changes.push(placedChange);
    else if (mayWait) placed.waiting.moving.push(placedChange);
    else {
      const targets = await moveChange(saving, placedChange);
      placed.changes.push(...targets);
      if (!targets.includes(placedChange)) placed.unlisted.push(...toUnlisted(placedChange));
    }
  }
  return placed;
}

/** Whether a rule assigned the change of a document to a different item. */
const belongsToAnother = ({ change, diff }: PlacedChange) =>
  diff !== undefined && change.of !== undefined && !isLeftOut(change);

const toUnlisted = ({ id, diff }: PlacedChange) => (diff ? [{ id, diff }] : []);

/** If no target is found, the change stays with its own item. */
async function moveChange(saving: SaveTransaction, placedChange: PlacedChange): Promise<PlacedChange[]> {
  const { action } = placedChange.change;
  const isUp = action === "move-up" || action === "copy-up";
  const others = (isUp ? await ancestor(saving, placedChange) : await selectTargets(saving, placedChange)).filter(
    ({ id }) => id !== placedChange.id,
  );
  if (others.length === 0) return [placedChange];
  const change = asChangeOfAnother(placedChange);
  const targets = others.map((owner) => ({ ...owner, change }));
  return action === "move-up" || action === "move" ? targets : [placedChange, ...targets];
}

/** Renames the source, because only diffs of an item's own document may be reverted to reconstruct it. */
const asChangeOfAnother = ({ type, change }: PlacedChange): FoundChange =>
  change.source === "diff" ? { ...change, source: `diff of ${type}` } : change;

async function ancestor({ tx }: SaveTransaction, { id, change }: PlacedChange): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select a.id, a.type
    from   config_items c
    cross  join string_to_table(nullif(c.path, ''), '.') with ordinality as step (id, position)
    join   config_items a on a.id = step.id::uuid
    where  c.id = ${id} and (${change.ancestorType ?? null}::text is null or a.type = ${change.ancestorType ?? null})
    order  by step.position desc
    limit  1`.execute(tx);
  return rows;
}

async function selectTargets(
  { tx, system, run, tally }: SaveTransaction,
  { type, change }: PlacedChange,
): Promise<Owner[]> {
  if (!change.target) return [];
  try {
    return await selectItems(tx, system.catalog, change.target, { scraperId: run.scraper.id, max: 50 });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    tally.warn(`The target of a change cannot be read: ${error.message}`, { type });
    return [];
  }
}
