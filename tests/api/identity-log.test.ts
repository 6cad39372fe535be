// Tests that the log contains no secrets, whatever a client sends.
import { expect, test } from "vitest";
import { pino } from "pino";
import { describeError, withoutSecrets } from "#server/log.ts";
import { testDatabase } from "../support/database.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, publicUrl, startProcess } from "./start-process.ts";

const lines: string[] = [];
const log = pino(
  { level: "trace", formatters: { log: withoutSecrets }, serializers: { err: describeError } },
  { write: (line: string) => void lines.push(line) },
);
const database = await testDatabase();
const { url } = await startProcess(database, { log });

test("the log contains no password, cookie or token", async () => {
  const { email, password } = administrator;
  const wrong = "wrong-horse-battery";
  const cookie = await signIn(url, administrator);
  await expect(signIn(url, { email, password: wrong })).rejects.toThrow();
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(url + path, { redirect: "manual", ...init, headers });

  const reply = await ask(
    "/api/auth/create_token",
    { cookie, origin: publicUrl, "content-type": "application/json" },
    { method: "POST", body: '{"name":"ci"}' },
  );
  const { payload } = (await reply.json()) as { payload: { token: string } };
  await ask("/api/auth/whoami", { authorization: `Bearer ${payload.token}` });
  await ask("/api/auth/whoami", { authorization: `Bearer ${payload.token}x` });
  await ask("/api/auth/whoami", { authorization: `Basic ${btoa(`${email}:${password}`)}` });
  await ask("/api/auth/whoami", { authorization: `Basic ${btoa(`${email}:${wrong}`)}` });
  await ask("/api/auth/whoami", { "x-session-token": "qds_stolen-session-token" });
  const query = `username=${email}&password=${password}`;
  const nested = encodeURIComponent(`/login?${query}`);
  for (const path of [`/login?${query}`, `/api/nothing?${query}`, `/api/auth/whoami?token=${payload.token}`])
    await ask(path, { accept: "text/html" });
  for (const inner of [nested, encodeURIComponent(nested)])
    await ask(`/api/.ory/self-service/login/browser?return_to=${inner}`, { accept: "application/json" });
  const out = await ask("/api/.ory/self-service/logout/browser", { cookie });
  const { logout_token } = (await out.json()) as { logout_token: string };
  await ask(`/api/.ory/self-service/logout?token=${logout_token}`, { cookie, accept: "application/json" });

  const text = lines.join("");
  expect(lines.length).toBeGreaterThan(12);
  expect(text).toContain("/api/.ory/self-service/logout?token=***");
  const secrets = [
    password,
    wrong,
    payload.token.slice(36),
    logout_token,
    "stolen-session-token",
    btoa(`${email}:${password}`),
  ];
  const cookies = cookie.split("; ").map((pair) => pair.split("=")[1]!);
  for (const secret of [...secrets, ...cookies]) expect(text).not.toContain(secret);
  expect(text).not.toContain(encodeURIComponent(email));
  const { proof } = await database.databases.system.selectFrom("credentials").select("proof").executeTakeFirstOrThrow();
  expect(text).not.toContain(proof);
});
