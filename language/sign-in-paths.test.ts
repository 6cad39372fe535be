import { expect, test } from "vitest";
import { signInPathOf } from "./sign-in-paths.ts";

test.each([
  ["/login", "/login"],
  ["/login/", "/login"],
  ["/Login", "/login"],
  ["/verification", "/verification"],
  ["/", undefined],
  ["/login/help", undefined],
  ["/profile-settings", undefined],
])("the sign-in screen at %s is %s", (path, screen) => {
  expect(signInPathOf(path)).toBe(screen);
});
