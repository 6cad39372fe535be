import { beforeEach, expect, test } from "vitest";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { readChoice, withNewOption } from "./new-choice.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { targetOf } = await import("./link-flow.ts");
const { hypothesisSource, incidentSource } = await import("./link-sources.ts");

const values = { incident: "new:The lights are out", hypothesis: null, type: "cost", severity: "high" } as const;
const created = () => new Map<string, string>();
const posted = () =>
  server.requests
    .filter(({ method }) => method === "POST")
    .map(({ url, body }) => [url.replace(/\?.*/, ""), JSON.parse(body) as unknown]);

beforeEach(() => {
  server.requests.length = 0;
  server.answer = (request, response, body) =>
    json(201, { id: request.url?.includes("hypotheses") ? "h1" : "i1" })(request, response, body);
});

test("IN-06 IN-14 a new incident gets a root hypothesis with the same title and the status possible", async () => {
  expect(await targetOf(values, "me", created())).toEqual({ incidentId: "i1", hypothesisId: "h1" });
  expect(posted()).toEqual([
    [
      "/api/db/incidents",
      {
        title: "The lights are out",
        type: "cost",
        severity: "high",
        description: "",
        status: "open",
        created_by: "me",
        commander_id: "me",
        communicator_id: "me",
      },
    ],
    [
      "/api/db/hypotheses",
      { incident_id: "i1", title: "The lights are out", status: "possible", type: "root", created_by: "me" },
    ],
  ]);
});

test("a new hypothesis is created in an existing incident, and an existing hypothesis is used unchanged", async () => {
  await targetOf({ ...values, incident: "i7", hypothesis: "new:A fuse" }, "me", created());
  expect(posted()).toEqual([
    ["/api/db/hypotheses", { incident_id: "i7", title: "A fuse", status: "possible", type: "root", created_by: "me" }],
  ]);
  server.requests.length = 0;
  expect(await targetOf({ ...values, incident: "i7", hypothesis: "h7" }, "me", created())).toEqual({
    incidentId: "i7",
    hypothesisId: "h7",
  });
  expect(posted()).toEqual([]);
});

test("a retry after the hypothesis could not be created reuses the incident that the first try created", async () => {
  const known = created();
  server.answer = (request, response, body) =>
    request.url?.includes("hypotheses")
      ? json(500, { message: "locked" })(request, response, body)
      : json(201, { id: "i1" })(request, response, body);
  await expect(targetOf(values, "me", known)).rejects.toThrow("locked");
  server.answer = json(201, { id: "h1" });
  expect(await targetOf(values, "me", known)).toEqual({ incidentId: "i1", hypothesisId: "h1" });
  expect(posted().filter(([path]) => path === "/api/db/incidents")).toHaveLength(1);
});

test("a selected option is the id of an existing row or the title of a new row", () => {
  expect(readChoice("i1")).toEqual({ kind: "stored", id: "i1" });
  expect(readChoice("new:A title")).toEqual({ kind: "new", title: "A title" });
  expect(readChoice(null)).toBeUndefined();
  expect(withNewOption([], " ", "New")).toEqual([]);
  expect(withNewOption([{ value: "i1", label: "Old" }], " New one ", "New").map(({ value }) => value)).toEqual([
    "i1",
    "new:New one",
  ]);
});

test("incidents are found by title, newest first, and special characters are matched literally", async () => {
  server.answer = json(200, [{ id: "i1", incident_id: "INC-1", title: "Out", status: "open" }]);
  const options = await incidentSource.find("50%_*", new AbortController().signal);
  expect(options).toEqual([
    { value: "i1", label: "Out", hint: "INC-1 · Open" },
    { value: "new:50%_*", label: "50%_*", hint: "New incident" },
  ]);
  const query = new URL(server.requests[0]!.url, server.url).searchParams;
  expect(query.get("order")).toBe("created_at.desc");
  expect(query.get("title")).toBe(String.raw`ilike.*50\%\_\**`);
});

test("for a new incident, only creating a hypothesis is offered", async () => {
  const options = await hypothesisSource(undefined).find("A fuse", new AbortController().signal);
  expect(options.map(({ value }) => value)).toEqual(["new:A fuse"]);
  expect(server.requests).toEqual([]);
});
