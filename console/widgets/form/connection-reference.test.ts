// @vitest-environment node
import { expect, test } from "vitest";
import { connectionsFor, referenceOf, type StoredConnection } from "./connection-reference.ts";

const stored: readonly StoredConnection[] = [
  { id: "1", name: "orders", namespace: "shop", type: "postgres" },
  { id: "2", name: "forge", namespace: "ops", type: "github" },
  { id: "3", name: "ledger", namespace: "shop", type: "sql_server" },
];
const offered = (typed: string | undefined) => connectionsFor(stored, typed).map(({ name }) => name);

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
