import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { Incident } from "../parts/incident-query.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { TitleLine } = await import("./TitleLine.tsx");
const { Suggested } = await import("../suggest/Suggested.tsx");

const person = { id: "p1", name: "Ada", avatar: null };
const incident: Incident = {
  id: "i1",
  incident_id: "INC-1",
  title: "Old",
  description: "",
  type: "availability",
  status: "open",
  severity: "low",
  acknowledged: null,
  resolved: null,
  closed: null,
  created_at: "2026-11-18T00:00:00Z",
  updated_at: "2026-11-18T00:00:01Z",
  created_by: person,
  commander: person,
  communicator: null,
  rule: null,
  comments: [],
  hypotheses: [
    {
      id: "h1",
      title: "Root",
      type: "root",
      status: "possible",
      parent_id: null,
      created_at: "2026-11-18T00:00:00Z",
      updated_at: "2026-11-18T00:00:00Z",
      created_by: person,
      evidences: [
        {
          id: "e1",
          description: "",
          hypothesis_id: "h1",
          type: "check",
          config_id: null,
          config_change_id: null,
          config_analysis_id: null,
          component_id: null,
          check_id: "c1",
          evidence: null,
          definition_of_done: false,
          done: null,
          script: null,
          script_result: null,
          created_at: "2026-11-18T00:00:00Z",
          updated_at: "2026-11-18T00:00:00Z",
          created_by: person,
          component: null,
          config: null,
          change: null,
          analysis: null,
          check: { id: "c1", name: "web", type: "http", status: "unhealthy" },
        },
      ],
    },
  ],
};

async function drawIn(node: ReactNode) {
  const me = {
    user: { id: "p1", name: "Ada", email: null, avatar: null },
    roles: ["admin"],
    permissions: [],
    hostname: "localhost",
  };
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registryOf([])}>
        <AccessProvider me={me} properties={[]}>
          {node}
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
}

beforeEach(() => void (server.requests.length = 0));

const buttonNamed = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (each) => each.textContent === name || each.getAttribute("aria-label") === name,
  ) ?? null;

async function type(field: HTMLInputElement, text: string) {
  await act(async () => {
    // React overrides the value property of the element, so the test calls the setter of the prototype.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(
    async () =>
      void field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })),
  );
}

test("a title that another person has changed is not overwritten; both titles are shown, and the retry sends the other person's version", async () => {
  const theirs = { title: "Theirs", updated_at: "2026-11-18T00:00:09Z" };
  server.answer = json(412, { code: "changed", message: "Somebody else has changed this.", current: theirs });
  await drawIn(<TitleLine incident={incident} />);
  await until(() => expect(buttonNamed("Edit title")).not.toBeNull());
  await press(buttonNamed("Edit title"));
  await type(document.querySelector("input")!, "Mine");
  await until(() => expect(document.querySelector("[role=dialog]")?.textContent).toContain("Theirs"));
  expect(document.querySelector("[role=dialog]")?.textContent).toContain("Mine");
  server.answer = (_, response) => void response.writeHead(204).end();
  await press(buttonNamed("Use my title"));
  await until(() => expect(server.requests).toHaveLength(2));
  expect(server.requests.map(({ method, headers, body }) => [method, headers["if-match"], body])).toEqual([
    ["PATCH", '"2026-11-18T00:00:01Z"', '{"title":"Mine"}'],
    ["PATCH", '"2026-11-18T00:00:09Z"', '{"title":"Mine"}'],
  ]);
});

test("one click attaches a suggestion below the root hypothesis", async () => {
  server.answer = (request, response, body) => {
    const answer = request.url?.includes("/suggestions")
      ? [
          {
            id: "s1",
            title: "db-1",
            reason: "It failed a minute before.",
            hypothesis: { type: "factor", title: "db-1 is unhealthy" },
            evidence: { type: "config", config_id: "k1" },
          },
        ]
      : { id: "new" };
    json(request.method === "POST" ? 201 : 200, answer)(request, response, body);
  };
  await drawIn(<Suggested incident={incident} />);
  await until(() => expect(buttonNamed("Attach db-1")).not.toBeNull());
  await press(buttonNamed("Attach db-1"));
  await until(() => expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(2));
  const [hypothesis, evidence] = server.requests
    .filter(({ method }) => method === "POST")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(hypothesis).toMatchObject({ title: "db-1 is unhealthy", type: "factor", parent_id: "h1", incident_id: "i1" });
  expect(evidence).toMatchObject({ type: "config", config_id: "k1", hypothesis_id: "new" });
});
