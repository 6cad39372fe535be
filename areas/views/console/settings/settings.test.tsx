import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { answerOf } from "#tests/console/a-view.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { GalleryView } from "../../contract.ts";
import { views } from "../index.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The client of the data API reads the address of the page when it is imported.
happyDOM.setURL(`${server.url}/`);
const { Gallery } = await import("./Gallery.tsx");
const { ViewSpec } = await import("./ViewSpec.tsx");
const { ViewOfConfig } = await import("../tabs/ViewOfConfig.tsx");
const me = {
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "",
};
const ID = "0192f0c1-0000-7000-8000-000000000001";

beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

async function shown(node: () => ReactNode) {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={cache}>
        <RegistryContext value={registryOf([views])}>
          <AccessProvider me={me} properties={[]}>
            <Part />
          </AccessProvider>
        </RegistryContext>
      </QueryClientProvider>
    ),
  });
  const cache = createQueryClient();
  const Part = node;
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: "/$" })]),
    history: createMemoryHistory(),
    parseSearch,
    stringifySearch: printSearch,
  });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  const button = (label: string) =>
    [...element.querySelectorAll("button")].find(
      (one) => one.getAttribute("aria-label") === label || one.textContent === label,
    );
  const shows = (text: string) => until(() => expect(element.textContent).toContain(text));
  return { element, button, shows };
}

const gallery: GalleryView[] = [
  {
    name: "fleet-overview",
    title: "Fleet overview",
    description: "All machines.",
    icon: "server",
    spec: { display: { title: "Fleet overview", ordinal: 3 }, panels: [{}, {}], columns: [{}] },
  },
  { name: "backups", title: "Backups", description: "The last backups.", icon: "history", spec: {} },
];

test("one click adds a gallery view to the menu, and the view can then be opened", async () => {
  let stored: object[] = [{ id: "b1", name: "backups", namespace: "default" }];
  server.answer = (request, response, body) => {
    if (request.url === "/api/view/gallery") return json(200, gallery)(request, response, body);
    if (request.method === "POST") {
      stored = [...stored, { id: ID, name: "fleet-overview", namespace: "default" }];
      return json(201, [{ id: ID }])(request, response, body);
    }
    return json(200, stored)(request, response, body);
  };
  const { element, button, shows } = await shown(() => <Gallery isFirst={false} close={() => {}} />);
  await shows("Fleet overview");
  const links = () => [...element.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
  await until(() => expect(links()).toEqual(["/views/b1"]));
  expect(element.textContent).toContain("2 panels, table");
  await press(button("Add")!);
  await until(() => expect(links()).toEqual([`/views/${ID}`, "/views/b1"]));
  const sent = server.requests.find(({ method }) => method === "POST")!;
  expect([sent.url, JSON.parse(sent.body)]).toEqual([
    "/api/db/views",
    {
      name: "fleet-overview",
      namespace: "default",
      spec: {
        display: { title: "Fleet overview", ordinal: 3, sidebar: true },
        panels: [{}, {}],
        columns: [{}],
      },
    },
  ]);
});

const draft: Draft = { name: "harbour", namespace: "default", labels: undefined, spec: { merge: "select 1" } };

test("a preview shows the draft without saving it, updates with each edit, and keeps the data of the last draft that worked", async () => {
  const Editor = () => {
    const [spec, setSpec] = useState<unknown>(draft.spec);
    return (
      <>
        <button type="button" onClick={() => setSpec({ merge: "select * from x" })}>
          Edit
        </button>
        <ViewSpec
          id={ID}
          draft={{ ...draft, spec }}
          schema={{ type: "object", properties: { merge: { type: "string" } } }}
          value={spec}
          saved={draft.spec}
          onChange={setSpec}
          readOnly={false}
          problems={[]}
          onInvalid={() => {}}
        />
      </>
    );
  };
  server.answer = json(200, answerOf({ panels: [{ name: "Ships", type: "number", rows: [{ value: 7 }] }] }));
  const { element, button, shows } = await shown(Editor);
  expect(server.requests).toEqual([]);
  await press(button("Preview")!);
  await shows("Ships7");
  expect(JSON.parse(server.requests[0]!.body)).toEqual({
    id: ID,
    name: "harbour",
    namespace: "default",
    spec: { merge: "select 1" },
  });
  server.answer = json(422, {
    error: "The spec is not valid.",
    fields: [{ path: "spec.merge", message: "is required, because the table reads several queries" }],
  });
  await press(button("Edit")!);
  await shows("The edited view cannot be shown. The data below are from the last edit that worked.");
  expect(element.textContent).toContain("merge This field is required, because the table reads several queries");
  expect(element.textContent).toContain("Ships7");
  expect(JSON.parse(server.requests.at(-1)!.body)).toMatchObject({ spec: { merge: "select * from x" } });
  expect(server.requests.every(({ url }) => url === "/api/view/preview")).toBe(true);
  await press(button("Close the preview")!);
  expect(element.textContent).not.toContain("Ships7");
});

test("a view on a tab of a catalog item uses the values of the item, and has no control for these variables", async () => {
  server.answer = (request, response, body) =>
    json(
      200,
      request.url?.startsWith("/api/view/list")
        ? [{ id: ID, name: "harbour", namespace: "ops", title: "Harbour", icon: null, variables: { ship: "aurora" } }]
        : answerOf({
            variables: [
              { key: "ship", options: ["aurora"], optionItems: [], default: "aurora", dependsOn: [] },
              { key: "deck", options: ["upper"], optionItems: [], default: "upper", dependsOn: [] },
            ],
            panels: [{ name: "Crew", type: "number", rows: [{ value: 12 }] }],
          }),
    )(request, response, body);
  const { element, shows } = await shown(() => <ViewOfConfig id="c1" part={ID} />);
  await shows("Crew12");
  expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/api/view/list?config_id=c1", ""],
    ["POST", "/api/view/ops/harbour", '{"variables":{"ship":"aurora"}}'],
  ]);
  expect([...element.querySelectorAll("label")].map((label) => label.textContent)).toEqual([
    expect.stringContaining("Deck"),
  ]);
  const other = await shown(() => <ViewOfConfig id="c1" part="another" />);
  await other.shows("View not found");
});
