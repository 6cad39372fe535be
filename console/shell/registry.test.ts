// @vitest-environment node
import { expect, test } from "vitest";
import type { ConsoleArea } from "./area.ts";
import { onlyComponent, registryOf } from "./registry.ts";

const load = async () => ({ Page: () => null });
const area = (name: string, rest: Partial<ConsoleArea>): ConsoleArea => ({ name, ...rest });
const health = area("health", {
  pages: [{ path: "/health", title: "Health", load }],
  resources: { check: { icon: "file", href: (id) => `/health?checkId=${id}` } },
  slots: { "header.actions": [{ title: "Bell", load }] },
});

test("combines all areas into one registry", () => {
  const registry = registryOf([
    health,
    area("system", { pages: [{ path: "/settings/system", title: "System", load }] }),
  ]);
  expect(registry.pages.map(({ path }) => path)).toEqual(["/health", "/settings/system"]);
  expect(registry.resources.get("check")?.href("7")).toBe("/health?checkId=7");
  expect(registry.slot("header.actions").map(({ title }) => title)).toEqual(["Bell"]);
  expect(registry.slot("user.menu")).toEqual([]);
});

test("contains the search functions and menu sources of all areas, and finds a page by its path", () => {
  const finder = async () => async () => [];
  const menu = { page: "/views/$id", entries: () => ({ queryKey: ["views"], queryFn: () => [] }) };
  const registry = registryOf([health, area("search", { finder }), area("views", { menu })]);
  expect([registry.finders, registry.menus]).toEqual([[finder], [menu]]);
  expect([registry.page("/health")?.title, registry.page("/views/$id")]).toEqual(["Health", undefined]);
});

test("rejects an alias that is also a page path, and a shortcut letter that two pages use", () => {
  const other = (rest: object) => area("other", { pages: [{ path: "/other", title: "Other", load, ...rest }] });
  expect(() => registryOf([health, other({ aliases: ["/health"] })])).toThrow("define the path /health");
  const jumps = area("jumps", { pages: [{ path: "/jumps", title: "Jumps", load, jump: "h" }] });
  expect(() => registryOf([jumps, other({ jump: "h" })])).toThrow("define the shortcut letter h");
});

test("rejects two pages with the same path", () => {
  const other = area("other", { pages: [{ path: "/health", title: "Other", load }] });
  expect(() => registryOf([health, other])).toThrow("Two areas of the console define the path /health");
});

test("rejects two areas that own the same kind", () => {
  const other = area("other", { resources: { check: { icon: "file", href: () => "/" } } });
  expect(() => registryOf([health, other])).toThrow("Two areas of the console define the resource kind check");
});

test("rejects a lazily loaded file that does not export exactly one component", () => {
  const One = () => null;
  expect(onlyComponent({ One })).toBe(One);
  expect(() => onlyComponent({ One, Two: () => null })).toThrow("exactly one component; this one exports One, Two");
  expect(() => onlyComponent({})).toThrow("exactly one component");
});
