// @vitest-environment node
import { expect, test } from "vitest";
import type { NodeGroup, UiNode } from "../../model.ts";
import { factorsOf, hasSecondFactor, newCodesIn } from "./factors.ts";

const node = (group: NodeGroup, name: string, context?: Record<string, unknown>): UiNode => ({
  type: "input",
  group,
  attributes: { node_type: "input", name, type: "submit", value: "true", disabled: false },
  messages: [],
  meta: { label: { id: 1, text: name, type: "info", ...(context && { context }) } },
});

const flowOf = (...nodes: UiNode[]) => ({ ui: { action: "", method: "POST" as const, nodes } });

const states = (...nodes: UiNode[]) =>
  Object.fromEntries(factorsOf(flowOf(...nodes)).map(({ name, state, meaning }) => [name, [state, meaning]]));

test("shows an account that has only a password", () => {
  expect(
    states(
      node("password", "password", { is_set: true }),
      node("passkey", "passkey_register_trigger"),
      node("lookup_secret", "lookup_secret_regenerate"),
      node("totp", "totp_code"),
      node("webauthn", "webauthn_register_trigger"),
    ),
  ).toEqual({
    Password: ["Set", "healthy"],
    "Authenticator app": ["Off", "unknown"],
    Passkeys: ["None", "unknown"],
    "Security keys": ["None", "unknown"],
    "Recovery codes": ["None", "unknown"],
  });
});

test("shows a warning for an account with an authenticator app but without recovery codes", () => {
  expect(
    states(
      node("password", "password", { is_set: false }),
      node("passkey", "passkey_remove", { display_name: "Telephone" }),
      node("passkey", "passkey_remove", { display_name: "Laptop" }),
      node("totp", "totp_unlink"),
      node("lookup_secret", "lookup_secret_regenerate"),
    ),
  ).toEqual({
    Password: ["Not set", "unknown"],
    "Authenticator app": ["On", "healthy"],
    Passkeys: ["2 set up", "healthy"],
    "Recovery codes": ["None", "warning"],
  });
});

test.each([
  [12, "healthy"],
  [4, "healthy"],
  [3, "warning"],
  [0, "warning"],
])("%i unused recovery codes are shown as %s", (codes_left, meaning) => {
  const stored = node("lookup_secret", "lookup_secret_regenerate", { codes_left, codes_total: 12 });
  expect(states(stored)).toEqual({ "Recovery codes": [`${codes_left} of 12 left`, meaning] });
});

test("shows the number of stored recovery codes while new codes wait for confirmation", () => {
  expect(states(node("lookup_secret", "lookup_secret_confirm", { codes_left: 9, codes_total: 12 }))).toEqual({
    "Recovery codes": ["9 of 12 left", "healthy"],
  });
  expect(states(node("lookup_secret", "lookup_secret_confirm"))).toEqual({ "Recovery codes": ["None", "unknown"] });
});

test("an authenticator app or a security key is a second factor; recovery codes alone are not", () => {
  const key = node("webauthn", "webauthn_remove", { display_name: "Key" });
  expect(hasSecondFactor(flowOf(node("totp", "totp_unlink")))).toBe(true);
  expect(hasSecondFactor(flowOf(key))).toBe(true);
  expect(hasSecondFactor(flowOf(node("totp", "totp_code"), node("lookup_secret", "lookup_secret_regenerate")))).toBe(
    false,
  );
});

test("new recovery codes replace stored codes, or are the first codes", () => {
  const confirm = (context?: Record<string, unknown>) =>
    flowOf(node("lookup_secret", "lookup_secret_confirm", context));
  expect(newCodesIn(confirm({ codes_left: 9, codes_total: 12 }))).toBe("replacing");
  expect(newCodesIn(confirm())).toBe("first");
  expect(newCodesIn(flowOf(node("lookup_secret", "lookup_secret_regenerate")))).toBeUndefined();
});
