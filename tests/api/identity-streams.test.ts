// Tests that a live stream ends with the session that opened it.
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser } from "./browser.ts";

const server = await startTestServer();

/** Resolves when the server ends the stream. */
async function streamOf(cookie: string) {
  const answer = await server.fetch("/api/events", { headers: { cookie, accept: "text/event-stream" } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  const state = { isOver: false };
  const drain = async () => {
    while (!(await reader.read()).done);
    state.isOver = true;
  };
  void drain().catch(() => (state.isOver = true));
  return state;
}

test("signing out ends the streams of that session only", async () => {
  const [mine, other] = [openBrowser(server), openBrowser(server)];
  await mine.signIn();
  await other.signIn();
  const cookieOf = (browser: typeof mine) => `quarterdeck_session=${browser.cookies.get("quarterdeck_session")}`;
  const [here, there] = [await streamOf(cookieOf(mine)), await streamOf(cookieOf(other))];
  await expect.poll(() => server.system.live.streams).toBe(2);
  const { logout_token } = await mine.json<{ logout_token: string }>("/api/.ory/self-service/logout/browser");
  expect((await mine.fetch(`/api/.ory/self-service/logout?token=${logout_token}`)).status).toBe(204);
  await expect.poll(() => here.isOver).toBe(true);
  expect(there.isOver).toBe(false);
  await server.system.db.system.updateTable("person_roles").set({ role: "viewer" }).execute();
  await expect.poll(() => there.isOver).toBe(true);
});
