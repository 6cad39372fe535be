// @vitest-environment node
import { describe, expect, test } from "vitest";
import { typePath } from "./config-path.ts";
import { providerOf, typeLabel } from "./ConfigType.tsx";
import { costTrend, knownCosts, printDollars, sumCosts } from "#console/widgets/cost/cost.ts";
import { insightIcon, insightTypeLabel } from "./insight-type.ts";

describe("CA-14 a type consists of segments", () => {
  test.each([
    ["Kubernetes::Pod", "Kubernetes", "Pod"],
    ["AWS::EC2::Instance", "AWS", "EC2 Instance"],
    ["Host", "Host", "Host"],
    ["::Odd", "", "Odd"],
  ])("%s has the provider %o and the label %s", (type, provider, label) => {
    expect(providerOf(type)).toBe(provider);
    expect(typeLabel(type)).toBe(label);
  });
});

test("the path to the items of a type contains the filters", () => {
  expect(typePath("Kubernetes::Pod")).toBe("/catalog?configType=Kubernetes%3A%3APod");
  expect(typePath("Host", { health: new Map([["unhealthy", "include"]]), labels: undefined })).toBe(
    "/catalog?configType=Host&health=unhealthy%3A1",
  );
});

describe("costs", () => {
  const trendOf = (day: number, month: number) => costTrend({ day, week: 1, month });
  test("costs are known only when the costs of all three spans are known", () => {
    expect(knownCosts({ cost_total_1d: 1, cost_total_7d: 7, cost_total_30d: 30 })).toEqual({
      day: 1,
      week: 7,
      month: 30,
    });
    expect(knownCosts({ cost_total_1d: 0, cost_total_7d: 7, cost_total_30d: 30 })).toBeUndefined();
    expect(knownCosts({ cost_total_1d: 1, cost_total_30d: 30 })).toBeUndefined();
  });
  test.each([
    [1, 30, undefined],
    [1.09, 30, undefined],
    [1.2, 30, { direction: "up", text: "20%" }],
    [2, 30, { direction: "up", text: "100%" }],
    [3.5, 30, { direction: "up", text: "3.5x" }],
    [0.5, 30, { direction: "down", text: "50%" }],
  ])("a daily cost of %d with a monthly cost of %d shows %o", (day, month, shown) =>
    expect(trendOf(day, month)).toEqual(shown),
  );
  test.each([
    [0.005, "$0.01"],
    [9.999, "$10.00"],
    [10, "$10.00"],
    [10.01, "$10"],
    [12345.6, "$12,346"],
  ])("%d is printed %s", (amount, printed) => expect(printDollars(amount)).toBe(printed));
  test("costs are added up, including the cost per minute, with missing values as 0", () => {
    expect(
      sumCosts([
        { cost_per_minute: 0.5, cost_total_1d: 1 },
        { cost_per_minute: 0.25, cost_total_1d: null },
      ]),
    ).toEqual({ cost_per_minute: 0.75, cost_total_1d: 1, cost_total_7d: 0, cost_total_30d: 0 });
  });
});

test("an insight has an icon and a label by its type, and a default for unknown types", () => {
  expect([insightIcon("cost"), insightIcon("toString"), insightIcon(null)]).toEqual([
    "dollar-sign",
    "triangle-alert",
    "triangle-alert",
  ]);
  expect([insightTypeLabel("technical_debt"), insightTypeLabel(null)]).toEqual(["Technical Debt", "Other"]);
});
