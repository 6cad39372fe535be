// The locations from which Terraform states are read.
import type { z } from "zod";
import { filled, part, templated, text } from "#server/spec/parts.ts";
import { aws, gcp, requestFields } from "#areas/connections/server/index.ts";

const stateRequest = part(requestFields).omit({
  endpoint: true,
  method: true,
  body: true,
  templateBody: true,
  env: true,
});

export const stateSpec = part({
  local: templated.optional().meta({
    label: "Files",
    placeholder: "/srv/terraform/**/*.tfstate",
    description: "A path on this machine, with * and **.",
  }),
  s3: part({
    bucket: filled.meta({ label: "Bucket" }),
    objectPath: text.optional().meta({ label: "Object", placeholder: "env/prod/terraform.tfstate, or **/*.tfstate" }),
    ...aws.omit({ objectPath: true }).shape,
  })
    .optional()
    .meta({ label: "S3" }),
  gcs: part({
    bucket: filled.meta({ label: "Bucket" }),
    objectPath: text.optional().meta({ label: "Object", placeholder: "env/prod/default.tfstate, or **/*.tfstate" }),
    ...gcp.shape,
  })
    .optional()
    .meta({ label: "Google Cloud Storage" }),
  http: stateRequest
    .optional()
    .meta({ label: "HTTP", description: "A state stored by the http backend of Terraform." }),
})
  .meta({ label: "State" })
  .superRefine(({ local, s3, gcs, http }, context) => {
    if (!local && !s3 && !gcs && !http)
      context.addIssue({
        code: "custom",
        path: ["local"],
        message: "is required, unless there is s3, gcs or http",
      });
  });

export type StateSpec = z.output<typeof stateSpec>;
