import { expect, test } from "vitest";
import type { OpenConnection } from "../connection/open-connection.ts";
import { hydrate } from "./hydrate.ts";
import type { ValueReference } from "../connection/value-reference.ts";

const bare: OpenConnection = {
  id: "1",
  name: "orders",
  namespace: "shop",
  type: "postgres",
  url: null,
  username: null,
  password: null,
  certificate: null,
  insecure_tls: false,
  properties: {},
};
const found: Readonly<Record<string, string>> = {
  "secret db word": " p@ss/w:rd\n",
  "secret db dsn": "postgres://$(username):$(password)@db/x\n",
  "secret db odd": "a$(b",
  "configmap db host": "db.shop.svc\n",
  "environment TOKEN": "env-token",
};
const lookUp = async (reference: ValueReference) => {
  const key = [reference.from, reference.name, ...("key" in reference ? [reference.key] : [])].join(" ");
  const value = found[key];
  if (value === undefined) throw new Error(`nothing at ${key}`);
  return value;
};

test("does not scrub a username that equals the host name", async () => {
  const named = { username: "postgres", password: "hunter22" };
  expect((await use({ ...named, url: "postgres://postgres:5432/orders" })).secrets).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "postgres://postgres.shop.svc/orders" })).secrets).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "mysql://tcp(postgres:3306)/orders" })).secrets).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "host=postgres dbname=orders" })).secrets).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "server=postgres;database=orders" })).secrets).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "postgres://db/orders" })).secrets).toEqual(["postgres", "hunter22"]);
});

async function use(columns: Partial<OpenConnection>) {
  const secrets: string[] = [];
  const connection = await hydrate(
    { ...bare, ...columns },
    { lookUp, onSecrets: (...found) => void secrets.push(...found.filter((secret) => secret !== null)) },
  );
  return { ...connection, secrets };
}

test("resolves references and trims the values", async () => {
  const used = await use({
    username: " ada ",
    password: "secret://db/word",
    certificate: "env://TOKEN",
    properties: { host: "configmap://db/host", plain: " x " },
  });
  expect(used).toMatchObject({
    username: "ada",
    password: "p@ss/w:rd",
    certificate: "env-token",
    properties: { host: "db.shop.svc", plain: "x" },
  });
  expect(used.secrets.toSorted()).toEqual(["ada", "env-token", "p@ss/w:rd"]);
});

test("fills in address and properties, and escapes credentials in the address", async () => {
  const used = await use({
    username: "ada@example.org",
    password: "secret://db/word",
    url: "postgres://$(username):$(password)@$(properties.host)/$(properties.database)?app=$(name)-{{.namespace}}&d=$(domain)&t=$(type)",
    properties: { host: "configmap://db/host", database: "$(name)_$(domain)", raw: "$(password)" },
  });
  expect(used.url).toBe(
    "postgres://ada%40example.org:p%40ss%2Fw%3Ard@db.shop.svc/orders_example.org?app=orders-shop&d=example.org&t=postgres",
  );
  expect(used.properties).toEqual({ host: "db.shop.svc", database: "orders_example.org", raw: "p@ss/w:rd" });
});

test("resolves an address that is a reference, and fills in the templates of the resolved address", async () => {
  const used = await use({ url: "secret://db/dsn", username: "ada", password: "word" });
  expect(used.url).toBe("postgres://ada:word@db/x");
});

test("does not treat a resolved property or password as a template", async () => {
  const used = await use({ password: "secret://db/odd", properties: { token: "secret://db/odd" } });
  expect(used).toMatchObject({ password: "a$(b", properties: { token: "a$(b" } });
});

test("replaces the placeholders of missing credentials with empty strings", async () => {
  expect((await use({ url: "postgres://$(username):$(password)@db/x" })).url).toBe("postgres://:@db/x");
});

test("treats a token as a secret, but a channel as plain text", async () => {
  const { secrets } = await use({
    type: "slack",
    username: "C123",
    password: "xoxb-1",
    url: "slack://$(password)@C123",
  });
  expect(secrets).toContain("xoxb-1");
  expect(secrets).not.toContain("C123");
});

test("reports the secrets in an address", async () => {
  const { secrets } = await use({ type: "http", url: "https://u:inside@example.org/?token=t0ken&page=1" });
  expect(secrets).toEqual(expect.arrayContaining(["inside", "t0ken"]));
  expect(secrets).not.toContain("1");
});

test("reports the part that cannot be filled in, after adding the secrets to the scrubber", async () => {
  const secrets: string[] = [];
  const failing = hydrate(
    { ...bare, password: "word", url: "postgres://u:inside@$(nowhere 1)/x" },
    { lookUp, onSecrets: (...found) => void secrets.push(...found.filter((secret) => secret !== null)) },
  );
  await expect(failing).rejects.toThrow(/^The address cannot be filled in: .*nowhere/);
  expect(secrets).toEqual(expect.arrayContaining(["word", "inside"]));
});

test("if one value is missing, still adds the secrets of the other values to the scrubber", async () => {
  const secrets: string[] = [];
  const failing = hydrate(
    { ...bare, password: "secret://db/none", properties: { token: "secret://db/word" } },
    { lookUp, onSecrets: (...found) => void secrets.push(...found.filter((secret) => secret !== null)) },
  );
  await expect(failing).rejects.toThrow("nothing at secret db none");
  expect(secrets).toContain("p@ss/w:rd");
});
