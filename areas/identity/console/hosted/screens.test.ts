import { beforeEach, expect, test } from "vitest";
import { screenAt } from "./screens.ts";

declare const happyDOM: { setURL(url: string): void };
beforeEach(() => happyDOM.setURL("https://console.example.org/"));

const session = { getToken: async () => "t" };
const organization = (publicMetadata: Record<string, unknown>) => ({
  id: "org_1",
  publicMetadata,
  reload: async () => undefined,
});
const ready = { session, organization: organization({ backend_url: "https://acme.example.org/api", direct: true }) };
const signedOut = { session: null, organization: null };
const at = (address: string) => new URL(address, "https://console.example.org");

test("a visitor without a session signs in first and then returns to the requested page", () => {
  expect(screenAt(at("/health?a=b"), signedOut)).toEqual({
    screen: "leave",
    address: "/login?return_to=%2Fhealth%3Fa%3Db",
  });
  expect(screenAt(at("/login?return_to=%2Fhealth%3Fa%3Db"), signedOut)).toEqual({
    screen: "sign-in",
    returnTo: "/health?a=b",
  });
  expect(screenAt(at("/registration"), signedOut)).toEqual({ screen: "sign-up", returnTo: "/" });
  expect(screenAt(at("/login?return_to=%2Fhealth"), ready)).toEqual({ screen: "leave", address: "/health" });
});

test("return_to never leads to another site", () => {
  for (const bad of ["https://evil.example.org/", "//evil.example.org", "javascript:alert(1)", "/\\evil.example.org"])
    expect(screenAt(at(`/login?return_to=${encodeURIComponent(bad)}`), signedOut)).toEqual({
      screen: "sign-in",
      returnTo: "/",
    });
});

test("HO-09 /auth-state-checker opens the sign-in screen without a session, and the session error with a session", () => {
  expect(screenAt(at("/auth-state-checker?return_to=%2Fhealth"), signedOut)).toEqual({
    screen: "leave",
    address: "/login?return_to=%2Fhealth",
  });
  expect(screenAt(at("/auth-state-checker?return_to=%2Fhealth"), ready)).toEqual({
    screen: "leave",
    address: "/error?error_code=BAD_SESSION",
  });
  expect(screenAt(at("/error?error_code=BAD_SESSION"), ready)).toEqual({
    screen: "session-error",
    code: "BAD_SESSION",
  });
});

test("the loading screen is shown while the library loads the session", () => {
  for (const path of ["/health", "/login", "/auth-state-checker"])
    expect(screenAt(at(path), { session: undefined, organization: undefined })).toEqual({ screen: "loading" });
});

test("a person with a pending session finishes signing in first", () => {
  const pending = { ...ready, session: { ...session, status: "pending" } };
  expect(screenAt(at("/health"), pending)).toEqual({ screen: "leave", address: "/login?return_to=%2Fhealth" });
  expect(screenAt(at("/login?return_to=%2Fhealth"), pending)).toEqual({ screen: "sign-in", returnTo: "/health" });
  const active = { ...ready, session: { ...session, status: "active" } };
  expect(screenAt(at("/health"), active)).toMatchObject({ screen: "console" });
});

test("HO-05 a person without an organisation chooses one", () => {
  expect(screenAt(at("/health"), { session, organization: null })).toEqual({ screen: "organizations" });
});

test("HO-06 after the choice of an organisation the dashboard opens", () => {
  expect(screenAt(at("/organizations/orgs-switched"), ready)).toEqual({ screen: "leave", address: "/topology" });
});

test("HO-06 a switch in another tab also opens /organizations/orgs-switched", () => {
  const switched = { screen: "leave", address: "/organizations/orgs-switched" };
  expect(screenAt(at("/health"), ready, "org_2")).toEqual(switched);
  expect(screenAt(at("/health"), { session, organization: organization({}) }, "org_2")).toEqual(switched);
  expect(screenAt(at("/health"), ready, "org_1")).toMatchObject({ screen: "console" });
});

test("HO-07 an organisation without a backend address is being provisioned", () => {
  expect(screenAt(at("/health"), { session, organization: organization({}) })).toEqual({ screen: "provisioning" });
});

test("HO-01 the console starts if the organisation has a backend", () => {
  expect(screenAt(at("/health"), ready)).toEqual({ screen: "console", organization: "org_1" });
});

test("HO-02 an invalid direct flag is an error", () => {
  const broken = organization({ backend_url: "https://acme.example.org/api", direct: "maybe" });
  expect(() => screenAt(at("/health"), { session, organization: broken })).toThrow("Invalid boolean value");
});
