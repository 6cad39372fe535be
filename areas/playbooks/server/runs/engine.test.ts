// Tests which queue runs an action.
import { expect, test } from "vitest";
import { actionKinds } from "../actions/index.ts";
import { playbookSpecWith } from "../spec.ts";
import { createEngine } from "./engine.ts";

const engine = createEngine(actionKinds, playbookSpecWith(actionKinds), async () => {});

const queueOf = (block: object, depth = 0) => {
  const actions = [
    { name: "other", exec: { script: "true" } },
    { name: "act", ...block },
  ];
  return engine.jobOf({ depth, spec: { actions } }, 1);
};

test("only actions that wait for a server use the queues with higher concurrency", () => {
  const url = "https://example.org";
  expect(queueOf({ http: { url } })).toMatchObject({ name: "playbooks.request", concurrency: 100 });
  expect(queueOf({ exec: { script: "true" } })).toMatchObject({ name: "playbooks.action", concurrency: 20 });
  // The action also makes a commit after the request, so it does not only wait for a server.
  expect(queueOf({ http: { url }, gitops: {} }).name).toBe("playbooks.action");
  expect(queueOf({}).name).toBe("playbooks.action");
});

test("the nesting depths 0 and 1 have their own queues, and all greater depths share two queues", () => {
  const url = "https://example.org";
  expect([0, 1, 2, 3].map((depth) => queueOf({ http: { url } }, depth).name)).toEqual([
    "playbooks.request",
    "playbooks.request.1",
    "playbooks.request.2",
    "playbooks.request.2",
  ]);
  expect(new Set(engine.jobs.map(({ name }) => name)).size).toBe(6);
});
