// Reads the incidents, findings and monitoring data of the config items of an application.
import type { Report, ReportFinding, ReportIncident } from "../../contract.ts";
import type { ReportReader } from "./reader.ts";

const maxIncidents = 500;
const maxFindings = 500;
const maxChecks = 500;

/** Returns the ids of the checks that are linked to the config items. */
export async function readCheckIds(reader: ReportReader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || !reader.opens("Monitoring", "checks", "check_config_relationships", "check_statuses"))
    return [];
  return reader.rows<string>(
    `select to_jsonb(c.id) as row
     from   (select distinct r.check_id from check_config_relationships r where r.config_id = any ($1::uuid[]) and r.deleted_at is null) l
     join   checks c on c.id = l.check_id
     where  c.deleted_at is null`,
    [ids],
  );
}

/** Reads the incidents of the last year whose evidence includes a config item or a check of the application. */
export async function readIncidents(
  reader: ReportReader,
  { items, checks }: { items: readonly string[]; checks: readonly string[] },
): Promise<Report["incidents"]> {
  if (items.length + checks.length === 0 || !reader.opens("Incidents", "incidents", "hypotheses", "evidences"))
    return [];
  const found = await reader.rows<ReportIncident>(
    `select jsonb_strip_nulls(jsonb_build_object(
              'id', n.id, 'number', n.incident_id, 'date', n.created_at, 'severity', n.severity, 'type', n.type,
              'description', n.title, 'status', n.status, 'acknowledgedDate', n.acknowledged,
              'resolvedDate', coalesce(n.resolved, case when n.status = 'closed' then n.closed end))) as row
     from   incidents n
     where  n.created_at > now() - interval '1 year'
     and    n.id in (select h.incident_id
                     from   evidences e
                     join   hypotheses h on h.id = e.hypothesis_id
                     where  e.config_id = any ($1::uuid[]) or e.check_id = any ($2::uuid[]))
     order  by n.created_at desc, n.id
     limit  ${maxIncidents + 1}`,
    [items, checks],
  );
  if (found.length > maxIncidents) reader.omit("Incidents", `Only the newest ${maxIncidents} incidents are included.`);
  return found.slice(0, maxIncidents);
}

/** Maps statuses of insights to the terms of audit reports. */
const findingStatus: Readonly<Record<string, string>> = { silenced: "accepted", closed: "resolved" };

export async function readFindings(reader: ReportReader, ids: readonly string[]): Promise<Report["findings"]> {
  if (ids.length === 0 || !reader.opens("Findings", "config_analysis")) return [];
  const found = await reader.rows<ReportFinding>(
    `select jsonb_build_object(
              'id', a.id, 'type', coalesce(a.analysis_type, 'other'), 'severity', coalesce(a.severity, 'info'),
              'title', coalesce(nullif(a.summary, ''), a.analyzer), 'description', coalesce(a.message, ''),
              'date', a.first_observed, 'lastObserved', a.last_observed, 'status', a.status,
              'config', jsonb_build_object('id', i.id, 'name', i.name, 'type', i.type)) as row
     from   config_analysis a
     join   config_items i on i.id = a.config_id
     where  a.config_id = any ($1::uuid[])
     order  by a.status = 'open' desc,
               array_position(array['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'], a.severity),
               a.last_observed desc, a.id
     limit  ${maxFindings + 1}`,
    [ids],
  );
  if (found.length > maxFindings)
    reader.omit("Findings", `Only ${maxFindings} findings are included: open findings and high severities first.`);
  return found
    .slice(0, maxFindings)
    .map((finding) => ({ ...finding, status: findingStatus[finding.status] ?? finding.status }));
}

interface CheckCounts {
  id: string;
  name: string;
  type: string;
  status: string;
  passed: number;
  failed: number;
}

/**
 * The uptime of the last 30 days. Days before yesterday are read from the daily sums, later times from the hourly sums
 * and from the runs that are not summed up yet.
 */
const counts = `
  select c.id, c.name, c.type, coalesce(c.status, 'unknown') as status,
         coalesce(sum(s.passed), 0) as passed, coalesce(sum(s.failed), 0) as failed
  from   checks c
  left   join lateral (
           select d.passed, d.failed
           from   check_statuses_1d d
           where  d.check_id = c.id and d.created_at > now() - interval '30 days'
           and    d.created_at < date_trunc('day', now(), 'UTC') - interval '1 day'
           union  all
           select h.passed, h.failed
           from   check_statuses_1h h
           where  h.check_id = c.id and h.created_at >= date_trunc('day', now(), 'UTC') - interval '1 day'
           and    h.created_at < date_trunc('hour', now() - interval '2 hours', 'UTC')
           union  all
           select count(*) filter (where r.status), count(*) filter (where not r.status)
           from   check_statuses r
           where  r.check_id = c.id and r.status is not null and counts_in_uptime(r.invalid, r.in_maintenance)
           and    r.time >= date_trunc('hour', now() - interval '2 hours', 'UTC')
         ) s on true
  where  c.id = any ($1::uuid[])
  group  by c.id`;

/** Returns undefined if no check is linked to the application. */
export async function readMonitoring(
  reader: ReportReader,
  checks: readonly string[],
): Promise<Report["monitoring"] | undefined> {
  if (checks.length === 0) return undefined;
  const maySeeAlerts = reader.opens("Alerts", "notification_send_history");
  const [found, [fired]] = await Promise.all([
    reader.rows<CheckCounts>(`select to_jsonb(n) as row from (${counts}) n order by n.name, n.id`, [checks]),
    maySeeAlerts
      ? reader.rows<number>(
          // An alert has a row for each recipient, but is counted only once.
          `select to_jsonb(count(distinct (m.resource_id, date_trunc('second', m.first_observed)))) as row
           from   notification_send_history m
           where  m.resource_id = any ($1::uuid[]) and m.source_event = 'check.failed' and m.purpose = 'event'
           and    m.created_at > now() - interval '30 days'`,
          [checks],
        )
      : [],
  ]);
  const percent = (passed: number, failed: number) => Math.round((10_000 * passed) / (passed + failed)) / 100;
  const [passed, failed] = found.reduce(([a, b], one) => [a + one.passed, b + one.failed], [0, 0]);
  if (found.length > maxChecks) reader.omit("Monitoring", `Only the first ${maxChecks} checks are listed.`);
  return {
    alertsConfigured: found.length,
    ...(fired !== undefined && { alertsFired: fired }),
    ...(passed + failed > 0 && { uptime: percent(passed, failed) }),
    tools: [],
    checks: found.slice(0, maxChecks).map(({ passed: ok, failed: bad, ...check }) => ({
      ...check,
      ...(ok + bad > 0 && { uptime: percent(ok, bad) }),
    })),
  };
}
