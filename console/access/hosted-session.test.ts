import { beforeEach, expect, test, vi } from "vitest";
import { json, startLocalServer } from "#tests/support/local-server.ts";
import { findHostedSession } from "./session.ts";

declare const happyDOM: { setURL(url: string): void };

const server = await startLocalServer();
const leave = vi.fn<(url: string | URL) => void>();
const user = { id: "1", name: "Ada", email: "a@b", avatar: null };
const payload = { user, roles: ["admin"], permissions: [], hostname: "h" };

beforeEach(() => {
  happyDOM.setURL(`${server.url}/health?a=b`);
  leave.mockClear();
  vi.spyOn(location, "replace").mockImplementation(leave);
});

const find = () => findHostedSession(new AbortController().signal);

test("HO-03 returns the person from the backend, without the built-in identity service", async () => {
  server.answer = json(200, { message: "success", payload });
  server.requests.length = 0;
  expect(await find()).toEqual({ state: "signed-in", me: payload });
  expect(server.requests.map(({ url }) => url)).toEqual(["/api/auth/whoami"]);
});

test("a backend may return the person alone, who then has no roles", async () => {
  server.answer = json(200, { payload: user });
  expect(await find()).toEqual({ state: "signed-in", me: { user, roles: [], permissions: [], hostname: "" } });
});

test.each([404, 500, 502, 503])("HO-08 the organisation is being provisioned if whoami returns %d", async (status) => {
  server.answer = json(status, { error: "not ready" });
  expect(await find()).toEqual({ state: "provisioning" });
  expect(leave).not.toHaveBeenCalled();
});

test.each([400, 403])("fails if whoami returns %d", async (status) => {
  server.answer = json(status, { error: "Not now." });
  await expect(find()).rejects.toThrow("Not now.");
  expect(leave).not.toHaveBeenCalled();
});
