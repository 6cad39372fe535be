// Supports databases from before the baselines: until 2026-11-17 the schema consisted of the 98 changes below. A
// database with all these changes has the tables of the baselines, so the baselines are recorded as applied. Their
// comments, functions and row rules are applied again, because some differ. Delete this file once such databases are no
// longer supported.
import { createHash } from "node:crypto";
import type pg from "pg";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { SqlFile } from "./schema-files.ts";

/** The last commit that contains these changes. */
const lastCommit = "08a41880";

/** The names of the changes by module. */
const replacedNames: Readonly<Record<string, string>> = {
  "areas/agents": "2026-11-16-0300_agents 2026-11-17-0300_agent_tallies",
  "areas/applications": `
    2026-11-16-1200_applications 2026-11-16-1210_applications_links 2026-11-27-1600_spec_secrets`,
  "areas/catalog": `
    2026-11-16-0500_catalog 2026-11-16-0510_catalog_links 2026-11-17-0500_change_tallies
    2026-11-18-0500_counts_by_index 2026-11-19-0500_carried_tags 2026-11-19-0510_tally_of_each_item
    2026-11-23-0000_sightings 2026-11-23-0010_fewer_keys 2026-11-23-0020_who_keeps_tags 2026-11-23-0500_groups
    2026-11-23-0600_search 2026-11-23-0700_read_narrow 2026-11-23-1000_scraping 2026-11-24-0000_new_groups
    2026-11-24-0010_fingerprints_of_others 2026-11-24-0020_moments_apart 2026-11-24-0030_links_noted
    2026-11-24-0100_known_versions 2026-11-24-0500_group_insights 2026-11-24-0510_changes_by_source
    2026-11-24-0520_change_counts 2026-11-24-1000_scrapers_of_clusters 2026-11-24-1100_scrape_plugins
    2026-11-24-1110_unlisted_versions 2026-11-24-1120_closed_insights 2026-11-25-0000_looked_up_words
    2026-11-25-0010_changes_by_type 2026-11-25-0020_scrapers_come_back 2026-11-26-0000_kinds 2026-11-26-0010_lines
    2026-11-26-0020_looked_up_tallies 2026-11-26-0500_locations 2026-11-27-0000_mentions 2026-11-27-1600_spec_secrets`,
  "areas/connections": `
    2026-11-16-0400_connections 2026-11-16-0410_connections_links 2026-11-21-0100_connection_uses`,
  "areas/features": "2026-11-16-0200_properties 2026-11-20-0020_audited 2026-11-20-0040_local_properties",
  "areas/health": `
    2026-11-16-0600_health 2026-11-16-0610_health_links 2026-11-18-0600_checks_by_name 2026-11-22-0000_running
    2026-11-22-0100_engine 2026-11-23-2000_static_objects 2026-11-23-2010_windows_by_rows
    2026-11-23-2020_canaries_come_back 2026-11-27-1600_spec_secrets 2026-11-29-0900_pause`,
  "areas/identity": `
    2026-11-15-0300_identity 2026-11-19-0000_second_factors 2026-11-19-0100_mails 2026-11-19-0200_invitation_links
    2026-11-19-0300_oidc 2026-11-20-0030_read_only_tokens 2026-11-20-0100_security_keys`,
  "areas/incidents": "2026-11-16-0800_incidents 2026-11-27-1600_spec_secrets",
  "areas/logs": "2026-11-16-1100_logging_backends 2026-11-27-1600_spec_secrets",
  "areas/notifications": `
    2026-11-16-0900_notifications 2026-11-16-0910_notifications_links 2026-11-18-0900_resource_names
    2026-11-27-1600_service_secrets`,
  "areas/people": `
    2026-11-15-0200_people 2026-11-16-0100_teams 2026-11-20-0010_audited 2026-11-20-0200_permission_feature
    2026-11-27-1600_spec_secrets`,
  "areas/playbooks": "2026-11-16-1000_playbooks 2026-11-16-1010_playbooks_links 2026-11-27-1600_spec_secrets",
  "areas/search": "2026-11-17-0900_names 2026-11-18-0900_beginnings",
  "areas/topology": "2026-11-16-0700_topology 2026-11-16-0710_topology_links 2026-11-27-1600_spec_secrets",
  "areas/views": "2026-11-16-1300_views 2026-11-27-1600_spec_secrets",
  "server/artifacts": "2026-11-15-0120_artifacts",
  "server/audit": "2026-11-18-0000_audit_log 2026-11-20-0000_before_and_after 2026-11-21-0000_tests",
  "server/db": `
    2026-11-15-0100_base 2026-11-16-0000_row_rules 2026-11-22-0200_done_once 2026-11-23-0100_facets_looked_at_once
    2026-11-23-0110_facets_looked_at_as_a_whole`,
  "server/jobs": "2026-11-15-0200_job_history 2026-11-16-0010_job_history_by_resource",
  "server/live": "2026-11-15-0210_changes",
  "server/secrets": "2026-11-15-0110_secret_keys",
};

const replacedPaths = Object.entries(replacedNames).flatMap(([module, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${module}/schema/${name}.sql`),
);

/** The SHA-256 of one line per change, sorted by path: the path and the checksum of the file. */
const replacedDigest = "d5e65dcaf42da79c8f0ac3d98939b97b218d85f2dfa502b44a97659d5be06fbb";

/** Files whose names sort after this file are not baselines. */
const lastBaseline = "2026-11-17-0135_search";

/** Replaces the records of these changes by records of the baselines. Runs in a transaction of the caller. */
export async function replaceOldChanges(client: pg.ClientBase, changes: readonly SqlFile[]): Promise<void> {
  const { rows } = await client.query<{ path: string; checksum: string }>(
    `select path, checksum from schema_changes where path = any ($1) order by path collate "C"`,
    [replacedPaths],
  );
  if (rows.length === 0) return;
  requireAll(rows);
  const baselines = changes.filter(({ name }) => name <= lastBaseline);
  for (const { sql } of baselines) await client.query(repeatableStatements(sql).join("\n"));
  await client.query("delete from schema_changes where path = any ($1)", [replacedPaths]);
  await client.query("insert into schema_changes (path, checksum) select * from unnest($1::text[], $2::text[])", [
    baselines.map(({ path }) => path),
    baselines.map(({ checksum }) => checksum),
  ]);
}

function requireAll(rows: readonly { path: string; checksum: string }[]): void {
  const missing = replacedPaths.filter((path) => !rows.some((row) => row.path === path));
  if (missing.length > 0)
    throw new StartRefused(
      `The database has only ${rows.length} of the ${replacedPaths.length} schema changes that this version replaces ` +
        `(it lacks ${missing[0]}). Start Quarterdeck of commit ${lastCommit} with this database once, then this version.`,
    );
  const digest = createHash("sha256").update(rows.map(({ path, checksum }) => `${path} ${checksum}\n`).join(""));
  if (digest.digest("hex") !== replacedDigest)
    throw new StartRefused(
      `The schema changes that this database records differ from the released ones, so this version cannot replace them. ` +
        `Restore a backup that Quarterdeck of commit ${lastCommit} can start with, or use an empty database.`,
    );
}

/** Returns the statements of a file that have the same result when they run again. */
function repeatableStatements(sql: string): string[] {
  const statements = sql.match(/(?:--.*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|[^;])+;/g) ?? [];
  return statements
    .map((statement) => statement.replace(/^(?:\s*--.*\n|\s+)+/, ""))
    .filter((statement) => /^(?:comment on|create or replace|call keep_row_rules)\b/.test(statement));
}
