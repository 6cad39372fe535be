import { expect, test } from "vitest";
import { templates } from "../gallery/templates.ts";
import { byCategory } from "./arrange-playbooks.ts";
import type { PlaybookName } from "./playbooks-query.ts";
import { startersOf } from "./starters.ts";

const playbook = (title: string, category: string, description: string | null = null): PlaybookName => ({
  id: title,
  title,
  name: title.toLowerCase(),
  namespace: "default",
  description,
  category,
  icon: null,
});

const some = [
  playbook("Scale", "Kubernetes"),
  playbook("Ping", ""),
  playbook("Backup", "Database", "Dumps all tables"),
  playbook("Restart", "Kubernetes"),
];
const shown = (search: string) =>
  byCategory(some, search).map(({ title, playbooks }) => [title, playbooks.map((one) => one.title)]);

test("categories keep the order in which they first appear, and playbooks without one come last", () => {
  expect(shown("")).toEqual([
    ["Kubernetes", ["Scale", "Restart"]],
    ["Database", ["Backup"]],
    ["Other", ["Ping"]],
  ]);
});

test("a search finds all of its words in the title, the description or the category", () => {
  expect(shown("TABLES dump")).toEqual([["Database", ["Backup"]]]);
  expect(shown("kube rest")).toEqual([["Kubernetes", ["Restart"]]]);
  expect(shown("kube ping")).toEqual([]);
});

test("a webhook without authentication is open to everybody", () => {
  expect(startersOf({}).words).toEqual(["people"]);
  const on = { webhook: { path: "deploy" }, schedule: [{ schedule: "@daily" }], config: [] };
  expect(startersOf({ on })).toEqual({ words: ["people", "a webhook", "a schedule"], isOpenToEverybody: true });
  expect(startersOf({ on: { webhook: { path: "x", authentication: { basic: null } } } }).isOpenToEverybody).toBe(true);
  expect(startersOf({ on: { webhook: { path: "x", authentication: { github: {} } } } }).isOpenToEverybody).toBe(false);
});

test("the gallery has eight playbooks, and no parameter is written into a script", () => {
  expect(new Set(templates.map(({ name }) => name)).size).toBe(8);
  const scripts = templates.flatMap(({ spec }) =>
    spec.actions.map((action) => (action["exec"] as { script?: string } | undefined)?.script ?? ""),
  );
  expect(scripts.filter(Boolean).length).toBeGreaterThan(4);
  for (const script of scripts) expect(script).not.toMatch(/\{\{|\$\(\.|\$\(params/);
});
