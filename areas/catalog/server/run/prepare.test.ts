import { createScrubber } from "#server/scrub/scrub.ts";
import { expect, test } from "vitest";
import type { EnvVar, Reach } from "#areas/connections/server/index.ts";
import { scraperKinds } from "../scrapers/index.ts";
import { prepare } from "./prepare.ts";
import type { RunnableScraper } from "./runnable.ts";

const kind = scraperKinds.find(({ type }) => type === "http")!;
const textOf = (value: string | EnvVar | undefined) => (typeof value === "string" ? value : (value?.value ?? ""));
const reach = {
  value: async (value) => textOf(value),
  connection: async ({ username, password, authentication }) => ({
    id: null,
    name: "",
    namespace: "default",
    type: "",
    url: null,
    certificate: null,
    insecure_tls: false,
    properties: {},
    username: textOf(username ?? authentication?.username),
    password: textOf(password ?? authentication?.password),
  }),
} satisfies Reach;
const prepared = (written: object, env: object = {}) => {
  const scraper = { name: "hosts", spec: { env } } as unknown as RunnableScraper;
  return prepare({ type: "http", index: 0, kind, written, original: written }, scraper, {
    reach,
    around: {},
    scrubber: createScrubber(),
  });
};

test("variables of the scraper and of the entry are inserted into the entry's strings", async () => {
  const written = { url: "http://$(.host):$(.port)/hosts", env: [{ name: "port", value: "81" }] };
  const { spec } = await prepared(written, { host: { value: "cmdb.example" }, port: "80" });
  expect(spec).toMatchObject({ url: "http://cmdb.example:81/hosts" });
});

test("nested credentials are inserted into the address", async () => {
  const written = {
    url: "http://$(username):$(password)@cmdb/",
    authentication: { username: "ada", password: "word" },
  };
  expect((await prepared(written)).spec).toMatchObject({ url: "http://ada:word@cmdb/" });
});

test("an invalid entry is rejected with a reason", async () => {
  await expect(prepared({ url: "http://a", tls: {}, tlsConfig: {} })).rejects.toThrow(
    "tls has the same meaning as tlsConfig: set only one of them.",
  );
});
