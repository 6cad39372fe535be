// Tests the command that resets a person's password, with and without a running server.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { emptyDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { signIn } from "../support/sign-in.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment } from "./child.ts";

const email = "admin@localhost";

const program = (file: string, args: string[], env: Record<string, string>) =>
  new Child(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "main", file), ...args], {
    cwd: "/",
    env: { ...plainEnvironment, LOG_LEVEL: "warn", ...env },
  });

async function reset(who: string, env: Record<string, string>) {
  const { ended, lines, errors } = program("commands/reset-password.ts", [who], env);
  const { code } = await ended;
  const password = /is: (\S+)/.exec(lines.join("\n"))?.[1] ?? "";
  return { code, password, sentence: errors.at(-1) ?? "" };
}

test("reset-password works with and without a running server, and ends the sessions of the account", async () => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = { DATA_DIR: join(temporary(), "data"), PORT: port };
  const server = program("server.ts", [], env);
  const first = await server.until("the password", (lines) => /password (\S+)/.exec(lines.join("\n"))?.[1]);
  const cookie = await signIn(url, { email, password: first });
  const status = async () => (await fetch(`${url}/api/auth/whoami`, { headers: { cookie } })).status;
  expect(await status()).toBe(200);

  const result = await reset("Admin@Localhost", env);
  expect(result).toMatchObject({ code: 0, password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) });
  await expect.poll(status).toBe(401);
  await expect(signIn(url, { email, password: first })).rejects.toThrow("400");
  expect(await signIn(url, { email, password: result.password })).toContain("quarterdeck_session=");

  expect(await reset("nobody@example.org", env)).toMatchObject({
    code: 1,
    sentence: "No account has the email nobody@example.org. Administrators are: admin@localhost.",
  });
  server.signal("SIGTERM");
  await server.ended;
  const later = await reset(email, env);
  expect(later).toMatchObject({ code: 0 });
  expect(later.password).not.toBe(result.password);
});

test("reset-password reports missing arguments, and does not leave files behind", async () => {
  const nowhere = join(temporary(), "nothing");
  const refused = await reset(email, { DATA_DIR: nowhere });
  expect(refused).toEqual({
    code: 1,
    password: "",
    sentence: expect.stringContaining(`There is no database in ${nowhere}.`),
  });
  expect(existsSync(nowhere)).toBe(false);

  const SECRET_KEY = "a key of at least thirty-two characters";
  const { url } = await emptyDatabase();
  expect(await reset(email, { DATABASE_URL: url, SECRET_KEY })).toMatchObject({
    code: 1,
    sentence: "This database has no accounts yet. Start Quarterdeck on it once.",
  });
  expect(await reset(email, { DATABASE_URL: "postgres://a:b@127.0.0.1:1/c", SECRET_KEY })).toMatchObject({
    code: 1,
    sentence: expect.stringContaining("The database cannot be reached"),
  });
});
