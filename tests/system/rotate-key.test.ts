// Rotates the key for stored secrets while the product serves requests: no request fails, no secret is lost, no session
// ends.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { repository } from "#lib/load/repository.ts";
import { newId } from "#lib/uuid/new-id.ts";
import { createSeals, type Secrets } from "#server/secrets.ts";
import { masterKey } from "#server/secrets/cipher.ts";
import { openSecrets } from "#server/secrets/keys.ts";
import { testDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment } from "./child.ts";

const administrator = { email: "admin@localhost", password: "correct-horse-battery" };

const program = (file: string, env: Record<string, string>) =>
  new Child(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "main", file)], {
    cwd: "/",
    env: { ...plainEnvironment, LOG_LEVEL: "warn", ADMIN_PASSWORD: administrator.password, ...env },
  });

async function start(env: Record<string, string>) {
  const port = String(await freePort());
  const child = program("server.ts", { ...env, PORT: port });
  await child.until("ready", (lines) => lines.find((line) => line.includes("is ready")));
  return { child, url: `http://127.0.0.1:${port}` };
}

async function rotate(env: Record<string, string>) {
  const child = program("commands/rotate-key.ts", env);
  const { code } = await child.ended;
  return { code, said: child.lines.join("\n"), errors: child.errors.join("\n") };
}

/** Returns a client that writes and reads connections in one session. */
async function workerAt(url: string) {
  const cookie = await signIn(url, administrator);
  const whoami = (await (await fetch(`${url}/api/auth/whoami`, { headers: { cookie } })).json()) as {
    payload: { csrf_token: string };
  };
  const headers = { cookie, "x-csrf-token": whoami.payload.csrf_token, "content-type": "application/json" };
  return (at: string, path: string, method: string, body: object) =>
    fetch(`${at}/api/db/connections${path}`, {
      method,
      headers: { ...headers, origin: at, prefer: "return=representation" },
      body: JSON.stringify(body),
    });
}

test("two processes keep working while the command is killed and repeated; afterwards the old key cannot decrypt any secret", async () => {
  const { databases, url: databaseUrl } = await testDatabase();
  const db = databases.system;
  const [former, next] = ["the former key of this system 12345", "the next key of this system 1234567"] as const;
  await insertMany((await openSecrets(db, () => [former])).secrets);
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: next, SECRET_KEY_PREVIOUS: former };
  // The servers have both keys, and encrypt with the old key until the command switches.
  const servers = await Promise.all([start({ ...env, ROLE: "web" }), start({ ...env, ROLE: "web" })]);
  const work = await workerAt(servers[0].url);

  const written = new Map<string, string>();
  const refused: string[] = [];
  let writes = 0;
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const ids = (await db.selectFrom("connections").select("id").orderBy("id").execute()).map(({ id }) => id);
  const [held, ...free] = ids;
  const write = async (own: readonly string[]) => {
    for (let round = 0; !isOver; round++) {
      const id = own[round % own.length]!;
      const password = `${id}-${round}`;
      const answer = await work(servers[round % 2]!.url, `?id=eq.${id}`, "PATCH", { password });
      writes += 1;
      if (answer.status === 200) written.set(id, password);
      else refused.push(`${answer.status} ${await answer.text()}`);
    }
  };
  const writers = [0, 1, 2].map((at) => write(free.filter((_, index) => index % 3 === at)));

  // A row locked by another session keeps the command from finishing.
  const operator = new pg.Client(databaseUrl);
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query("begin");
  await operator.query("select from connections where id = $1 for update", [held]);
  const first = program("commands/rotate-key.ts", env);
  const stale = async () =>
    (
      await sql<{ n: number }>`
      select count(*)::int as n from connections where not starts_with(password, ${`v1.${masterKey(next).id}.`})`.execute(
        db,
      )
    ).rows[0]!.n;
  await until(stale, (n) => n === 1);
  first.signal("SIGKILL");
  await first.ended;
  await operator.query("rollback");
  await expect(openSecrets(db, () => [next])).rejects.toThrow("is being changed");

  const second = await rotate(env);
  expect(second).toMatchObject({ code: 0, said: expect.stringMatching(/^[1-9]\d* rows were re-encrypted/) });
  const soFar = writes;
  await until(() => writes > soFar + 4);
  isOver = true;
  await Promise.all(writers);
  expect(refused).toEqual([]);

  // Every value, original or overwritten, can be decrypted with the new key alone.
  const alone = createSeals({
    sealing: masterKey(next),
    find: (id) => (id === masterKey(next).id ? masterKey(next) : undefined),
  });
  for (const { id, password } of await db.selectFrom("connections").select(["id", "password"]).execute())
    expect(alone.open(password!, { table: "connections", row: id, column: "password" })).toBe(
      written.get(id) ?? `first ${id}`,
    );
  expect(written.size).toBeGreaterThan(10);
  await expect(openSecrets(db, () => [former])).rejects.toThrow("set up with a different SECRET_KEY");
  await openSecrets(db, () => [next]);

  async function insertMany(secrets: Secrets): Promise<void> {
    const rows = Array.from({ length: 300 }, (_, index) => {
      const id = newId();
      const password = secrets.seal(`first ${id}`, { table: "connections", row: id, column: "password" });
      return { id, name: `c-${index}`, type: "http", password, source: "UI" as const };
    });
    await db.insertInto("connections").values(rows).execute();
  }
});

test("for a data directory, the command creates the new key itself, with and without a running server", async () => {
  const env = { DATA_DIR: join(temporary(), "data") };
  const file = join(env.DATA_DIR, "secret.key");
  const { child, url } = await start(env);
  const work = await workerAt(url);
  const reply = await work(url, "", "POST", {
    name: "ledger",
    type: "http",
    properties: { api_key: "hunter2", n: "0" },
  });
  expect(reply.status).toBe(201);
  const [{ id }] = (await reply.json()) as [{ id: string }];
  // Keeping a masked value requires decrypting it.
  const keep = async (n: string) =>
    (await work(url, `?id=eq.${id}`, "PATCH", { properties: { api_key: "***", n } })).status;

  const before = readFileSync(file, "utf8");
  const beside = await rotate(env);
  expect(beside).toMatchObject({ code: 0, said: expect.stringContaining(`The new key is in ${file}.`) });
  const between = readFileSync(file, "utf8");
  expect([between.length, between === before, statSync(file).mode & 0o777]).toEqual([before.length, false, 0o600]);
  expect(await keep("1")).toBe(200);

  child.signal("SIGTERM");
  await child.ended;
  expect(await rotate(env)).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).not.toBe(between);
  const again = await start(env);
  const opened = await (
    await workerAt(again.url)
  )(again.url, `?id=eq.${id}`, "PATCH", { properties: { api_key: "***", n: "2" } });
  expect(await opened.json()).toMatchObject([{ properties: { api_key: "***", n: "2" } }]);
});
