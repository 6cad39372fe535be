// Whose a change or an insight is: the item's that it was found with, one's that it names, or another's that a rule of the
// manifest means.
import { sql } from "kysely";
import { Unreadable } from "#language/unreadable.ts";
import { isLeftOut, type FoundChange, type FoundInsight } from "../scrape/found.ts";
import { nothingWaits, type Waiting } from "./deferred.ts";
import { findReferences, referenceKey, type Owner } from "./find-references.ts";
import type { PlacedInsight } from "./insights.ts";
import type { BatchTools } from "./save-batch.ts";
import type { PlacedChange } from "./save-changes.ts";
import { selectItems } from "./select-items.ts";
import type { Tally } from "./tally.ts";
import type { Unlisted } from "./unlisted-versions.ts";

export interface Placed {
  changes: PlacedChange[];
  insights: PlacedInsight[];
  /** Changes of documents that are not among the changes of their items. */
  unlisted: Unlisted[];
  /** To be tried once more at the end of the run. */
  waiting: Waiting;
}

const unknownType = "Unknown";

export async function place(tools: BatchTools, waiting: Waiting, tally: Tally): Promise<Placed> {
  const { insights } = waiting;
  const [meantForOthers, owned] = [
    waiting.moving.filter(isOfAnother),
    waiting.moving.filter((one) => !isOfAnother(one)),
  ];
  const changes = [...waiting.changes, ...meantForOthers.map(toldOfAnother)];
  const { tx, run } = tools;
  const mayWait = !run.isLast && !run.deferred.isFull;
  const owners = await findReferences(
    tx,
    run,
    [...changes, ...insights].flatMap(({ of }) => of ?? []),
  );
  const unlisted = meantForOthers.flatMap(unlistedOf);
  const placed: Placed = { changes: [], insights: [], unlisted, waiting: nothingWaits() };
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
  for (const one of owned) {
    const { action } = one.change;
    if (isLeftOut(one.change)) {
      tally.ignored(one.type, one.change.type, { by: action === "exclude" ? undefined : action });
      placed.unlisted.push(...unlistedOf(one));
    } else if (action === undefined || action === "delete") placed.changes.push(one);
    else if (mayWait) placed.waiting.moving.push(one);
    else {
      const told = await moved(tools, one, tally);
      placed.changes.push(...told);
      if (!told.includes(one)) placed.unlisted.push(...unlistedOf(one));
    }
  }
  return placed;
}

/** A rule says that a change of a document is somebody else's. */
const isOfAnother = ({ change, diff }: PlacedChange) =>
  diff !== undefined && change.of !== undefined && !isLeftOut(change);

const unlistedOf = ({ id, diff }: PlacedChange): Unlisted[] => (diff ? [{ id, diff }] : []);

/** What cannot be moved stays where it is: it happened. */
async function moved(tools: BatchTools, one: PlacedChange, tally: Tally): Promise<PlacedChange[]> {
  const { action } = one.change;
  const isUp = action === "move-up" || action === "copy-up";
  const others = (isUp ? await ancestor(tools, one) : await meantBy(tools, one, tally)).filter(
    ({ id }) => id !== one.id,
  );
  if (others.length === 0) return [one];
  const change = toldOfAnother(one);
  const told = others.map((owner) => ({ ...owner, change }));
  return action === "move-up" || action === "move" ? told : [one, ...told];
}

/** The diff of one document says nothing about another's: whoever goes back in time reads its own only. */
const toldOfAnother = ({ type, change }: PlacedChange): FoundChange =>
  change.source === "diff" ? { ...change, source: `diff of ${type}` } : change;

async function ancestor({ tx }: BatchTools, { id, change }: PlacedChange): Promise<Owner[]> {
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

async function meantBy(
  { tx, system, run }: BatchTools,
  { type, change }: PlacedChange,
  tally: Tally,
): Promise<Owner[]> {
  if (!change.target) return [];
  try {
    return await selectItems(tx, system.catalog, change.target, { scraperId: run.scraper.id, most: 50 });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    tally.warn(`The target of a change cannot be read: ${error.message}`, { type });
    return [];
  }
}
