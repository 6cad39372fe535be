// Saves changes of items. A change that was saved before is skipped, and repeated changes increase the count of one row.
import { sql, type RawBuilder } from "kysely";
import type { Json } from "#language/columns.ts";
import { parseSeverity } from "#language/severity.ts";
import { hasSqlState } from "#server/db/failures.ts";
import { newId } from "#server/db/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Event } from "#server/events.ts";
import { isSame } from "../../normal-text.ts";
import type { FoundChange } from "../scrape/found.ts";
import type { DiffChange } from "./diff-change.ts";
import { endItems } from "./end-items.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { joined } from "./joined-diff.ts";
import type { BatchTools } from "./save-batch.ts";
import type { Tally } from "./tally.ts";

export interface PlacedChange {
  /** The id of the item. */
  id: string;
  type: string;
  change: FoundChange;
  /** Set for a change of the document. */
  diff?: DiffChange | undefined;
}

export interface ChangeRow {
  id: string;
  config_id: string;
  external_change_id: string | null;
  external_created_by: string | null;
  created_by: string | null;
  change_type: string;
  severity: string | null;
  source: string | null;
  summary: string | null;
  patches: Json;
  diff: string | null;
  details: Json;
  created_at: string;
  first_observed: string;
  count: number;
  fingerprint: string | null;
  /** The hash of the document, for a change of the document. */
  config_hash: string | null;
}

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

interface ExistingRow extends ChangeRow {
  /** `new` rows are inserted, `counted` rows are updated, `known` rows are left as they are. */
  state: "new" | "counted" | "known";
}

export async function saveChanges(
  tools: BatchTools,
  placed: readonly PlacedChange[],
  tally: Tally,
  events: Event[],
): Promise<void> {
  if (placed.length === 0) return;
  const { tx, run } = tools;
  const people = await findPeople(tx, placed);
  const fingerprints = new Map(placed.map((one) => [one, fingerprintOf(one.change) ?? null]));
  const existing = await findExistingRows(tools, placed, fingerprints);
  const ended = new Map<string, { type: string; at: string | undefined }>();
  // The oldest first, because later ones increase its count.
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
      ended.set(placedChange.id, { type: placedChange.type, at: placedChange.change.createdAt?.toISOString() });
    if (placedChange.diff)
      events.push({ name: "config.updated", id: placedChange.id, change_id: before?.id ?? row.id });
    else if (before === undefined) events.push({ name: "config.changed", id: placedChange.id, change_id: row.id });
  }
  const [fresh, counted] = [existing.rows("new"), existing.rows("counted")];
  // A single statement takes its locks in order without this.
  if (fresh.length > 0 && counted.length > 0) await holdTallies(tx, [...fresh, ...counted]);
  await insertChanges(tx, fresh).catch((error: unknown) => {
    throw itemGone(error, placed) ?? error;
  });
  await updateChanges(tx, counted);
  for (const row of fresh) run.watch?.change("added", row);
  for (const row of counted) run.watch?.change("counted", row);
  await endItems(
    tools,
    [...ended].map(([id, { at }]) => ({ id, at })),
    "FROM_EVENT",
    tally,
    events,
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

/** Adds a repeated change to its row; returns false if it contains nothing new. */
function count(before: ExistingRow, row: ChangeRow, { change }: PlacedChange): boolean {
  const hasSameId = row.external_change_id !== null && before.external_change_id === row.external_change_id;
  const hasOtherDetails = !isSame(before.details, row.details);
  const isLater = change.createdAt !== undefined && Date.parse(row.created_at) > Date.parse(before.created_at);
  if (hasSameId && !hasOtherDetails && !isLater) return false;
  const { id, first_observed } = before;
  const created_at =
    Date.parse(row.created_at) < Date.parse(before.created_at) || (hasSameId && !change.createdAt)
      ? before.created_at
      : row.created_at;
  Object.assign(before, row, {
    id,
    first_observed,
    created_at,
    count: before.count + 1,
    state: before.state === "new" ? "new" : "counted",
  });
  return true;
}

/** Maps e-mail addresses to ids of people. */
async function findPeople(tx: Tx, placed: readonly PlacedChange[]): Promise<ReadonlyMap<string, string>> {
  const emails = new Set(
    placed.flatMap(({ change }) => (change.createdBy?.includes("@") ? change.createdBy.toLowerCase() : [])),
  );
  if (emails.size === 0) return new Map();
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from people where email = any (${[...emails]}::text[]) and deleted_at is null`.execute(tx);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const columns = sql`
  h.id, h.config_id, h.external_change_id, h.external_created_by, h.created_by, h.change_type, h.severity, h.source, h.summary,
  h.patches, h.diff, h.details, h.created_at, h.first_observed, h.count, h.fingerprint,
  h.config_hash`;

/** Finds the rows that already represent changes of the batch, and collects the rows that the batch adds. */
async function findExistingRows(
  { tx, rules }: BatchTools,
  placed: readonly PlacedChange[],
  fingerprints: ReadonlyMap<PlacedChange, string | null>,
) {
  const query = async (count: number, statement: RawBuilder<ChangeRow>) =>
    count === 0 ? [] : (await statement.execute(tx)).rows;
  const withId = placed.filter(({ change }) => change.externalId !== "");
  const byName = await query(
    withId.length,
    sql<ChangeRow>`
    select ${columns}
    from   unnest(${withId.map(({ id }) => id)}::uuid[], ${withId.map(({ change }) => change.externalId)}::text[]) as g (config_id, external_change_id)
    join   config_changes h on h.config_id = g.config_id and h.external_change_id = g.external_change_id`,
  );
  // Only the last change of a document can be continued, and only if it has the same fingerprint.
  const diffed = placed.filter(({ diff }) => diff);
  const newest = await query(
    diffed.length,
    sql<ChangeRow>`
    select ${columns}
    from   unnest(${diffed.map(({ id }) => id)}::uuid[], ${diffed.map((one) => fingerprints.get(one)!)}::text[]) as g (config_id, fingerprint)
    cross  join lateral (
             select c.id, c.fingerprint
             from   config_changes c
             where  c.config_id = g.config_id and c.source = 'diff'
             order  by c.created_at desc
             limit  1
           ) l
    join   config_changes h on h.id = l.id
    where  l.fingerprint = g.fingerprint`,
  );
  const alike = withId.flatMap((one) => {
    const fingerprint = one.change.createdAt && fingerprints.get(one);
    return fingerprint ? [{ id: one.id, fingerprint }] : [];
  });
  const similar = await query(
    alike.length,
    sql<ChangeRow>`
    select ${columns}
    from   unnest(${alike.map(({ id }) => id)}::uuid[], ${alike.map(({ fingerprint }) => fingerprint)}::text[]) as g (config_id, fingerprint)
    join   config_changes h on h.config_id = g.config_id and h.fingerprint = g.fingerprint and h.source is distinct from 'diff'
    order  by h.created_at`,
  );
  const {
    rows: [{ now } = { now: "" }],
  } = await sql<{ now: string }>`select now() as now`.execute(tx);

  const rows = new Map<string, ExistingRow>();
  const names = new Map<string, ExistingRow>();
  const prints = new Map<string, ExistingRow>();
  const diffs = new Map<string, ExistingRow>();
  const nameKey = ({ config_id, external_change_id }: ChangeRow) => `${config_id} ${external_change_id ?? ""}`;
  const printKey = ({ config_id, fingerprint }: ChangeRow) => `${config_id} ${fingerprint ?? ""}`;
  const enter = (row: ChangeRow, state: ExistingRow["state"]): void => {
    const existing = rows.get(row.id) ?? { ...row, state };
    rows.set(existing.id, existing);
    if (existing.external_change_id !== null) names.set(nameKey(existing), existing);
    if (existing.fingerprint !== null && existing.source !== "diff") prints.set(printKey(existing), existing);
  };
  for (const row of [...similar, ...byName]) enter(row, "known");
  for (const row of newest) {
    const existing: ExistingRow = { ...row, state: "known" };
    rows.set(row.id, existing);
    diffs.set(row.config_id, existing);
  }
  const window = rules.window ?? -1;

  return {
    now,
    add: (row: ChangeRow) => enter(row, "new"),
    rows: (state: ExistingRow["state"]) => [...rows.values()].filter((row) => row.state === state),
    /** Returns the row that represents the change, or `saved` if an earlier run counted it. A diff is joined with the previous one. */
    find({ change, diff }: PlacedChange, row: ChangeRow): ExistingRow | "saved" | undefined {
      if (diff) {
        const last = diffs.get(row.config_id);
        if (!last || last.fingerprint !== row.fingerprint || row.fingerprint === null) return undefined;
        if (Date.parse(row.created_at) - Date.parse(last.created_at) > window) return undefined;
        const both = joined(last, diff);
        if (!both) return undefined;
        Object.assign(row, both);
        return last;
      }
      const same = names.get(nameKey(row));
      if (row.external_change_id !== null && same) return same;
      if (change.createdAt === undefined || row.fingerprint === null) return undefined;
      const similarRow = prints.get(printKey(row));
      if (!similarRow || window < 0) return undefined;
      const at = change.createdAt.getTime();
      if (at - Date.parse(similarRow.created_at) > window || at < Date.parse(similarRow.first_observed))
        return undefined;
      // An earlier run counted this time already.
      return at <= Date.parse(similarRow.created_at) && similarRow.state === "known" ? "saved" : similarRow;
    },
  };
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
