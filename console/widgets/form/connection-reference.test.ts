// @vitest-environment node
import { describe, expect, test } from "vitest";
import { connectionsFor, referenceOf, type StoredConnection } from "./connection-reference.ts";

const stored: readonly StoredConnection[] = [
  { id: "1", name: "orders", namespace: "shop", type: "postgres" },
  { id: "2", name: "forge", namespace: "ops", type: "github" },
  { id: "3", name: "ledger", namespace: "shop", type: "sql_server" },
];
const offered = (typed: string | undefined, types?: readonly string[]) =>
  connectionsFor(stored, { typed, types }).map(({ name }) => name);

test("specs refer to a stored connection by namespace and name", () =>
  expect(referenceOf(stored[0]!)).toBe("connection://shop/orders"));

test.each([undefined, "", " "])("all of them are offered while nothing is typed (%j)", (typed) =>
  expect(offered(typed)).toEqual(["orders", "forge", "ledger"]),
);

test.each(["connection://ops/forge", "2"])(
  "all of them are offered for one that is meant by %s, to exchange it",
  (typed) => expect(offered(typed)).toEqual(["orders", "forge", "ledger"]),
);

test.each([
  ["LED", ["ledger"]],
  ["shop", ["orders", "ledger"]],
  ["connection://shop/", ["orders", "ledger"]],
  ["github", ["forge"]],
  ["postgres://host:5432/orders", []],
])("what is typed narrows them by name, namespace or type: %s", (typed, names) =>
  expect(offered(typed)).toEqual(names),
);

describe("where only some types fit", () => {
  const databases = ["postgres", "sql_server"];
  test("those are offered", () => expect(offered("", databases)).toEqual(["orders", "ledger"]));
  test("and the one that is meant, whatever it is", () =>
    expect(offered("connection://ops/forge", databases)).toEqual(["orders", "forge", "ledger"]));
  test("who types finds the others after them", () => {
    expect(offered("connection://", ["github"])).toEqual(["forge", "orders", "ledger"]);
    expect(offered("orders", ["github"])).toEqual(["orders"]);
  });
  test("none is offered where none fits", () => expect(offered("", ["redis"])).toEqual([]));
});
