import { expect, test } from "vitest";
import { completed, documentsIn, runFilter } from "./filters.ts";

const check = { check: { name: "api", type: "http", labels: { app: "web" } }, labels: { app: "web" }, tags: {} };
const run = (filter: string, environment: Record<string, unknown> = check) =>
  runFilter(filter, completed(environment, { cluster: "", region: "" }));

test("a filter can use every message variable, even if the current message does not have the variable", async () => {
  expect(await run("check.labels.app == 'web'")).toEqual({ isTrue: true });
  expect(await run("config.name == 'x' || component.name == 'y'")).toEqual({ isTrue: false });
  expect(await run("config.tags.cluster.startsWith('prod')")).toEqual({ isTrue: false });
  expect(await run("size(recent_events) == 0 && !('a' in tags)")).toEqual({ isTrue: true });
});

test("every catalog tag is a variable, which is empty for resources without the tag", async () => {
  expect(await run("cluster == ''")).toEqual({ isTrue: true });
  const tagged = { config: {}, tags: { cluster: "north", region: "eu" } };
  expect(await run("cluster == 'north' && region == 'eu'", tagged)).toEqual({ isTrue: true });
});

test("only the value true silences a message", async () => {
  for (const filter of ["'true'", "1", "check", "null"]) expect(await run(filter)).toEqual({ isTrue: false });
});

test("a filter error is reported with its reason", async () => {
  expect(await run("chekc.name == 'a'")).toEqual({ isTrue: false, fault: expect.stringContaining("chekc") });
  expect(await run("1 / 0 == 1")).toEqual({ isTrue: false, fault: expect.stringContaining("Division by zero") });
});

test.each([
  ["config.config.spec.replicas == 0", ["config.config"]],
  ["config['config'].spec == 1", ["config.config"]],
  ["config.?config.spec.orValue('') == ''", ["config.config"]],
  ["[config].exists(one, one.config.a == 1) && canary . spec.interval == 5", ["config.config", "canary.spec"]],
  ["config.name == 'a' && source_event == 'config.unhealthy' && canary.name == 'b'", []],
  ["config.config_class == 'Pod' && check.spec.url == ''", []],
])("the filter %s uses the documents %j", (filter, documents) => {
  expect(documentsIn(filter)).toEqual(documents);
});
