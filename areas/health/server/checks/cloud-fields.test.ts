// Tests that the account, region and endpoint fields of AWS and Google Cloud produce the right requests.
import { expect, test } from "vitest";
import { look } from "#tests/servers/look.ts";
import { clouds, googleKey } from "#tests/services/clouds.ts";
import { objectStorage, readerRole, roleKeys, storageKeys, type Buckets } from "#tests/services/object-storage.ts";
import { startStandIns, type Asked } from "#tests/services/stand-in.ts";

const buckets: Buckets = new Map([
  ["cargo", new Map([["tea", { content: "x" }]])],
  ["restricted", new Map([["rum", { content: "x" }]])],
]);
const storage = objectStorage(buckets);
const standIns = await startStandIns({
  ...clouds,
  "objects.example": storage,
  // The bucket is part of the host name, in the same way as in Amazon S3.
  "cargo.objects.example": (asked) => storage({ ...asked, path: `/cargo${asked.path}` }),
});
const { outbound, untrusted } = standIns;
const aws = { endpoint: "https://objects.example", ...storageKeys };

const kinds: [type: string, specFor: (bucket: string, account: object) => object][] = [
  ["s3", (bucketName, account) => ({ bucketName, ...account })],
  ["folder", (bucket, awsConnection) => ({ path: `s3://${bucket}`, awsConnection, minCount: 1 })],
];
const askedBy = async (type: string, spec: object): Promise<Asked[]> => {
  standIns.asked();
  expect(await look(type, spec, { outbound })).toMatchObject({ pass: true });
  return standIns.asked();
};

test.each(kinds)("signs %s requests for the region", async (type, specFor) => {
  const [first] = await askedBy(type, specFor("cargo", { ...aws, region: "eu-west-3" }));
  expect(first!.headers["authorization"]).toContain("/eu-west-3/s3/aws4_request");
});

test.each(kinds)(
  "puts the bucket of %s into the path, or into the host with usePathStyle: false",
  async (type, specFor) => {
    const [first] = await askedBy(type, specFor("cargo", aws));
    expect(first!.host).toBe("objects.example");
    const [other] = await askedBy(type, specFor("cargo", { ...aws, usePathStyle: false }));
    expect(other!.host).toBe("cargo.objects.example");
  },
);

test.each(kinds)("accepts an untrusted certificate for %s only with skipTLSVerify", async (type, specFor) => {
  expect(await look(type, specFor("cargo", aws), { outbound: untrusted })).toMatchObject({ pass: false });
  const trusting = specFor("cargo", { ...aws, skipTLSVerify: true });
  expect(await look(type, trusting, { outbound: untrusted })).toMatchObject({ pass: true });
});

test.each(kinds)(
  "takes keys, token and role of %s from a connection; fields of the spec take precedence",
  async (type, specFor) => {
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
    const at = (bucket: string, account: object) => look(type, specFor(bucket, account), { outbound, connections });
    expect(await at("restricted", { connection: "connection://ops/user" })).toMatchObject({ pass: false });
    expect(await at("restricted", { connection: "connection://ops/user", assumeRole: readerRole })).toMatchObject({
      pass: true,
    });
    expect(await at("restricted", { connection: "connection://ops/role" })).toMatchObject({ pass: true });
    // The token of a connection is not sent with the keys of the spec.
    expect(await at("cargo", { connection: "connection://ops/role", ...storageKeys })).toMatchObject({ pass: true });
    expect(
      await at("restricted", { connection: "connection://ops/user", accessKey, secretKey, sessionToken }),
    ).toMatchObject({ pass: true });
  },
);

test("an s3 check writes its object with the storage class", async () => {
  const asked = await askedBy("s3", { bucketName: "cargo", ...aws, storageClass: "STANDARD_IA" });
  expect(asked.find(({ method }) => method === "PUT")!.headers["x-amz-storage-class"]).toBe("STANDARD_IA");
});

test("lists a Google bucket at the endpoint, with the key of the connection", async () => {
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
