// @vitest-environment node
import { expect, test } from "vitest";
import { worstTypesFirst } from "./related-columns.tsx";
import { relationsOf } from "./relations.ts";

const item = (id: string, ...related_ids: string[]) => ({ id, name: `name of ${id}`, related_ids });

const printed = (all: Parameters<typeof relationsOf>[0], root: string) =>
  [...relationsOf(all, root)].map(([id, { way, via }]) => `${id}: ${way} ${via?.id ?? "directly"}`);

test("an item is related directly or via the item before it on the shortest path", () => {
  const all = [item("app", "set", "service"), item("set", "pod"), item("service", "set"), item("pod")];
  expect(printed(all, "app")).toEqual(["set: Outgoing directly", "service: Outgoing directly", "pod: Outgoing set"]);
});

test("items with a path to the item are incoming", () => {
  const all = [item("cluster", "namespace"), item("namespace", "app"), item("app", "pod"), item("pod")];
  expect(printed(all, "app")).toEqual([
    "pod: Outgoing directly",
    "namespace: Incoming directly",
    "cluster: Incoming namespace",
  ]);
});

test("supports cycles; items without a path through shown items have no relation", () => {
  const all = [item("app", "set", "gone"), item("set", "app"), item("alone")];
  expect(printed(all, "app")).toEqual(["set: Outgoing directly"]);
});

test("types with unhealthy items come first, and otherwise the items keep their order", () => {
  const row = (type: string, health: "healthy" | "unhealthy" | "warning" | null) => ({ type, health });
  const rows = [row("Namespace", "healthy"), row("Set", "unhealthy"), row("Pod", "healthy"), row("Cluster", "warning")];
  rows.push(row("Account", null), row("Pod", "unhealthy"));
  expect(worstTypesFirst(rows).map(({ type, health }) => `${type} ${health}`)).toEqual([
    "Set unhealthy",
    "Pod healthy",
    "Pod unhealthy",
    "Cluster warning",
    "Account null",
    "Namespace healthy",
  ]);
});
