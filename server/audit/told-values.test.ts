import { expect, test } from "vitest";
import { changeBetween, tellable } from "./told-values.ts";

test("a change names what became another, with both states of it and nothing else", () => {
  expect(changeBetween({ name: "Ada", roles: ["viewer"] }, { name: "Ada", roles: ["editor"] })).toEqual({
    columns: ["roles"],
    before: { roles: ["viewer"] },
    after: { roles: ["editor"] },
  });
  expect(changeBetween({ team: "a" }, { icon: "group" })).toEqual({
    columns: ["icon", "team"],
    before: { icon: null, team: "a" },
    after: { icon: "group", team: null },
  });
});

test("what is named like a secret is masked, however deep it lies; that there is none is told", () => {
  const spec = { slack: { channel: "#ops", bot_token: "xoxb-1" }, list: [{ Password: "p" }], has_password: true };
  expect(tellable({ spec, api_key: "k", client_secret: null })).toEqual({
    spec: { slack: { channel: "#ops", bot_token: "***" }, list: [{ Password: "***" }], has_password: true },
    api_key: "***",
    client_secret: null,
  });
});

test("what cannot be stored is replaced, and what is too long is cut", () => {
  expect(tellable({ a: "x\0y", b: "\ud800" })).toEqual({ a: "x\ufffdy", b: "\ufffd" });
  const { avatar, spec } = tellable({ avatar: "a".repeat(5_000), spec: Array.from({ length: 9_000 }, () => "ab") });
  expect(avatar).toBe(`${"a".repeat(2_000)}…`);
  expect(spec).toMatch(/^\(\d{5} characters, not kept\)$/);
});
