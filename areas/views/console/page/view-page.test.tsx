// Tests the requests of a view page, and its content for new, old, missing and incomplete data.
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { homePage } from "#console/preferences/preferences.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { ShellContext } from "#console/shell/shell-state.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import "#console/widgets/console-icons.ts";
import { answerOf, everyColumn, everyRow } from "#tests/console/a-view.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { ViewAnswer, ViewVariable } from "../../contract.ts";
import { chosenValue, searchWith, selectedValues, shownValue, valuesIn } from "../data/variable-values.ts";
import { views } from "../index.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The client of the data API reads the address of the page when it is imported.
happyDOM.setURL(`${server.url}/`);
const { ViewPage } = await import("./ViewPage.tsx");
const ID = "0192f0c1-0000-7000-8000-000000000001";
const summary = [{ id: ID, namespace: "default", name: "harbour", title: "Harbour", icon: null }];
const me = {
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "",
};

let data: ReturnType<typeof json>;

beforeEach(() => {
  server.requests.length = 0;
  localStorage.clear();
  data = json(200, answerOf());
  server.answer = (request, response, body) =>
    (request.url?.startsWith("/api/db/views_summary") ? json(200, summary) : data)(request, response, body);
});

async function visit(address = `/views/${ID}`) {
  happyDOM.setURL(server.url + address);
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path: "/views/$id", component: ViewPage });
  const router = createRouter({
    routeTree: root.addChildren([route, createRoute({ getParentRoute: () => root, path: "/$" })]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch: printSearch,
  });
  const registry = registryOf([views]);
  const cache = createQueryClient();
  const { element } = await draw(
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <ShellContext value={{ open: () => {}, show: () => {} }}>
            <RouterProvider router={router as never} />
          </ShellContext>
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>,
  );
  await act(() => router.load());
  const shows = (text: string) => until(() => expect(element.textContent).toContain(text));
  const button = (label: string) =>
    [...element.querySelectorAll("button")].find(
      (one) => one.getAttribute("aria-label") === label || one.textContent === label,
    )!;
  return { element, router, cache, shows, button };
}

const requested = () =>
  server.requests.filter(({ url }) => url.startsWith("/api/view/")).map(({ method, url, body }) => [method, url, body]);

const withTable = (parts: Partial<ViewAnswer> = {}) =>
  answerOf({
    panels: [{ name: "Ships", type: "number", rows: [{ value: 7 }] }],
    columns: everyColumn,
    rows: everyRow,
    ...parts,
  });

test("VW-01 VW-05 the page reads the view by its namespace and name, and shows its title, panels and refresh time", async () => {
  data = json(200, withTable());
  const { element, shows } = await visit();
  await shows("Ships7");
  expect(element.querySelector("h1")?.textContent).toBe("Harbour");
  expect(element.textContent).toContain("Last refreshed:");
  expect(requested()).toEqual([["GET", "/api/view/default/harbour", ""]]);
  const summaries = server.requests.filter(({ url }) => url.startsWith("/api/db/views_summary"));
  expect(summaries[0]?.url).toBe(`/api/db/views_summary?select=id%2Cnamespace%2Cname%2Ctitle%2Cicon&id=eq.${ID}`);
});

test("the refresh button requests new data; if the request fails, the page keeps the old data and shows the error", async () => {
  data = json(200, withTable());
  const { element, shows, button } = await visit();
  await shows("Ships7");
  data = json(200, withTable({ panels: [{ name: "Ships", type: "number", rows: [{ value: 8 }] }] }));
  await press(button("Refresh"));
  await shows("Ships8");
  expect(server.requests.at(-1)?.headers["cache-control"]).toBe("max-age=1");
  data = json(500, { error: "The harbour is closed." });
  await press(button("Refresh"));
  await shows("The harbour is closed.");
  expect(element.textContent).toContain("Ships8");
  expect(element.textContent).toContain("This data is from");
});

test("a refresh that failed on the server shows the failed part, the error and the age of the old data", async () => {
  data = json(
    200,
    withTable({
      refreshStatus: "error",
      refreshError: "ships: connect ECONNREFUSED",
      errors: [
        { query: "ships", message: "connect ECONNREFUSED", hint: "Is the database running?" },
        { panel: "Ships", message: "no such table: ships" },
      ],
      warnings: ["The query ships has more than 100,000 rows. The first 100,000 are shown."],
    }),
  );
  const { element, shows } = await visit();
  await shows("The view could not be refreshed.");
  const alert = element.querySelector('main [role="alert"]')!;
  expect(alert.textContent).toContain("The data were loaded");
  expect(alert.textContent).toContain("Query ships: connect ECONNREFUSED Is the database running?");
  expect(alert.textContent).toContain("Panel Ships: no such table: ships");
  // refreshError repeats the error of the query, which is shown only once.
  expect(alert.textContent.match(/ECONNREFUSED/g)).toHaveLength(1);
  expect(element.textContent).toContain("The first 100,000 are shown.");
  expect(element.textContent).toContain("Ships7");
});

test("without data the page shows the error, or a note while the first refresh runs", async () => {
  data = json(403, { error: "You may not read this view." });
  const refused = await visit();
  await refused.shows("You may not read this view.");
  data = json(504, { error: "The view refresh timeout reached. try again" });
  const { element, shows } = await visit();
  await shows("The data are being loaded for the first time.");
  expect(element.querySelector('main [role="alert"]')).toBeNull();
  data = json(200, withTable());
  await shows("Ships7");
});

test("if the first refresh fails in part, the page shows the loaded panels and the errors of the failed queries", async () => {
  const panels = [
    { name: "Ships", type: "number" as const, rows: [{ value: 7 }] },
    { name: "Cargo", type: "number" as const, rows: [], error: "The query cargo failed." },
  ];
  const { lastRefreshedAt: _none, ...incomplete } = withTable({
    panels,
    rows: [],
    refreshStatus: "error",
    refreshError: "cargo: The query returns more than 100,000 rows.",
    errors: [{ query: "cargo", message: "The query returns more than 100,000 rows." }],
  });
  data = json(200, incomplete);
  const { element, shows } = await visit();
  await shows("Parts of the view could not be read.");
  expect(element.textContent).toContain("Query cargo: The query returns more than 100,000 rows.");
  expect(element.textContent).toContain("Ships7");
  expect(element.textContent).toContain("The query cargo failed.");
  // The rows are unknown, so the page shows no empty table.
  expect(element.querySelector("table")).toBeNull();
});

test("a view without content and an unknown view show different messages", async () => {
  const { shows } = await visit();
  await shows("No view data");
  server.answer = json(200, []);
  const missing = await visit();
  await missing.shows("View not found");
  const invalid = await visit("/views/nonsense");
  await invalid.shows("The requested view could not be found.");
  expect(requested()).toHaveLength(1);
});

test("a button makes the view the home page of this browser, and a second click resets the home page", async () => {
  const { shows, button } = await visit();
  await shows("No view data");
  await press(button("Use as home page"));
  expect(homePage.get()).toBe(`/views/${ID}`);
  await press(button("Do not use as home page"));
  expect(homePage.get()).toBe("");
});

const variable = (key: string, options: string[], parts: Partial<ViewVariable> = {}): ViewVariable => ({
  key,
  options,
  optionItems: options.map((value) => ({ value, label: value.toUpperCase() })),
  default: options[0] ?? "",
  dependsOn: [],
  ...parts,
});

const variables = [
  variable("cluster", ["prod", "test"], { label: "Cluster" }),
  variable("namespace", ["shop", "web"], { dependsOn: ["cluster"] }),
  variable("pod", ["a", "b"], { dependsOn: ["namespace"] }),
  variable("region", ["eu", "us"]),
];

describe("variables", () => {
  test("choosing a value changes the URL and the request, and resets dependent variables", async () => {
    data = json(200, answerOf({ variables }));
    const { element, router, shows } = await visit(`/views/${ID}?var.namespace=web&var.region=us&sortBy=name`);
    await shows("Cluster");
    expect(requested()).toEqual([
      ["POST", "/api/view/default/harbour", '{"variables":{"namespace":"web","region":"us"}}'],
    ]);
    const selects = [...element.querySelectorAll("select")];
    expect(selects.map(({ value }) => value)).toEqual(["prod", "web", "a", "us"]);
    expect([...selects[0]!.options].map(({ text }) => text)).toEqual(["PROD", "TEST"]);
    await act(async () => {
      selects[0]!.value = "test";
      selects[0]!.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await until(() => expect(requested()).toHaveLength(2));
    expect(router.state.location.href).toBe(`/views/${ID}?sortBy=name&var.region=us&var.cluster=test`);
    expect(requested()[1]?.[2]).toBe('{"variables":{"cluster":"test","region":"us"}}');
  });

  test("a variable without options shows why it has none", async () => {
    data = json(200, answerOf({ variables: [variable("cluster", [], { error: "The catalog has no clusters." })] }));
    const { element, shows } = await visit();
    await shows("Cluster: The catalog has no clusters.");
    expect(element.querySelector("select")).toBeNull();
  });

  test("values are read from and written to the query string", () => {
    expect(valuesIn({ "var.b": "2", "var.a": ["1", "3"], other: "x", "var.": "none" })).toEqual({ a: "1", b: "2" });
    expect(searchWith("?x=1&var.a=2", { b: "3 4" })).toBe("?x=1&var.b=3+4");
    expect(searchWith("?var.a=2", {})).toBe("");
  });

  test("choosing a value resets all direct and indirect dependents of the variable", () => {
    const values = { cluster: "prod", namespace: "web", pod: "b", region: "us" };
    expect(chosenValue(values, variables, "cluster", "test")).toEqual({ cluster: "test", region: "us" });
    expect(chosenValue(values, variables, "pod", "a")).toEqual({ ...values, pod: "a" });
    const circle = [variable("x", ["1"], { dependsOn: ["y"] }), variable("y", ["1"], { dependsOn: ["x"] })];
    expect(chosenValue({ x: "1", y: "1" }, circle, "x", "2")).toEqual({ x: "2" });
  });

  test("a value that is no longer an option is not shown, and sections inherit the values that the server selected", () => {
    expect(shownValue(variables[0]!, { cluster: "gone" })).toBe("prod");
    expect(shownValue(variables[0]!, { cluster: "test" })).toBe("test");
    expect(selectedValues(variables)).toEqual({ cluster: "prod", namespace: "shop", pod: "a", region: "eu" });
  });
});

describe("sections", () => {
  const section = { title: "Quays", type: "view" as const, viewRef: { namespace: "default", name: "quays" } };

  test("a section shows another view with the variable values of the page, and can be collapsed", async () => {
    const nested = answerOf({
      name: "quays",
      title: "Quays",
      variables: [variables[0]!, variable("quay", ["north"], { label: "Quay" })],
      panels: [{ name: "Cranes", type: "number", rows: [{ value: 3 }] }],
    });
    data = (request, response, body) =>
      json(
        200,
        request.url?.endsWith("/quays") ? nested : answerOf({ sections: [section], variables: [variables[0]!] }),
      )(request, response, body);
    const { element, shows, button } = await visit();
    await shows("Cranes3");
    expect(requested()[1]).toEqual(["POST", "/api/view/default/quays", '{"variables":{"cluster":"prod"}}']);
    const part = element.querySelector('section[aria-label="Quays"]')!;
    // The page already has a control for this variable.
    expect([...part.querySelectorAll("select")]).toHaveLength(1);
    await press(button("Quays"));
    expect(part.textContent).toBe("Quays");
  });

  test("the view stays visible if a section fails", async () => {
    data = (request, response, body) =>
      request.url?.endsWith("/quays")
        ? json(404, { error: "There is no view quays." })(request, response, body)
        : json(200, withTable({ sections: [section] }))(request, response, body);
    const { element, shows } = await visit();
    await shows("There is no view quays.");
    expect(element.textContent).toContain("Ships7");
  });

  test("a catalog section shows a message if the catalog is not installed", async () => {
    const sections = [
      { title: "Pods", type: "configs" as const, uiRef: { configs: { types: ["Kubernetes::Pod"], search: "web" } } },
    ];
    data = json(200, answerOf({ sections }));
    const { element, shows } = await visit();
    // This test has no catalog area; tests/console/view.spec.ts tests the link to the catalog.
    await shows("This installation has no page for this list.");
    expect(element.querySelector('section[aria-label="Pods"] a')).toBeNull();
  });
});
