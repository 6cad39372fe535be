// Tests GET /api/why: the walk with its limits, the rights of the caller, and the refusals.
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { idOf } from "#tests/support/estate.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { WhyAnswer, WhyKind } from "../../why.contract.ts";
import { whyUnhealthy } from "../../why.contract.schema.ts";

const { server, db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const viewer = await person({ roles: ["viewer"] });

async function why(kind: WhyKind, id: string, who: Someone = viewer): Promise<WhyAnswer> {
  const { status, body, text } = await who.ask(`/api/why/${kind}/${id}`);
  expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" });
  return whyUnhealthy.answer.parse(body);
}

const minutesAgo = (minutes: number) => sql<string>`now() - ${minutes} * interval '1 minute'`;

interface New {
  health?: "healthy" | "unhealthy" | "warning" | "unknown" | null;
  /** Minutes since the last change of health. */
  since?: number;
  parent?: string;
  tags?: object;
}

async function config(name: string, { health = "healthy", since, parent, tags = {} }: New = {}): Promise<string> {
  const id = idOf("why config", next());
  await sql`
    insert into config_items (id, type, config_class, name, health, parent_id, tags, inserted_at)
    values (${id}, 'Kubernetes::Deployment', 'Deployment', ${name}, ${health}, ${parent ?? null}, ${JSON.stringify(tags)}, now() - interval '9 days')`.execute(
    db,
  );
  if (since !== undefined)
    await sql`
      insert into config_changes (config_id, change_type, severity, source, created_at, first_observed)
      values (${id}, 'Unhealthy', 'medium', 'config-db-health-trigger', ${minutesAgo(since)}, ${minutesAgo(since)})`.execute(
      db,
    );
  return id;
}

async function component(name: string, { health = "healthy", since, parent }: New = {}): Promise<string> {
  const id = idOf("why component", next());
  await sql`
    insert into components (id, name, type, health, parent_id, last_transition_time)
    values (${id}, ${name}, 'Service', ${health}, ${parent ?? null}, ${since === undefined ? null : minutesAgo(since)})`.execute(
    db,
  );
  return id;
}

async function check(name: string, status: "healthy" | "unhealthy", since = 10): Promise<string> {
  const [id, canary] = [idOf("why check", next()), idOf("why canary", next())];
  await sql`insert into canaries (id, name, spec) values (${canary}, ${`${name}-${canary}`}, '{}')`.execute(db);
  await sql`
    insert into checks (id, canary_id, type, name, status, last_transition_time)
    values (${id}, ${canary}, 'http', ${name}, ${status}, ${minutesAgo(since)})`.execute(db);
  return id;
}

const relate = (from: string, to: string, relation: string) =>
  sql`insert into config_relationships (config_id, related_id, relation) values (${from}, ${to}, ${relation})`.execute(
    db,
  );
const link = (table: "config_component" | "check_component" | "check_config", first: string, second: string) => {
  const [one, other] =
    table === "config_component" ? ["component_id", "config_id"] : [`${table.slice(6)}_id`, "check_id"];
  const canary = table === "config_component" ? undefined : sql`(select canary_id from checks where id = ${second})`;
  return sql`
    insert into ${sql.table(`${table}_relationships`)} (${sql.ref(one)}, ${sql.ref(other)} ${canary ? sql`, canary_id` : sql``})
    values (${first}, ${second} ${canary ? sql`, ${canary}` : sql``})`.execute(db);
};
const change = async (config_id: string, minutes: number, type = "diff", source = "diff"): Promise<string> => {
  const id = idOf("why change", next());
  await sql`
    insert into config_changes (id, config_id, change_type, source, summary, created_at, first_observed)
    values (${id}, ${config_id}, ${type}, ${source}, 'spec.image', ${minutesAgo(minutes)}, ${minutesAgo(minutes)})`.execute(
    db,
  );
  return id;
};

let counter = 0;
const next = () => (counter += 1);

describe("the causes", () => {
  test("the steps lead from a component through its child and check to the item that changed, each with a sentence", async () => {
    const shop = await component("Shop", { health: "unhealthy", since: 10 });
    const checkout = await component("Checkout", { health: "unhealthy", since: 10, parent: shop });
    await component("Search", { parent: shop });
    const http = await check("checkout-http", "unhealthy");
    const deployment = await config("checkout", { health: "unhealthy", since: 11 });
    await link("check_component", checkout, http);
    await link("check_config", deployment, http);
    const changed = await change(deployment, 14);
    const old = await change(deployment, 10 + 121);
    const late = await change(deployment, 10 - 6);

    const answer = await why("component", shop);
    expect(answer).toMatchObject({
      start: { kind: "component", id: shop, name: "Shop", health: "unhealthy" },
      is_unhealthy: true,
      summary: "Shop is unhealthy, most probably because of checkout.",
      stopped: null,
      is_cause_hidden: false,
      visited: 5,
    });
    expect(answer.causes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["config checkout"]);
    expect(answer.causes[0]).toMatchObject({
      id: deployment,
      reason:
        "checkout became unhealthy 1m before Shop did, and nothing below it is unhealthy; it changed 4m before the transition (diff).",
      changes: 1,
    });
    expect(answer.causes[0]!.path.map(({ name, reason }) => [name, reason])).toEqual([
      ["Shop", "The search starts at Shop, which is unhealthy."],
      ["Checkout", "Checkout is part of Shop and is unhealthy."],
      ["checkout-http", "checkout-http checks Checkout and fails."],
      ["checkout", "The check checkout-http watches checkout, which is unhealthy."],
    ]);
    expect(answer.changes).toMatchObject([
      {
        id: changed,
        config_id: deployment,
        name: "checkout",
        reason: "A change of a possible cause, 4m before the transition.",
      },
    ]);
    expect(answer.changes.map(({ id }) => id)).not.toContain(old);
    expect(answer.changes.map(({ id }) => id)).not.toContain(late);
    expect(Date.parse(answer.to!) - Date.parse(answer.from!)).toBe(125 * 60_000);
  });

  test("the causes include a healthy item that changed, and list the changes of its ancestors", async () => {
    const cluster = await config("north", { health: null });
    const deployment = await config("web", { health: "warning", since: 10, parent: cluster });
    const pod = await config("web-1", { health: "unhealthy", since: 10, parent: deployment });
    const settings = await config("settings", { health: null });
    await relate(pod, settings, "PodConfigMap");
    const http = await check("web-http", "unhealthy", 9);
    await link("check_config", pod, http);
    const [settingsChange, clusterChange] = [await change(settings, 12), await change(cluster, 80)];

    const answer = await why("check", http);
    expect(answer.causes.slice(0, 2).map(({ name }) => name)).toContain("settings");
    expect(answer.causes.find(({ name }) => name === "settings")!.path.at(-1)!.reason).toBe(
      "settings is related to web-1 (PodConfigMap) and has no known health.",
    );
    expect(answer.changes.map(({ id }) => id)).toEqual(expect.arrayContaining([settingsChange, clusterChange]));
    expect(answer.changes.find(({ id }) => id === clusterChange)!.reason).toBe(
      "A change of an ancestor of the possible cause web-1, 1h 11m before the transition.",
    );
  });

  test("the causes include a failing check without an unhealthy item, with the error of its last run", async () => {
    const api = await component("Api", { health: "unhealthy", since: 5 });
    const [failing, passing] = [await check("api-http", "unhealthy", 5), await check("api-tcp", "healthy", 5)];
    for (const id of [failing, passing]) await link("check_component", api, id);
    await sql`
      insert into check_statuses (check_id, time, status, message)
      values (${failing}, now(), false, 'status 502')`.execute(db);
    const { causes } = await why("component", api);
    expect(causes).toMatchObject([
      {
        id: failing,
        reason:
          "api-http began to fail at the moment Api did, and nothing below it is unhealthy. Its last run failed: status 502",
      },
    ]);
  });

  test("links follow the components that a check watches, and the items of a component", async () => {
    const api = await component("Api", { health: "unhealthy", since: 5 });
    const database = await config("orders-db", { health: "unhealthy", since: 6 });
    await link("config_component", api, database);
    const http = await check("api-http", "unhealthy", 5);
    await link("check_component", api, http);
    const { causes } = await why("check", http);
    expect(causes[0]).toMatchObject({ id: database });
    expect(causes[0]!.path.map(({ name }) => name)).toEqual(["api-http", "Api", "orders-db"]);
  });

  test("causes do not include other resources on a shared host, but include the host itself", async () => {
    const node = await config("node-1", { health: "unhealthy", since: 12 });
    const [own, other] = [
      await config("own", { health: "unhealthy", since: 10 }),
      await config("other", { health: "unhealthy", since: 10 }),
    ];
    for (const pod of [own, other]) await relate(node, pod, "NodePod");
    const { causes } = await why("config", own);
    expect(causes.map(({ name }) => name).toSorted()).toEqual(["node-1", "own"]);
  });

  test("the walk ends at a cycle of components or items, and visits each node once", async () => {
    const first = await component("Ring", { health: "unhealthy", since: 10 });
    const second = await component("Ring 2", { health: "unhealthy", since: 10, parent: first });
    await sql`update components set parent_id = ${second} where id = ${first}`.execute(db);
    await sql`insert into component_relationships (component_id, relationship_id) values (${first}, ${second})`.execute(
      db,
    );
    const items = [];
    for (let n = 0; n < 3; n += 1) items.push(await config(`ring-${n}`, { health: "unhealthy", since: 10 }));
    for (const [n, item] of items.entries()) await relate(item, items[(n + 1) % 3]!, "Ring");
    await link("config_component", second, items[0]!);
    const answer = await why("component", first);
    expect(answer).toMatchObject({ visited: 5, stopped: null });
  });
});

describe("the limits", () => {
  test("the walk stops after 10 levels and reports that it stopped", async () => {
    const chain = [await component("Level 0", { health: "unhealthy", since: 10 })];
    for (let n = 1; n <= 11; n += 1)
      chain.push(await component(`Level ${n}`, { health: "unhealthy", since: 10, parent: chain[n - 1]! }));
    const answer = await why("component", chain[0]!);
    expect(answer).toMatchObject({ stopped: "levels", visited: 11 });
    expect(answer.causes[0]).toMatchObject({ name: "Level 10" });
    expect(await why("component", chain[1]!)).toMatchObject({ stopped: null, visited: 11 });
    expect((await why("component", chain[1]!)).causes[0]).toMatchObject({ name: "Level 11" });
  });

  test("the search for causes stops at 2,000 nodes, reports that it stopped, and visits unhealthy nodes first", async () => {
    const many = await component("Many", { health: "unhealthy", since: 10 });
    await sql`
      insert into components (name, type, health, parent_id, last_transition_time)
      select 'Part ' || n, 'Service', case when n = 2500 then 'unhealthy' else 'healthy' end, ${many}, now() - interval '10 minutes'
      from   generate_series(1, 2500) n`.execute(db);
    const answer = await why("component", many);
    expect(answer).toMatchObject({ stopped: "nodes", visited: 2000 });
    expect(answer.causes[0]).toMatchObject({ name: "Part 2500" });
  });
});

describe("the rights of the caller", () => {
  test("a cause that the caller is not allowed to read is not shown, and the response states that a cause is hidden", async () => {
    const shop = await component("Shop", { health: "unhealthy", since: 10 });
    const hidden = await config("secret-database", { health: "unhealthy", since: 11 });
    const behind = await config("behind", { health: "unhealthy", since: 11 });
    const shown = await config("public-web", { health: "warning", since: 10, tags: { open: "yes" } });
    await link("config_component", shop, hidden);
    await link("config_component", shop, shown);
    await relate(hidden, behind, "Uses");
    await change(hidden, 12);
    const limited = await person({
      roles: ["viewer"],
      rules: [{ action: "read", deny: true, config_id: hidden }],
    });
    const all = await why("component", shop);
    expect(all.causes.map(({ id }) => id)).toContain(behind);
    expect(all.is_cause_hidden).toBe(false);

    const { body, text } = await limited.ask(`/api/why/component/${shop}`);
    const answer = whyUnhealthy.answer.parse(body);
    expect(answer).toMatchObject({ is_cause_hidden: true, visited: 2 });
    expect(answer.causes.map(({ id }) => id)).toEqual([shown]);
    expect(answer.changes).toEqual([]);
    expect(text).not.toContain("secret-database");
    expect(text).not.toContain("behind");
  });

  test("items and their number are hidden from a caller without permission to read items", async () => {
    const shop = await component("Shop", { health: "unhealthy", since: 10 });
    await link("config_component", shop, await config("only-cause", { health: "unhealthy", since: 11 }));
    const responder = await person({ rules: [{ action: "read", object: "topology" }] });
    const { status, body, text } = await responder.ask(`/api/why/component/${shop}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_cause_hidden: true, visited: 1, changes: [] });
    expect(text).not.toContain("only-cause");
  });

  test("a search from a resource that the caller may not read returns 404, and a caller without permission for the kind gets 403", async () => {
    const [own, other] = [await config("own", { health: "unhealthy" }), await config("other", { health: "unhealthy" })];
    const limited = await person({ rules: [{ action: "read", config_id: own }] });
    expect((await limited.ask(`/api/why/config/${own}`)).status).toBe(200);
    expect((await limited.ask(`/api/why/config/${other}`)).status).toBe(404);
    expect((await limited.ask(`/api/why/component/${other}`)).status).toBe(403);
  });

  test("kinds of a disabled feature are left out", async () => {
    const shop = await component("Shop", { health: "unhealthy", since: 10 });
    await link("config_component", shop, await config("off-item", { health: "unhealthy", since: 11 }));
    await sql`insert into properties (name, value) values ('config.disable', 'true')`.execute(db);
    try {
      await expect.poll(async () => (await why("component", shop)).visited, { timeout: 30_000 }).toBe(1);
      expect(await why("component", shop)).toMatchObject({ is_cause_hidden: false });
      expect((await viewer.ask(`/api/why/config/${idOf("config", 1)}`)).status).toBe(404);
    } finally {
      await sql`delete from properties where name = 'config.disable'`.execute(db);
    }
    await expect.poll(async () => (await why("component", shop)).visited, { timeout: 30_000 }).toBe(2);
  });
});

describe("without causes", () => {
  test("a message that was sent about an item does not count as a cause", async () => {
    const item = await config("reported", { health: "unhealthy", since: 10 });
    await change(item, 10, "NotificationSent", "notification");
    const answer = await why("config", item);
    expect(answer.changes).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain("NotificationSent");
  });

  test("a search from a healthy resource returns no causes and no changes", async () => {
    const item = await config("fine");
    await change(item, 5);
    expect(await why("config", item)).toMatchObject({
      is_unhealthy: false,
      summary: "fine is healthy, so there is nothing to explain.",
      transition: null,
      causes: [],
      changes: [],
      stopped: null,
    });
  });

  test("an unknown id is not found, and a wrong kind or id is refused with the reason", async () => {
    const unknown = "00000000-0000-4000-8000-00000000dead";
    for (const kind of ["component", "check", "config"])
      expect((await viewer.ask(`/api/why/${kind}/${unknown}`)).status).toBe(404);
    const wrongKind = await viewer.ask(`/api/why/canary/${unknown}`);
    expect(wrongKind.status).toBe(400);
    expect(wrongKind.text).toContain("must be component, check or config");
    const wrongId = await viewer.ask("/api/why/check/12");
    expect(wrongId.status).toBe(400);
    expect(wrongId.text).toContain("is not the id of a component, check or config item");
  });

  test("an id in upper case refers to the same item", async () => {
    const item = "00000000-0000-4000-8000-0000000000ef";
    await sql`
      insert into config_items (id, type, config_class, name, health)
      values (${item}, 'Thing', 'Thing', 'cased', 'unhealthy')`.execute(db);
    expect(await why("config", item.toUpperCase())).toEqual(await why("config", item));
  });
});

test("the statement of a search is cancelled when its client disconnects", async () => {
  const id = await component("Left", { health: "unhealthy", since: 5 });
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where  datname = current_database() and wait_event_type = 'Lock' and query like '%why_level%'`.execute(db);
    return rows.length;
  };
  const holder = await db.startTransaction().execute();
  try {
    await sql`lock table config_component_relationships in access exclusive mode`.execute(holder);
    const leaving = new AbortController();
    const left = server.fetch(`/api/why/component/${id}`, {
      headers: { authorization: `Bearer ${viewer.token}` },
      signal: leaving.signal,
    });
    left.catch(() => {});
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  } finally {
    await holder.rollback().execute();
  }
});

test("the component trigger updates the transition time only if the health changed", async () => {
  const id = await component("Turning", { health: "healthy" });
  const read = () =>
    sql<{ last_transition_time: string | null }>`select last_transition_time from components where id = ${id}`
      .execute(db)
      .then(({ rows }) => rows[0]!.last_transition_time);
  await sql`update components set name = 'Turned' where id = ${id}`.execute(db);
  expect(await read()).toBeNull();
  // Writes the row in the same way as the roll-up.
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await sql`update components set health = 'unhealthy' where id = ${id}`.execute(tx);
  });
  expect(Date.now() - Date.parse((await read())!)).toBeLessThan(60_000);
});
