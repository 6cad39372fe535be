// Tests rules for the whole data model on a database with a dozen rows in every table.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resources } from "#language/roles.ts";
import { readCatalog, readTags } from "#server/db/relations.ts";
import { readSchemaFiles } from "#server/db/schema-files.ts";
import { bringUpToDate } from "#server/db/schema.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";
import { repository } from "#lib/load/repository.ts";
import { emptyDatabase, testDatabase, testLog } from "./support/database.ts";
import { idOf, insertEstate } from "./support/estate.ts";

const { connection } = await testDatabase();
const client = new pg.Client(connection);
await client.connect();
afterAll(() => client.end());
const { relations, functions } = await readCatalog(client);
const all = [...relations.values()];
const exposed = all.filter((relation) => relation.exposed);

beforeAll(() => insertEstate(client));

const { rows: roles } = await client.query<{ plain: string; scoped: string }>("select plain, scoped from schema_roles");

async function asRole<T>(role: string, work: () => Promise<T>): Promise<T> {
  await client.query(`set role "${role}"`);
  try {
    return await work();
  } finally {
    await client.query("reset role");
  }
}

test("the whole schema applies to an empty database, and applying it again changes nothing", async () => {
  const empty = await emptyDatabase();
  const bring = () => bringUpToDate(empty.connection, { log: testLog, parts: [jobsSchemaPart] });
  const first = await bring();
  expect(first.applied).toBe((await readSchemaFiles()).changes.length);
  expect(first.rebuilt).toBeGreaterThan(80);
  expect(await bring()).toEqual({ applied: 0, rebuilt: 0 });
});

// The server fills these tables while it runs; the schema does not.
const unfilled = new Set([
  "access_tokens",
  "agent_actions",
  "agent_outputs",
  "artifact_chunks",
  "clock_offsets",
  "credentials",
  "event_inbox",
  "event_tallies",
  "flow_errors",
  "identity_codes",
  "identity_flows",
  "incident_dirt",
  "incident_postmortems",
  "job_schedules",
  "local_properties",
  "mcp_confirmations",
  "notification_attempts",
  "notification_events",
  "notification_preferences",
  "notification_readers",
  "notification_undelivered",
  "oidc_links",
  "playbook_deliveries",
  "playbook_leases",
  "playbook_outputs",
  "playbook_schedules",
  "playbook_trigger_counts",
  "processes",
  "secret_keys",
  "security_keys",
  "sent_connections",
  "sessions",
  "settings",
  "sign_in_throttles",
  "topology_turns",
  "verified_emails",
  "view_results",
  "event_queue_summary",
  "event_deliveries",
  "event_deliveries_hourly",
]);

const filled = all.filter(({ name }) => !unfilled.has(name));

test("every table and view has rows, and columns declared as not null contain no null", async () => {
  for (const { name, columns } of filled) {
    const promised = [...columns.values()].filter(({ nullable }) => !nullable).map((column) => column.name);
    const counts = promised.map((column) => `count(*) filter (where "${column}" is null)::int as "${column}"`);
    const { rows } = await client.query<Record<string, number>>(
      `select ${["count(*)::int as how_many", ...counts].join(", ")} from "${name}"`,
    );
    const { how_many: howMany, ...nulls } = rows[0]!;
    expect.soft(howMany, `in ${name}`).toBeGreaterThan(0);
    expect.soft(nulls, `in ${name}`).toEqual(Object.fromEntries(promised.map((column) => [column, 0])));
  }
});

test("the role of ordinary actors can read every exposed relation", async () => {
  await asRole(roles[0]!.plain, async () => {
    for (const { name, columns } of filled.filter((relation) => relation.exposed)) {
      const readable = [...columns.values()]
        .filter(({ secret, masked }) => !secret && !masked)
        .map((column) => `"${column.name}"`);
      expect
        .soft((await client.query(`select ${readable.join(", ")} from "${name}"`)).rowCount, name)
        .toBeGreaterThan(0);
    }
  });
});

test("every table and view has a comment", () => {
  expect(all.filter(({ comment }) => comment === "").map(({ name }) => name)).toEqual([]);
});

test("every exposed relation and function belongs to an existing resource", () => {
  const named = [...exposed, ...[...functions.values()].filter((each) => each.exposed)];
  expect(named.filter(({ resource }) => !resources.includes(resource)).map(({ name }) => name)).toEqual([]);
});

test("tables with credentials and sessions are not exposed", () => {
  const kept = [
    "access_tokens",
    "sessions",
    "credentials",
    "identity_flows",
    "invites",
    "settings",
    "sign_in_throttles",
  ];
  expect(kept.filter((name) => relations.get(name)!.exposed)).toEqual([]);
});

test("the values listed in a column comment equal the values of its check constraint", async () => {
  const { rows } = await client.query<{ relation: string; column: string; check: string }>(
    `select r.relname as relation, a.attname as column, pg_get_constraintdef(c.oid) as check
     from   pg_constraint c
     join   pg_class r on r.oid = c.conrelid
     join   pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
     where  c.contype = 'c' and r.relnamespace = 'public'::regnamespace and not r.relispartition
     and    pg_get_constraintdef(c.oid) ~ 'ANY \\(ARRAY\\[' and cardinality(c.conkey) = 1`,
  );
  expect(rows.length).toBeGreaterThan(30);
  for (const { relation, column, check } of rows)
    expect(relations.get(relation)!.columns.get(column)!.values, `${relation}.${column}`).toEqual(
      [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value),
    );
});

test("every foreign key has an index that begins with its columns", async () => {
  const { rows } = await client.query<{ relation: string; name: string }>(
    `select r.relname as relation, c.conname as name
     from   pg_constraint c
     join   pg_class r on r.oid = c.conrelid
     where  c.contype = 'f' and c.conparentid = 0 and r.relnamespace = 'public'::regnamespace
     and    not exists (select from pg_index i where i.indrelid = r.oid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
  );
  expect(rows).toEqual([]);
});

test("the constraints that clients name in embeds exist", () => {
  const named = (relation: string, constraint: string) =>
    relations.get(relation)!.foreignKeys.find((key) => key.constraint === constraint)?.target;
  expect(named("checks", "checks_canary_id_fkey")).toBe("canaries");
  expect(named("checks", "checks_agent_id_fkey")).toBe("agents");
  expect(named("config_relationships", "config_relationships_config_id_fkey")).toBe("config_items");
  expect(named("config_relationships", "config_relationships_related_id_fkey")).toBe("config_items");
  expect(named("config_component_relationships", "config_component_relationships_config_id_fkey")).toBe("config_items");
  expect(named("config_component_relationships", "config_component_relationships_component_id_fkey")).toBe(
    "components",
  );
  expect(named("comments", "comments_incident_id_fkey")).toBe("incidents");
  expect(named("incidents", "incidents_commander_id_fkey")).toBe("people");
  expect(named("artifacts", "artifacts_playbook_run_action_id_fkey")).toBe("playbook_run_actions");
});

test("deleting a row again keeps the first deleted_at, in every table with that column", async () => {
  const marking = all.filter(
    ({ kind, columns, name }) => kind === "table" && columns.has("deleted_at") && name !== "artifacts",
  );
  expect(marking.length).toBeGreaterThan(20);
  await client.query("begin");
  try {
    for (const { name } of marking) {
      const where = `where ctid = (select min(ctid) from "${name}" ${name === "agents" ? `where name <> 'local'` : ""})`;
      await client.query(`create temp table target on commit drop as select ctid as old from "${name}" ${where}`);
      await client.query(`update "${name}" set deleted_at = '2026-01-01' where ctid = (select old from target)`);
      await client.query(`update "${name}" set deleted_at = '2026-02-02' where deleted_at = '2026-01-01'`);
      const { rowCount } = await client.query(`select from "${name}" where deleted_at = '2026-01-01'`);
      expect(rowCount, `in ${name}`).toBeGreaterThan(0);
      await client.query("drop table target");
    }
  } finally {
    await client.query("rollback");
  }
});

test("names are unique among rows that are not deleted, and can be reused after deletion", async () => {
  const again = {
    teams: "name, created_by",
    agents: "name",
    connections: "name, type",
    playbooks: "name, category, spec",
    notifications: "name, namespace, events",
    applications: "name, namespace, spec",
    views: "name, namespace, spec",
    topologies: "name",
    canaries: "name, source, spec",
    incident_rules: "name, created_by",
    permission_groups: "name, namespace, selectors",
  };
  await client.query("begin");
  for (const [table, columns] of Object.entries(again)) {
    const oneId = `(select id from ${table} where deleted_at is null and name not in ('local') order by name limit 1)`;
    const repeat = `insert into ${table} (${columns}) select ${columns} from ${table} where id = `;
    const { rows } = await client.query<{ id: string }>(`select ${oneId} as id`);
    const { id } = rows[0]!;
    await client.query("savepoint before");
    await expect(client.query(`${repeat} '${id}'`), `in ${table}`).rejects.toMatchObject({ code: "23505" });
    await client.query("rollback to savepoint before");
    await client.query(`update ${table} set deleted_at = now() where id = $1`, [id]);
    expect((await client.query(`${repeat} '${id}'`)).rowCount, `in ${table}`).toBe(1);
  }
  await client.query("rollback");
});

test("ordinary actors cannot write tables that the database maintains, and cannot read secrets", async () => {
  const refused = { code: "42501" };
  await asRole(roles[0]!.plain, async () => {
    await expect(client.query("insert into config_facets values ('tags', 'a', 'b')")).rejects.toMatchObject(refused);
    await expect(client.query("delete from incident_histories")).rejects.toMatchObject(refused);
    await expect(client.query("select password from connections")).rejects.toMatchObject(refused);
    const { rows } = await client.query("select has_password, has_certificate from connections limit 1");
    expect(rows).toEqual([{ has_password: true, has_certificate: false }]);
  });
});

test("an incident opened by an ordinary actor gets its number and its history", async () => {
  await client.query("begin");
  await asRole(roles[0]!.plain, async () => {
    const { rows } = await client.query<{ id: string; incident_id: string }>(
      "insert into incidents (title, severity, created_by) values ('late', 'High', $1) returning id, incident_id, severity",
      [idOf("person", 1)],
    );
    expect(rows[0]).toMatchObject({ incident_id: expect.stringMatching(/^INC-\d+$/), severity: "high" });
    const history = await client.query("select type from incident_histories where incident_id = $1", [rows[0]!.id]);
    expect(history.rows).toEqual([{ type: "incident.created" }]);
  });
  await client.query("rollback");
});

test("every exposed function returns rows", async () => {
  const calls: Record<string, string> = {
    config_relationships_recursive: `'${idOf("config", 2)}'`,
    get_playbook_run_actions: `'${idOf("run", 1)}'`,
    get_recursive_path: `'${idOf("config", 5)}'`,
    lookup_analysis_by_component: `'${idOf("component", 2)}'`,
    related_changes_recursive: `'${idOf("config", 1)}'`,
    config_ids_around: `'${idOf("config", 1)}'`,
    search_configs: "'kubernetes'",
    configs_mentioning: "'kubernetes'",
    related_config_ids_recursive: `'${idOf("config", 2)}'`,
    related_configs_recursive: `'${idOf("config", 2)}'`,
    unhealthy_intervals: "(select array_agg(id) from components), '-infinity', '1 minute'",
  };
  const names = [...functions.values()].filter((each) => each.exposed).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(calls).toSorted());
  // All components of the estate are healthy.
  await client.query(
    `insert into component_states (component_id, since, name, health, status, is_deleted)
     values ($1, '2026-11-17', 'component 1', 'unhealthy', '', false)`,
    [idOf("component", 1)],
  );
  for (const [name, argument] of Object.entries(calls)) {
    const { rowCount } = await asRole(roles[0]!.plain, () => client.query(`select * from ${name}(${argument})`));
    expect(rowCount, `in ${name}`).toBeGreaterThan(0);
  }
});

test("comments have exactly the tags that ARCHITECTURE.md documents", async () => {
  const documented = await readFile(join(repository, "ARCHITECTURE.md"), "utf8");
  const { rows } = await client.query<{ description: string }>(
    `select description from pg_description d
     where  (d.classoid = 'pg_class'::regclass and d.objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace))
     or     (d.classoid = 'pg_proc'::regclass and d.objoid in (select oid from pg_proc where pronamespace = 'public'::regnamespace))`,
  );
  const used = new Set(rows.flatMap(({ description }) => [...readTags(description).tags.keys()]));
  expect(used).toEqual(new Set([...documented.matchAll(/^\| `@(\w+)/gm)].map(([, tag]) => tag)));
});

test("an encrypted column is never returned: it is secret or masked", () => {
  const served = exposed.flatMap(({ name, columns }) =>
    [...columns.values()]
      .filter((column) => column.sealed && !column.secret && !column.masked)
      .map((column) => `${name}.${column.name}`),
  );
  expect(served).toEqual([]);
  expect(
    [...relations.get("connections")!.columns.values()].filter(({ masked }) => masked).map(({ name }) => name),
  ).toEqual(["username", "password", "certificate"]);
});

// Rows of these tables can be defined in manifest files, now or in a later version, so a file can be their source.
const fromFiles = [
  "applications",
  "connections",
  "logging_backends",
  "notification_silences",
  "notifications",
  "playbooks",
  "topologies",
  "views",
];

test.each(fromFiles)("%s accepts a file as the source of a row, and rejects other new sources", async (table) => {
  const put = (source: string) => client.query(`update ${table} set source = $1`, [source]);
  await client.query("begin");
  try {
    expect((await put("file:harbour/quay.yaml")).rowCount).toBeGreaterThan(0);
    await expect(put("elsewhere")).rejects.toThrow(`${table}_source_check`);
  } finally {
    await client.query("rollback");
  }
});
