// Deduplicates changes: finds the stored row that already represents a change. A change is identified by its external
// id. Changes that differ only in times, ids and numbers have the same fingerprint, and count as one within a time
// window.
import { hash } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Json } from "#language/columns.ts";
import { parseDuration } from "#lib/time/duration.ts";
import type { DB } from "#server/db/tables.ts";
import { isSame } from "../../normal-text.ts";
import { joined } from "./document-diffs.ts";
import type { SaveTransaction } from "./save-run.ts";
import type { ChangeRow, PlacedChange } from "./stages.ts";

const defaultWindow = 3_600_000;

/**
 * Returns the window in milliseconds; undefined if deduplication is disabled. An administrator can change the
 * properties at any time.
 */
export async function readDedupWindow(db: Kysely<DB>): Promise<number | undefined> {
  const properties = await db
    .selectFrom("properties_in_force")
    .select(["name", "value"])
    .where("name", "in", ["changes.dedup.window", "changes.dedup.disable"])
    .execute();
  const values = new Map(properties.map(({ name, value }) => [name, value.trim()]));
  if (values.get("changes.dedup.disable")?.toLowerCase() === "true") return undefined;
  return durationOr(values.get("changes.dedup.window"), defaultWindow);
}

function durationOr(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  try {
    return parseDuration(text);
  } catch {
    return fallback;
  }
}

interface ExistingRow extends ChangeRow {
  /** `new` rows are inserted, `counted` rows are updated, `known` rows stay unchanged. */
  state: "new" | "counted" | "known";
}

const columns = sql`
  h.id, h.config_id, h.external_change_id, h.external_created_by, h.created_by, h.change_type, h.severity, h.source, h.summary,
  h.patches, h.diff, h.details, h.created_at, h.first_observed, h.count, h.fingerprint,
  h.config_hash`;

/** Finds the rows that already represent changes of the batch, and collects the rows that the batch adds. */
export async function findExistingRows(
  { tx, run }: SaveTransaction,
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
    from   unnest(${diffed.map(({ id }) => id)}::uuid[], ${diffed.map((item) => fingerprints.get(item)!)}::text[]) as g (config_id, fingerprint)
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
  const alike = withId.flatMap((item) => {
    const fingerprint = item.change.createdAt && fingerprints.get(item);
    return fingerprint ? [{ id: item.id, fingerprint }] : [];
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
  const window = run.dedupWindow ?? -1;

  return {
    now,
    add: (row: ChangeRow) => enter(row, "new"),
    rows: (state: ExistingRow["state"]) => [...rows.values()].filter((row) => row.state === state),
    /**
     * Returns the row that represents the change, or `saved` if an earlier run counted it. A diff is joined with the
     * previous diff.
     */
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
      // An earlier run already counted the change at this time.
      return at <= Date.parse(similarRow.created_at) && similarRow.state === "known" ? "saved" : similarRow;
    },
  };
}

/** Adds a repeated change to the stored row; returns false if the change contains nothing new. */
export function count(before: ExistingRow, row: ChangeRow, { change }: PlacedChange): boolean {
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

/** Fields that Kubernetes updates with every change. */
const noise =
  /^metadata\.(?:managedFields|resourceVersion|generation|annotations\.(?:kubectl\.kubernetes\.io\/last-applied-configuration|control-plane\.alpha\.kubernetes\.io\/leader))(?:$|[.[])/;

const neutral: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b(?:sha256:)?[0-9a-f]{64}\b/gi, "<digest>"],
  [/\b[0-9a-f]{16}\b/gi, "<hex>"],
  [/\b\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d)(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))*\b/g, "<duration>"],
];

/** Most strings contain no digit and are returned immediately. */
function neutralised(text: string): string {
  if (!/\d/.test(text)) return text;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return "<number>";
  return neutral.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}

/** Returns undefined for a change without patches and details, which has nothing to compare. */
export function fingerprintOf({
  type,
  externalId,
  patches,
  details,
}: {
  type: string;
  externalId: string;
  patches?: Json | undefined;
  details?: Json | undefined;
}): string | undefined {
  const content = patches ?? details;
  if (content === undefined || content === null) return undefined;
  const lines: string[] = [type, neutralised(externalId)];
  flatten(content, "", lines);
  return hash("md5", lines.join("\n"), "hex");
}

function flatten(value: Json | undefined, path: string, lines: string[]): void {
  if (value === undefined || noise.test(path)) return;
  if (typeof value !== "object" || value === null) {
    lines.push(`${path}=${typeof value === "number" ? "<number>" : neutralised(String(value))}`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, element] of (value as readonly Json[]).entries()) flatten(element, `${path}[${index}]`, lines);
    return;
  }
  const entries = value as Readonly<Record<string, Json | undefined>>;
  for (const key of Object.keys(entries).sort()) flatten(entries[key], path === "" ? key : `${path}.${key}`, lines);
}
