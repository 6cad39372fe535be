import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act } from "react";
import { describe, expect, test } from "vitest";
import type { Property } from "#language/columns.ts";
import { draw, press, until } from "#tests/console/draw.ts";
import type { Topology } from "../../model.ts";
import { type CardLinks, publicCardLinks } from "./card-links.ts";
import { ComponentCard } from "./ComponentCard.tsx";
import { propertyLabel, propertyValue, shownProperties } from "./property-value.ts";
import { statusLines } from "./status-lines.ts";

const component = (more: Partial<Topology> = {}): Topology => ({
  id: "c1",
  agent_id: "00000000-0000-0000-0000-000000000000",
  external_id: "",
  name: "shop",
  status: "healthy",
  health: "healthy",
  hidden: false,
  silenced: false,
  is_leaf: false,
  created_at: "2026-11-17T09:00:00Z",
  ...more,
});

const links: CardLinks = {
  component: ({ id }, { health } = {}) => `/topology/${id}${health === undefined ? "" : `?status=${health}`}`,
  insights: (id, of) => `/catalog/insights?component=${id}${of ? `&type=${of.type}&severity=${of.severity}` : ""}`,
  checks: () => "/health",
};

async function show(shown: Topology, of: CardLinks = links) {
  const root = createRootRoute({ component: () => <ComponentCard component={shown} links={of} agentName="edge" /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await act(() => router.load());
  const { element } = await draw(<RouterProvider router={router} />);
  await until(() => expect(element.querySelector("article")).not.toBeNull());
  return element;
}

describe("the value of a property", () => {
  const cases: [Property, unknown][] = [
    [
      { name: "created", text: "2026-11-17T09:00:00Z" },
      { type: "age", since: "2026-11-17T09:00:00Z" },
    ],
    [
      { name: "docs", type: "url", text: "https://example.com/a" },
      { type: "links", links: [{ url: "https://example.com/a", label: "example.com/a" }] },
    ],
    [
      { name: "docs", type: "url", text: "javascript:alert(1)" },
      { type: "text", text: "javascript:alert(1)" },
    ],
    [
      { name: "cost", type: "currency", value: 1234 },
      { type: "text", text: "$1.2k" },
    ],
    [
      { name: "cost", type: "currency", value: 250.4 },
      { type: "text", text: "$250" },
    ],
    [
      { name: "cost", type: "currency", value: 0.005 },
      { type: "text", text: "$0.005" },
    ],
    [
      { name: "cpu", value: 500, max: 2000, unit: "millicores" },
      { type: "usage", text: "0.5", percent: 25, detail: "0.5 of 2 (25%)" },
    ],
    [
      { name: "memory", value: 1.5 * 2 ** 30, unit: "bytes" },
      { type: "text", text: "1.5 GiB" },
    ],
    [
      { name: "rate", value: 0.25, unit: "percent" },
      { type: "text", text: "25%" },
    ],
    [
      { name: "pods", value: 80, max: 100 },
      { type: "text", text: "80% of 100", isHigh: true, detail: "80 of 100 (80%)" },
    ],
    [
      { name: "version", text: "1.2" },
      { type: "text", text: "1.2" },
    ],
    [{ name: "secret", type: "hidden", text: "x" }, undefined],
    [{ name: "empty" }, undefined],
  ];
  test.each(cases)("the display value of the property %j is derived from its type", (property, value) =>
    expect(propertyValue(property)).toEqual(value),
  );

  test("the value of a property has a label (TO-06)", () => {
    const names = "node created instance-type zone os containerRuntime kernel kubeProxy kubelet version memory cpu ip";
    expect(names.split(" ").map((name) => propertyLabel({ name }))).toEqual([
      "Node",
      "Created At",
      "Instance Type",
      "Zone",
      "OS",
      "Container Runtime",
      "Kernel",
      "Kubernetes proxy",
      "Kubelet",
      "Version",
      "Memory",
      "CPU",
      "IP",
    ]);
    expect(propertyLabel({ name: "queue_length" })).toBe("Queue Length");
    expect(propertyLabel({ name: "cpu", label: "Cores" })).toBe("Cores");
  });

  test("the value of a property is in the headline or below it, sorted by `order`", () => {
    const { headline, others } = shownProperties([
      { name: "b", text: "2", order: 2 },
      { name: "a", text: "1", order: 1 },
      { name: "rate", value: 5, headline: true },
      { name: "quota", value: 9, headline: true, hidden: true },
      { name: "raw", text: "x", type: "hidden" },
    ]);
    expect(headline.map(({ property }) => property.name)).toEqual(["rate"]);
    expect(others.map(({ property }) => property.name)).toEqual(["a", "b"]);
  });
});

describe("the lines of a card", () => {
  test("summaries count insights, checks, incidents and children, with unhealthy children first", () => {
    const lines = statusLines(
      component({
        summary: {
          healthy: 2,
          insights: { security: { low: 1, medium: 2, critical: 1 } },
          checks: { healthy: 3, unhealthy: 1 },
          incidents: { availability: { High: 1 } },
        },
        components: [
          component({ id: "a", name: "a" }),
          component({ id: "b", name: "b", health: "unhealthy", summary: { unhealthy: 1 }, children: ["x"] }),
        ],
      }),
    );
    expect(lines.map(({ type }) => type)).toEqual(["insights", "checks", "incidents", "child", "child"]);
    expect(lines[0]).toMatchObject({
      counts: [
        { type: "security", severity: "critical", count: 1 },
        { type: "security", severity: "medium", count: 3 },
      ],
    });
    expect(lines[3]).toMatchObject({ child: { name: "b" }, counts: { unhealthy: 1 } });
  });

  test("only components without children are counted, and not if the card shows a single check", () => {
    const [summary, children] = [{ healthy: 1, checks: { healthy: 1 } }, ["x"]];
    expect(statusLines(component({ summary, children })).map(({ type }) => type)).toEqual(["components", "checks"]);
    expect(statusLines(component({ summary, children, is_leaf: true })).map(({ type }) => type)).toEqual(["checks"]);
  });

  test("counts do not include a component as its own descendant", () => {
    const leaf = component({ id: "a", name: "a", summary: { healthy: 1 } });
    expect(statusLines(leaf)).toEqual([]);
    expect(statusLines(component({ components: [leaf] }))).toEqual([{ type: "child", child: leaf, counts: {} }]);
  });
});

describe("a card", () => {
  test("shows name, reason, agent, and health in words", async () => {
    const element = await show(component({ text: "The shop", health: "unhealthy", status_reason: "disk full" }));
    const card = element.querySelector("article")!;
    expect(card.getAttribute("aria-label")).toBe("The shop");
    expect(card.dataset["health"]).toBe("unhealthy");
    expect(card.textContent).toContain("Unhealthy: ");
    expect(card.textContent).toContain("disk full");
    expect(card.textContent).toContain("edge");
    expect(card.querySelector("h2 a")!.getAttribute("href")).toBe("/topology/c1");
  });

  test("shows six properties, and the others on demand", async () => {
    const element = await show(
      component({ properties: Array.from({ length: 8 }, (_, at) => ({ name: `p${at}`, text: `value ${at}` })) }),
    );
    const shown = () => element.querySelectorAll("article dt").length;
    expect(shown()).toBe(6);
    await press([...element.querySelectorAll("button")].find((button) => button.textContent === "Show 2 more")!);
    expect(shown()).toBe(8);
    const seven = Array.from({ length: 7 }, (_, at) => ({ name: `p${at}`, text: `value ${at}` }));
    expect((await show(component({ properties: seven }))).querySelectorAll("article dt")).toHaveLength(7);
  });

  test("links counts to the pages that list them", async () => {
    const element = await show(
      component({
        summary: { insights: { security: { high: 2 } }, checks: { healthy: 1 } },
        components: [component({ id: "a", name: "till", summary: { unhealthy: 2 } })],
      }),
    );
    const hrefs = [...element.querySelectorAll("ul a")].map((link) => decodeURIComponent(link.getAttribute("href")!));
    expect(hrefs).toEqual([
      "/catalog/insights?component=c1",
      "/catalog/insights?component=c1&type=security&severity=high",
      "/health",
      "/topology/a",
      "/topology/a?status=unhealthy",
    ]);
  });

  test("a card without a session links only to components, in a new tab", async () => {
    const element = await show(
      component({
        summary: { insights: { security: { high: 2 } }, checks: { healthy: 1 } },
        components: [component({ id: "a", name: "till", summary: { unhealthy: 2 } })],
      }),
      publicCardLinks,
    );
    const all = [...element.querySelectorAll("a")];
    expect(all.map((link) => link.getAttribute("href"))).toEqual(["/topology/c1", "/topology/a"]);
    expect(all.every((link) => link.target === "_blank")).toBe(true);
  });
});
