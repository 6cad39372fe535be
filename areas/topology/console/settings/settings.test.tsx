import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { AccessProvider } from "#console/access/AccessProvider.tsx";
import { createQueryClient } from "#console/client/query.ts";
import type { Draft } from "#console/resources/resource-row.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { TopologyDryRun, TopologyDryRunComponent } from "../../building.contract.ts";
import { BuildProposal } from "./BuildProposal.tsx";
import { Preview } from "./Preview.tsx";
import { previewTree, type PreviewNode } from "./preview-tree.ts";
import { PreviewTree } from "./PreviewTree.tsx";
import { usePreview } from "./use-preview.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const component = (
  id: string,
  parent: string | null,
  given: Partial<TopologyDryRunComponent> = {},
): TopologyDryRunComponent => ({
  id,
  parent_id: parent,
  action: "added",
  name: id,
  text: null,
  type: null,
  icon: null,
  external_id: "",
  health: null,
  status: null,
  labels: null,
  properties: null,
  ...given,
});

const components = [
  component("shop", null, { health: "unhealthy" }),
  component("web", "shop"),
  component("pod", "web", { text: "Pod 1" }),
  component("container", "pod"),
  component("old", "shop", { action: "deleted" }),
  component("lost", "not sent", { action: "unchanged" }),
];
const found: TopologyDryRun = {
  summary: "would add 4, remove 1",
  added: 4,
  changed: 0,
  unchanged: 1,
  removed: 1,
  components,
  errors: ["lookup http: connect ECONNREFUSED"],
  warnings: [],
  is_cut: false,
  duration: 120,
};

const editor = {
  user: { id: "1", name: "Ada", email: null, avatar: null },
  roles: ["editor"],
  permissions: [],
  hostname: "",
};

async function shown(node: ReactNode): Promise<HTMLElement> {
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registryOf([])}>
        <AccessProvider me={editor} properties={[]}>
          {node}
        </AccessProvider>
      </RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element;
}

const button = (element: HTMLElement, name: string) =>
  [...element.querySelectorAll("button")].find(
    (one) => one.textContent === name || one.getAttribute("aria-label") === name,
  )!;

test("a dry run becomes a tree; a component whose parent was not sent is a root", () => {
  const names = (nodes: readonly PreviewNode[]): unknown[] =>
    nodes.map(({ component: { id }, children }) => (children.length > 0 ? [id, names(children)] : id));
  expect(names(previewTree(components))).toEqual([["shop", [["web", [["pod", ["container"]]]], "old"]], "lost"]);
});

test("the tree shows two levels, the action of each component, and deeper levels on request", async () => {
  const element = await shown(<PreviewTree components={components} />);
  expect(element.textContent).toContain("Pod 1");
  expect(element.textContent).not.toContain("container");
  expect(element.textContent).toContain("unhealthy: ");
  expect(element.textContent).toContain("deleted");
  expect(element.textContent).not.toContain("unchanged");
  await press(button(element, "Expand Pod 1"));
  expect(element.textContent).toContain("container");
  await press(button(element, "Collapse shop"));
  expect(element.textContent).not.toContain("web");
});

const draft: Draft = {
  name: "shop",
  namespace: "default",
  labels: undefined,
  spec: { components: [{ name: "shop" }] },
};

function Editor({ edited }: { edited: Draft }) {
  const { trial, isStale, start, stop } = usePreview("t1", edited);
  return (
    <>
      <button type="button" onClick={() => void start()}>
        Start
      </button>
      <Preview trial={trial} isStale={isStale} onCancel={stop} />
    </>
  );
}

test("a preview sends the draft, shows the result and its errors, and warns if the draft was edited later", async () => {
  server.answer = (_, response) =>
    response
      .writeHead(200, { "content-type": "application/x-ndjson" })
      .end(`${JSON.stringify({ progress: { phase: "building" } })}\n${JSON.stringify({ result: found })}\n`);
  const { element, redraw } = await draw(<Editor edited={draft} />);
  await press(button(element, "Start"));
  await until(() => expect(element.textContent).toContain("Would add 4, remove 1 (1 unchanged)"));
  expect(element.textContent).toContain("lookup http: connect ECONNREFUSED");
  expect(element.textContent).not.toContain("was edited");
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /api/topology/dry-run"]);
  expect(JSON.parse(server.requests[0]!.body)).toEqual({
    id: "t1",
    name: "shop",
    namespace: "default",
    spec: { components: [{ name: "shop" }] },
  });
  await redraw(<Editor edited={{ ...draft, spec: { components: [] } }} />);
  expect(element.textContent).toContain("The topology was edited after this preview.");
});

test("if the server refuses a preview, the invalid fields are shown", async () => {
  server.answer = json(422, {
    error: "The request is not valid.",
    fields: [{ path: "spec.components.0.name", message: "is required" }],
  });
  const { element } = await draw(<Editor edited={draft} />);
  await press(button(element, "Start"));
  await until(() => expect(element.textContent).toContain("The tree cannot be previewed."));
  expect(element.textContent).toContain("components.0.name This field is required");
});

test("a proposal is previewed at once, and created as an ordinary topology", async () => {
  server.answer = (request, response, body) =>
    request.url === "/api/topology/dry-run"
      ? json(200, { result: found }, { "content-type": "application/x-ndjson" })(request, response, body)
      : json(201, [{ id: "t2", name: "kubernetes", spec: {} }])(request, response, body);
  const proposal = {
    kind: "kubernetes" as const,
    name: "kubernetes",
    title: "Kubernetes: cluster, namespace, workload, pod",
    items: 12,
    spec: { type: "KubernetesCluster" },
  };
  const element = await shown(<BuildProposal proposal={proposal} />);
  await until(() => expect(element.textContent).toContain("Would add 4, remove 1"));
  await press(button(element, "Create"));
  await until(() => expect(server.requests.some(({ url }) => url === "/api/db/topologies")).toBe(true));
  const { body } = server.requests.find(({ url }) => url === "/api/db/topologies")!;
  expect(JSON.parse(body)).toEqual({ name: "kubernetes", namespace: "default", spec: { type: "KubernetesCluster" } });
});
