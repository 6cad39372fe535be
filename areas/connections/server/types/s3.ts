import { countOf } from "#lib/text/words.ts";
import { withS3 } from "../clients/s3.ts";
import { connectionType } from "../connection/connection-type.ts";
import { credential, insecureTls, line } from "../connection/fields.ts";
import { awsEndpoint, awsIdentity } from "./aws.ts";

export const s3 = connectionType({
  type: "s3",
  title: "AWS S3",
  icon: "aws-s3",
  group: "Cloud",
  fields: {
    bucket: line("Bucket", "properties.bucket"),
    ...awsEndpoint,
    region: line("Region", "properties.region", { placeholder: "us-east-1" }).optional(),
    profile: line("Profile", "properties.profile").optional(),
    username: credential("Access Key", "username").optional(),
    password: credential("Secret Key", "password").optional(),
    ...awsIdentity,
    insecure_tls: insecureTls,
  },
  test: (connection, trial) =>
    withS3(connection, trial, async (client, { ListObjectsV2Command }) => {
      const { username, properties } = connection;
      const { bucket = "", assumeRole } = properties;
      const list = new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1000 });
      const { KeyCount = 0, IsTruncated = false } = await client.send(list, { abortSignal: trial.signal });
      const found = `${IsTruncated ? "more than " : ""}${countOf(KeyCount, "object", "objects")}`;
      return `S3 bucket ${bucket}, ${found}, as ${assumeRole || username || "an anonymous user"}`;
    }),
});
