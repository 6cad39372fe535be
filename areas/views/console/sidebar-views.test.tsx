// Tests the sidebar entries that the views area adds.
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import type { ConsoleArea } from "#console/shell/area.ts";
import { MenuList } from "#console/shell/MenuList.tsx";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import "#console/widgets/console-icons.ts";
import type { Property } from "#language/features.ts";
import { draw, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { views } from "./index.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
const rows = [
  { id: "v1", name: "cost", title: "Cost of everything", icon: null },
  { id: "v2", name: "pods", title: "", icon: "kubernetes" },
  { id: "v3", name: "queue", title: "Queue", icon: "server" },
];
beforeEach(() => {
  happyDOM.setURL(server.url);
  server.requests.length = 0;
  server.answer = json(200, rows);
});

async function drawMenu(areas: readonly ConsoleArea[], properties: readonly Property[] = []) {
  const cache = createQueryClient();
  const registry = registryOf(areas);
  const me = {
    user: { id: "1", name: "Ada", email: null, avatar: null },
    roles: ["viewer"],
    permissions: [],
    hostname: "",
  };
  const component = () => (
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={properties}>
          <MenuList isCollapsed={false} />
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  const links = () => [...element.querySelectorAll("a")];
  return { element, cache, links };
}

test("SH-05 SH-06 SH-07 VW-06 each view with the sidebar setting has an entry with its title or name, its icon and its URL, in the order of ordinal", async () => {
  const { links } = await drawMenu([views]);
  await until(() => expect(links()).toHaveLength(3));
  expect(links().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Cost of everything", "/views/v1"],
    ["pods", "/views/v2"],
    ["Queue", "/views/v3"],
  ]);
  const icons = () => links().map((link) => link.querySelector("svg"));
  expect(icons()[0]?.getAttribute("class")).toContain("lucide-workflow");
  expect(icons()[2]?.getAttribute("class")).toContain("lucide-server");
  await until(() => expect(String(icons()[1]?.querySelector("use")?.getAttribute("href"))).toContain("#mark"));
  expect(server.requests.map(({ url }) => url)).toEqual([
    "/api/db/views_summary?select=id%2Cname%2Ctitle%2Cicon&sidebar=is.true&order=ordinal%2Ctitle%2Cname",
  ]);
});

test("DA-122 the sidebar fetches the views again after five minutes", async () => {
  const { cache, links } = await drawMenu([views]);
  await until(() => expect(links()).toHaveLength(3));
  const query = cache.getQueryCache().find({ queryKey: ["views", "sidebar"] });
  expect(query?.observers.map(({ options }) => options.staleTime)).toEqual([5 * 60_000]);
});

describe("the views are not requested", () => {
  test.each<[string, readonly ConsoleArea[], readonly Property[]]>([
    ["without a page to link to", [{ ...views, pages: [] }], []],
    ["if the feature is disabled", [views], [{ name: "views.disable", value: "true" }]],
  ])("%s", async (_, areas, properties) => {
    const { links } = await drawMenu(areas, properties);
    expect(links()).toEqual([]);
    expect(server.requests).toEqual([]);
  });
});
