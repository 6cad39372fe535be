// Saves changes of items. A change that was saved before is skipped, and repeated changes increase the count of one
// row.
import { sql } from "kysely";
import { parseSeverity } from "#language/severity.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { endItems } from "./end-items.ts";
import { count, findExistingRows, fingerprintOf } from "./known-changes.ts";
import type { SaveTransaction } from "./save-run.ts";
import type { ChangeRow, PlacedChange } from "./stages.ts";
import type { Tally } from "./tally.ts";

/** Another transaction deleted an item after its changes had been assigned to it. */
export class ItemGone extends Error {
  override readonly name = "ItemGone";
  readonly code = foreignKeyViolation;
  readonly type: string;
  readonly changes: number;

  constructor({ type, changes, cause }: { type: string; changes: number; cause: unknown }) {
    super(`A ${type} was deleted while its changes were saved.`, { cause });
    this.type = type;
    this.changes = changes;
  }
}

const foreignKeyViolation = "23503";

function itemGone(cause: unknown, placed: readonly PlacedChange[]): ItemGone | undefined {
  if (!hasSqlState(cause, foreignKeyViolation)) return undefined;
  const [, gone] = /\(config_id\)=\(([^)]+)\)/.exec((cause as { detail?: string }).detail ?? "") ?? [];
  const own = placed.filter(({ id }) => id === gone);
  return own[0] && new ItemGone({ type: own[0].type, changes: own.length, cause });
}

export async function saveChanges(saving: SaveTransaction, placed: readonly PlacedChange[]): Promise<void> {
  if (placed.length === 0) return;
  const { tx, run, tally, events } = saving;
  const people = await findPeople(tx, placed);
  const fingerprints = new Map(placed.map((item) => [item, fingerprintOf(item.change) ?? null]));
  const existing = await findExistingRows(saving, placed, fingerprints);
  const ended = new Map<string, string | undefined>();
  // Sorts the oldest change first, so that a later repeat only increases the count of the first.
  const inOrder = placed.toSorted(
    (a, b) => (a.change.createdAt?.getTime() ?? Infinity) - (b.change.createdAt?.getTime() ?? Infinity) || 0,
  );
  for (const placedChange of inOrder) {
    const row = { ...rowOf(placedChange, existing.now, people, tally), fingerprint: fingerprints.get(placedChange)! };
    const before = existing.find(placedChange, row);
    if (before === undefined) {
      existing.add(row);
      tally.count("changes", placedChange.type);
    } else if (before === "saved" || !count(before, row, placedChange)) continue;
    else tally.count("deduped", placedChange.type);
    if (placedChange.change.action === "delete")
      ended.set(placedChange.id, placedChange.change.createdAt?.toISOString());
    if (placedChange.diff)
      events.push({ name: "config.updated", id: placedChange.id, change_id: before?.id ?? row.id });
    else if (before === undefined) events.push({ name: "config.changed", id: placedChange.id, change_id: row.id });
  }
  const [fresh, counted] = [existing.rows("new"), existing.rows("counted")];
  // Locks the tallies first if there are several statements; a single statement locks them in order.
  if (fresh.length > 0 && counted.length > 0) await holdTallies(tx, [...fresh, ...counted]);
  await insertChanges(tx, fresh).catch((error: unknown) => {
    throw itemGone(error, placed) ?? error;
  });
  await updateChanges(tx, counted);
  for (const row of fresh) run.watch?.change("added", row);
  for (const row of counted) run.watch?.change("counted", row);
  await endItems(
    saving,
    [...ended].map(([id, at]) => ({ id, at })),
    "FROM_EVENT",
  );
}

function rowOf(
  { id, type, change, diff }: PlacedChange,
  now: string,
  people: ReadonlyMap<string, string>,
  tally: Tally,
): Omit<ChangeRow, "fingerprint"> {
  const severity = change.severity === undefined || change.severity === "" ? undefined : parseSeverity(change.severity);
  if (change.severity && !severity) tally.warn(`${JSON.stringify(change.severity)} is not a severity.`, { type });
  const person = people.get(change.createdBy?.toLowerCase() ?? "");
  const at = change.createdAt?.toISOString() ?? now;
  return {
    id: newId(),
    config_id: id,
    external_change_id: change.externalId === "" ? null : change.externalId,
    external_created_by: person ? null : (change.createdBy ?? null),
    created_by: person ?? null,
    change_type: change.type,
    severity: severity ?? null,
    source: change.source ?? null,
    summary: change.summary ?? null,
    patches: change.patches ?? null,
    diff: change.diff ?? null,
    details: change.details ?? null,
    created_at: at,
    first_observed: at,
    count: 1,
    config_hash: diff?.hash ?? null,
  };
}

/** Maps email addresses to ids of people. */
async function findPeople(tx: Tx, placed: readonly PlacedChange[]): Promise<ReadonlyMap<string, string>> {
  const emails = new Set(
    placed.flatMap(({ change }) => (change.createdBy?.includes("@") ? change.createdBy.toLowerCase() : [])),
  );
  if (emails.size === 0) return new Map();
  const rows = await tx
    .selectFrom("people")
    .select(["id", "email"])
    .where("email", "=", sql<string>`any (${[...emails]}::text[])`)
    .where("deleted_at", "is", null)
    .$narrowType<{ email: string }>()
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const shape = sql`
  id uuid, config_id uuid, external_change_id text, external_created_by text, created_by uuid, change_type text, severity text,
  source text, summary text, patches jsonb, diff text, details jsonb, created_at timestamptz, first_observed timestamptz,
  count integer, fingerprint text, config_hash uuid`;

/** Locks the rows in a fixed order, because other scrapers may save changes of the same items. */
async function holdTallies(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('config_change_clock'))`.execute(tx);
  await sql`
    select from config_change_tallies
    where  config_id = any (${rows.map(({ config_id }) => config_id)}::uuid[])
    order  by config_id
    for    no key update`.execute(tx);
}

async function insertChanges(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into config_changes (
      id, config_id, external_change_id, external_created_by, created_by, change_type, severity, source, summary, patches, diff,
      details, created_at, first_observed, count, fingerprint, config_hash
    )
    select g.id, g.config_id, g.external_change_id, g.external_created_by, g.created_by, g.change_type, g.severity, g.source,
           g.summary, g.patches, g.diff, g.details, g.created_at, g.first_observed, g.count, g.fingerprint,
           g.config_hash
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (${shape})
    order  by g.config_id`.execute(tx);
}

async function updateChanges(tx: Tx, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update config_changes h
    set    external_change_id = g.external_change_id, external_created_by = g.external_created_by, created_by = g.created_by,
           severity = g.severity, source = g.source, summary = g.summary, patches = g.patches, diff = g.diff,
           details = g.details, created_at = g.created_at, count = g.count, fingerprint = g.fingerprint,
           config_hash = g.config_hash
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (${shape})
    where  h.id = g.id`.execute(tx);
}
