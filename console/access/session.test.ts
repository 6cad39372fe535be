import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { json, startLocalServer, type LocalServer } from "#tests/support/local-server.ts";
import { sessionQuery } from "./session.ts";
import { signedInHint } from "./signed-in-hint.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
const leave = vi.fn<(url: string | URL) => void>();
const payload = {
  user: { id: "1", name: "Ada", email: "a@b", avatar: null },
  roles: ["admin"],
  permissions: [],
  hostname: "h",
};

beforeEach(() => {
  happyDOM.setURL(`${server.url}/health?a=b`);
  vi.spyOn(location, "replace").mockImplementation(leave);
  signedInHint.set(true);
});

const find = (
  check: LocalServer["answer"],
  whoami: LocalServer["answer"] = json(200, { message: "success", payload }),
) => {
  server.answer = (request, ...rest) => (request.url?.includes(".ory") ? check : whoami)(request, ...rest);
  return new QueryClient().fetchQuery(sessionQuery);
};

test("returns the person of a valid session", async () => {
  expect(await find(json(200, { id: "s" }))).toEqual({ state: "signed-in", me: payload });
  expect(leave).not.toHaveBeenCalled();
});

test("redirects to the sign-in screen without a session and clears the hint", async () => {
  expect(await find(json(401, { error: { id: "session_inactive" } }), json(401, {}))).toEqual({ state: "leaving" });
  expect(leave).toHaveBeenCalledExactlyOnceWith("/login?return_to=%2Fhealth%3Fa%3Db");
  expect(signedInHint.get()).toBe(false);
});

test.each([403, 422])("redirects a session without the second factor (%d) to the second step", async (status) => {
  expect(await find(json(status, { error: { id: "session_aal2_required" } }))).toEqual({ state: "leaving" });
  expect(leave).toHaveBeenCalledExactlyOnceWith("/login?aal=aal2&return_to=%2Fhealth%3Fa%3Db");
});

test.each([404, 500, 503])("fails if the identity service returns %d", async (status) => {
  await expect(find(json(status, { error: { message: "Away." } }))).rejects.toThrow("Away.");
  expect(leave).not.toHaveBeenCalled();
});

test.each([403, 500])("fails if whoami returns %d", async (status) => {
  await expect(find(json(200, {}), json(status, { error: "Not now." }))).rejects.toThrow("Not now.");
  expect(leave).not.toHaveBeenCalled();
});
