import { expect, test } from "vitest";
import { endpointOf } from "./reaching.ts";

test.each([
  ["postgres://u:p@db/x", "postgres://u@db/x"],
  ["mysql://u:p@s/w@tcp(db:3306)/x", "mysql://u@tcp(db:3306)/x"],
  ["u:p@tcp(db)/x", "u@tcp(db)/x"],
  ["server=db;user id=sa;password=hunter2", "server=db;user id=sa;password=***"],
  ["http://metrics:9090/", "http://metrics:9090/"],
  ["connection://shop/db", "connection://shop/db"],
])("shows %s as %s", (url, endpoint) => expect(endpointOf({ url })).toBe(endpoint));

test("shows the connection of a check without a URL", () => {
  expect(endpointOf({ connection: "connection://shop/db" })).toBe("connection://shop/db");
  expect(endpointOf({})).toBeUndefined();
});
