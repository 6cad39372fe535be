// Counts changes per time interval and severity. Whole periods of six hours are read from config_change_counts; the
// changes at both ends of the range are counted. If the stored counts cannot answer the request, all changes are
// counted.
import type { System } from "#server/area.ts";
import type { MeantChanges } from "./change-filters.ts";
import { meantFrom, where } from "./items-of-changes.ts";

export interface CountedChanges {
  /** The number of the bucket since 1970. */
  bucket: number;
  severity: string;
  count: number;
}

/** In seconds. */
const period = 21_600;
/** Minimum number of whole periods. For fewer periods, counting the changes is equally fast. */
const minPeriods = 4;

export async function countedChanges(
  { db }: System,
  found: MeantChanges,
  { from, to, length }: { from: Date; to: Date; length: number },
): Promise<readonly CountedChanges[]> {
  const { statement, countFilter, reading } = found;
  const bucketOf = (moment: string) => `floor(extract(epoch from ${moment}) / ${length})::bigint`;
  const first = (Math.floor(from.getTime() / 1000 / period) + 1) * period;
  const last = Math.floor(to.getTime() / 1000 / period) * period;
  if (!countFilter || length % period !== 0 || last - first < minPeriods * period) {
    const { rows } = await reading("all").query<CountedChanges>(
      `select ${bucketOf("ch.created_at")} as bucket, coalesce(ch.severity, 'none') as severity, count(*) as count
       ${meantFrom(found)}
       group  by 1, 2`,
      statement.values,
    );
    return rows;
  }
  const values = [...statement.values];
  const parameter = (seconds: number) => `$${values.push(new Date(seconds * 1000).toISOString())}::timestamptz`;
  const [begin, end] = [parameter(first), parameter(last)];
  const isWhole = (moment: string) => [`${moment} >= ${begin}`, `${moment} < ${end}`];
  const counted = (sign: string) =>
    `select ${bucketOf("ch.created_at")} as bucket, coalesce(ch.severity, 'none') as severity, ${sign}count(*) as count`;
  const { rows } = await db.pools.system.query<CountedChanges>(
    `with noted as (
       select period, config_type, change_type, severity, changes from config_change_counts
       union  all
       select period, config_type, change_type, severity, changes from config_change_notes
     )
     select bucket, severity, sum(count)::bigint as count
     from   (
              select ${bucketOf("ch.period")} as bucket, ch.severity, ch.changes::bigint as count
              from   noted ch
              ${where([...isWhole("ch.period"), ...countFilter.kindConditions])}
              union  all
              (${counted("")}
               from   config_changes ch
               ${where([...found.conditions, `ch.created_at < ${begin}`])}
               group  by 1, 2)
              union  all
              (${counted("")}
               from   config_changes ch
               ${where([...found.conditions, `ch.created_at >= ${end}`])}
               group  by 1, 2)
              ${
                countFilter.withDeleted
                  ? ""
                  : `union  all
              (${counted("-")}
               from   config_items d
               join   config_changes ch on ch.config_id = d.id
               ${where(["d.deleted_at is not null", ...isWhole("ch.created_at"), ...countFilter.kindConditions])}
               group  by 1, 2)`
              }
            ) c
     group  by 1, 2
     having sum(count) <> 0`,
    values,
  );
  return rows;
}
