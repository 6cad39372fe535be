// Tests how the first administrator is created, with real processes on one PostgreSQL: exactly one administrator is
// created, before anybody can register.
import { createServer, type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { signIn } from "../support/sign-in.ts";
import { ask } from "./probed-server.ts";
import { Product } from "./product.ts";

const postgres = await startPostgres();
afterAll(() => postgres.stop());
const email = "admin@example.org";
const password = "correct-horse-battery";

async function emptyDatabase(name: string): Promise<Record<string, string>> {
  await ask(postgres.url, `create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href, SECRET_KEY: "the same key for all of these processes", ADMIN_EMAIL: email };
}

const administrators = async ({ DATABASE_URL: url }: Record<string, string>) =>
  (await ask<{ email: string }>(url!, "select email from people_roles where 'admin' = any(roles)")).map(
    (person) => person.email,
  );

/**
 * Registers a person as soon as the port responds; returns the administrators in the database at the first response.
 */
async function registerAtOnce(url: string, lookUp: () => Promise<string[]>, isOver: () => boolean) {
  while (!isOver()) {
    const reply = await fetch(`${url}/api/.ory/self-service/registration/api`).catch(() => undefined);
    if (!reply) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    const found = await lookUp();
    const { id } = (await reply.json()) as { id: string };
    const registered = await fetch(`${url}/api/.ory/self-service/registration?flow=${id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        method: "password",
        password: "seven-unlikely-llamas",
        traits: { email: "mallory@example.org", name: { first: "Mallory", last: "" } },
      }),
    });
    return { found, status: registered.status };
  }
  throw new Error("the product ended before it responded");
}

test("is created before the port responds, so that a concurrent registration cannot prevent it", async () => {
  const env = await emptyDatabase("race");
  const port = await freePort();
  const product = new Product(port, { ...env, ADMIN_PASSWORD: password, OPEN_REGISTRATION: "true" });
  const racer = registerAtOnce(product.url(), () => administrators(env), product.child.isOver);
  expect(await racer).toEqual({ found: [email], status: 200 });
  expect((await product.started())["Sign in"]).toBe(`${email} with ADMIN_PASSWORD`);
  await signIn(product.url(), { email, password });
  await product.interrupt();
});

test("is created at a start on a database that has only a guest", async () => {
  const env = await emptyDatabase("guest");
  const open = { ...env, ADMIN_PASSWORD: password, OPEN_REGISTRATION: "true" };
  const first = new Product(await freePort(), open);
  await first.started();
  expect((await registerAtOnce(first.url(), () => administrators(env), first.child.isOver)).status).toBe(200);
  await first.interrupt();
  await ask(env["DATABASE_URL"]!, `delete from people where email = '${email}'`);

  const next = new Product(await freePort(), open);
  expect((await next.started())["Sign in"]).toBe(`${email} with ADMIN_PASSWORD`);
  await signIn(next.url(), { email, password });
  expect(await administrators(env)).toEqual([email]);
  await next.interrupt();
});

test("is created only once if several processes start at the same time on an empty database", async () => {
  const env = await emptyDatabase("together");
  const products = await Promise.all(Array.from({ length: 3 }, async () => new Product(await freePort(), env)));
  const blocks = await Promise.all(products.map((product) => product.started()));
  const shown = blocks.flatMap((block) => /with the password (\S+)/.exec(block["Sign in"] ?? "")?.[1] ?? []);
  expect(shown).toHaveLength(1);
  expect(await administrators(env)).toEqual([email]);
  for (const product of products) await signIn(product.url(), { email, password: shown[0]! });
  await Promise.all(products.map((product) => product.interrupt()));
});

test("has its password shown even if the start fails afterwards", async () => {
  const env = await emptyDatabase("taken");
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const failed = new Product((other.address() as AddressInfo).port, env);
  const { code, sentence } = await failed.refused();
  await new Promise((resolve) => other.close(resolve));
  expect([code, sentence]).toEqual([1, expect.stringContaining("is used by another program")]);
  const shown = /Sign in +admin@example\.org with the password (\S+) \(shown only once\)/.exec(
    failed.child.lines.join("\n"),
  )?.[1];
  const next = new Product(await freePort(), env);
  expect((await next.started())["Sign in"]).toMatch(/^with your account/);
  await signIn(next.url(), { email, password: shown ?? "" });
  await next.interrupt();
});
