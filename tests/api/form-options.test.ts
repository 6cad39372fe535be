// Sends the queries of form fields to the real server.
import { beforeAll, expect, test } from "vitest";
import { searchBody, searchById } from "#console/widgets/form/resource-search.ts";
import { findRows, optionQueries, rowById } from "#console/widgets/form/row-query.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer();
const { system } = server.database.databases;
let cookie: string;

const names = ["Ada Lovelace", "Grace Hopper", '100%, (or "more") \\o/', "100 percent", "a*b", "axb"];

beforeAll(async () => {
  cookie = await server.signIn();
  await system
    .insertInto("people")
    .values([
      ...names.map((name, index) => ({ name, email: `person-${index}@example.org` })),
      { name: "Ada's robot", type: "agent" as const },
      { name: "Ada who left", deleted_at: "2026-01-01T00:00:00Z" },
    ])
    .execute();
});

async function ask(path: string, body?: object): Promise<unknown> {
  const answer = await server.fetch(path, {
    method: body ? "POST" : "GET",
    headers: { cookie, origin: server.url, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as unknown;
}

const rows = async (relation: string, query: Record<string, string>) =>
  (await ask(`/api/db/${relation}?${new URLSearchParams(query).toString()}`)) as { id: string; name: string }[];

const found = async (text: string) =>
  (await rows("people", findRows(optionQueries.people, text))).map(({ name }) => name);

test("people are found by a part of their name or address, even with special characters", async () => {
  expect(await found("ada")).toEqual(["Ada Lovelace"]);
  expect(await found("PERSON-1@")).toEqual(["Grace Hopper"]);
  expect(await found('100%, (or "more") \\o/')).toEqual(['100%, (or "more") \\o/']);
  expect(await found("100%")).toEqual(['100%, (or "more") \\o/']);
  expect(await found("a*b")).toEqual(["a*b", "axb"]);
  expect(await found("nobody at all")).toEqual([]);
  expect(await found(" ")).toEqual(expect.arrayContaining(names));
});

test("a stored id is resolved to its name, even for a deleted person", async () => {
  const gone = await system
    .selectFrom("people")
    .select("id")
    .where("name", "=", "Ada who left")
    .executeTakeFirstOrThrow();
  const [row] = await rows("people", rowById(optionQueries.people, gone.id));
  expect(row?.name).toBe("Ada who left");
});

test("teams and agents are found in the same way", async () => {
  expect(await rows("teams", findRows(optionQueries.teams, "none"))).toEqual([]);
  expect(await rows("agents", findRows(optionQueries.agents, "none, (really)"))).toEqual([]);
});

test("WG-51 the search endpoint accepts the request that the resource field sends", async () => {
  const filter = [{ types: ["Kubernetes::Pod"], search: "a | b" }];
  const body = searchBody({ kind: "configs", filter }, "graf type=Kubernetes::Deployment health=healthy,unhealthy");
  expect(body).toEqual({
    limit: 50,
    configs: [
      {
        agent: "all",
        types: ["Kubernetes::Pod"],
        search: "(a | b) (*graf* type=Kubernetes::Deployment health=healthy,unhealthy)",
      },
    ],
  });
  const grafana = {
    config_class: "Deployment",
    type: "Kubernetes::Deployment",
    name: "my-grafana",
    health: "healthy",
  } as const;
  const { id } = await system.insertInto("config_items").values(grafana).returning("id").executeTakeFirstOrThrow();
  const search = (text: string) => ask("/api/resources/search", searchBody({ kind: "configs" }, text));
  const found = { configs: [expect.objectContaining({ id, name: "my-grafana" })] };
  expect(await ask("/api/resources/search", body)).toEqual({});
  expect(await search("graf type=Kubernetes::Deployment health=healthy,unhealthy")).toEqual(found);
  expect(await search("name=my-grafana")).toEqual(found);
  expect(await search("graf health=unhealthy")).toEqual({});
  expect(await ask("/api/resources/search", searchById("configs", id))).toEqual(found);
});
