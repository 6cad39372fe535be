// Tests folders in buckets against stand-ins that implement the documented listings of S3 and Google Cloud Storage.
// Local folders, SFTP and SMB shares are tested on real servers (tests/system).
import { expect, test } from "vitest";
import { z } from "zod";
import { look, type Looked } from "#tests/servers/look.ts";
import { clouds, googleBuckets, googleKey } from "#tests/services/clouds.ts";
import { objectStorage, readerRole, roleKeys, storageKeys, type Buckets } from "#tests/services/object-storage.ts";
import { json, startStandIns } from "#tests/services/stand-in.ts";
import { surroundingsOf, written } from "#tests/support/spoken-check.ts";
import { waitMs } from "#tests/support/time-limits.ts";
import { templatedPlaces } from "#server/spec/templated-places.ts";
import { partsOf, wrapped } from "#server/spec/schema-parts.ts";
import { maxFiles } from "#areas/connections/server/index.ts";
import { runCheck } from "../run/run-check.ts";
import { check } from "../spec/check.ts";
import { folderSpec } from "./folder.ts";

const hour = 3_600_000;
const aged = (hours: number, bytes = 1_024) => ({
  content: "x".repeat(bytes),
  modified: new Date(Date.now() - hours * hour),
});

// Each object is in a separate folder, like one backup per day.
const nightly = {
  "nightly/2026/11/14/db.gz": aged(50),
  "nightly/2026/11/15/db.gz": aged(26),
  "nightly/2026/11/16/db.gz": aged(2),
  "nightly/2026/11/16/files.tar": aged(2, 10),
  "nightly-old/2025/01/01/db.gz": aged(9_000),
};
const buckets: Buckets = new Map([
  ["dumps", new Map([...Object.entries(nightly), ["nightly/", aged(1, 0)], ["nightly/empty/", aged(1, 0)]])],
  ["nothing", new Map()],
  ["restricted", new Map([["monday.gz", aged(1)]])],
]);
const { outbound, asked } = await startStandIns({ ...clouds, "objects.example": objectStorage(buckets) });
googleBuckets.set("dumps", new Map(Object.entries(nightly).map(([key, { content }]) => [key, content])));

const awsConnection = { endpoint: "https://objects.example", ...storageKeys };
const gcpConnection = { credentials: { value: googleKey() } };
const lookAt = (spec: object) => look("folder", { name: "dumps", ...spec }, { outbound });

/** Returns the paths of all string fields of a schema, with dots. */
function textFields(schema: z.ZodType, path = ""): string[] {
  const parts = partsOf(schema);
  const inner = wrapped(parts);
  if (inner) return textFields(inner, path);
  if (parts.shape)
    return Object.entries(parts.shape).flatMap(([name, field]) =>
      textFields(field, path === "" ? name : `${path}.${name}`),
    );
  return schema instanceof z.ZodString || (parts.options ?? []).some((option) => option instanceof z.ZodString)
    ? [path]
    : [];
}

test.each<[what: string, path: string, limits: object, found: Looked]>([
  ["below the prefix", "dumps/nightly", { minCount: 4, maxCount: 4 }, { pass: true, message: "4 files, 3 KiB" }],
  ["below a folder", "dumps/nightly/2026/11/16/", { minCount: 2, maxCount: 2 }, { pass: true }],
  ["of the whole bucket", "dumps", { minCount: 5, maxCount: 5 }, { pass: true }],
  ["of one key", "dumps/nightly/2026/11/16/db.gz", { minCount: 1, maxCount: 1 }, { pass: true }],
  [
    "that fit wildcards",
    "dumps/nightly/**/db.gz",
    { minSize: "2kB" },
    { pass: false, data: { errorType: "min_size", results: { smallest: { name: "nightly/2026/11/14/db.gz" } } } },
  ],
  [
    "whose key fits the regex",
    "dumps/nightly",
    { filter: { regex: "^nightly/2026/11/1[56]/.*[.]gz$" }, minCount: 2, maxCount: 2 },
    { pass: true },
  ],
  ["whose key fits the regex nowhere", "dumps/nightly", { filter: { regex: "^db" }, minCount: 1 }, { pass: false }],
])("counts every object %s, in S3 and in Google Cloud Storage", async (_, path, limits, found) => {
  expect(await lookAt({ path: `s3://${path}`, awsConnection, ...limits })).toMatchObject(found);
  expect(await lookAt({ path: `gs://${path}`, gcpConnection, ...limits })).toMatchObject(found);
  expect(await lookAt({ path: `gcs://${path}`, gcpConnection, ...limits })).toMatchObject(found);
});

test("finds the oldest backup of a bucket at every depth and on every page", async () => {
  expect(await lookAt({ path: "s3://dumps/nightly", awsConnection, maxAge: "30h" })).toMatchObject({
    pass: false,
    error: "nightly/2026/11/14/db.gz is 2d old; the maximum is 30h",
    data: { errorType: "max_age" },
  });
  expect(
    await lookAt({ path: "s3://dumps/nightly", awsConnection, filter: { maxAge: "30h", regex: "db" }, minCount: 2 }),
  ).toMatchObject({ pass: true });
});

test.each([
  [{ maxAge: "26h" }, "maxAge"],
  [{ minAge: "1h" }, "minAge"],
  [{ minSize: "1kB" }, "minSize"],
  [{ maxSize: "1GB" }, "maxSize"],
  [{ maxAge: "26h", maxCount: 10 }, "maxAge"],
])("fails with the limit %j if there are no files", async (limits, name) => {
  const broken = {
    pass: false,
    error: `There are no files, so ${name} cannot be met. Write minCount: 0 to allow no files`,
    data: { errorType: "min_count" },
  };
  expect(await lookAt({ path: "s3://nothing", awsConnection, ...limits })).toMatchObject(broken);
  expect(await lookAt({ path: "s3://dumps/night", awsConnection, ...limits })).toMatchObject(broken);
  expect(await lookAt({ path: "gs://empty", gcpConnection, ...limits })).toMatchObject(broken);
});

test.each([
  [{ maxAge: "26h", minCount: 0 }],
  [{ maxAge: "26h", maxCount: 0 }],
  [{ maxAge: "26h", markFailOnEmpty: false }],
  [{ maxCount: 10 }],
  [{}],
])("the limits %j allow an empty folder", async (limits) => {
  expect(await lookAt({ path: "s3://nothing", awsConnection, ...limits })).toMatchObject({
    pass: true,
    message: "0 files, 0 B",
  });
});

test("fails if there are no files and the spec requires files", async () => {
  expect(await lookAt({ path: "s3://nothing", awsConnection, markFailOnEmpty: true })).toMatchObject({
    pass: false,
    error: "There are no files",
  });
});

test("objectPath restricts the keys of a bucket", async () => {
  const only = { ...awsConnection, objectPath: "nightly/**/*.tar" };
  expect(await lookAt({ path: "s3://dumps", awsConnection: only, minCount: 1, maxCount: 1 })).toMatchObject({
    pass: true,
    data: { results: { files: [{ name: "nightly/2026/11/16/files.tar" }] } },
  });
});

test("reports a bucket with too many files, and accepts it if a filter selects few files", async () => {
  const updated = new Date().toISOString();
  const items = Array.from({ length: maxFiles + 1 }, (_, index) => ({ name: `log/${index}`, size: "1", updated }));
  const crowded = await startStandIns({ "storage.googleapis.com": () => json({ items }) });
  const at = (more: object) => look("folder", { path: "gs://crowded", ...more }, { outbound: crowded.outbound });
  expect(await at({ minCount: 1 })).toMatchObject({ pass: false, data: { errorType: "listing_error" } });
  expect(await at({ minCount: 1, filter: { regex: "/7$" } })).toMatchObject({ pass: true, message: "1 file, 1 B" });
});

test("allows templates in every string except credentials", () => {
  const template = "{{ .check.name }}";
  const spec = {
    path: template,
    filter: Object.fromEntries(
      ["minAge", "maxAge", "minSize", "maxSize", "regex", "since"].map((name) => [name, template]),
    ),
    ...Object.fromEntries(
      ["minAge", "maxAge", "minSize", "maxSize", "availableSize", "totalSize"].map((name) => [name, template]),
    ),
    awsConnection: {
      connection: template,
      region: template,
      endpoint: template,
      objectPath: template,
      assumeRole: template,
    },
    gcpConnection: { connection: template, endpoint: template },
    sftpConnection: { connection: template, host: template },
    smbConnection: Object.fromEntries(
      ["connection", "domain", "share", "sharename", "searchPath", "workstation"].map((name) => [name, template]),
    ),
  };
  const paths = (value: unknown, at: readonly string[] = []): string[] =>
    typeof value === "string"
      ? [at.join(".")]
      : Object.entries(value as object).flatMap(([name, part]) => paths(part, [...at, name]));
  const found = templatedPlaces(folderSpec, { name: "dumps", ...spec }).map(({ path }) => path.join("."));
  expect(found.sort()).toEqual(paths(spec).sort());
  // All other strings in the schema are credentials.
  const texts = textFields(folderSpec).filter(
    (path) => !/username|password|accessKey|secretKey|sessionToken|credentials/.test(path),
  );
  const commonCheckFields = Object.keys(check({}).shape);
  expect(texts.filter((path) => !commonCheckFields.includes(path.split(".")[0]!)).sort()).toEqual(found.sort());
});

test("limits and filters can use variables and the last run", async () => {
  const env = { newest: "30h", kind: "db", bucket: "dumps" };
  const canary = { spec: { env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, { value }])) } };
  const spec = {
    type: "folder",
    canary,
    path: "s3://$(.env.bucket)/nightly",
    awsConnection: {
      ...awsConnection,
      endpoint: "https://{{ .canary.labels.team | replaceAll `web` `objects` }}.example",
    },
    filter: { maxAge: "$(.env.newest)", regex: "{{ .env.kind }}", since: "{{ last_result.results.newest.modified }}" },
    minSize: "{{ mul 2 500 }}",
    minCount: 1,
  };
  const around = { ...surroundingsOf({}), outbound: () => outbound };
  const at = (last?: object) =>
    runCheck(written(spec), around, {
      signal: AbortSignal.timeout(waitMs),
      lastResult: async () => last as Readonly<Record<string, unknown>> | undefined,
    });
  expect(await at()).toMatchObject({ verdict: "healthy", error: "", message: "2 files, 2 KiB" });
  const modified = new Date(Date.now() - 10 * hour).toISOString();
  expect(await at({ results: { newest: { modified } } })).toMatchObject({ error: "", message: "1 file, 1 KiB" });
});

test("stops listing when the run is aborted", async () => {
  const ended = new AbortController();
  let pages = 0;
  const endless = await startStandIns({
    "objects.example": (request) => {
      pages += 1;
      if (pages === 3) ended.abort(new DOMException("The run was ended", "AbortError"));
      return {
        headers: { "content-type": "application/xml" },
        body: `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${request.query.get("continuation-token") ?? ""}x</NextContinuationToken></ListBucketResult>`,
      };
    },
  });
  const found = await look(
    "folder",
    { path: "s3://endless", awsConnection },
    { outbound: endless.outbound, signal: ended.signal },
  );
  expect(found).toMatchObject({ pass: false });
  expect(pages).toBeLessThanOrEqual(4);
});

test("sends the session token with temporary keys", async () => {
  const spec = { path: "s3://restricted", minCount: 1 };
  expect(await lookAt({ ...spec, awsConnection: { ...awsConnection, ...roleKeys } })).toMatchObject({ pass: true });
  const { sessionToken: _, ...withoutToken } = roleKeys;
  expect(await lookAt({ ...spec, awsConnection: { ...awsConnection, ...withoutToken } })).toMatchObject({
    pass: false,
    error: "The server refuses the session token",
  });
});

test("assumes a role, and uses its keys instead of the user's", async () => {
  const spec = { path: "s3://restricted", minCount: 1 };
  expect(await lookAt({ ...spec, awsConnection })).toMatchObject({
    pass: false,
    error: "These keys are not allowed to list the bucket",
  });
  expect(await lookAt({ ...spec, awsConnection: { ...awsConnection, assumeRole: readerRole } })).toMatchObject({
    pass: true,
    message: "1 file, 1 KiB",
  });
  // The temporary keys are cached until shortly before they expire.
  asked();
  await lookAt({ ...spec, awsConnection: { ...awsConnection, assumeRole: readerRole } });
  expect(asked().map(({ method }) => method)).toEqual(["GET"]);
});

test.each([
  [
    { assumeRole: "arn:aws:iam::123456789012:role/other" },
    /does not let this access key assume the role .*role\/other/,
  ],
  [{ assumeRole: readerRole, secretKey: "wrong" }, /does not accept the secret key/],
  [{ assumeRole: readerRole, accessKey: undefined, secretKey: undefined }, /cannot be assumed without an access key/],
])("fails when a role cannot be assumed, without using the keys of the user: %j", async (more, error) => {
  asked();
  expect(await lookAt({ path: "s3://dumps", awsConnection: { ...awsConnection, ...more } })).toMatchObject({
    pass: false,
    error: expect.stringMatching(error) as string,
  });
  expect(asked().filter(({ method }) => method === "GET")).toEqual([]);
});

test.each<[what: string, spec: object, found: Looked]>([
  [
    "no key",
    { path: "gcs://dumps/nightly" },
    { pass: false, error: expect.stringContaining("dumps is not public") as string },
  ],
  [
    "no bucket",
    { path: "gcs://lost", gcpConnection },
    { pass: false, error: expect.stringContaining("The bucket lost does not exist") as string },
  ],
])("fails for a Google bucket with %s", async (_, spec, found) => {
  expect(await lookAt(spec)).toMatchObject(found);
});
