import { expect, test } from "vitest";
import { endpointOf } from "./endpoint.ts";

test.each([
  ["postgres://u:p@db/x", "postgres://u@db/x"],
  ["mysql://u:p@s/w@tcp(db:3306)/x", "mysql://u@tcp(db:3306)/x"],
  ["u:p@tcp(db)/x", "u@tcp(db)/x"],
  ["server=db;user id=sa;password=hunter2", "server=db;user id=sa;password=***"],
  ["http://metrics:9090/", "http://metrics:9090/"],
  ["connection://shop/db", "connection://shop/db"],
])("the endpoint of %s is %s", (url, endpoint) => expect(endpointOf({ url })).toBe(endpoint));

test("a check without a URL is named by its connection", () => {
  expect(endpointOf({ connection: "connection://shop/db" })).toBe("connection://shop/db");
  expect(endpointOf({})).toBeUndefined();
});
