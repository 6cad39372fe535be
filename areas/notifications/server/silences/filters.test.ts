import { expect, test } from "vitest";
import { completed, runFilter } from "./filters.ts";

const check = { check: { name: "api", type: "http", labels: { app: "web" } }, labels: { app: "web" }, tags: {} };
const run = (filter: string, environment: Record<string, unknown> = check) =>
  runFilter(filter, completed(environment, { cluster: "", region: "" }));

test("a filter can name every variable of a message, even one that this message lacks", async () => {
  expect(await run("check.labels.app == 'web'")).toEqual({ isTrue: true });
  expect(await run("config.name == 'x' || component.name == 'y'")).toEqual({ isTrue: false });
  expect(await run("config.tags.cluster.startsWith('prod')")).toEqual({ isTrue: false });
  expect(await run("size(recent_events) == 0 && !('a' in tags)")).toEqual({ isTrue: true });
});

test("every tag of the catalog is a variable: empty without the tag", async () => {
  expect(await run("cluster == ''")).toEqual({ isTrue: true });
  const tagged = { config: {}, tags: { cluster: "north", region: "eu" } };
  expect(await run("cluster == 'north' && region == 'eu'", tagged)).toEqual({ isTrue: true });
});

test("only true silences; other values do not", async () => {
  for (const filter of ["'true'", "1", "check", "null"]) expect(await run(filter)).toEqual({ isTrue: false });
});

test("a fault of the filter is reported with its position", async () => {
  expect(await run("chekc.name == 'a'")).toEqual({ isTrue: false, fault: expect.stringContaining("chekc") });
  expect(await run("1 / 0 == 1")).toEqual({ isTrue: false, fault: expect.stringContaining("Division by zero") });
});
