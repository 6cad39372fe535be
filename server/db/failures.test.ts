import { expect, test } from "vitest";
import { databaseProblem, hasSqlState, isConnectionLost } from "./failures.ts";

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error('select secret from "x" where password = 1'), { code, ...more });

test.each([
  ["23505", "conflict"],
  ["23503", "conflict"],
  ["23502", "invalid"],
  ["23514", "invalid"],
  ["22P02", "invalid"],
  ["42501", "forbidden"],
  ["40001", "conflict"],
  ["53100", "insufficient_storage"],
  ["54001", "invalid"],
  ["57014", "timeout"],
  ["57P01", "unavailable"],
  ["08006", "unavailable"],
  ["ECONNREFUSED", "unavailable"],
])("the error %s becomes the problem %s", (code, id) => {
  const found = databaseProblem(failure(code));
  expect(found?.id).toBe(id);
  expect(found?.message).not.toContain("select");
});

test("an unknown error is a defect and not a Problem", () => {
  expect(databaseProblem(failure("42601"))).toBeUndefined();
  expect(databaseProblem(new Error("boom"))).toBeUndefined();
  expect(databaseProblem(failure("ERR_SOMETHING"))).toBeUndefined();
});

test("isConnectionLost recognises all forms of a lost connection", () => {
  expect(isConnectionLost(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isConnectionLost(new Error("Client was closed and is not queryable"))).toBe(true);
  expect(isConnectionLost(new Error("timeout expired"))).toBe(true);
  expect(isConnectionLost(new AggregateError([failure("ECONNREFUSED")]))).toBe(true);
  expect(isConnectionLost(failure("23505"))).toBe(false);
  expect(isConnectionLost("text")).toBe(false);
  expect(isConnectionLost(failure("ENOENT", { syscall: "connect" }))).toBe(true);
  expect(isConnectionLost(failure("ENOENT", { syscall: "statfs" }))).toBe(false);
});

test("SQL states are compared exactly", () => {
  expect(hasSqlState(failure("55P03"), "55P03", "40001")).toBe(true);
  expect(hasSqlState(failure("55P04"), "55P03")).toBe(false);
});
