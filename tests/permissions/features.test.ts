// Tests that relations of a disabled feature return 404 with the name of the feature, in every process, until it is
// enabled again.
import { expect, test } from "vitest";
import { features } from "#language/features.ts";
import { createAccessToken } from "#areas/identity/server/access-tokens.ts";
import { testDatabase } from "../support/database.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, publicUrl, startProcess } from "../api/start-process.ts";

const database = await testDatabase();
const running = await Promise.all([startProcess(database), startProcess(database)]);
const [here, there] = running.map(({ url }) => url) as [string, string];
const cookie = await signIn(here, administrator);

const ask = (url: string, path: string, method = "GET", body?: unknown) =>
  fetch(`${url}/api/db${path}`, {
    method,
    headers: { cookie, origin: publicUrl, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const statuses = (path: string, method = "GET") =>
  Promise.all(
    [here, there].map(async (url) => (await ask(url, path, method, method === "POST" ? {} : undefined)).status),
  );
const eventually = async (path: string, wanted: number) => {
  await expect.poll(() => statuses(path), { interval: 20 }).toEqual([wanted, wanted]);
};

const set = (name: string, value: string) =>
  ask(here, "/properties?name=eq." + name, "PUT", { name, value }).then(({ status }) =>
    expect(status).toBeLessThan(300),
  );

test.each([
  ["health", ["/canaries", "/checks", "/check_names", "/check_statuses"]],
  ["config", ["/configs", "/config_items", "/config_types", "/config_changes"]],
  ["topology", ["/components", "/topologies", "/component_labels"]],
  ["incidents", ["/incidents", "/hypotheses", "/incident_summary"]],
  ["logs", ["/logging_backends"]],
  ["playbooks", ["/playbooks", "/playbook_runs", "/playbook_names"]],
  ["applications", ["/applications"]],
  ["views", ["/views", "/views_summary"]],
  ["agents", ["/agents", "/agents_summary"]],
  ["settings.job_history", ["/job_histories", "/canary_job_histories", "/job_history_names"]],
  ["settings.event_queue_status", ["/event_queue_summary", "/event_deliveries", "/event_deliveries_hourly"]],
])("AC-29 disabling %s removes its relations from the API; enabling it restores them", async (feature, paths) => {
  await eventually(paths[0]!, 200);
  await set(`${feature}.disable`, "true");
  for (const path of paths) await eventually(path, 404);
  expect(await statuses(paths[0]!, "POST")).toEqual([404, 404]);
  expect(await statuses(paths[0]!, "OPTIONS")).toEqual([404, 404]);
  expect(await (await ask(there, paths[0]!)).json()).toEqual({
    code: "QD404",
    message: `The feature ${feature} is switched off, so ${paths[0]!.slice(1)} is not available.`,
    details: null,
    hint: expect.stringContaining(`${feature}.disable`),
  });
  // Relations without a feature, and the table of properties, stay available.
  expect(await statuses("/people")).toEqual([200, 200]);
  await set(`${feature}.disable`, "false");
  for (const path of paths) await eventually(path, 200);
});

test("disabling a feature also removes its functions", async () => {
  await set("config.disable", "true");
  const path = "/rpc/get_recursive_path?start=00000000-0000-0000-0000-000000000009";
  await eventually(path, 404);
  expect(await (await ask(here, path)).json()).toMatchObject({ code: "QD404" });
  await set("config.disable", "false");
  await eventually("/configs", 200);
});

test("relations of a disabled feature cannot be embedded, and lists of names omit its rows", async () => {
  const canary = { name: "embedding", spec: {} };
  expect((await ask(here, "/canaries", "POST", canary)).status).toBe(201);
  const named = "/canaries?name=eq.embedding&select=name,agent:agents(name)";
  expect(await (await ask(here, named)).json()).toEqual([{ name: "embedding", agent: { name: "local" } }]);
  await set("agents.disable", "true");
  await set("config.disable", "true");
  await eventually("/agents", 404);
  await eventually("/configs", 404);
  for (const url of [here, there])
    expect(await (await ask(url, named)).json()).toEqual([{ name: "embedding", agent: null }]);
  for (const path of [
    "/people?select=id,config_scrapers(id)",
    "/canaries?select=name,agents!inner(name)",
    "/canaries?select=name,...agents(agent:name)",
    "/canaries?select=name,agents(name)&agents=is.null",
    "/canaries?select=name,agents(name)&order=agents(name)",
  ]) {
    const answer = await ask(here, path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      expect.objectContaining({ code: "QD404", message: expect.stringMatching(/^The feature (?:agents|config) is/) }),
    ]);
  }
  const written = await fetch(`${here}/api/db/canaries?select=name,agents!inner(name)`, {
    method: "POST",
    headers: { cookie, origin: publicUrl, "content-type": "application/json", prefer: "return=representation" },
    body: JSON.stringify({ name: "unwritten", spec: {} }),
  });
  expect(written.status).toBe(404);
  const root = (await (await ask(here, "")).json()) as { paths: object };
  expect(Object.keys(root.paths)).toEqual(expect.arrayContaining(["/canaries"]));
  expect(Object.keys(root.paths)).not.toContain("/agents");
  expect((await ask(here, "/properties?name=in.(agents.disable,config.disable)", "DELETE")).status).toBeLessThan(300);
  await eventually("/agents", 200);
});

test("AC-23 AC-28 disabling a feature also disables its pages, and a settings page can be disabled by its short name", async () => {
  for (const name of ["health.disable", "job_history.disable"]) {
    await eventually("/job_histories", 200);
    await set(name, "true");
    await eventually("/job_histories", 404);
    await set(name, "false");
  }
  await eventually("/job_histories", 200);
  expect(await statuses("/canaries")).toEqual([200, 200]);
});

test("DA-19 AC-22 the properties endpoint returns a list of names and values", async () => {
  await set("color", "blue");
  const answer = await fetch(`${here}/api/properties`, { headers: { cookie } });
  expect(await answer.json()).toContainEqual(expect.objectContaining({ name: "color", value: "blue", source: "db" }));
});

test("people who are not allowed to read the properties still receive the list of disabled features", async () => {
  await set("logs.disable", "true");
  const db = running[0].system.db.system;
  const email = "nobody@example.org";
  const person = await db
    .insertInto("people")
    .values({ name: "Nobody", email })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { token } = await createAccessToken(db, { personId: person.id, name: "t", expiry: "7d" });
  const answer = await fetch(`${here}/api/properties`, { headers: { authorization: `Bearer ${token}` } });
  const names = ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  expect(names).toContain("logs.disable");
  expect(names.filter((name) => !name.endsWith(".disable"))).toEqual([]);
  await set("logs.disable", "false");
});

test("every relation of an area that can be disabled declares its feature", async () => {
  const { relations } = running[0].system.catalog.current;
  const known = new Set([...relations.values()].flatMap(({ feature }) => feature ?? []));
  expect([...known].filter((feature) => !feature.includes(".")).sort()).toEqual(
    features.filter((feature) => !feature.includes(".")).toSorted(),
  );
});
