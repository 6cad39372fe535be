import { expect, test } from "vitest";
import { incidentRuleSpec } from "../spec.ts";
import { fitsFilter, inOrder, isInHours, type Rule } from "./rule.ts";

const rule = (spec: object): Rule => ({ id: "r", name: "r", spec: incidentRuleSpec.parse(spec) });
const at = (text: string) => Date.parse(text);

test("hours of operation are local to their time zone, and can be limited to days", () => {
  const office = rule({
    timeZone: "Europe/Berlin",
    hoursOfOperation: [{ start: "09:00", end: "17:00", days: [1, 2, 3, 4, 5] }],
  });
  // 2026-11-18 is a Wednesday; Berlin is one hour ahead of UTC in winter.
  expect(isInHours(office, at("2026-11-18T08:00:00Z"))).toBe(true);
  expect(isInHours(office, at("2026-11-18T07:59:00Z"))).toBe(false);
  expect(isInHours(office, at("2026-11-18T16:00:00Z"))).toBe(false);
  expect(isInHours(office, at("2026-11-21T10:00:00Z"))).toBe(false);
});

test("negated hours are excluded, also past midnight, and the time zone of an entry takes precedence", () => {
  const night = rule({
    hoursOfOperation: [{ start: "22:00", end: "06:00", negate: true, timeZone: "America/New_York" }],
  });
  expect(isInHours(night, at("2026-11-18T05:00:00Z"))).toBe(false);
  expect(isInHours(night, at("2026-11-18T11:00:00Z"))).toBe(true);
  expect(isInHours(rule({}), at("2026-11-18T05:00:00Z"))).toBe(true);
});

const resource = {
  kind: "check" as const,
  id: "1",
  name: "quay",
  type: "http",
  health: "unhealthy",
  status: null,
  since: 0,
  severities: ["high"],
  categories: ["Edge"],
  owner: null,
  labels: null,
};

test("the filter matches status or health, severity and category, ignoring case", () => {
  expect(fitsFilter(rule({}), resource)).toBe(true);
  expect(fitsFilter(rule({}), { ...resource, health: "warning" })).toBe(false);
  expect(fitsFilter(rule({ filter: { status: ["Degraded"] } }), { ...resource, status: "degraded" })).toBe(true);
  expect(fitsFilter(rule({ filter: { severity: ["High"], category: ["edge"] } }), resource)).toBe(true);
  expect(fitsFilter(rule({ filter: { severity: ["low"] } }), resource)).toBe(false);
  expect(fitsFilter(rule({ filter: { category: ["core"] } }), resource)).toBe(false);
});

test("rules with a higher priority come first", () => {
  const rules = [
    { ...rule({ priority: 1 }), name: "b" },
    { ...rule({}), name: "a" },
    { ...rule({ priority: 10 }), name: "c" },
  ];
  expect(inOrder(rules).map(({ name }) => name)).toEqual(["c", "b", "a"]);
});

test("a spec with a wrong time or time zone is refused", () => {
  const faultsOf = (spec: object) => incidentRuleSpec.safeParse(spec).error?.issues.map(({ message }) => message);
  expect(faultsOf({ hoursOfOperation: [{ start: "9am", end: "17:00" }] })).toEqual(["must be a time such as 09:00"]);
  expect(faultsOf({ timeZone: "Atlantis" })).toEqual(["must be a time zone such as Europe/Berlin"]);
});
