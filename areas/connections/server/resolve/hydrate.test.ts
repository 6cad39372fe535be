import { expect, test } from "vitest";
import type { OpenConnection } from "../sealed.ts";
import { hydrate } from "./hydrate.ts";
import type { ValueReference } from "./value-reference.ts";

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

test("a user name that equals the host name is not scrubbed", async () => {
  const named = { username: "postgres", password: "hunter22" };
  expect((await use({ ...named, url: "postgres://postgres:5432/orders" })).told).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "postgres://postgres.shop.svc/orders" })).told).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "mysql://tcp(postgres:3306)/orders" })).told).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "host=postgres dbname=orders" })).told).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "server=postgres;database=orders" })).told).toEqual(["hunter22"]);
  expect((await use({ ...named, url: "postgres://db/orders" })).told).toEqual(["postgres", "hunter22"]);
});

async function use(given: Partial<OpenConnection>) {
  const told: string[] = [];
  const connection = await hydrate(
    { ...bare, ...given },
    { lookUp, tell: (...secrets) => void told.push(...secrets.filter((one) => one !== null)) },
  );
  return { ...connection, told };
}

test("what is found elsewhere is looked up, and what stands around it is cut off", async () => {
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
  expect(used.told.toSorted()).toEqual(["ada", "env-token", "p@ss/w:rd"]);
});

test("address and properties are filled in; in an address, credentials are escaped", async () => {
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

test("a whole address may be found elsewhere, and is filled in", async () => {
  const used = await use({ url: "secret://db/dsn", username: "ada", password: "word" });
  expect(used.url).toBe("postgres://ada:word@db/x");
});

test("what was looked up for a property or a password is no template", async () => {
  const used = await use({ password: "secret://db/odd", properties: { token: "secret://db/odd" } });
  expect(used).toMatchObject({ password: "a$(b", properties: { token: "a$(b" } });
});

test("without credentials nothing stands in their place", async () => {
  expect((await use({ url: "postgres://$(username):$(password)@db/x" })).url).toBe("postgres://:@db/x");
});

test("a channel is no secret, a token is", async () => {
  const { told } = await use({ type: "slack", username: "C123", password: "xoxb-1", url: "slack://$(password)@C123" });
  expect(told).toContain("xoxb-1");
  expect(told).not.toContain("C123");
});

test("what is secret about an address is told, too", async () => {
  const { told } = await use({ type: "http", url: "https://u:inside@example.org/?token=t0ken&page=1" });
  expect(told).toEqual(expect.arrayContaining(["inside", "t0ken"]));
  expect(told).not.toContain("1");
});

test("what cannot be filled in is told with its place, after its secrets were", async () => {
  const told: string[] = [];
  const failing = hydrate(
    { ...bare, password: "word", url: "postgres://u:inside@$(nowhere 1)/x" },
    { lookUp, tell: (...secrets) => void told.push(...secrets.filter((one) => one !== null)) },
  );
  await expect(failing).rejects.toThrow(/^The address cannot be filled in: .*nowhere/);
  expect(told).toEqual(expect.arrayContaining(["word", "inside"]));
});

test("when one value is missing, what the others gave is known all the same", async () => {
  const told: string[] = [];
  const failing = hydrate(
    { ...bare, password: "secret://db/none", properties: { token: "secret://db/word" } },
    { lookUp, tell: (...secrets) => void told.push(...secrets.filter((one) => one !== null)) },
  );
  await expect(failing).rejects.toThrow("nothing at secret db none");
  expect(told).toContain("p@ss/w:rd");
});
