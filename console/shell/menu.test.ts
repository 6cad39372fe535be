// @vitest-environment node
import { describe, expect, test } from "vitest";
import { type Access, actorOf, read } from "#console/access/access.ts";
import { type Feature, isFeatureEnabled } from "#language/features.ts";
import type { Role } from "#language/roles.ts";
import type { MenuEntry, PageOf } from "./area.ts";
import { homeOf, isInside, isPathOf, menuOf, sectionsOf } from "./menu.ts";

const load = async () => ({ Page: () => null });
const page = (title: string, path: string, rest: Partial<PageOf>): PageOf => ({
  path,
  title,
  load,
  icon: "file",
  ...rest,
});

const pages: PageOf[] = [
  page("Users", "/settings/users", { menu: "access", feature: "settings.users", needs: read("identities") }),
  page("Catalog", "/catalog", { menu: "main", order: 4, feature: "config", needs: read("database") }),
  page("Health", "/health", { menu: "main", order: 2, feature: "health", needs: read("canaries") }),
  page("Topology", "/topology", {
    menu: "main",
    order: 1,
    menuName: "Dashboard",
    feature: "topology",
    needs: read("database"),
  }),
  page("Connections", "/settings/connections", {
    menu: "sources",
    feature: "settings.connections",
    needs: read("connections"),
  }),
  page("agents", "/settings/agents", { menu: "sources", feature: "agents", needs: read("agents") }),
  page("Job history", "/settings/jobs", {
    menu: "automation",
    feature: "settings.job_history",
    needs: read("database"),
  }),
  page("A check", "/health/$id", { needs: read("canaries") }),
];

const access = (held: readonly Role[], disabled: readonly Feature[] = []): Access => ({
  actor: actorOf({
    user: { id: "1", name: "A", email: null, avatar: null },
    roles: held,
    permissions: [],
    hostname: "h",
  }),
  areFlagsKnown: true,
  switchOf: () => undefined,
  isEnabled: (feature) =>
    isFeatureEnabled(
      feature,
      disabled.map((name) => ({ name: `${name}.disable`, value: "true" })),
    ),
});

const names = (entries: readonly MenuEntry[]) => entries.map(({ name }) => name);
const shown = (...args: Parameters<typeof access>) => {
  const { main, settings } = menuOf(pages, access(...args));
  return { main: names(main), settings: names(settings) };
};

const everyMain = ["Dashboard", "Health", "Catalog"];

describe("SH-10 the menu contains the entries whose resource the person may read", () => {
  test.each<[Role, string[]]>([
    ["admin", ["Users", "agents", "Connections", "Job history"]],
    ["editor", ["Users", "agents", "Connections", "Job history"]],
    ["commander", ["agents", "Job history"]],
    ["responder", ["agents", "Job history"]],
    // SH-11: viewers do not see the settings menu, even if they can read the settings.
    ["viewer", []],
    ["guest", []],
  ])("role %s", (role, settings) => expect(shown([role])).toEqual({ main: everyMain, settings }));

  test("a person without a role sees nothing", () => expect(shown([])).toEqual({ main: [], settings: [] }));

  test("a person with two roles sees the pages of both roles", () => {
    expect(shown(["commander", "editor"]).settings).toContain("Connections");
    expect(shown(["viewer", "editor"]).settings).toContain("Connections");
    expect(shown(["viewer", "guest"]).settings).toEqual([]);
  });
});

describe("SH-10 the menu has no entries of a disabled feature", () => {
  test.each<[Feature, string[], string[]]>([
    ["topology", ["Health", "Catalog"], ["Users", "agents", "Connections", "Job history"]],
    ["health", ["Dashboard", "Catalog"], ["Users", "agents", "Connections"]],
    ["config", ["Dashboard", "Health"], ["Users", "agents", "Connections", "Job history"]],
    ["agents", everyMain, ["Users", "Connections", "Job history"]],
    ["settings.users", everyMain, ["agents", "Connections", "Job history"]],
    ["settings.connections", everyMain, ["Users", "agents", "Job history"]],
    ["settings.job_history", everyMain, ["Users", "agents", "Connections"]],
  ])("feature %s", (feature, main, settings) => expect(shown(["admin"], [feature])).toEqual({ main, settings }));
});

describe("SH-08 settings", () => {
  const { settings } = menuOf(pages, access(["admin"]));
  const found = (query?: string) => sectionsOf(settings, query).map(({ title, entries }) => [title, ...names(entries)]);

  test("settings are grouped, each group sorted by name without regard to case; empty groups are left out", () => {
    expect(found()).toEqual([
      ["Access", "Users"],
      ["Sources", "agents", "Connections"],
      ["Automation", "Job history"],
    ]);
  });

  test.each<[string, string[][]]>([
    ["con", [["Sources", "Connections"]]],
    ["  JOB  his ", [["Automation", "Job history"]]],
    ["sources", [["Sources", "agents", "Connections"]]],
    ["sources agents", [["Sources", "agents"]]],
    ["users connections", []],
    ["nothing like it", []],
  ])("are found by words of their name and group: %s", (query, expected) => expect(found(query)).toEqual(expected));
});

test("SH-09 an entry has a name, an icon, an address and, if defined, a feature and a required permission", () => {
  expect(menuOf(pages, access(["admin"])).main[0]).toEqual({
    name: "Dashboard",
    icon: "file",
    href: "/topology",
    feature: "topology",
    needs: { action: "read", resource: "database" },
  });
});

test("entries that are known only at run time come after the pages and follow the same rules", () => {
  const found: MenuEntry[] = [
    { name: "My view", icon: "file", href: "/views/1", feature: "views", needs: read("database") },
    { name: "Secret view", icon: "file", href: "/views/2", needs: read("connections") },
  ];
  expect(names(menuOf(pages, access(["viewer"]), found).main)).toEqual([...everyMain, "My view"]);
  expect(names(menuOf(pages, access(["viewer"], ["views"]), found).main)).toEqual(everyMain);
});

describe("the start page", () => {
  const home = (...args: Parameters<typeof access>) => homeOf(menuOf(pages, access(...args)));
  test("the start page is the dashboard if the person may read it", () => expect(home(["viewer"])).toBe("/topology"));
  test("the start page is the first page of the menu if the dashboard is disabled", () =>
    expect(home(["viewer"], ["topology"])).toBe("/health"));
  test("the start page is a settings page if the main menu is empty", () => {
    expect(home(["admin"], ["topology", "health", "config"])).toBe("/settings/users");
  });
  test("the start page is the list of canaries or topologies, not the first settings page by name", () => {
    const entry = (href: string) => ({ name: href, icon: "file", href, group: "system" as const });
    const settings = ["/settings/audit", "/settings/canaries", "/settings/topologies"].map(entry);
    expect(homeOf({ main: [], settings })).toBe("/settings/canaries");
    expect(homeOf({ main: [], settings: settings.slice(0, 1) })).toBe("/settings/audit");
    expect(homeOf({ main: [entry("/health")], settings })).toBe("/health");
  });
  test("the start page is undefined for a person without read permissions", () => expect(home([])).toBeUndefined());
});

test.each([
  ["/settings/jobs", "/settings", true],
  ["/settings", "/settings", true],
  ["/settingsx", "/settings", false],
  ["/health", "/settings", false],
])("isInside(%s, %s) returns %s", (path, href, expected) => expect(isInside(path, href)).toBe(expected));

test.each([
  ["/views/7", "/views/$id", true],
  ["/views/", "/views/$id", false],
  ["/views", "/views/$id", false],
  ["/views/7/edit", "/views/$id", false],
  ["/catalog/7", "/views/$id", false],
])("isPathOf(%s, %s) returns %s", (path, page, expected) => expect(isPathOf(path, page)).toBe(expected));
