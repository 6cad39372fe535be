import { expect, test } from "vitest";
import { byCategory } from "./arrange-playbooks.ts";
import type { PlaybookName } from "../parts/playbooks-query.ts";
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

test("categories keep the order in which they first appear, and playbooks without a category come last", () => {
  expect(shown("")).toEqual([
    ["Kubernetes", ["Scale", "Restart"]],
    ["Database", ["Backup"]],
    ["Other", ["Ping"]],
  ]);
});

test("a playbook matches a search if its title, description or category contains all words", () => {
  expect(shown("TABLES dump")).toEqual([["Database", ["Backup"]]]);
  expect(shown("kube rest")).toEqual([["Kubernetes", ["Restart"]]]);
  expect(shown("kube ping")).toEqual([]);
});

test("a playbook lists its triggers", () => {
  expect(startersOf({})).toEqual(["people"]);
  const on = { webhook: { path: "deploy" }, schedule: [{ schedule: "@daily" }], config: [] };
  expect(startersOf({ on })).toEqual(["people", "a webhook", "a schedule"]);
});
