import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { localAgent } from "#language/local-agent.ts";
import type { Role } from "#language/roles.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { Topology } from "../../model.ts";
import { ancestorIds, componentPath } from "../card/component-path.ts";

declare const happyDOM: { setURL(url: string): void; setViewport(size: { width: number; height: number }): void };

const server = await startLocalServer();
// The data API client reads the page address when it is imported.
happyDOM.setURL(`${server.url}/`);
const { ComponentBody } = await import("./ComponentBody.tsx");
const { linkedConfigs } = await import("../parts/config-links.ts");
const { distinctTeams } = await import("./panels/TeamsPanel.tsx");
const { partsOf } = await import("../dashboard/use-topology.ts");

beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  happyDOM.setViewport({ width: 1440, height: 900 });
  server.requests.length = 0;
});

const id = "0197a000-0000-7000-8000-000000000001";
const component = (name: string, given: Partial<Topology> = {}): Topology => ({
  id: name,
  agent_id: localAgent,
  external_id: "",
  name,
  status: "",
  hidden: false,
  silenced: false,
  is_leaf: false,
  created_at: "2026-11-17T08:00:00Z",
  ...given,
});
const shop = component("shop", {
  id,
  type: "System",
  health: "healthy",
  namespace: "sales",
  labels: { "app/tier": "gold" },
  properties: [{ name: "version", text: "1.2.3" }],
  topology_id: "t1",
});

const config = (name: string, deleted: string | null = null) => ({
  id: name,
  name,
  type: "Kubernetes::Pod",
  deleted_at: deleted,
});
const answers: Readonly<Record<string, unknown>> = {
  config_component_relationships: [
    { config_id: "web", selector_id: "component/1", deleted_at: null, configs: config("web") },
    { config_id: "db", selector_id: "manual", deleted_at: null, configs: config("db") },
    { config_id: "old", selector_id: "component/1", deleted_at: "2026-11-17T07:00:00Z", configs: config("old") },
  ],
  checks_by_component: [
    { id: "k1", name: "shop-http", type: "http", status: "healthy", icon: null, health: "healthy" },
  ],
  changes_by_component: [],
  analysis_by_component: [],
  team_components: [{ team_id: "m1", team: { id: "m1", name: "Sales", icon: null } }],
  topologies: [{ id: "t1", name: "shops" }],
};

const areas: ConsoleArea[] = [
  {
    name: "others",
    resources: {
      config: { icon: "boxes", href: (of) => `/catalog/${of}` },
      check: { icon: "heart-pulse", href: (of) => `/health?checkId=${of}` },
      component: { icon: "network", href: componentPath },
    },
    slots: {
      "component.menu": [
        { title: "View Logs", fits: ({ hasLogs }) => hasLogs, hrefOf: ({ id: of }) => `/logs?topologyId=${of}` },
        { title: "Only Banks", href: "/banks", fits: ({ name }) => name === "bank" },
        {
          title: "Link to Incident",
          load: async () => ({
            Open: ({ name, close }) => (
              <p>
                Incident for {name} <button onClick={close}>Done</button>
              </p>
            ),
          }),
        },
      ],
      "component.panels": [
        { title: "Incidents", icon: "siren", load: async () => ({ Open: ({ name }) => `Incidents of ${name}` }) },
      ],
    },
  },
];

async function shown(
  of: Topology,
  { given = of, role = "admin", search = "" }: { given?: Topology; role?: Role; search?: string } = {},
) {
  server.answer = (request, response, body) => {
    const relation = /^\/api\/db\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const [path] = (request.url ?? "").split("?");
    const why = {
      is_unhealthy: true,
      summary: "shop is unhealthy because of web.",
      start: { kind: "component", id: shop.id, name: "shop" },
      causes: [],
      changes: [],
    };
    const tree = { components: [of], healthStatuses: ["healthy", "unhealthy"], teams: [], tags: {}, types: [] };
    const answer = path === "/api/canary/api/topology" ? tree : path?.startsWith("/api/why/") ? why : answers[relation];
    json(200, answer ?? [])(request, response, body);
  };
  const me = {
    user: { id: "1", name: "Ada", email: null, avatar: null },
    roles: [role],
    permissions: [],
    hostname: "h",
  };
  const registry = registryOf(areas);
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[]}>
          <ComponentBody component={given} />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  happyDOM.setURL(`${server.url}/topology/${id}${search}`);
  const history = createMemoryHistory({ initialEntries: [`/topology/${id}${search}`] });
  const root = createRootRoute({ component: page, notFoundComponent: page });
  const router = createRouter({ routeTree: root, history });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element;
}

const panel = (element: HTMLElement, title: string) =>
  element.querySelector<HTMLElement>(`section[aria-label="${title}"]`)!;

test("the panels show their counts, and the details of the component are open", async () => {
  const element = await shown(shop);
  await until(() => expect(panel(element, "Catalog").textContent).toBe("Catalog2"));
  await until(() => expect(panel(element, "Checks").textContent).toBe("Checks1"));
  await until(() => expect(panel(element, "Teams").textContent).toBe("Teams1"));
  await until(() => expect(panel(element, "Changes").textContent).toBe("Changes0"));
  await until(() => expect(panel(element, "Insights").textContent).toBe("Insights0"));
  await until(() => expect(panel(element, "Details").textContent).toContain("by shops"));
  for (const text of ["System", "sales", "Version", "1.2.3", "gold"])
    expect(panel(element, "Details").textContent).toContain(text);
});

test("the URL contains the open panel, and manual links can be removed", async () => {
  const element = await shown(shop, { search: "?panel=catalog" });
  await until(() => expect(panel(element, "Catalog").textContent).toContain("web"));
  const links = [...panel(element, "Catalog").querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/catalog/db", "/catalog/web"]);
  expect(element.querySelector('[aria-label="Actions for db"]')).not.toBeNull();
  expect(element.querySelector('[aria-label="Actions for web"]')).toBeNull();
  await press(element.querySelector('[aria-label="Show deleted items"]'));
  expect(panel(element, "Catalog").textContent).toContain("olddeleted");
});

test("a reader cannot link or unlink", async () => {
  const element = await shown(shop, { role: "viewer", search: "?panel=catalog" });
  await until(() => expect(panel(element, "Catalog").textContent).toContain("web"));
  expect(element.querySelector('[aria-label="Link to Catalog"]')).toBeNull();
  expect(element.querySelector('[aria-label="Actions for db"]')).toBeNull();
});

test("other areas add panels", async () => {
  const element = await shown(shop, { search: "?panel=incidents" });
  await until(() => expect(panel(element, "Incidents").textContent).toContain("Incidents of shop"));
});

test("other areas add items to the menu: links, and components that are rendered when chosen", async () => {
  const element = await shown({ ...shop, logs: [{ name: "application" }] });
  await press(element.querySelector('button[aria-label="Actions"]'));
  const item = (label: string) =>
    [...document.querySelectorAll<HTMLElement>("[role=menuitem]")].find(({ textContent }) => textContent === label)!;
  await until(() => expect(item("View Logs")).toBeDefined());
  expect(item("View Logs").getAttribute("href")).toBe(`/logs?topologyId=${id}`);
  expect(item("Only Banks")).toBeUndefined();
  await press(item("Link to Incident"));
  await until(() => expect(element.textContent).toContain("Incident for shop"));
  await press([...element.querySelectorAll("button")].find(({ textContent }) => textContent === "Done")!);
  expect(element.textContent).not.toContain("Incident for shop");
});

test("a menu entry about logs is only shown for components with log selectors", async () => {
  const element = await shown(shop);
  await press(element.querySelector('button[aria-label="Actions"]'));
  const items = () => [...document.querySelectorAll("[role=menuitem]")].map(({ textContent }) => textContent);
  await until(() => expect(items()).toContain("Snapshot"));
  expect(items()).not.toContain("View Logs");
});

test("the children are shown as cards; a component without children is shown as its own card", async () => {
  const cards = (element: HTMLElement) =>
    [...element.querySelectorAll("article")].map((card) => card.getAttribute("aria-label"));
  const parent = await shown({ ...shop, components: [component("web"), component("db", { health: "unhealthy" })] });
  await until(() => expect(cards(parent)).toEqual(["web", "db"]));
  const { url } = server.requests.find((request) => request.url.startsWith("/api/canary/api/topology"))!;
  expect(Object.fromEntries(new URL(url, server.url).searchParams)).toMatchObject({ id, depth: "2" });
  const alone = await shown(shop);
  await until(() => expect(cards(alone)).toEqual(["shop"]));
  const filtered = await shown({ ...shop, components: [] }, { search: "?status=unhealthy" });
  await until(() => expect(filtered.textContent).toContain("There are no components matching this criteria"));
  expect(cards(filtered)).toEqual([]);
});

test("card links keep the page parameters, and contain the page's id if the card has another parent", async () => {
  const parts = [
    component("web", { parent_id: id }),
    component("base", { path: `root.${id}`, components: [component("disk", { path: "storage" })] }),
    component("shared", { parent_id: "other" }),
  ];
  const element = await shown(
    { ...shop, components: parts },
    { search: "?agent_id=a1&sortBy=name&status=unhealthy&search=e&refererId=r1&folds=x&at=2026-11-17T08:00:00Z" },
  );
  await until(() => expect(element.querySelectorAll("article").length).toBeGreaterThan(0));
  const kept = "agent_id=a1&sortBy=name&at=2026-11-17T08%3A00%3A00Z";
  const hrefs = [...element.querySelectorAll("article a")].map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    `/topology/web?${kept}`,
    `/topology/base?${kept}`,
    `/topology/disk?${kept}&refererId=base`,
    `/topology/shared?${kept}&refererId=${id}`,
  ]);
});

test("properties are grouped by the first part of their names, and a later deletion time is shown", async () => {
  const element = await shown({
    ...shop,
    deleted_at: "2026-11-17T09:00:00Z",
    properties: [
      { name: "zone", text: "b" },
      { name: "volume/size", text: "10 GiB" },
      { name: "region", text: "eu" },
      { name: "disk:kind", label: "Kind of disk", text: "SSD" },
      { name: "volume/id", text: "v1" },
    ],
  });
  await until(() => expect(panel(element, "Details").textContent).toContain("Deleted"));
  const groups = [...panel(element, "Properties").querySelectorAll("dl")].map((list) => [
    list.previousElementSibling?.textContent,
    ...[...list.querySelectorAll("dt")].map((name) => `${name.textContent}: ${name.nextElementSibling!.textContent}`),
  ]);
  expect(groups).toEqual([
    [undefined, "Region: eu", "Zone: b"],
    ["disk", "Kind of disk: SSD"],
    ["volume", "Size: 10 GiB", "Id: v1"],
  ]);
});

test("an unhealthy component shows the reason, but not for an earlier time", async () => {
  const red: Topology = { ...shop, health: "unhealthy" };
  const element = await shown(red);
  await until(() => expect(element.textContent).toContain("Why? shop is unhealthy because of web."));
  const past = await shown(red, { search: "?at=2026-11-17T08:00:00Z" });
  await until(() => expect(past.querySelector("article")).not.toBeNull());
  expect(past.textContent).not.toContain("Why?");
});

test("the status from a source is shown, but not a roll-up status that contradicts the health", async () => {
  const red: Topology = { ...shop, health: "unhealthy", status: "warning" };
  const status = async (of: Topology) => {
    const element = await shown(of);
    await until(() => expect(panel(element, "Details").textContent).toContain("Status"));
    return [...panel(element, "Details").querySelectorAll("dt")].find(({ textContent }) => textContent === "Status")!
      .nextElementSibling!.textContent;
  };
  expect(await status(red)).toBe("Unhealthy");
  expect(await status({ ...red, status: "CrashLoopBackOff" })).toBe("Unhealthy: Crash Loop Back Off");
});

test("several links to an item are shown as one link, which counts as deleted only if all links are deleted", () => {
  const link = { config_id: "web", configs: config("web") };
  const gone = "2026-11-17T07:00:00Z";
  expect(
    linkedConfigs([
      { ...link, selector_id: "manual", deleted_at: gone },
      { ...link, selector_id: "component/1", deleted_at: null },
      { config_id: "secret", selector_id: "component/1", deleted_at: null, configs: null },
    ]),
  ).toEqual([{ id: "web", name: "web", type: "Kubernetes::Pod", deletedAt: null, isManual: false }]);
  expect(linkedConfigs([{ ...link, selector_id: "manual", deleted_at: gone }])).toMatchObject([{ deletedAt: gone }]);
});

test("a team with several matching selectors is listed once", () => {
  const row = { team_id: "m1", team: { id: "m1", name: "Sales", icon: null } };
  expect(distinctTeams([row, row, { team_id: "m2", team: null }])).toEqual([row.team]);
});

test("the graph begins with the component; a search on all levels omits the component", () => {
  const web = component("web");
  const root = { ...shop, components: [web] };
  const all = { view: "cards", isFiltered: false } as const;
  expect(partsOf(id, [root], all)).toEqual([web]);
  expect(partsOf(id, [root], { ...all, view: "graph" })).toEqual([root]);
  expect(partsOf(id, [shop, web], { ...all, isFiltered: true })).toEqual([web]);
  expect(partsOf(id, [shop], { ...all, isFiltered: true })).toEqual([]);
  expect(partsOf(id, [], all)).toEqual([]);
});

test("the breadcrumb follows the path, or the parent if the path is missing", () => {
  expect(ancestorIds({ path: "a.b", parent_id: "b" })).toEqual(["a", "b"]);
  expect(ancestorIds({ parent_id: "b" })).toEqual(["b"]);
  expect(ancestorIds({})).toEqual([]);
});

test("the header and the children show the health from the same response", async () => {
  const element = await shown({ ...shop, health: "unhealthy" }, { given: shop });
  await until(() => expect(element.textContent).toContain("Why? shop is unhealthy because of web."));
});
