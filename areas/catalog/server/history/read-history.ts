// Reads the document of a config item and its changes, the newest first and in pages.
import { problem } from "#language/problem.ts";
import type { Json } from "#language/columns.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { ConfigVersion } from "../../contract.ts";

export interface KeptItem {
  id: string;
  config: Json;
  created_at: string;
  inserted_at: string;
  updated_at: string | null;
  deleted_at: string | null;
  /** Changes of the document up to this time were deleted. */
  lost_until: string | null;
}

/** A change of the document, with its diff. */
export type KeptVersion = ConfigVersion & {
  diff: string;
  config_hash: string | null;
  /** Time of the first change that is part of this version. */
  first_at: string;
};

/** Selects only changes of the document itself, because changes from other sources may have diffs of other texts. */
const isOfDocument = "ch.source = 'diff' and ch.diff is not null";

// The two file name lines also begin with + and -, so each of the two numbers is reduced by 1.
const columns = `ch.id, true as is_listed, ch.created_at as at, ch.change_type, ch.severity, ch.source, ch.summary, ch.created_by,
  ch.external_created_by, ch.count,
  greatest(regexp_count(ch.diff, '^[+]', 1, 'n') - 1, 0) as added,
  greatest(regexp_count(ch.diff, '^-', 1, 'n') - 1, 0) as removed`;

/** The same columns for versions that rules exclude from the list of changes. */
const unlistedColumns = `u.id, false as is_listed, u.created_at as at, 'diff' as change_type, null as severity, 'diff' as source,
  'Not listed among the changes, by the rules of its scraper' as summary, null::uuid as created_by,
  null as external_created_by, u.count,
  greatest(regexp_count(u.diff, '^[+]', 1, 'n') - 1, 0) as added,
  greatest(regexp_count(u.diff, '^-', 1, 'n') - 1, 0) as removed`;

export async function readItem(db: QueryClient, id: string): Promise<KeptItem> {
  const { rows } = await db.query<KeptItem>(
    `select i.id, i.config, i.created_at, i.inserted_at, i.updated_at, i.deleted_at,
            (select l.until from config_lost_versions l where l.config_id = i.id) as lost_until
     from   config_items i
     where  i.id = $1`,
    [id],
  );
  if (!rows[0]) throw problem.notFound("config item", id);
  return rows[0];
}

/** Returns the number of listed versions, and the start of the first version, listed or not. */
export async function countVersions(db: QueryClient, id: string): Promise<{ total: number; first: string | null }> {
  const { rows } = await db.query<{ total: number; first: string | null }>(
    `select count(*) as total,
            least(min(ch.first_observed), (select min(u.first_observed) from config_unlisted_versions u where u.config_id = $1)) as first
     from   config_changes ch
     where  ch.config_id = $1 and ${isOfDocument}`,
    [id],
  );
  return rows[0]!;
}

export async function listVersions(
  db: QueryClient,
  id: string,
  { before, limit }: { before: Date | undefined; limit: number },
): Promise<ConfigVersion[]> {
  const { rows } = await db.query<ConfigVersion>(
    `select ${columns}
     from   config_changes ch
     where  ch.config_id = $1 and ${isOfDocument} and ($2::timestamptz is null or ch.created_at < $2)
     order  by ch.created_at desc, ch.id desc
     limit  $3`,
    [id, before?.toISOString() ?? null, limit],
  );
  return rows;
}

export async function readVersion(db: QueryClient, id: string, change: string): Promise<ConfigVersion> {
  const { rows } = await db.query<ConfigVersion>(
    `select ${columns} from config_changes ch where ch.config_id = $1 and ch.id = $2 and ${isOfDocument}`,
    [id, change],
  );
  if (!rows[0]) throw problem.notFound("change of this document", change);
  return rows[0];
}

/** Number of rows per page; a page is released before the next page is read. */
const pageSize = 100;
/** Maximum number of versions that are read, to limit the time of a request. */
const maxVersions = 2_000;

/** Yields versions from the newest on. Returns whether all versions were read, or there are more than `maxVersions`. */
export async function* versionsBackwards(
  db: QueryClient,
  id: string,
): AsyncGenerator<KeptVersion, "all" | "too many", undefined> {
  let last: { at: string; id: string } | undefined;
  for (let read = 0; read < maxVersions;) {
    const isOlder = (table: string) =>
      last === undefined ? "" : `and (${table}.created_at, ${table}.id) < ($2::timestamptz, $3::uuid)`;
    const { rows }: { rows: KeptVersion[] } = await db.query<KeptVersion>(
      `(select ${columns}, ch.diff, ch.config_hash, ch.first_observed as first_at
        from   config_changes ch
        where  ch.config_id = $1 and ${isOfDocument} ${isOlder("ch")}
        order  by ch.created_at desc, ch.id desc
        limit  ${pageSize})
       union all
       (select ${unlistedColumns}, u.diff, u.config_hash, u.first_observed as first_at
        from   config_unlisted_versions u
        where  u.config_id = $1 ${isOlder("u")}
        order  by u.created_at desc, u.id desc
        limit  ${pageSize})
       order  by at desc, id desc
       limit  ${pageSize}`,
      last === undefined ? [id] : [id, last.at, last.id],
    );
    yield* rows;
    read += rows.length;
    if (rows.length < pageSize) return "all";
    last = rows.at(-1)!;
  }
  return "too many";
}
