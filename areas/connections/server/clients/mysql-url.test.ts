import { expect, test } from "vitest";
import { mysqlUrl } from "./mysql-url.ts";

test.each([
  ["u:p@tcp(db)/orders", "mysql://u:p@db/orders"],
  ["mysql://u:p@tcp(db)/orders", "mysql://u:p@db/orders"],
  [
    "mysql://u:p@tcp(db:3307)/orders?tls=skip-verify&parseTime=true",
    "mysql://u:p@db:3307/orders?tls=skip-verify&parseTime=true",
  ],
  ["mariadb://u:p@tcp6([::1]:3306)/", "mysql://u:p@[::1]:3306/"],
  ["mysql://u:p@ss/w:rd?#@tcp(db)/orders", "mysql://u:p%40ss%2Fw%3Ard%3F%23@db/orders"],
  ["mysql://u:p%40ss@tcp(db)/orders", "mysql://u:p%40ss@db/orders"],
  ["mysql://u@tcp(db)/", "mysql://u:@db/"],
  ["tcp(db)", "mysql://db"],
])("converts %s to %s", (text, url) => expect(mysqlUrl(text)).toBe(url));

test.each(["mysql://u:p@db:3306/orders", "db", "", null])("returns %j unchanged", (text) =>
  expect(mysqlUrl(text)).toBe(text),
);
