// Tests requests of existing clients outside of the data API.
import { describe, expect, test } from "vitest";
import { startTestServer } from "../../support/test-server.ts";
import type { Row } from "./client.ts";

const server = await startTestServer();
const cookie = await server.signIn();

describe("requests of the same clients outside of the data API", () => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await server.fetch(`/api${path}`, {
      method,
      headers: { cookie, origin: server.url, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json().catch(() => undefined)) as Row };
  };

  test("DA-18 returns the version under both names that clients read", async () => {
    for (const path of ["/about", "/canary/about"])
      expect(await ask("GET", path)).toMatchObject({
        status: 200,
        body: { backend: expect.any(String), Version: expect.any(String) },
      });
  });

  test("DA-09 DA-10 whoami returns user, roles and permissions in a payload", async () => {
    expect(await ask("GET", "/auth/whoami")).toMatchObject({
      status: 200,
      body: {
        message: "success",
        payload: {
          user: { id: expect.any(String), name: expect.any(String), email: server.administrator.email },
          roles: ["admin"],
          permissions: expect.any(Array),
        },
      },
    });
  });

  test("DA-12 DA-13 DA-14 tokens are created with a name and an expiry, listed and deleted", async () => {
    const reply = await ask("POST", "/auth/create_token", { name: "in use", expiry: "never" });
    expect(reply).toMatchObject({ status: 200, body: { message: "success", payload: { token: expect.any(String) } } });
    const { id } = reply.body["payload"] as { id: string };
    const listed = async () => (await ask("GET", "/auth/tokens")).body["payload"];
    expect(await listed()).toMatchObject([
      { id, name: "in use", created_at: expect.any(String), expires_at: null, person: { name: expect.any(String) } },
    ]);
    expect((await ask("DELETE", `/auth/token/${id}`)).status).toBeLessThan(300);
    expect(await listed()).toEqual([]);
  });
});
