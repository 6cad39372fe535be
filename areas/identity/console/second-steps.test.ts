// @vitest-environment node
import { expect, test } from "vitest";
import type { NodeGroup } from "../model.ts";
import { stepsInOrder } from "./second-steps.ts";

const all: readonly NodeGroup[] = ["lookup_secret", "totp", "webauthn"];

test("a security key comes before the app, and recovery codes last", () => {
  expect(stepsInOrder(all, { active: undefined, canUseKeys: true })).toEqual(["webauthn", "totp", "lookup_secret"]);
});

test("security keys come last if the browser cannot use them", () => {
  expect(stepsInOrder(all, { active: undefined, canUseKeys: false })).toEqual(["totp", "lookup_secret", "webauthn"]);
});

test("a sign-in method that was refused stays first", () => {
  expect(stepsInOrder(all, { active: "lookup_secret", canUseKeys: true })).toEqual([
    "lookup_secret",
    "webauthn",
    "totp",
  ]);
});
