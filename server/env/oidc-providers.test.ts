import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

const minimal = { id: "example", label: "Example", issuer: "https://id.example.org", client_id: "deck" };
const read = (value: string) => readEnv({ OIDC_PROVIDERS: value }, false).oidcProviders;
const reading = (...list: unknown[]) => read(JSON.stringify(list));

test("a provider needs an id, a label, an issuer and a client id; other fields have defaults", () => {
  expect(reading(minimal)).toEqual([
    {
      ...minimal,
      scopes: ["openid", "email", "profile"],
      claims: {
        email: "email",
        email_verified: "email_verified",
        first_name: "given_name",
        last_name: "family_name",
        name: "name",
      },
      trust_email: false,
      email_domains: [],
      role: "guest",
    },
  ]);
  expect(reading({ ...minimal, claims: { email: "mail" } })[0]?.claims).toMatchObject({ email: "mail", name: "name" });
  expect(reading({ ...minimal, email_domains: ["Example.ORG"] })[0]?.email_domains).toEqual(["example.org"]);
  expect(reading()).toEqual([]);
});

test("OIDC_PROVIDERS may be the path of a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-oidc-"));
  try {
    const file = join(folder, "providers.json");
    writeFileSync(file, JSON.stringify([minimal, { ...minimal, id: "other" }]));
    expect(read(file).map(({ id }) => id)).toEqual(["example", "other"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [[{ ...minimal, id: "Not an id" }], "is invalid in provider 1: id must be 1 to 40 lowercase letters"],
  [[minimal, { ...minimal, id: "x", label: "" }], "is invalid in provider 2: label is empty"],
  [[{ ...minimal, issuer: "http://id.example.org" }], "issuer must be an https address (http only on this machine)"],
  [[{ ...minimal, issuer: "https://me:secret@id.example.org" }], "issuer must be an https address"],
  [[{ ...minimal, issuer: "id.example.org" }], "issuer must be an https address"],
  [[{ ...minimal, client_id: undefined }], "client_id must be a string"],
  [[{ ...minimal, clientSecret: "hush" }], "has the unknown key clientSecret"],
  [[{ ...minimal, scopes: ["email"] }], "scopes must include openid"],
  [[{ ...minimal, claims: { mail: "mail" } }], "claims has the unknown key mail"],
  [[{ ...minimal, email_domains: ["@example.org"] }], "email_domains.0 must be a domain such as example.org"],
  [[{ ...minimal, role: "king" }], "role must be one of admin"],
  [[{ ...minimal, trust_email: "yes" }], "trust_email must be true or false"],
  [["google"], "is invalid in provider 1"],
  [[minimal, minimal], "has two providers with the id example"],
])("rejects %j with the position of the error and without the value", (list, sentence) => {
  expect(() => reading(...list)).toThrow(`OIDC_PROVIDERS `);
  expect(() => reading(...list)).toThrow(sentence);
  expect(() => reading(...list)).not.toThrow("hush");
});

test("a provider on this machine may use plain http", () => {
  for (const issuer of ["http://localhost:9000", "http://127.0.0.1:9000/dex", "http://[::1]:9000"])
    expect(reading({ ...minimal, issuer })[0]?.issuer).toBe(issuer);
});
