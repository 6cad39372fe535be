// Tests that requests of S3 connections go to the endpoint in the form, with the bucket in the path or in the host
// name.
import { expect, test } from "vitest";
import { objectStorage, storageKeys } from "#tests/services/object-storage.ts";
import { startStandIns } from "#tests/services/stand-in.ts";
import { tried } from "#tests/services/tried.ts";
import { formOf } from "../connection/form.ts";
import { aws } from "./aws.ts";
import { s3 } from "./s3.ts";

const storage = objectStorage(new Map([["cargo", new Map([["tea", { content: "x" }]])]]));
const standIns = await startStandIns({
  "minio.example": storage,
  "cargo.minio.example": (asked) => storage({ ...asked, path: `/cargo${asked.path}` }),
});

const connection = {
  url: "https://minio.example",
  username: storageKeys.accessKey,
  password: storageKeys.secretKey,
  properties: { bucket: "cargo" },
};

test.each([
  ["in the path by default", {}, "minio.example"],
  ["in the path with Path Style", { usePathStyle: "true" }, "minio.example"],
  ["in the host name without Path Style", { usePathStyle: "false" }, "cargo.minio.example"],
])("puts the bucket %s", async (_, more, host) => {
  standIns.asked();
  const parts = { ...connection, properties: { ...connection.properties, ...more } };
  expect(await tried(s3, parts, standIns)).toBe(`S3 bucket cargo, 1 object, as ${storageKeys.accessKey}`);
  expect(standIns.asked().map((asked) => asked.host)).toEqual([host]);
});

test.each([aws, s3])("the form of $type has fields for the endpoint and the path style", (type) => {
  expect(formOf(type, connection)).toMatchObject({ endpoint: "https://minio.example", usePathStyle: "true" });
});
