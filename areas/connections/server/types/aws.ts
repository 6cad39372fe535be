import { yes } from "#server/spec/parts.ts";
import { askSts, awsKeysOf, elementIn, regionOf } from "../clients/sts.ts";
import { connectionType } from "../connection/connection-type.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { credential, line } from "../connection/fields.ts";

/** Fields of every AWS connection: temporary keys, and the role to assume. */
export const awsIdentity = {
  sessionToken: credential("Session Token", "properties.sessionToken", {
    description: "The token of temporary keys.",
  }).optional(),
  assumeRole: line("Assume Role", "properties.assumeRole", {
    placeholder: "arn:aws:iam::123456789012:role/reader",
    description: "The role to assume with these keys.",
  }).optional(),
};

/** For S3-compatible servers such as MinIO, Ceph and R2. */
export const awsEndpoint = {
  endpoint: line("Endpoint", "url", {
    placeholder: "https://minio.example.org:9000",
    description: "The URL of an S3-compatible server, such as MinIO, Ceph or R2. Empty for AWS.",
  }).optional(),
  usePathStyle: yes.default(true).meta({
    label: "Path Style",
    kept: "properties.usePathStyle",
    description:
      "Only with an endpoint: the bucket is part of the path (host/bucket) instead of the host name (bucket.host).",
  }),
};

export const aws = connectionType({
  type: "aws",
  title: "AWS",
  icon: "aws",
  group: "Cloud",
  fields: {
    region: line("Region", "properties.region", { placeholder: "us-east-1" }).optional(),
    profile: line("Profile", "properties.profile").optional(),
    username: credential("Access Key", "username").optional(),
    password: credential("Secret Key", "password").optional(),
    ...awsIdentity,
    ...awsEndpoint,
    insecureTLS: yes.default(false).meta({
      label: "Insecure TLS",
      kept: "properties.insecureTLS",
      description: "Accept a certificate that no trusted authority signed.",
    }),
  },
  async test(connection, trial) {
    const { username, password, properties } = connection;
    if (!username || !password) throw withoutKeys(properties["profile"]);
    const region = regionOf(connection);
    const keys = await awsKeysOf(connection, trial);
    const { reply, refusal } = await askSts(connection, keys, trial, { Action: "GetCallerIdentity" });
    const arn = elementIn(reply, "Arn");
    if (arn === undefined) throw refusal();
    return `AWS account ${elementIn(reply, "Account")}, ${region}, as ${arn}`;
  },
});

function withoutKeys(profile: string | undefined): ConnectionFailure {
  const fix = "Fill in Access Key and Secret Key.";
  return profile
    ? new ConnectionFailure(
        `The profile ${profile} is ignored, because credential files on the server cannot be used`,
        fix,
      )
    : new ConnectionFailure("The access key is empty, and roles of the machine cannot be used", fix);
}
