// Fields by which checks name an account, a region and an endpoint of AWS and Google Cloud, as requests show them.
import { expect, test } from "vitest";
import { look } from "../../../../tests/servers/look.ts";
import { clouds, googleKey } from "../../../../tests/services/clouds.ts";
import {
  objectStorage,
  readerRole,
  roleKeys,
  storageKeys,
  type Buckets,
} from "../../../../tests/services/object-storage.ts";
import { startStandIns, type Asked } from "../../../../tests/services/stand-in.ts";

const buckets: Buckets = new Map([
  ["cargo", new Map([["tea", { content: "x" }]])],
  ["restricted", new Map([["rum", { content: "x" }]])],
]);
const storage = objectStorage(buckets);
const standIns = await startStandIns({
  ...clouds,
  "objects.example": storage,
  // The bucket in the name of the host, as at Amazon itself.
  "cargo.objects.example": (asked) => storage({ ...asked, path: `/cargo${asked.path}` }),
});
const { outbound, untrusted } = standIns;
const aws = { endpoint: "https://objects.example", ...storageKeys };

const kinds: [type: string, of: (bucket: string, account: object) => object][] = [
  ["s3", (bucketName, account) => ({ bucketName, ...account })],
  ["folder", (bucket, awsConnection) => ({ path: `s3://${bucket}`, awsConnection, minCount: 1 })],
];
const askedBy = async (type: string, spec: object): Promise<Asked[]> => {
  standIns.asked();
  expect(await look(type, spec, { outbound })).toMatchObject({ pass: true });
  return standIns.asked();
};

test.each(kinds)("%s signs for the region", async (type, of) => {
  const [first] = await askedBy(type, of("cargo", { ...aws, region: "eu-west-3" }));
  expect(first!.headers["authorization"]).toContain("/eu-west-3/s3/aws4_request");
});

test.each(kinds)("%s names the bucket in the path, or in the host where usePathStyle is false", async (type, of) => {
  const [first] = await askedBy(type, of("cargo", aws));
  expect(first!.host).toBe("objects.example");
  const [other] = await askedBy(type, of("cargo", { ...aws, usePathStyle: false }));
  expect(other!.host).toBe("cargo.objects.example");
});

test.each(kinds)("%s accepts any certificate only with skipTLSVerify", async (type, of) => {
  expect(await look(type, of("cargo", aws), { outbound: untrusted })).toMatchObject({ pass: false });
  const trusting = of("cargo", { ...aws, skipTLSVerify: true });
  expect(await look(type, trusting, { outbound: untrusted })).toMatchObject({ pass: true });
});

test.each(kinds)("%s takes keys, token and role from a connection, and its own fields win", async (type, of) => {
  const { accessKey, secretKey, sessionToken } = roleKeys;
  const connections = {
    "connection://ops/user": {
      url: "https://objects.example",
      username: storageKeys.accessKey,
      password: storageKeys.secretKey,
      properties: { region: "eu-west-3" },
    },
    "connection://ops/role": {
      url: "https://objects.example",
      username: accessKey,
      password: secretKey,
      properties: { sessionToken },
    },
  };
  const at = (bucket: string, account: object) => look(type, of(bucket, account), { outbound, connections });
  expect(await at("restricted", { connection: "connection://ops/user" })).toMatchObject({ pass: false });
  expect(await at("restricted", { connection: "connection://ops/user", assumeRole: readerRole })).toMatchObject({
    pass: true,
  });
  expect(await at("restricted", { connection: "connection://ops/role" })).toMatchObject({ pass: true });
  // The token of a connection is not sent with other keys.
  expect(await at("cargo", { connection: "connection://ops/role", ...storageKeys })).toMatchObject({ pass: true });
  expect(
    await at("restricted", { connection: "connection://ops/user", accessKey, secretKey, sessionToken }),
  ).toMatchObject({ pass: true });
});

test("an s3 check writes with the storage class", async () => {
  const asked = await askedBy("s3", { bucketName: "cargo", ...aws, storageClass: "STANDARD_IA" });
  expect(asked.find(({ method }) => method === "PUT")!.headers["x-amz-storage-class"]).toBe("STANDARD_IA");
});

test("a bucket of Google's is asked for at the endpoint, with the key of the connection", async () => {
  const connections = {
    "connection://ops/google": { type: "gcs", url: "https://gcs-emulator.example", certificate: googleKey() },
  };
  const spec = (gcpConnection: object) => ({ path: "gs://backups", minCount: 1, gcpConnection });
  standIns.asked();
  const by = spec({ connection: "connection://ops/google" });
  expect(await look("folder", by, { outbound, connections })).toMatchObject({ pass: true });
  expect(standIns.asked().map(({ host }) => host)).toContain("gcs-emulator.example");
  const other = spec({ credentials: googleKey(), endpoint: "https://storage.googleapis.com" });
  expect(await look("folder", other, { outbound })).toMatchObject({ pass: true });
  expect(standIns.asked().map(({ host }) => host)).toContain("storage.googleapis.com");
  const open = { path: "gs://open", gcpConnection: { skipTLSVerify: true } };
  expect(await look("folder", open, { outbound: untrusted })).toMatchObject({ pass: true });
  expect(await look("folder", { path: "gs://open" }, { outbound: untrusted })).toMatchObject({ pass: false });
});
