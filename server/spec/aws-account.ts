// The spec fields that identify an AWS account.
import { connectionOf, envVar, templated } from "./parts.ts";

export const awsAccount = {
  connection: connectionOf("aws", "s3").optional(),
  accessKey: envVar.optional().meta({ label: "Access key", field: "env-var" }),
  secretKey: envVar.optional().meta({ label: "Secret key", field: "env-var", secret: true }),
  sessionToken: envVar.optional().meta({
    label: "Session token",
    field: "env-var",
    secret: true,
    description: "The session token of temporary keys.",
  }),
  assumeRole: templated.optional().meta({
    label: "Assume role",
    placeholder: "arn:aws:iam::123456789012:role/reader",
    description: "The role that is assumed with these keys.",
  }),
  region: templated.optional().meta({ label: "Region" }),
};
