import { expect, test } from "vitest";
import { isTimeout } from "./timed-out.ts";

const coded = (code: string | number, message = "as it is") => Object.assign(new Error(message), { code });

test.each([
  [new DOMException("The operation took too long", "TimeoutError")],
  [coded("ETIMEDOUT")],
  [coded("ETIMEOUT", "Failed to connect to db:1433 in 15000ms")],
  [coded("EAI_AGAIN")],
  [coded("57014", "canceling statement due to statement timeout")],
  [new Error("Server selection timed out after 10000 ms")],
  [new Error("Timed out while waiting for handshake")],
  [new Error("Connection timeout")],
  [new Error("timeout expired")],
  [new Error("Nobody answered at db:5432 in time")],
  [new Error("db did not agree on TLS within 40 ms")],
  [new Error("wrapped", { cause: coded("ETIMEDOUT") })],
  [new AggregateError([coded("ECONNREFUSED"), coded("ETIMEDOUT")], "all failed")],
])("isTimeout accepts %s", (error) => {
  expect(isTimeout(error)).toBe(true);
});

test.each([
  [coded("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:80")],
  [coded("ECONNRESET")],
  [coded("ENOTFOUND")],
  [coded(42)],
  [new Error("The server refuses this user or password")],
  [new Error("the status is 504 and not 200 to 299")],
  ["timed out"],
])("isTimeout rejects %s", (error) => {
  expect(isTimeout(error)).toBe(false);
});
