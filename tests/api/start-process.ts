// Starts one of several processes on the database of a test, or a process whose log a test reads. The process is
// stopped after the test file.
import { Writable } from "node:stream";
import { afterAll } from "vitest";
import { readEnv } from "#server/env/env.ts";
import type { Log } from "#server/log.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer, type Running } from "../../main/start-server.ts";
import { testLog, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";

export const administrator = { email: "admin@example.org", password: "correct-horse-battery" };
export const publicUrl = "http://deck.example.org";

export interface TestProcess extends Running {
  url: string;
}

export async function startProcess(
  database: TestDatabase,
  { log = testLog }: { log?: Log } = {},
): Promise<TestProcess> {
  const port = await freePort();
  const running = await startServer({
    env: readEnv({
      PORT: String(port),
      DATABASE_URL: database.url,
      SECRET_KEY: "a key of at least thirty-two characters",
      PUBLIC_URL: publicUrl,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ROLE: "web",
    }),
    log,
    steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
    areas: serverAreas,
    signal: new AbortController().signal,
  });
  afterAll(() => running.stop());
  return { ...running, url: `http://127.0.0.1:${port}` };
}
