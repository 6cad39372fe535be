import { afterEach, describe, expect, test, vi } from "vitest";
import type { InputAttributes, UiNode } from "../model.ts";
import type { InputNode } from "./flow-nodes.ts";
import { ceremonyOf, isInner, keyFailure, waitingCeremony, whyNoKeys } from "./security-keys.ts";

const input = (attributes: Partial<InputAttributes> & Pick<InputAttributes, "name" | "type">): InputNode => ({
  type: "input",
  group: "passkey",
  attributes: { node_type: "input", disabled: false, ...attributes },
  messages: [],
  meta: {},
});
const flowOf = (...nodes: UiNode[]) => ({ ui: { action: "", method: "POST" as const, nodes } });

afterEach(() => vi.unstubAllGlobals());

describe("the WebAuthn request that a button starts", () => {
  const challenge = input({
    name: "passkey_challenge",
    type: "hidden",
    value: '{"publicKey":1}',
    onloadTrigger: "oryPasskeyLoginAutocompleteInit",
  });

  test("reads the WebAuthn options from the value of the button or of another node", () => {
    const register = input({
      name: "webauthn_register_trigger",
      type: "button",
      value: '{"publicKey":2}',
      onclickTrigger: "oryWebAuthnRegistration",
    });
    expect(ceremonyOf(register, flowOf(register))).toEqual({
      kind: "create",
      answer: "webauthn_register",
      options: '{"publicKey":2}',
    });
    const login = input({ name: "passkey_login_trigger", type: "button", onclickTrigger: "oryPasskeyLogin" });
    expect(ceremonyOf(login, flowOf(challenge, login))).toEqual({
      kind: "get",
      answer: "passkey_login",
      options: '{"publicKey":1}',
    });
  });

  test("the WebAuthn request is undefined for a button with an unknown trigger or a script", () => {
    const odd = input({ name: "x", type: "button", onclickTrigger: "alert" as never });
    const old = input({ name: "x", type: "button", onclick: "window.__oryWebAuthnLogin({})" });
    expect([ceremonyOf(odd, flowOf(odd)), ceremonyOf(old, flowOf(old))]).toEqual([undefined, undefined]);
  });

  test("a WebAuthn request can be offered in the autofill suggestions of a visible field", () => {
    const field = input({ name: "identifier", type: "text", autocomplete: "username webauthn" });
    const hidden = input({ name: "identifier", type: "hidden", autocomplete: "username webauthn" });
    expect(waitingCeremony(flowOf(challenge, field))).toMatchObject({ kind: "get", options: '{"publicKey":1}' });
    expect(waitingCeremony(flowOf(challenge, hidden))).toBeUndefined();
    expect(waitingCeremony(flowOf(field))).toBeUndefined();
  });

  test("isInner() recognises the WebAuthn fields that the form does not show", () => {
    expect(isInner(challenge)).toBe(true);
    expect(isInner(input({ name: "webauthn_login", type: "hidden" }))).toBe(true);
    expect(isInner(input({ name: "webauthn_register_displayname", type: "text" }))).toBe(false);
    expect(isInner(input({ name: "webauthn_register_trigger", type: "button" }))).toBe(false);
  });
});

describe("whyNoKeys()", () => {
  const at = (address: string, { isSecure = true, knowsKeys = true } = {}) => {
    vi.stubGlobal("isSecureContext", isSecure);
    vi.stubGlobal("location", new URL(address));
    if (knowsKeys) vi.stubGlobal("PublicKeyCredential", () => {});
    return whyNoKeys();
  };

  test("returns an insecure address, an IP address or an old browser as the reason", () => {
    expect(at("http://deck.example.org", { isSecure: false, knowsKeys: false })).toContain("http://deck.example.org");
    expect(at("https://deck.example.org", { knowsKeys: false })).toContain("This browser");
    for (const host of ["127.0.0.1:8080", "10.0.0.7", "[::1]:8080"])
      expect(at(`http://${host}`)).toContain("need a host name");
  });

  test("returns undefined if keys can be used", () => {
    expect(at("https://deck.example.org")).toBeUndefined();
    expect(at("http://localhost:8080")).toBeUndefined();
  });
});

test.each([
  ["NotAllowedError", "cancelled"],
  ["InvalidStateError", "already set up"],
  ["SecurityError", "a different address"],
  ["ConstraintError", "does not support"],
  ["NotSupportedError", "does not support"],
  ["UnknownError", "could not use the key: why"],
])("the message of a %s contains “%s”", (name, said) => {
  expect(keyFailure(Object.assign(new Error("why"), { name }))).toContain(said);
});

test("a WebAuthn request that was replaced by another request shows no message", () => {
  expect(keyFailure(Object.assign(new Error(""), { name: "AbortError" }))).toBeUndefined();
});
