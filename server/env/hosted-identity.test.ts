import { expect, test } from "vitest";
import { issuerOf } from "#language/hosted-identity.ts";
import { readEnv } from "./env.ts";

const keyFor = (host: string) => `pk_test_${Buffer.from(`${host}$`).toString("base64")}`;
const keys = { CLERK_PUBLISHABLE_KEY: keyFor("clerk.example.org"), CLERK_SECRET_KEY: "sk_test_secret" };

test("without its keys the hosted identity service is off", () => {
  expect(readEnv({}).hosted).toBeUndefined();
});

test("the publishable key determines the issuer", () => {
  expect(issuerOf(keyFor("clerk.example.org"))).toBe("https://clerk.example.org");
  expect(issuerOf(keyFor("127.0.0.1:4000"))).toBe("http://127.0.0.1:4000");
  for (const bad of ["pk_test_", "sk_test_abc", `pk_test_${Buffer.from("clerk.example.org").toString("base64")}`])
    expect(issuerOf(bad)).toBeUndefined();
  expect(issuerOf(keyFor("evil.example.org/path"))).toBeUndefined();
  expect(issuerOf(keyFor("user@evil.example.org"))).toBeUndefined();
});

test("only the console at PUBLIC_URL is an authorised party by default", () => {
  expect(readEnv({ ...keys, PUBLIC_URL: "https://deck.example.org" }).hosted).toEqual({
    publishableKey: keys.CLERK_PUBLISHABLE_KEY,
    secretKey: "sk_test_secret",
    issuer: "https://clerk.example.org",
    apiUrl: "https://api.clerk.com",
    organization: undefined,
    parties: ["https://deck.example.org"],
    backends: [],
  });
  expect(
    readEnv({ ...keys, CLERK_AUTHORIZED_PARTIES: "https://a.example.org/, https://b.example.org" }).hosted,
  ).toMatchObject({ parties: ["https://a.example.org", "https://b.example.org"] });
});

test.each([
  [{ CLERK_SECRET_KEY: "sk_test_secret" }, "required together"],
  [{ CLERK_PUBLISHABLE_KEY: keys.CLERK_PUBLISHABLE_KEY }, "required together"],
  [{ ...keys, CLERK_PUBLISHABLE_KEY: "pk_test_%%" }, "CLERK_PUBLISHABLE_KEY is not a publishable key"],
  [{ ...keys, CLERK_SECRET_KEY: "secret" }, "CLERK_SECRET_KEY is not a secret key"],
  [{ ...keys, CLERK_ORGANIZATION_ID: "acme" }, "CLERK_ORGANIZATION_ID is not the id of an organisation"],
])("refuses to start with %o", (variables, message) => {
  expect(() => readEnv(variables)).toThrow(message);
});
