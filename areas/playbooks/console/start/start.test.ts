import { expect, test } from "vitest";
import { Problem } from "#language/problem.ts";
import type { RunnablePlaybook } from "../../contract.ts";
import { approvalWords, isApprover } from "../parts/approval-words.ts";
import { startPath } from "../parts/paths.ts";
import { dialogSize } from "./OpenedRunDialog.tsx";
import { matchingPlaybooks } from "./matching-playbooks.ts";
import { neededKind, prefilled, repeated, resourceField, resourceIn } from "./needed-resource.ts";
import { problemsByParameter } from "../parameters/form-values.ts";
import { itemsOf } from "./RunMenu.tsx";

test("the person has to choose a resource of the first kind that the playbook selects", () => {
  expect(neededKind({})).toBeUndefined();
  expect(neededKind({ configs: [], checks: [{}] })).toBe("check");
  expect(neededKind({ configs: [{}], components: [{}] })).toBe("config");
});

test("requests and URLs contain the resource by its kind", () => {
  expect(resourceField({ kind: "check", id: "7" })).toEqual({ check_id: "7" });
  expect(resourceField(undefined)).toEqual({});
  expect(resourceIn({ config_id: "", component_id: "8" })).toEqual({ kind: "component", id: "8" });
  expect(resourceIn({ config_id: null })).toBeUndefined();
  expect(startPath("p", { kind: "config", id: "c" })).toBe("/playbooks?run=p&config_id=c");
});

test("URLs and earlier runs prefill parameters, except secrets", () => {
  expect(prefilled({ run: "1", "params.name": "web", "params.many": ["a"] })).toEqual({ name: "web" });
  expect(repeated({ name: "web", password: "***" })).toEqual({ name: "web" });
  expect(repeated(null)).toEqual({});
});

test("PB-20: a dialog with a code editor is wider", () => {
  const code = (size: string) => ({ name: "x", type: "code" as const, properties: { size } });
  expect(dialogSize([])).toBe("medium");
  expect(dialogSize([code("very-small")])).toBe("medium");
  expect(dialogSize([code("small"), code("full")])).toBe("full");
  expect(dialogSize([{ name: "x", properties: { size: "full" } }])).toBe("medium");
});

test("the form lists the approvers", () => {
  expect(approvalWords({})).toBeUndefined();
  const approvers = { people: ["ann@example.org", "bob@example.org"], teams: ["Crew"] };
  expect(approvalWords({ approval: { approvers } })).toBe(
    "The run waits until ann@example.org, bob@example.org and team Crew have approved it.",
  );
  expect(approvalWords({ approval: { type: "any", approvers: { teams: ["Crew", "Deck"] } } })).toBe(
    "The run waits until team Crew or team Deck has approved it.",
  );
  expect(isApprover({ approval: { approvers } }, { email: "ANN@example.org", teams: [] })).toBe(true);
  expect(isApprover({ approval: { approvers } }, { email: null, teams: ["Crew"] })).toBe(true);
  expect(isApprover({ approval: { approvers } }, { email: "eve@example.org", teams: ["Other"] })).toBe(false);
});

const playbook = (title: string, category: string): RunnablePlaybook => ({
  id: title,
  namespace: "default",
  name: title.toLowerCase(),
  title,
  icon: null,
  description: null,
  source: "UI",
  category,
  created_at: "",
  parameters: [],
  spec: {},
  is_open: false,
});

test("the menu of a resource groups playbooks by category", () => {
  const opened: string[] = [];
  const items = itemsOf([playbook("Scale", "Kubernetes"), playbook("Ping", "")], (id) => opened.push(id));
  expect(items.map(({ type, ...item }) => [type, "label" in item ? item.label : ""])).toEqual([
    ["heading", "Kubernetes"],
    ["action", "Scale"],
    ["heading", "Other"],
    ["action", "Ping"],
  ]);
  expect(itemsOf([playbook("Ping", "")], () => {})).toHaveLength(1);
  const [, scale] = items;
  if (scale?.type === "action") scale.run();
  expect(opened).toEqual(["Scale"]);
});

test("the palette finds playbooks that match all typed words", () => {
  const all = [playbook("Scale web", "Kubernetes"), playbook("Ping", "Network")];
  const found = (text: string) => matchingPlaybooks(all, text).map(({ title }) => title);
  expect(found("run scale")).toEqual(["Scale web"]);
  expect(found("network")).toEqual(["Ping"]);
  expect(found("scale ping")).toEqual([]);
  expect(found(" ")).toEqual([]);
});

test("problems that the server reports appear at their parameters", () => {
  const fields = [{ path: "params.replicas", message: "Replicas must be at most 5" }];
  expect(problemsByParameter(new Problem("invalid", "x", { parts: { fields } }))).toEqual({
    replicas: "Replicas must be at most 5",
  });
  expect(problemsByParameter(new Error("x"))).toEqual({});
});
