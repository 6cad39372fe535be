import { describe, expect, test } from "vitest";
import { splitCamelCase, titleOf, truncate, singularOf } from "./words.ts";

describe("FM-13 splits camel-case names into words", () => {
  test.each([
    ["technicalDebt", "technical Debt"],
    ["HTTPServerError", "HTTP Server Error"],
    ["EC2Instance", "EC2 Instance"],
    ["KubernetesPod", "Kubernetes Pod"],
    ["already split", "already split"],
    ["lower", "lower"],
    ["ÄußererÜberlauf", "Äußerer Überlauf"],
    ["", ""],
  ])('splits "%s" into "%s"', (name, words) => expect(splitCamelCase(name)).toBe(words));
});

test.each([
  ["technicalDebt", "Technical Debt"],
  ["technical_debt", "Technical Debt"],
  ["log-backends", "Log Backends"],
  ["  ", ""],
])("the heading of %s is %s", (name, title) => expect(titleOf(name)).toBe(title));

describe("FM-12 cuts long text with an ellipsis", () => {
  test.each([
    ["short", 5, "short"],
    ["shorter", 5, "shor…"],
    ["two words", 5, "two…"],
    ["👩‍🚀👩‍🚀👩‍🚀", 3, "👩‍🚀👩‍🚀👩‍🚀"],
    ["👩‍🚀👩‍🚀👩‍🚀", 2, "👩‍🚀…"],
    ["", 3, ""],
  ])('cuts "%s" to %d characters as "%s"', (text, maxLength, cut) => expect(truncate(text, maxLength)).toBe(cut));
});

test.each([
  ["Headers", "Header"],
  ["Response codes", "Response code"],
  ["Queries", "Query"],
  ["Statuses", "Status"],
  ["Addresses", "Address"],
  ["Boxes", "Box"],
  ["Databases", "Database"],
  ["URLs", "URL"],
  ["Status", "Status"],
  ["Redis", "Redis"],
  ["Kubernetes", "Kubernetes"],
  ["DNS", "DNS"],
  ["Depends on", "Depends on"],
])("the singular of %s is %s", (many, item) => {
  expect(singularOf(many)).toBe(item);
});
