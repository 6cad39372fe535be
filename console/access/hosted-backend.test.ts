import { expect, test } from "vitest";
import { backendOf, readDirect } from "./hosted-backend.ts";

test.each([
  [true, true],
  ["true", true],
  [false, false],
  ["false", false],
  [null, false],
  [undefined, false],
])("HO-02 reads the direct flag %o as %o", (value, expected) => {
  expect(readDirect(value)).toBe(expected);
});

test.each([1, 0, "yes", "TRUE", "", {}, []])("HO-02 the direct flag %o is an error", (value) => {
  expect(() => readDirect(value)).toThrow("Invalid boolean value");
  expect(() => backendOf({ publicMetadata: { backend_url: "https://a.example.org", direct: value } })).toThrow(
    "Invalid boolean value",
  );
});

test("HO-01 an organisation has a backend address and may use the direct mode", () => {
  expect(backendOf({ publicMetadata: { backend_url: "https://acme.example.org/api/", direct: "true" } })).toEqual({
    url: "https://acme.example.org/api",
    isDirect: true,
  });
  expect(backendOf({ publicMetadata: { backend_url: "https://a:b@acme.example.org/x/../api?c=d" } })).toEqual({
    url: "https://acme.example.org/api",
    isDirect: false,
  });
});

test.each([undefined, null, "", "acme", 5, "javascript:alert(1)", "http://"])(
  "HO-07 the address %o is not a backend",
  (backend_url) => {
    expect(backendOf({ publicMetadata: { backend_url } })).toBeUndefined();
  },
);
