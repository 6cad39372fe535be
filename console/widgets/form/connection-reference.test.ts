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

test.each([undefined, "", " "])("offers all connections while nothing is typed (%j)", (typed) =>
  expect(offered(typed)).toEqual(["orders", "forge", "ledger"]),
);

test.each(["connection://ops/forge", "2"])(
  "offers all connections for the stored value %s, so that the value can be replaced",
  (typed) => expect(offered(typed)).toEqual(["orders", "forge", "ledger"]),
);

test.each([
  ["LED", ["ledger"]],
  ["shop", ["orders", "ledger"]],
  ["connection://shop/", ["orders", "ledger"]],
  ["github", ["forge"]],
  ["postgres://host:5432/orders", []],
])("filters connections by name, namespace or type: %s", (typed, names) => expect(offered(typed)).toEqual(names));

describe("with a list of accepted types", () => {
  const databases = ["postgres", "sql_server"];
  test("offers only connections of these types", () => expect(offered("", databases)).toEqual(["orders", "ledger"]));
  test("also offers the current connection, even if it has a different type", () =>
    expect(offered("connection://ops/forge", databases)).toEqual(["orders", "forge", "ledger"]));
  test("lists other matching connections last while typing", () => {
    expect(offered("connection://", ["github"])).toEqual(["forge", "orders", "ledger"]);
    expect(offered("orders", ["github"])).toEqual(["orders"]);
  });
  test("offers no connections if no connection has an accepted type", () => expect(offered("", ["redis"])).toEqual([]));
});
