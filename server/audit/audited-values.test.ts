import { expect, test } from "vitest";
import { auditedValues, changeBetween } from "./audited-values.ts";

test("changeBetween returns the changed columns with their former and new values", () => {
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

test("values with secret names are masked at any depth; null stays null", () => {
  const spec = { slack: { channel: "#ops", bot_token: "xoxb-1" }, list: [{ Password: "p" }], has_password: true };
  expect(auditedValues({ spec, api_key: "k", client_secret: null })).toEqual({
    spec: { slack: { channel: "#ops", bot_token: "***" }, list: [{ Password: "***" }], has_password: true },
    api_key: "***",
    client_secret: null,
  });
});

test("characters that cannot be stored are replaced, and long values are cut", () => {
  expect(auditedValues({ a: "x\0y", b: "\ud800" })).toEqual({ a: "x\ufffdy", b: "\ufffd" });
  const { avatar, spec } = auditedValues({
    avatar: "a".repeat(5_000),
    spec: Array.from({ length: 9_000 }, () => "ab"),
  });
  expect(avatar).toBe(`${"a".repeat(2_000)}…`);
  expect(spec).toMatch(/^\(\d{5} characters, not recorded\)$/);
});
