import { QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import { cardWidth } from "#console/preferences/preferences.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { parseSearch, printSearch } from "#console/url/search.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { TopologyAnswer } from "../../contract.ts";
import type { Topology } from "../../model.ts";
import { topology as area } from "../index.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { DashboardBody } = await import("./DashboardBody.tsx");
const { useTopology } = await import("./use-topology.ts");

const component = (name: string, more: Partial<Topology> = {}): Topology => ({
  id: name,
  agent_id: "00000000-0000-0000-0000-000000000000",
  external_id: "",
  name,
  status: "healthy",
  health: "healthy",
  hidden: false,
  silenced: false,
  is_leaf: false,
  created_at: "2026-11-17T09:00:00Z",
  ...more,
});

const answer: TopologyAnswer = {
  components: [
    component("shop", {
      health: "unhealthy",
      components: [component("till", { health: "unhealthy" })],
      properties: [{ name: "rate", label: "Requests", value: 5, headline: true }],
    }),
    component("bank"),
  ],
  healthStatuses: ["healthy", "unhealthy"],
  teams: ["red team"],
  tags: { env: ["prod", "test"], zone: ["a, b"] },
  types: ["Service"],
};

let components: readonly Topology[];
let unhealthy: readonly string[];
const asked = () =>
  server.requests
    .filter(({ url }) => url.startsWith("/api/canary/api/topology"))
    .map(({ url }) => Object.fromEntries(new URL(url, server.url).searchParams));

beforeEach(() => {
  localStorage.clear();
  server.requests.length = 0;
  components = answer.components;
  unhealthy = ["shop"];
  server.answer = (request, ...rest) => {
    const { url = "" } = request;
    const body = url.startsWith("/api/canary/api/topology")
      ? { ...answer, components }
      : url.startsWith("/api/db/agents")
        ? [{ id: "00000000-0000-0000-0000-000000000000", name: "local" }]
        : url.startsWith("/api/db/rpc/unhealthy_intervals")
          ? unhealthy.map((name) => ({
              component_id: name,
              name,
              since: new Date(Date.now() - 3_600_000).toISOString(),
              until: null,
            }))
          : url.startsWith("/api/db/components")
            ? [
                { id: "till", name: "till", type: null, health: "unhealthy" },
                { id: "drawer", name: "till drawer", type: "Part", health: "healthy" },
              ]
            : [];
    json(200, body)(request, ...rest);
  };
});

const me = {
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "h",
};

function Body() {
  return <DashboardBody dashboard={useTopology()} />;
}

async function open(query = "") {
  happyDOM.setURL(`${server.url}/topology${query}`);
  const cache = createQueryClient();
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={cache}>
        <AccessProvider me={me} properties={[]}>
          <RegistryContext value={registryOf([area])}>
            <Outlet />
          </RegistryContext>
        </AccessProvider>
      </QueryClientProvider>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: "/topology", component: Body });
  const router = createRouter({ routeTree: root.addChildren([page]), parseSearch, stringifySearch: printSearch });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return { element, cache };
}

const cards = (element: HTMLElement) =>
  [...element.querySelectorAll("article")].map((card) => card.getAttribute("aria-label"));

async function choose(element: HTMLElement, label: string, value: string) {
  const select = [...element.querySelectorAll("label")]
    .find((one) => one.textContent?.startsWith(label))!
    .querySelector("select")!;
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

test("the dashboard shows components as cards, worst health first", async () => {
  const { element } = await open();
  await until(() => expect(cards(element)).toEqual(["shop", "bank"]));
  expect(asked()).toEqual([{ depth: "1", sortBy: "status", sortOrder: "desc" }]);
  expect(element.querySelector("article[data-health=unhealthy]")?.textContent).toContain("till");
});

test("TO-04 TO-05 the dashboard uses the preferences for hidden components and card width", async () => {
  cardWidth.set(300);
  const { element } = await open("?showHiddenComponents=no");
  await until(() => expect(cards(element)).toEqual(["shop", "bank"]));
  expect(asked()[0]).toMatchObject({ hidden: "false" });
  const list = element.querySelector<HTMLElement>("ul[aria-label=Components]")!;
  expect(list.style.gridTemplateColumns).toContain("300px");
  await act(async () => cardWidth.set(554));
  expect(list.style.gridTemplateColumns).toContain("554px");
});

test("filters and order are sent to the server and kept in the URL", async () => {
  const { element } = await open("?team=All");
  await until(() => expect(cards(element)).toHaveLength(2));
  await choose(element, "Health", "unhealthy");
  await until(() => expect(asked().at(-1)).toMatchObject({ status: "unhealthy" }));
  expect(asked().some((query) => "team" in query)).toBe(false);
  await choose(element, "Label", "env=prod");
  await until(() => expect(asked().at(-1)).toMatchObject({ labels: "env=prod", status: "unhealthy" }));
  await choose(element, "Type", "Service");
  await until(() => expect(asked().at(-1)).toMatchObject({ type: "Service", flatten: "true", depth: "50" }));
  await choose(element, "Sort By", "field:rate");
  await until(() => expect(asked().at(-1)).toMatchObject({ sortBy: "field:rate", sortOrder: "asc" }));
  await press(element.querySelector("button[aria-label^=Ascending]"));
  await until(() => expect(asked().at(-1)).toMatchObject({ sortBy: "field:rate", sortOrder: "desc" }));
  expect(Object.fromEntries(new URL(location.href).searchParams)).toMatchObject({
    status: "unhealthy",
    labels: "env=prod",
    type: "Service",
    sortBy: "field:rate",
    sortOrder: "desc",
  });
});

test("the search finds cards by their children, finds deeper components, and reports when no card matches", async () => {
  const { element } = await open("?search=till");
  await until(() => expect(cards(element)).toEqual(["shop"]));
  // Components on the cards are not listed again.
  const deeper = () => [...element.querySelectorAll("section[aria-label='Found on other levels'] a")];
  await until(() => expect(deeper().map((link) => link.getAttribute("href"))).toEqual(["/topology/drawer"]));
  const empty = await open("?search=nothing");
  await until(() => expect(empty.element.textContent).toContain("There are no components matching this criteria"));
});

test("a label value with a comma is sent as one item of the list", async () => {
  const { element } = await open();
  await until(() => expect(cards(element)).toHaveLength(2));
  await choose(element, "Label", "zone=a%2c b");
  await until(() => expect(asked().at(-1)).toMatchObject({ labels: "zone=a%2c b" }));
  expect(element.textContent).toContain("zone:a, b");
});

test("text that was just typed is still applied after a change of the view", async () => {
  const { element } = await open();
  await until(() => expect(cards(element)).toHaveLength(2));
  const field = () => element.querySelector<HTMLInputElement>("input[role=searchbox]")!;
  const tableView = [...element.querySelectorAll("label")]
    .find(({ textContent }) => textContent === "Table")!
    .querySelector("input")!;
  await act(async () => {
    field().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field(), "bank");
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => tableView.focus());
  await press(tableView);
  await until(() => expect(element.querySelector("[role=grid]")).not.toBeNull());
  expect(Object.fromEntries(new URL(location.href).searchParams)).toMatchObject({ view: "table", search: "bank" });
  await until(() => expect(field().value).toBe("bank"));
});

test("an update does not move the cards while the pointer is on a card", async () => {
  const { element, cache } = await open();
  await until(() => expect(cards(element)).toEqual(["shop", "bank"]));
  const list = element.querySelector("ul[aria-label=Components]")!;
  const point = (type: "pointerover" | "pointerout") =>
    act(async () => void list.dispatchEvent(new PointerEvent(type, { bubbles: true, relatedTarget: document.body })));
  await point("pointerover");
  components = [component("bank", { health: "unhealthy" }), component("shop")];
  await act(() => cache.invalidateQueries());
  await until(() => expect(element.querySelectorAll("article")[1]!.dataset["health"]).toBe("unhealthy"));
  expect(cards(element)).toEqual(["shop", "bank"]);
  await point("pointerout");
  await until(() => expect(cards(element)).toEqual(["bank", "shop"]));
});

test("the time bar shows unhealthy times, and moves the time of the page", async () => {
  const { element } = await open();
  await until(() => expect(element.querySelectorAll("section[aria-label=History] rect")).toHaveLength(1));
  const slider = element.querySelector<HTMLInputElement>("input[type=range]")!;
  expect(slider.getAttribute("aria-valuetext")).toBe("Now, 1 component unhealthy");
  const at = Number(slider.min) + (Number(slider.max) - Number(slider.min)) / 2;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(slider, String(at));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await until(() => expect(asked().at(-1)).toHaveProperty("at"));
  expect(Math.abs(Date.parse(asked().at(-1)!["at"]!) - at)).toBeLessThan(200_000);
  expect(slider.getAttribute("aria-valuetext")).toMatch(/, 0 components unhealthy$/);
  await press([...element.querySelectorAll("button")].find((button) => button.textContent === "Back to now")!);
  await until(() => expect(new URL(location.href).searchParams.has("at")).toBe(false));
});

test("the time bar shows the number of components without their own lane", async () => {
  const named = (count: number) => Array.from({ length: count }, (_, n) => `part ${n}`);
  unhealthy = named(50);
  components = named(1_200).map((name, n) => component(name, { health: n > 1_196 ? "unhealthy" : "healthy" }));
  const { element } = await open();
  await until(() => expect(element.querySelectorAll("section[aria-label=History] rect")).toHaveLength(16));
  expect(element.querySelector("section[aria-label=History]")!.textContent).toContain(
    "+35 more in the last lane, 35 unhealthy now; +200 more without lanes, 3 unhealthy now",
  );
  expect(element.textContent).toContain("50 components are unhealthy");
  const asking = server.requests.find(({ url }) => url.startsWith("/api/db/rpc/unhealthy_intervals"))!;
  expect((JSON.parse(asking.body) as { ids: string[] }).ids).toHaveLength(1_000);
});

test("the table shows the same components as the cards, in the same order", async () => {
  const { element } = await open("?view=table");
  await until(() => expect(element.querySelector("[role=grid]")).not.toBeNull());
  expect(asked()[0]).toEqual({ depth: "1", sortBy: "status", sortOrder: "desc" });
});
