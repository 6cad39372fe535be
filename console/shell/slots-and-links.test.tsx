import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { read } from "#console/access/access.ts";
import { createQueryClient } from "#console/client/query.ts";
import type { Role } from "#language/roles.ts";
import { draw } from "#tests/console/draw.ts";
import type { ConsoleArea } from "./area.ts";
import { RegistryContext, registryOf } from "./registry.ts";
import { ResourceLink } from "./ResourceLink.tsx";
import { Slot } from "./Slot.tsx";

const answer = (isSetUp: boolean) => ({ queryKey: ["set up", isSetUp], queryFn: () => Promise.resolve(isSetUp) });

const areas: ConsoleArea[] = [
  {
    name: "notifications",
    slots: {
      "header.actions": [
        { title: "Bell", load: async () => ({ Bell: () => "bell " }) },
        { title: "Secret", needs: read("connections"), load: async () => ({ Secret: () => "secret " }) },
        { title: "Set up", when: () => answer(true), load: async () => ({ SetUp: () => "set up " }) },
        { title: "Not set up", when: () => answer(false), load: async () => ({ NotSetUp: () => "not set up " }) },
        { title: "Off", feature: "logs", load: async () => ({ Off: () => "off " }) },
      ],
    },
  },
  { name: "health", resources: { check: { icon: "file", href: (id) => `/health?checkId=${id}` } } },
];

async function drawInside(node: ReactNode, ...roles: Role[]) {
  const me = { user: { id: "1", name: "Ada", email: null, avatar: null }, roles, permissions: [], hostname: "h" };
  const cache = createQueryClient();
  const registry = registryOf(areas);
  const page = () => (
    <QueryClientProvider client={cache}>
      <RegistryContext value={registry}>
        <AccessProvider me={me} properties={[{ name: "logs.disable", value: "true" }]}>
          {node}
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  await act(async () => {});
  return element;
}

test("a slot shows the entries of all areas that are enabled, configured and allowed for the person", async () => {
  const slot = <Slot name="header.actions" of={{}} />;
  const shown = async (role: Role) => {
    const element = await drawInside(slot, role);
    await vi.waitFor(() => expect(element.textContent).toContain("set up "));
    return element.textContent;
  };
  expect(await shown("viewer")).toBe("bell set up ");
  expect(await shown("admin")).toBe("bell secret set up ");
});

test("a resource links to the page of the area that owns its kind", async () => {
  const element = await drawInside(<ResourceLink kind="check" id="7" name="Ping" />, "viewer");
  expect(element.querySelector("a")?.getAttribute("href")).toBe("/health?checkId=7");
  expect(element.textContent).toBe("Ping");
});

test("a resource whose kind no area owns is shown without a link", async () => {
  const element = await drawInside(<ResourceLink kind="playbook" id="7" name="Restart" />, "viewer");
  expect(element.querySelector("a")).toBeNull();
  expect(element.textContent).toBe("Restart");
});
