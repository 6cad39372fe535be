// Tests Terraform states of the http backend against a real server, and states in Google Cloud Storage against a
// stand-in that implements the documented API. tests/system covers states in files and in S3.
import { beforeEach, expect, test } from "vitest";
import { startCountingServer } from "#tests/outbound/counting-server.ts";
import { scrapeOnce } from "#tests/servers/scrape-once.ts";
import { clouds, googleBuckets, googleKey } from "#tests/services/clouds.ts";
import { startStandIns } from "#tests/services/stand-in.ts";

const server = await startCountingServer();
const base = `http://127.0.0.1:${server.port}`;
const lineage = "3f2b1c90-0000-4000-8000-000000000001";
const state = {
  version: 4,
  terraform_version: "1.9.0",
  serial: 7,
  lineage,
  outputs: { url: { value: "https://shop.example" }, admin: { value: "hunter22", sensitive: true } },
  resources: [
    {
      mode: "managed",
      type: "aws_db_instance",
      name: "orders",
      instances: [
        {
          attributes: { memory: 4, username: "ada", password: "hunter22" },
          sensitive_attributes: [[{ type: "get_attr", value: "username" }]],
          private: "bm90IHlvdXJz",
        },
      ],
    },
  ],
};
const say = (body: unknown, status = 200) => {
  server.answer = (_, response) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));
};

beforeEach(() => {
  server.requests.length = 0;
});

test("reads a state over HTTP as a module, named by its path, without secrets", async () => {
  say(state);
  const http = { url: `${base}/states/shop.tfstate`, username: "ada", password: "s3cret-word" };
  const { found, error, failed } = await scrapeOnce("terraform", { name: "state of {{ .base }}", state: { http } });
  expect([error, failed]).toEqual([undefined, []]);
  expect(found).toMatchObject([
    {
      id: lineage,
      name: "state of shop",
      type: "Terraform::Module",
      source: `${base}/states/shop.tfstate`,
      properties: [
        { name: "Resources", value: 1 },
        { name: "Version", text: "1.9.0" },
      ],
    },
  ]);
  const kept = JSON.stringify(found[0]!.document);
  expect(kept).not.toMatch(/hunter22|bm90IHlvdXJz|"ada"|"serial"/);
  expect(kept).toContain('"memory":4');
  expect(server.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from("ada:s3cret-word").toString("base64")}`);
  // A changed secret is a change, but its value is not in the document.
  say({ ...state, outputs: { ...state.outputs, admin: { value: "hunter23", sensitive: true } } });
  const changed = (await scrapeOnce("terraform", { state: { http } })).found[0]!;
  expect(JSON.stringify(changed.document)).not.toBe(kept);
  expect([JSON.stringify(changed.document).includes("hunter"), changed.name]).toEqual([false, "states/shop.tfstate"]);
});

test("reads the URL from a connection, and sends a bearer token", async () => {
  say(state);
  const connections = { "connection://ops/states": { type: "http", url: `${base}/state/shop` } };
  const http = { connection: "connection://ops/states", bearer: { value: "canary-token" } };
  const { found } = await scrapeOnce("terraform", { state: { http } }, { connections });
  expect(found).toMatchObject([{ id: lineage, name: "state/shop" }]);
  expect(server.requests[0]).toMatchObject({ url: "/state/shop", headers: { authorization: "Bearer canary-token" } });
});

test.each<[what: string, body: unknown, status: number, message: RegExp]>([
  ["a web page", "<html>Sign in</html>", 200, /The file is not a Terraform state of version 4/],
  ["a truncated state", JSON.stringify(state).slice(0, 100), 200, /The file is not a Terraform state of version 4/],
  ["an old state", { version: 3, lineage }, 200, /The file is not a Terraform state of version 4/],
  ["an empty response", "", 200, /The file is not a Terraform state of version 4/],
  [
    "a state that is nested too deeply",
    `{"version":4,"lineage":"x","resources":[{"type":"a","name":"b","instances":[{"attributes":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}]}`,
    200,
    /nested too deeply/,
  ],
  ["an error response", "locked", 423, /responded with the status 423 to \/x: locked/],
])("reports %s and finds nothing", async (_, body, status, message) => {
  say(body, status);
  const { found, error, failed } = await scrapeOnce("terraform", { state: { http: { url: `${base}/x` } } });
  expect(found).toEqual([]);
  expect(error ?? failed.join()).toMatch(message);
});

const google = await startStandIns(clouds);
const { outbound } = google;
const kept = (names: readonly string[]) =>
  new Map(names.map((name, index) => [name, JSON.stringify({ ...state, lineage: `${lineage}-${index}` })]));

test("finds the states in all folders of a Google Cloud Storage bucket, or at a path", async () => {
  googleBuckets.set(
    "states",
    kept(["env/dev/default.tfstate", "env/prod/default.tfstate", "a.tfstate", "b.tfstate", "c.tfstate", "readme.md"]),
  );
  const credentials = { value: googleKey() };
  const { found, error, failed } = await scrapeOnce(
    "terraform",
    { name: "{{ .base }} of {{ .path }}", state: { gcs: { bucket: "states", credentials } } },
    { outbound },
  );
  expect([error, failed]).toEqual([undefined, []]);
  expect(found.map(({ source }) => source)).toEqual([
    "gcs://states/a.tfstate",
    "gcs://states/b.tfstate",
    "gcs://states/c.tfstate",
    "gcs://states/env/dev/default.tfstate",
    "gcs://states/env/prod/default.tfstate",
  ]);
  expect(found[3]).toMatchObject({ type: "Terraform::Module", name: "default of env/dev/default.tfstate" });
  const connections = {
    "connection://ops/google": {
      type: "google_cloud",
      url: "https://cloudresourcemanager.googleapis.com",
      certificate: googleKey(),
    },
  };
  const gcs = { bucket: "states", objectPath: "/env/prod/*.tfstate", connection: "connection://ops/google" };
  const chosen = await scrapeOnce("terraform", { state: { gcs } }, { outbound, connections });
  expect(chosen.found.map(({ source }) => source)).toEqual(["gcs://states/env/prod/default.tfstate"]);
});

test("reads a public bucket without a key, even at a different endpoint", async () => {
  googleBuckets.set("open", kept(["x.tfstate"]));
  const gcs = { bucket: "open", endpoint: "https://gcs-emulator.example" };
  google.asked();
  expect((await scrapeOnce("terraform", { state: { gcs } }, { outbound })).found).toHaveLength(1);
  const asked = google.asked();
  expect(asked.map(({ host, headers }) => [host, headers["authorization"]])).toEqual([
    ["gcs-emulator.example", undefined],
    ["gcs-emulator.example", undefined],
  ]);
});

test.each<[what: string, gcs: object, message: RegExp]>([
  ["a private bucket without a key", { bucket: "backups" }, /The bucket backups is not public\. Add a connection/],
  ["an unknown bucket", { bucket: "lost", credentials: googleKey() }, /The bucket lost does not exist at storage\./],
  [
    "a bucket that the account is not allowed to list",
    { bucket: "private", credentials: googleKey() },
    /accepts the service account, but the right to list and read objects/,
  ],
  ["an invalid key", { bucket: "states", credentials: "{}" }, /does not contain a service account key/],
  [
    "a key of a deleted account",
    { bucket: "states", credentials: googleKey({ client_email: "gone@orders-prod.iam.gserviceaccount.com" }) },
    /does not accept the key of the service account/,
  ],
])("Google Cloud Storage: reports %s and finds nothing", async (_, gcs, message) => {
  const { found, error, failed } = await scrapeOnce("terraform", { state: { gcs } }, { outbound });
  expect(found).toEqual([]);
  expect(error ?? failed.join()).toMatch(message);
  expect(`${error} ${failed.join()}`).not.toMatch(/PRIVATE KEY/);
});
