import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

const least = { id: "example", label: "Example", issuer: "https://id.example.org", client_id: "deck" };
const read = (value: string) => readEnv({ OIDC_PROVIDERS: value }, false).oidcProviders;
const reading = (...list: unknown[]) => read(JSON.stringify(list));

test("a provider needs an id, a label, an issuer and a client id; the rest has its usual value", () => {
  expect(reading(least)).toEqual([
    {
      ...least,
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
  expect(reading({ ...least, claims: { email: "mail" } })[0]?.claims).toMatchObject({ email: "mail", name: "name" });
  expect(reading({ ...least, email_domains: ["Example.ORG"] })[0]?.email_domains).toEqual(["example.org"]);
  expect(reading()).toEqual([]);
});

test("the list may stand in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-oidc-"));
  try {
    const file = join(folder, "providers.json");
    writeFileSync(file, JSON.stringify([least, { ...least, id: "other" }]));
    expect(read(file).map(({ id }) => id)).toEqual(["example", "other"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [[{ ...least, id: "Not an id" }], "is wrong in provider 1: id must be 1 to 40 small letters"],
  [[least, { ...least, id: "x", label: "" }], "is wrong in provider 2: label is empty"],
  [[{ ...least, issuer: "http://id.example.org" }], "issuer must be an https address (http only on this machine)"],
  [[{ ...least, issuer: "https://me:secret@id.example.org" }], "issuer must be an https address"],
  [[{ ...least, issuer: "id.example.org" }], "issuer must be an https address"],
  [[{ ...least, client_id: undefined }], "client_id must be a text"],
  [[{ ...least, clientSecret: "hush" }], "has the unknown key clientSecret"],
  [[{ ...least, scopes: ["email"] }], "scopes must have openid in it"],
  [[{ ...least, claims: { mail: "mail" } }], "claims has the unknown key mail"],
  [[{ ...least, email_domains: ["@example.org"] }], "email_domains.0 must be a domain such as example.org"],
  [[{ ...least, role: "king" }], "role must be one of admin"],
  [[{ ...least, trust_email: "yes" }], "trust_email must be true or false"],
  [["google"], "is wrong in provider 1"],
  [[least, least], "has two providers with the id example"],
])("%j is refused with its place and without its value", (list, sentence) => {
  expect(() => reading(...list)).toThrow(`OIDC_PROVIDERS `);
  expect(() => reading(...list)).toThrow(sentence);
  expect(() => reading(...list)).not.toThrow("hush");
});

test("a provider on this machine may speak plain http", () => {
  for (const issuer of ["http://localhost:9000", "http://127.0.0.1:9000/dex", "http://[::1]:9000"])
    expect(reading({ ...least, issuer })[0]?.issuer).toBe(issuer);
});
