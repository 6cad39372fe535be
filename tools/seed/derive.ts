// What triggers keep from row to row, made at once from what was loaded.
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

  // The newest runs decide how a check stands; the roll-ups reach as far back as the runs.
  if (checks.length > 0 && estate.sizes.statuses > 0) {
    onStep("summaries of checks");
    await client.query("analyze checks, check_statuses");
    await client.query("select summarise_checks(array(select id from checks))");
    const since = oldestRun(estate, checks);
    onStep("roll-up by the hour");
    await client.query("select roll_up_check_hours($1)", [since]);
    onStep("roll-up by the day");
    await client.query("select roll_up_check_days($1)", [new Date(since.getTime() - hour)]);
  }

  if (estate.seed === 1)
    await client.query("select setval('incident_number', greatest((select last_value from incident_number), $1))", [
      Math.max(1, estate.counts.incidents),
    ]);

  // Screens that are open read everything anew: too many rows to name.
  await client.query("insert into changes (relation) select unnest($1::text[])", [tables]);
  await client.query("notify quarterdeck_changes");
}
