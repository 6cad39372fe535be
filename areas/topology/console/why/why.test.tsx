import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { createQueryClient } from "#console/client/query.ts";
import { RegistryContext, registryOf } from "#console/shell/registry.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import type { WhyAnswer, WhyCause, WhyChange } from "../../why.contract.ts";
import { relation } from "./OwnChange.tsx";
import { WhyPanel } from "./WhyPanel.tsx";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
beforeEach(() => {
  happyDOM.setURL(`${server.url}/`);
  server.requests.length = 0;
});

const since = "2026-11-17T09:00:00+00:00";
const start = {
  kind: "check",
  id: "c1",
  name: "web-http",
  type: "http",
  health: "unhealthy",
  status: null,
  since,
} as const;
const cause = (number: number): WhyCause => ({
  kind: "config",
  id: `i${number}`,
  name: `web-${number}`,
  type: "Kubernetes::Pod",
  health: "unhealthy",
  status: "CrashLoopBackOff",
  since,
  reason: `Reason ${number}.`,
  score: 10 - number,
  path: [
    { ...start, reason: "The search starts at web-http, which fails." },
    {
      ...start,
      kind: "config",
      id: `i${number}`,
      name: `web-${number}`,
      type: "Kubernetes::Pod",
      reason: "The check web-http watches it.",
    },
  ],
  alike: 0,
  insights: 0,
  changes: 1,
});
const change = (number: number): WhyChange => ({
  id: `h${number}`,
  config_id: "i1",
  name: "web-1",
  type: "Kubernetes::Pod",
  change_type: `diff-${number}`,
  severity: null,
  source: "diff",
  summary: "spec.image",
  created_at: since,
  first_observed: since,
  count: 1,
  external_created_by: null,
  created_by: null,
  reason: "A change of a possible cause, 4m before the transition.",
});
const answer: WhyAnswer = {
  start,
  is_unhealthy: true,
  summary: "web-http fails, most probably because of web-1.",
  transition: since,
  from: "2026-11-17T07:00:00Z",
  to: "2026-11-17T09:05:00Z",
  causes: [1, 2, 3, 4].map(cause),
  cause_count: 4,
  changes: [1, 2, 3, 4, 5, 6].map(change),
  has_more_changes: false,
  visited: 12,
  stopped: null,
  is_cause_hidden: false,
};

const registry = registryOf([
  {
    name: "catalog",
    resources: {
      config: { icon: "boxes", href: (id) => `/catalog/${id}` },
      config_change: { icon: "history", href: (id) => `/catalog/changes?change=${id}` },
    },
  },
]);

async function shown(
  given: Partial<WhyAnswer> | undefined,
  panel: ReactNode = <WhyPanel kind="check" id="c1" />,
): Promise<HTMLElement> {
  server.answer = given
    ? json(200, { ...answer, ...given })
    : json(403, { error: "You are not allowed to read canaries." });
  const page = () => (
    <QueryClientProvider client={createQueryClient()}>
      <RegistryContext value={registry}>{panel}</RegistryContext>
    </QueryClientProvider>
  );
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() });
  const { element } = await draw(<RouterProvider router={router as never} />);
  await act(() => router.load());
  return element;
}

const toggle = (element: HTMLElement) => element.querySelector<HTMLElement>("button[aria-expanded]")!;
const links = (element: HTMLElement) => [...element.querySelectorAll("a")].map((link) => link.getAttribute("href"));

test("the panel shows the summary with the first cause, and after a click the first three causes and five changes as links", async () => {
  const element = await shown({});
  await until(() =>
    expect(element.textContent).toBe(
      "Why? web-http fails, most probably because of web-1. Show causesunhealthy: web-1PodReason 1.",
    ),
  );
  expect(links(element)).toEqual(["/catalog/i1"]);
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /api/why/check/c1"]);
  expect(toggle(element).getAttribute("aria-expanded")).toBe("false");
  await press(toggle(element));
  expect(toggle(element).getAttribute("aria-expanded")).toBe("true");
  for (const text of [
    "Reason 1.",
    "Reason 3.",
    "The check web-http watches it.",
    "diff-5",
    "spec.image. A change of a possible cause",
  ])
    expect(element.textContent).toContain(text);
  for (const text of ["Reason 4.", "diff-6"]) expect(element.textContent).not.toContain(text);
  expect(links(element)).toEqual(expect.arrayContaining(["/catalog/i1", "/catalog/changes?change=h1"]));
  await press([...element.querySelectorAll("button")].find((button) => button.textContent === "Show 1 more")!);
  expect(element.textContent).toContain("Reason 4.");
  await press(toggle(element));
  expect(element.textContent).not.toContain("Reason 2.");
});

test("the closed panel shows the candidates, but not the resource as its own cause", async () => {
  const itself = { ...cause(1), ...start, reason: "It fails." };
  const element = await shown({ summary: "web-http fails.", causes: [itself, cause(2), cause(3), cause(4), cause(5)] });
  await until(() => expect(element.textContent).toContain("Why? web-http fails. Show causes"));
  expect(links(element)).toEqual(["/catalog/i2", "/catalog/i3", "/catalog/i4"]);
});

test.each([
  ["2026-11-17T08:55:00Z", "5m before it became unhealthy"],
  ["2026-11-17T11:00:00Z", "2h after it became unhealthy"],
])("for a change at %s the panel shows %s", (changedAt, text) => expect(relation(changedAt, since)).toBe(text));

test("an open panel reports hidden causes, a stopped search, and that nothing changed", async () => {
  const element = await shown(
    { causes: [], changes: [], is_cause_hidden: true, stopped: "nodes" },
    <WhyPanel kind="component" id="c1" isOpen />,
  );
  await until(() =>
    expect(element.textContent).toContain("A cause is hidden, because you do not have permission to read it."),
  );
  expect(element.textContent).toContain("The search stopped after 2,000 resources, so a cause may be missing.");
  expect(element.textContent).toContain("The causes and their ancestors did not change between");
});

test("the panel reports that the search stopped after 10 levels, and that there are more changes", async () => {
  const element = await shown({ stopped: "levels", has_more_changes: true }, <WhyPanel kind="config" id="c1" isOpen />);
  await until(() =>
    expect(element.textContent).toContain("The search stopped after 10 levels, so a cause may be missing."),
  );
  expect(element.textContent).toContain("There are more changes in this time range than the list shows.");
});

test("the panel of an item shows since when it is unhealthy, and the number of causes that are not listed", async () => {
  const element = await shown(
    { start: { ...start, kind: "config", type: "Kubernetes::Pod" }, cause_count: 51 },
    <WhyPanel kind="config" id="c1" isOpen />,
  );
  await until(() =>
    expect(element.textContent).toMatch(/because of web-1\. It became unhealthy \S+ ago\. Hide causes/),
  );
  await press([...element.querySelectorAll("button")].find((button) => button.textContent === "Show 1 more")!);
  expect(element.textContent).toContain("Only the 4 most probable of 51 possible causes are listed.");
});

test("the panel shows nothing for a healthy resource", async () => {
  const element = await shown({ is_unhealthy: false, causes: [], changes: [] });
  await until(() => expect(server.requests).toHaveLength(1));
  await until(() => expect(element.querySelector("section")).toBeNull());
});

test("a failed request shows the error", async () => {
  const element = await shown(undefined);
  await until(() => expect(element.textContent).toContain("You are not allowed to read canaries."));
});
