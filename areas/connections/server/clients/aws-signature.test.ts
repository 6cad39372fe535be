// The examples that AWS publishes in its documentation of request signatures.
import { expect, test } from "vitest";
import { signedHeaders } from "./aws-signature.ts";

const s3 = {
  region: "us-east-1",
  service: "s3",
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  now: new Date("2013-05-24T00:00:00Z"),
};
const iam = {
  region: "us-east-1",
  service: "iam",
  accessKey: "AKIDEXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  now: new Date("2015-08-30T12:36:00Z"),
};

test.each([
  [
    "ListUsers of IAM",
    {
      ...iam,
      method: "GET",
      url: new URL("https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08"),
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    },
    "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
  ],
  [
    "GetObject of S3",
    {
      ...s3,
      method: "GET",
      url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
      headers: { range: "bytes=0-9" },
    },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "ListObjects of S3",
    { ...s3, method: "GET", url: new URL("https://examplebucket.s3.amazonaws.com/?prefix=J&max-keys=2") },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
  [
    "GetBucketLifecycle of S3",
    { ...s3, method: "GET", url: new URL("https://examplebucket.s3.amazonaws.com/?lifecycle") },
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  ],
  [
    "a header with a mixed-case name and repeated spaces",
    {
      ...iam,
      service: "service",
      method: "GET",
      url: new URL("https://example.amazonaws.com/"),
      headers: { "My-Header1": " value1", "My-Header2": ' "a   b   c"' },
    },
    "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
  ],
])("signs the published example %s", async (_, request, signature) => {
  expect((await signedHeaders(request))["authorization"]).toMatch(new RegExp(`Signature=${signature}$`));
});
