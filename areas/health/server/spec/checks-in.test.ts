import { expect, test } from "vitest";
import { checksIn } from "./checks-in.ts";

test("checks are what stands in lists, by type, and the one webhook", () => {
  const spec = {
    schedule: "@hourly",
    agentSelector: [{}],
    tcp: [{ name: "a" }, { endpoint: "b" }, "no check"],
    unheardOf: [{ name: "c" }],
    webhook: { name: "d" },
    somethingElse: { name: "e" },
  };
  expect(checksIn(spec).map(({ type, name }) => `${type} ${name}`)).toEqual([
    "tcp a",
    "tcp tcp-2",
    "unheardOf c",
    "webhook d",
  ]);
  expect(checksIn(spec)[1]!.spec).toBe(spec.tcp[1]);
});
