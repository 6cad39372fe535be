// @vitest-environment node
import { describe, expect, test } from "vitest";
import { loginAddress, returnPlace } from "./login.ts";

test.each([
  ["/", {}, "/login"],
  ["/health?status=unhealthy", {}, "/login?return_to=%2Fhealth%3Fstatus%3Dunhealthy"],
  ["/health", { aal: "aal2" as const }, "/login?aal=aal2&return_to=%2Fhealth"],
  ["/", { refresh: true as const }, "/login?refresh=true"],
])("for %s with %o, the address is %s", (place, reason, address) => {
  expect(loginAddress(place, reason)).toBe(address);
});

describe("sign-in returns only to this site", () => {
  const origin = "https://quarterdeck.example.org";
  test.each([
    ["/health?status=a%20b#top", "/health?status=a%20b#top"],
    ["https://quarterdeck.example.org/catalog?x=1", "/catalog?x=1"],
    ["health", "/health"],
    ["", "/"],
    [undefined, "/"],
    [null, "/"],
  ])("%s returns to %s", (returnTo, place) => expect(returnPlace(returnTo, origin)).toBe(place));

  test.each([
    "https://evil.example.org/",
    "//evil.example.org/",
    "/\\evil.example.org",
    "\\\\evil.example.org",
    "https://quarterdeck.example.org//evil.example.org",
    "https://quarterdeck.example.org@evil.example.org/",
    "http://quarterdeck.example.org/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "/login?return_to=/login",
  ])("%s returns to the home page", (returnTo) => expect(returnPlace(returnTo, origin)).toBe("/"));
});
