import { expect, test } from "vitest";
import { draw } from "#tests/console/draw.ts";
import type { JsonSchema } from "../json-schema.ts";
import { SpecValues } from "./SpecValues.tsx";

const schema = {
  type: "object",
  properties: {
    schedule: { type: "string", label: "Schedule", description: "Help for the schedule." },
    paused: { type: "boolean", label: "Paused" },
    icon: { type: "string", label: "Icon" },
    password: { type: "string", label: "Password", secret: true },
    http: {
      type: "array",
      label: "HTTP checks",
      items: {
        type: "object",
        properties: { url: { type: "string", label: "URL" }, codes: { type: "array", items: { type: "number" } } },
      },
    },
  },
} as unknown as JsonSchema;

test("shows labels and values of the fields that are set, without controls, help and secrets", async () => {
  const value = {
    schedule: "@every 5m",
    paused: false,
    password: "harbour",
    http: [{ url: "https://one", codes: [200, 201] }, { url: "https://two" }],
    extra: { left: 1 },
  };
  const { element } = await draw(<SpecValues schema={schema} value={value} />);
  const text = element.textContent ?? "";
  for (const part of ["Schedule@every 5m", "PausedNo", "URLhttps://one", "200, 201", "URLhttps://two", '"left": 1'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/harbour|Icon|Help/);
  expect(element.querySelectorAll("input, button, select, textarea")).toHaveLength(0);
});

test("an empty spec is shown as “Nothing is set.”", async () => {
  const { element } = await draw(<SpecValues schema={schema} value={{}} />);
  expect(element.textContent).toBe("Nothing is set.");
});

test("a list with one item has a single heading; in a list with several items, each item has a heading", async () => {
  const check: JsonSchema = { type: "object", properties: { name: { type: "string" }, url: { type: "string" } } };
  const lists: JsonSchema = {
    type: "object",
    properties: {
      http: { type: "array", label: "HTTP", items: check },
      dns: { type: "array", label: "DNS", items: check },
    },
  };
  const value = { http: [{ name: "home", url: "a" }, { url: "b" }], dns: [{ name: "zone", url: "c" }] };
  const { element } = await draw(<SpecValues schema={lists} value={value} />);
  const headings = [...element.querySelectorAll("[role=group]")].map((group) => group.getAttribute("aria-labelledby"));
  expect(headings.map((id) => document.getElementById(id ?? "")?.textContent)).toEqual([
    "HTTP",
    "home",
    "HTTP 2",
    "DNS: zone",
  ]);
});
