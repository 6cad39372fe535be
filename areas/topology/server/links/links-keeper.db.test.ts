// Tests links in the whole product: inline canaries with their component, and links that follow changes.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { openTopologyServer } from "#tests/support/topology-server.ts";

const estate = await openEstate(await startTestServer());
const { db } = estate;
const { editor, source, send, create, idOf, runNow } = await openTopologyServer(estate);

const linksOf = async (table: string, component: string, column: string) => {
  const { body } = await editor.ask(
    `/${table}?component_id=eq.${component}&deleted_at=is.null&select=${column},selector_id`,
  );
  return (body as Record<string, string>[]).map((row) => row[column]!).sort();
};

test("inline canaries are created and scheduled with their component, and deleted with it", async () => {
  const spec = (components: object[]) => ({ schedule: "@every 2h", components });
  const inline = { http: [{ name: "ping", url: `${source.url}/ping`, bearer: "s3cr3t-of-the-quay" }] };
  const { id } = await create("watched", { schedule: "@never", components: [{ name: "web", checks: [{ inline }] }] });
  await runNow(id);
  const component = await idOf(id, "web");
  const canaries = async () => {
    const { body } = await editor.ask(`/canaries?source=eq.component/${component}&select=id,name,spec,deleted_at`);
    return body as { id: string; name: string; spec: object; deleted_at: string | null }[];
  };
  const [canary] = await canaries();
  expect(canary).toMatchObject({
    name: "web",
    spec: { schedule: "@never", http: [{ name: "ping", bearer: "***" }] },
    deleted_at: null,
  });
  const { rows: checks } = await sql<{ id: string }>`select id from checks where canary_id = ${canary!.id}`.execute(db);
  expect(await linksOf("check_component_relationships", component, "check_id")).toEqual([checks[0]!.id]);
  const { body } = await editor.ask(`/components?id=eq.${component}&select=component_checks`);
  expect(body).toMatchObject([{ component_checks: [{ inline: { http: [{ bearer: "***" }] } }] }]);

  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { spec: spec([]) });
  await until(canaries, ([one]) => one!.deleted_at !== null);
  await send(editor, "PATCH", `/topologies?id=eq.${id}`, {
    spec: spec([{ name: "web", checks: [{ inline: { http: [{ name: "ping", url: `${source.url}/ping` }] } }] }]),
  });
  const [revived] = await until(canaries, ([one]) => one!.deleted_at === null);
  expect(revived).toMatchObject({ id: canary!.id, spec: { schedule: "@every 2h" } });
  expect(await idOf(id, "web")).toBe(component);
  // The canary runs on its schedule.
  const { rows: turns } = await sql`select schedule from check_turns where canary_id = ${canary!.id}`.execute(db);
  expect(turns).toEqual([{ schedule: "@every 2h" }]);
});

test("links are updated when config items, checks and components appear, change or disappear; manual links stay", async () => {
  const { id } = await create("linked", {
    schedule: "@never",
    components: [
      {
        name: "pier",
        configs: [{ types: ["Linked::Thing"], tagSelector: "pier=7" }],
        checks: [{ selector: { labelSelector: "pier=7" } }],
        selectors: [{ labelSelector: "pier=7" }],
      },
    ],
  });
  await runNow(id);
  const pier = await idOf(id, "pier");
  const { rows } = await sql<{ id: string }>`
    insert into config_items (name, type, config_class, external_id, tags)
    values ('bollard', 'Linked::Thing', 'Thing', '{bollard}', '{"pier": "7"}'),
           ('buoy', 'Linked::Thing', 'Thing', '{buoy}', '{"pier": "8"}'),
           ('by hand', 'Other', 'Other', '{hand}', '{}')
    returning id`.execute(db);
  const [bollard, buoy, byHand] = rows.map((row) => row.id);
  await sql`
    insert into config_component_relationships (component_id, config_id, selector_id)
    values (${pier}, ${byHand}, 'manual')`.execute(db);
  const configs = () => linksOf("config_component_relationships", pier, "config_id");
  const isNow = (...ids: (string | undefined)[]) =>
    until(configs, (now) => now.join() === ids.map(String).toSorted().join());
  await isNow(bollard, byHand);
  await sql`update config_items set tags = '{"pier": "7"}' where id = ${buoy}`.execute(db);
  await isNow(bollard, buoy, byHand);
  await sql`update config_items set deleted_at = now() where id = ${bollard}`.execute(db);
  await isNow(buoy, byHand);

  const canary = await send(editor, "POST", "/canaries", {
    name: "pier checks",
    spec: { schedule: "@never", http: [{ name: "lamp", url: source.url, labels: { pier: "7" } }] },
  });
  const { rows: checks } = await sql<{ id: string }>`
    select id from checks where canary_id = ${(canary.body as { id: string }[])[0]!.id}`.execute(db);
  const isLinked = (count: number) =>
    until(
      () => linksOf("check_component_relationships", pier, "check_id"),
      (ids) => ids.length === count,
    );
  expect(await isLinked(1)).toEqual([checks[0]!.id]);
  await sql`update checks set labels = '{}' where id = ${checks[0]!.id}`.execute(db);
  await isLinked(0);

  const other = await create("others", { schedule: "@never", components: [{ name: "tug", labels: { pier: "7" } }] });
  await runNow(other.id);
  const tug = await idOf(other.id, "tug");
  const parents = async () => {
    const { body } = await editor.ask(
      `/component_relationships?component_id=eq.${tug}&deleted_at=is.null&select=relationship_id,relationship_path`,
    );
    return body as { relationship_id: string; relationship_path: string }[];
  };
  const [link] = await until(parents, (found) => found.length === 1);
  expect(link).toEqual({ relationship_id: pier, relationship_path: `${await idOf(id, "linked")}.${pier}` });
  // Editing the selectors updates the links without a build.
  await send(editor, "PATCH", `/components?id=eq.${pier}`, { selectors: null });
  await until(parents, (found) => found.length === 0);
});
