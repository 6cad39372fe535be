import { expect, test } from "vitest";
import { startTestServer } from "./test-server.ts";

const server = await startTestServer();

test("the application runs on its own database, and the first administrator can sign in", async () => {
  const refused = await server.fetch("/api/auth/whoami");
  expect(refused.status).toBe(401);
  const answer = await server.fetch("/api/auth/whoami", { headers: { cookie: await server.signIn() } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ payload: { user: { email: server.administrator.email } } });
});

test("signing in with wrong credentials fails with status 400", async () => {
  const wrong = { ...server.administrator, password: "not the password" };
  await expect(server.signIn(wrong)).rejects.toThrow("Signing in failed: 400");
});
