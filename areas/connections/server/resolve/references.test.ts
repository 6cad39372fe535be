import { expect, test } from "vitest";
import { readConnectionReference, typeOfAddress } from "./connection-reference.ts";
import { asText, readReference } from "../connection/value-reference.ts";

const id = "0194A3B2-0000-4000-8000-00000000000A";

test.each([
  ["connection://default/orders", { by: "name", first: "default", name: "orders" }],
  ["connection://orders", { by: "name", first: undefined, name: "orders" }],
  [" connection://team a/orders db ", { by: "name", first: "team a", name: "orders db" }],
  ["connection://default/a/b", { by: "name", first: "default", name: "a/b" }],
  [id, { by: "id", id: id.toLowerCase() }],
  ["https://u:p@example.org/x", { by: "address", url: "https://u:p@example.org/x" }],
  ["postgres://db/x", { by: "address", url: "postgres://db/x" }],
])("%s is a reference to a connection", (text, expected) => {
  expect(readConnectionReference(text)).toEqual(expected);
});

test.each(["", "orders", "connection://", "connection:///x", "connection://default/", "default/orders", "://x"])(
  "refuses %j, and the error does not contain it",
  (text) => {
    expect(() => readConnectionReference(text)).toThrow(/^This is not a connection reference\. Write connection:/);
  },
);

test.each([
  ["https://x", "http"],
  ["postgresql://x", "postgres"],
  ["slack://x", "slack"],
  ["pigeon://x", "pigeon"],
])("%s is an address of the type %s", (url, type) => expect(typeOfAddress(url)).toBe(type));

test.each([
  ["hunter2", undefined],
  ["https://example.org", undefined],
  ["mysecret://a/b", undefined],
  ["secret://db/password", { from: "secret", name: "db", key: "password" }],
  [" configmap://db.eu/host_name\n", { from: "configmap", name: "db.eu", key: "host_name" }],
  ["env://DB_PASSWORD", { from: "environment", name: "DB_PASSWORD" }],
])("the value %j is parsed as %o", (text, expected) => expect(readReference(text)).toEqual(expected));

test.each([
  ["secret://db", "is not a valid reference"],
  ["secret://db/", "is not a valid reference"],
  ["secret:///key", "is not a valid reference"],
  ["secret://../key", "is not a valid reference"],
  ["secret://db/..", "is not a valid reference"],
  ["secret://db/a/b", "is not a valid reference"],
  ["secret://db/%2e%2e", "is not a valid reference"],
  ["configmap://a b/c", "is not a valid reference"],
  ["env://", "does not name an environment variable"],
  ["env://A-B", "does not name an environment variable"],
  ["env://PATH/../x", "does not name an environment variable"],
  ["helm://release/.values.x", "helm:// is not supported yet"],
  ["serviceaccount://robot", "serviceaccount:// is not supported yet"],
])("refuses %s", (text, sentence) => expect(() => readReference(text)).toThrow(sentence));

test.each([
  ["plain", "plain"],
  [{ name: "PASSWORD", value: "plain" }, "plain"],
  [{ valueFrom: { secretKeyRef: { name: "db", key: "k" } } }, "secret://db/k"],
  [{ name: "X", valueFrom: { configMapKeyRef: { name: "db", key: "k" } } }, "configmap://db/k"],
  [{ valueFrom: { helmRef: { name: "r", key: ".a" } } }, "helm://r/.a"],
  [{ valueFrom: { serviceAccount: "robot" } }, "serviceaccount://robot"],
  [{}, ""],
])("converts %o of a manifest to %s", (value, text) => expect(asText(value)).toBe(text));
