// Tests files at web addresses, behind connections and in buckets, against stand-ins. tests/system scrapes Git
// repositories from real servers.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";
import { clouds, googleBuckets, googleKey } from "#tests/services/clouds.ts";
import { objectStorage, readerRole, storageKeys, type Buckets } from "#tests/services/object-storage.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { readGitUrl } from "./file/git-files.ts";

const server = await startCountingServer();
const base = `http://127.0.0.1:${server.port}`;
const say =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

beforeEach(() => {
  server.requests.length = 0;
});

test.each([
  ["/inventory/hosts.json", "text/plain", "hosts.json", "json"],
  ["/inventory/hosts.yml?version=2", "text/plain", "hosts.yml", "yaml"],
  ["/inventory/hosts", "application/vnd.cmdb+json; charset=utf-8", "hosts.json", "json"],
  ["/inventory/hosts", "application/yaml", "hosts.yaml", "yaml"],
  ["/inventory/notes.md", "text/markdown", "notes.md", "md"],
  ["/inventory/", "application/json", "index.json", "json"],
])("reads a file at a web address: %s as %s", async (path, type, name, format) => {
  server.answer = say('{"id": 1}', { "content-type": type });
  const { found, error } = await scrapeOnce("file", { url: `${base}${path}` });
  const source = `${base}/inventory/${name}`;
  expect([error, found]).toEqual([
    undefined,
    [{ document: '{"id": 1}', format, id: source, name, type: "File", source }],
  ]);
});

test("uses the absolute path as the name if the entry has no URL", async () => {
  const folder = mkdtempSync("/tmp/quarterdeck-file-");
  // The process that reads files runs as a different user.
  chmodSync(folder, 0o755);
  writeFileSync(`${folder}/hosts.json`, "{}");
  try {
    const whole = await scrapeOnce("file", { paths: [`${folder}/*.json`] }, { folders: [folder] });
    const path = `${folder}/hosts.json`;
    expect([whole.failed, whole.found]).toMatchObject([[], [{ id: path, name: path, source: path }]]);
    const below = await scrapeOnce("file", { url: folder, paths: ["*.json"] }, { folders: [folder] });
    expect(below.found).toMatchObject([{ id: path, name: "hosts.json", source: path }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("does not use the file name for documents with their own id", async () => {
  server.answer = say('{"id": 1}');
  const { found } = await scrapeOnce("file", { url: `${base}/hosts.json`, id: "$.id", type: "Host" });
  expect(found).toHaveLength(1);
  expect(found[0]).not.toHaveProperty("name");
});

test("reads URL and credentials from the connection, and fields of the entry override them", async () => {
  server.answer = say("id: 1", { "content-type": "application/yaml" });
  const connections = {
    "connection://ops/files": {
      type: "http",
      url: `${base}/kept/hosts.yaml`,
      username: "ada",
      password: "s3cret-word",
    },
  };
  const by = await scrapeOnce("file", { connection: "connection://ops/files" }, { connections });
  expect(by.found).toMatchObject([{ name: "hosts.yaml", source: `${base}/kept/hosts.yaml` }]);
  const who = (at: number) => Buffer.from(server.requests[at]!.headers.authorization!.slice(6), "base64").toString();
  expect(who(0)).toBe("ada:s3cret-word");
  const other = { connection: "connection://ops/files", url: `${base}/other.yaml`, username: "grace" };
  expect((await scrapeOnce("file", other, { connections })).found).toMatchObject([{ name: "other.yaml" }]);
  expect([server.requests[1]!.url, who(1)]).toEqual(["/other.yaml", "grace:s3cret-word"]);
  const odd = { "connection://ops/mail": { type: "smtp", url: "smtp://mail" } };
  expect((await scrapeOnce("file", { connection: "connection://ops/mail" }, { connections: odd })).invalid).toMatch(
    /cannot be read through a connection of the type smtp\. Use the type git, s3, aws, gcs or http/,
  );
});

test("decodes text by its byte order mark or charset", async () => {
  const documentFrom = async (body: Buffer, type = "application/json") => {
    server.answer = say(body, { "content-type": type });
    const { found, error } = await scrapeOnce("file", { url: `${base}/x.json` });
    return error ?? found[0]!.document;
  };
  expect(await documentFrom(Buffer.from("\ufeffZürich"))).toBe("Zürich");
  expect(await documentFrom(Buffer.from("\ufeffZürich", "utf16le"))).toBe("Zürich");
  expect(await documentFrom(Buffer.from("Zürich", "latin1"), "text/plain; charset=iso-8859-1")).toBe("Zürich");
  expect(await documentFrom(Buffer.from("Zürich", "latin1"))).toBe(
    `127.0.0.1:${server.port}: The text is not valid UTF-8. Encode it in UTF-8.`,
  );
});

test.each([
  [404, "", /responded with the status 404 to \/x\.json\. Check the URL/],
  [401, "", /Check the credentials/],
  [500, "disk full", /status 500 to \/x\.json: disk full\. Check the log/],
])("reports a response with status %i with its path", async (status, body, message) => {
  server.answer = say(body, {}, status);
  const { found, error } = await scrapeOnce("file", { url: `${base}/x.json` });
  expect(found).toEqual([]);
  expect(error).toMatch(message);
});

test.each([
  ["git::https://host/fleet.git//ships/small?ref=v1", "https://host/fleet.git", "ships/small", "v1"],
  ["github.com/harbour/fleet//ships", "https://github.com/harbour/fleet", "ships", undefined],
  ["git@host:harbour/fleet.git?ref=main", "git@host:harbour/fleet.git", "", "main"],
  ["ssh://git@host:2222/fleet.git//a/", "ssh://git@host:2222/fleet.git", "a", undefined],
])("reads %s as a repository, a folder and a ref", (written, address, folder, ref) => {
  expect(readGitUrl(written)).toEqual({ address, folder, ref });
});

test("reads a Google Cloud Storage bucket: a folder, a single file, and the bucket of a connection", async () => {
  const { outbound } = await startStandIns(clouds);
  googleBuckets.set(
    "cargo",
    new Map([
      ["hosts/a.json", '{"id": 1}'],
      ["hosts/deep/b.yaml", "id: 2"],
      ["hosts/c.txt", "no"],
      ["ships.json", '{"id": 3}'],
    ]),
  );
  const gcp = { credentials: { value: googleKey() } };
  const read = async (spec: object, connections = {}) => {
    const { found, error, failed } = await scrapeOnce("file", spec, { outbound, connections });
    expect([error, failed]).toEqual([undefined, []]);
    return found.map(({ id, name, format }) => [id, name, format]);
  };
  expect(await read({ url: "gcs://cargo/hosts", gcp })).toEqual([
    ["gcs://cargo/hosts/a.json", "a.json", "json"],
    ["gcs://cargo/hosts/deep/b.yaml", "deep/b.yaml", "yaml"],
  ]);
  expect(await read({ url: "gs://cargo/ships.json", gcp })).toEqual([["gcs://cargo/ships.json", "ships.json", "json"]]);
  const connections = { "connection://ops/cargo": { type: "gcs", url: "gs://cargo", certificate: googleKey() } };
  expect(await read({ connection: "connection://ops/cargo", paths: ["*.json"] }, connections)).toEqual([
    ["gcs://cargo/ships.json", "ships.json", "json"],
  ]);
});

const stored = (content: string) => ({ content });
const buckets: Buckets = new Map([
  [
    "cargo",
    new Map([
      // Only the deepest folders have objects.
      ["hosts/eu/fra/a.json", stored('{"id": 1}')],
      ["hosts/eu/fra/b.yaml", stored("id: 2")],
      ["hosts/us/nyc/c.json", stored('{"id": 3}')],
      ["hosts/us/nyc/c.txt", stored("no")],
      ["hosts-old/d.json", stored('{"id": 4}')],
      ["states/prod/shop.tfstate", stored(JSON.stringify({ version: 4, lineage: "l-1", serial: 1, resources: [] }))],
    ]),
  ],
  ["restricted", new Map([["e.json", stored('{"id": 5}')]])],
]);
const aws = { endpoint: "https://objects.example", ...storageKeys };

test("finds S3 files at any depth, and lists only keys that can match", async () => {
  const { outbound, asked } = await startStandIns({ "objects.example": objectStorage(buckets) });
  const read = async (spec: object) => {
    const { found, error, failed, warned } = await scrapeOnce("file", { aws, ...spec }, { outbound });
    expect([error, failed, warned]).toEqual([undefined, [], []]);
    return found.map(({ name }) => name);
  };
  expect(await read({ url: "s3://cargo/hosts" })).toEqual(["eu/fra/a.json", "eu/fra/b.yaml", "us/nyc/c.json"]);
  asked();
  expect(await read({ url: "s3://cargo", paths: ["hosts/us/**/*.json"], ignore: ["**/z*"] })).toEqual([
    "hosts/us/nyc/c.json",
  ]);
  const listings = asked().filter(({ path }) => path === "/cargo" || path === "/cargo/");
  expect(new Set(listings.map(({ query }) => query.get("prefix")))).toEqual(new Set(["hosts/us/"]));
  const role = { ...aws, assumeRole: readerRole };
  expect(await read({ url: "s3://restricted", aws: role })).toEqual(["e.json"]);
  const states = await scrapeOnce("terraform", { state: { s3: { bucket: "cargo", ...aws } } }, { outbound });
  expect(states.found).toMatchObject([{ name: "states/prod/shop.tfstate" }]);
});

test("warns when no file was read", async () => {
  const { outbound } = await startStandIns({ "objects.example": objectStorage(buckets) });
  expect(await scrapeOnce("file", { url: "s3://cargo/none", aws }, { outbound })).toMatchObject({
    found: [],
    warned: ["No file was read, because no file matches the URL and the paths."],
  });
  const none = { bucket: "cargo", objectPath: "none/*.tfstate", ...aws };
  expect(await scrapeOnce("terraform", { state: { s3: none } }, { outbound })).toMatchObject({
    found: [],
    warned: ["No state was read, because no file matches."],
  });
});
