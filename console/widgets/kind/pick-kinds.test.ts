import { expect, test } from "vitest";
import type { KindDescription } from "#language/kinds.ts";
import { firstKind, kindGroups } from "./pick-kinds.ts";

const kind = (title: string, group: string | undefined, more: Partial<KindDescription> = {}): KindDescription => ({
  type: title.toLowerCase().replaceAll(" ", "_"),
  title,
  icon: "",
  group,
  schema: {},
  ...more,
});

const kinds = [
  kind("Slack", "Messages", { isForMessages: true }),
  kind("Email", "Messages", { isForMessages: true }),
  kind("Postgres", "Databases"),
  kind("mongo", "Databases"),
  kind("Git", "Code"),
  kind("JMeter", "Network and hosts", { isHidden: true }),
  kind("Legit", "Code"),
  kind("Azure Devops", "Cloud"),
];

const shown = (typed?: string) =>
  kindGroups(kinds, typed).map((group) => [group.name, group.kinds.map(({ title }) => title)]);

test("CO-05 types are grouped and sorted by title, with message types last and hidden types left out", () => {
  expect(shown()).toEqual([
    ["Cloud", ["Azure Devops"]],
    ["Code", ["Git", "Legit"]],
    ["Databases", ["mongo", "Postgres"]],
    ["Messages", ["Email", "Slack"]],
  ]);
  expect(kindGroups(kinds).map(({ isForMessages }) => isForMessages)).toEqual([false, false, false, true]);
});

test("types without a group are offered under Other", () => {
  expect(kindGroups([kind("Odd", undefined)]).map(({ name }) => name)).toEqual(["Other"]);
});

test("searches titles, names and groups for every typed word", () => {
  expect(shown("GIT")).toEqual([["Code", ["Git", "Legit"]]]);
  expect(shown("data mon")).toEqual([["Databases", ["mongo"]]]);
  expect(shown("azure_dev")).toEqual([["Cloud", ["Azure Devops"]]]);
  expect(shown("jmeter")).toEqual([]);
});

test("Enter chooses the type whose name begins with the typed text", () => {
  const first = (typed: string) => firstKind(kindGroups(kinds, typed), typed)?.title;
  expect(first("git")).toBe("Git");
  expect(first("e")).toBe("Email");
  expect(first("")).toBe("Azure Devops");
  expect(first("nothing")).toBeUndefined();
});
