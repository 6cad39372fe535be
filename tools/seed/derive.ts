// Computes the rows that triggers would have maintained, in one step after loading.
import type pg from "pg";
import { hour, type Estate } from "./estate.ts";
import { oldestRun, type Check } from "./estate/health.ts";

export async function derive(
  client: pg.Client,
  {
    estate,
    checks,
    tables,
    onStep,
  }: { estate: Estate; checks: readonly Check[]; tables: readonly string[]; onStep: (what: string) => void },
): Promise<void> {
  onStep("labels in use");
  for (const [facets, table, kinds] of [
    ["config_facets", "config_items", ["tags", "labels"]],
    ["check_facets", "checks", ["labels"]],
    ["component_facets", "components", ["labels"]],
  ] as const)
    for (const kind of kinds)
      await client.query(
        `insert into ${facets} (kind, key, value)
         select distinct '${kind}', p.key, p.value
         from   ${table} r, jsonb_each_text(r.${kind}) p
         where  r.deleted_at is null
         on conflict do nothing`,
      );

  onStep("states of components");
  // Unhealthy components have been unhealthy for up to two days.
  await client.query(
    `insert into component_states (component_id, since, name, parent_id, health, status, is_deleted)
     select id, created_at, name, parent_id, 'healthy', 'healthy', false from components where health <> 'healthy'
     union all
     select id, case health when 'healthy' then created_at else greatest(created_at, now() - random() * interval '2 days') end,
            name, parent_id, health, status, deleted_at is not null
     from   components
     on conflict (component_id, since) do nothing`,
  );
  // A running server computes the health of the components and the components of the teams.
  await client.query("insert into component_dirt (component_id, is_edited) select id, true from components");
  await client.query("insert into component_dirt (team_id) select id from teams");

  onStep("rows by agent");
  await client.query(
    `insert into agent_tallies (agent_id, what, rows)
     select c.agent_id, c.what, c.rows - coalesce((select sum(k.rows) from agent_tallies k where k.agent_id = c.agent_id and k.what = c.what), 0)
     from   (
              select agent_id, 'config_items' as what, count(*) as rows from config_items group by 1
              union all
              select agent_id, 'config_scrapers', count(*) from config_scrapers group by 1
              union all
              select agent_id, 'checks', count(*) from checks group by 1
              union all
              select agent_id, 'playbook_runs', count(*) from playbook_runs group by 1
            ) c`,
  );

  onStep("numbers of messages");
  await client.query(
    `insert into notification_tallies (resource_kind, resource_id, status, messages, first_observed, last_seen, is_sum)
     select split_part(h.source_event, '.', 1), h.resource_id, s.status, sum(h.count), min(h.first_observed), max(h.created_at), true
     from   notification_send_history h
     cross  join message_tally_statuses(h.status, h.resource_name) s (status)
     where  not exists (select from notification_tallies t where t.resource_id = h.resource_id)
     group  by 1, 2, 3`,
  );

  onStep("last changes of documents");
  // Only items of this transaction: other items of the database keep their times.
  await client.query(
    `update config_items c set updated_at = d.last
     from   (select config_id, max(created_at) as last from config_changes where change_type = 'diff' group by 1) d
     where  d.config_id = c.id and d.last > c.created_at and c.xmin = pg_current_xact_id()::xid`,
  );

  onStep("changes of the last days");
  await client.query(
    `insert into config_change_tallies (config_id, updated_at) select id, updated_at from config_items
     on conflict (config_id) do update set updated_at = excluded.updated_at`,
  );
  await client.query(
    `insert into config_change_tallies as t (config_id, last_3d, last_7d, last_30d)
     select ch.config_id,
            count(*) filter (where ch.created_at > k.aged_until - interval '3 days'),
            count(*) filter (where ch.created_at > k.aged_until - interval '7 days'),
            count(*)
     from   config_changes ch
     cross  join config_change_clock k
     where  ch.created_at > k.aged_until - interval '30 days'
     group  by ch.config_id
     on conflict (config_id) do update
     set    last_3d = excluded.last_3d, last_7d = excluded.last_7d, last_30d = excluded.last_30d`,
  );

  onStep("changes by the hour");
  await client.query("select recount_config_changes()");

  onStep("groups of config items");
  await client.query("analyze config_items, config_change_tallies, config_analysis");
  await client.query("select make_config_groups()");

  onStep("names of config items");
  await client.query(
    `insert into config_lines (config_id, name, line)
     select id, name, config_line(name, type, description, tags) from config_items order by id
     on conflict do nothing`,
  );

  onStep("words of config items");
  await client.query(
    "insert into config_search (config_id, words) select c.id, words_of_config(c) from config_items c on conflict do nothing",
  );

  // The newest runs determine the status of a check; the roll-ups cover the time of all runs.
  if (checks.length > 0 && estate.sizes.statuses > 0) {
    onStep("summaries of checks");
    await client.query("analyze checks, check_statuses");
    await client.query("select remember_latest_runs()");
    await client.query("select summarise_checks(array(select id from checks))");
    const since = oldestRun(estate, checks);
    onStep("roll-up by the hour");
    await client.query("select roll_up_check_hours($1)", [since]);
    onStep("roll-up by the day");
    await client.query("select roll_up_check_days($1)", [new Date(since.getTime() - hour)]);
  }

  onStep("copies of resources in evidence");
  // The copies show the resources as unhealthy, because the resources were unhealthy when they were linked.
  await client.query(
    `update evidences e
     set    evidence = coalesce(e.evidence, '{}') || jsonb_build_object('then', r.resource || jsonb_build_object('at', e.created_at)
              || case when r.resource ->> 'kind' in ('check', 'component') then '{"health": "unhealthy", "status": "unhealthy"}' else '{}' end::jsonb)
     from   evidences f
     cross  join lateral (
              select evidence_resource(f.type, f.check_id, f.config_id, f.config_change_id, f.config_analysis_id, f.component_id)
                     - array['last_runtime', 'last_transition_time', 'updated_at', 'message'] as resource
            ) r
     where  f.id = e.id and r.resource is not null and not coalesce(e.evidence, '{}') ? 'then'`,
  );

  if (estate.seed === 1)
    await client.query("select setval('incident_number', greatest((select last_value from incident_number), $1))", [
      Math.max(1, estate.counts.incidents),
    ]);

  // Makes open screens reload everything, because there are too many rows to list.
  await client.query("insert into changes (relation) select unnest($1::text[])", [tables]);
  await client.query("notify quarterdeck_changes");
}
