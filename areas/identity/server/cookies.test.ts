import { expect, test } from "vitest";
import { createCookies, readCookie } from "./cookies.ts";

test.each([
  [undefined, undefined],
  ["", undefined],
  ["deck=1", "1"],
  ["a=2; deck=1", "1"],
  ["a=2;deck=1; b=3", "1"],
  ["xdeck=2; deck=1", "1"],
  ["decks=2; deck=1", "1"],
  ["a=deck=2; deck=1", "1"],
  ["a=deck; deck=1", "1"],
  ["xdeck=2", undefined],
  ["deck", undefined],
  ["deck=", ""],
  ["deck=1; deck=2", "1"],
])("reads the cookie deck from %j as %j", (header, value) => {
  expect(readCookie(header, "deck")).toBe(value);
});

test("uses the __Host- prefix on https", () => {
  expect(createCookies("https://deck.example.org").names.session).toBe("__Host-quarterdeck_session");
  expect(createCookies("http://localhost:8080").names.session).toBe("quarterdeck_session");
});
