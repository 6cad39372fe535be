import { expect, test } from "vitest";
import { readAddress, signInOf } from "./address.ts";

const ports = { redis: 6379, rediss: 6380 };

test("decodes all parts of an address", () => {
  const { query, ...at } = readAddress("rediss://a%40b:p%2Fw@[::1]:7000/my%20db?x=1", ports);
  expect(at).toEqual({ scheme: "rediss", host: "::1", port: 7000, user: "a@b", password: "p/w", path: "my db" });
  expect(query.get("x")).toBe("1");
});

test("fills in defaults for missing parts", () => {
  expect(readAddress("cache", ports)).toMatchObject({ scheme: "redis", host: "cache", port: 6379, path: "" });
  expect(readAddress(" cache:7000 ", ports)).toMatchObject({ scheme: "redis", host: "cache", port: 7000 });
  expect(readAddress("REDISS://cache", ports)).toMatchObject({ scheme: "rediss", port: 6380 });
});

test("keeps a lone percent sign", () => {
  expect(readAddress("redis://ada:100%@cache", ports).password).toBe("100%");
});

test.each([null, "", "http://cache", "redis://", "redis://se%cret:@:@", "redis://cache:99999"])(
  "refuses %j as invalid, and the error does not contain it",
  (url) => {
    const result = (() => {
      try {
        return JSON.stringify(readAddress(url, ports));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(result).toMatch(/^(?:The connection has no URL|The URL is not valid)$/);
  },
);

test("takes the credentials from the address, or else from the fields", () => {
  const fields = { username: "ada", password: "field" };
  expect(signInOf({ user: "eve", password: "" }, fields)).toEqual({ user: "eve", password: "field" });
  expect(signInOf({ user: "", password: "" }, { username: null, password: null })).toEqual({ user: "", password: "" });
});
