// The fields of an entry that reads files.
import type { z } from "zod";
import { connectionOf, credentials, envVar, templated, text, texts } from "#server/spec/parts.ts";
import { aws, gcp } from "#areas/connections/server/index.ts";
import { scraperEntry } from "../../spec/entry.ts";

export const fileSpec = scraperEntry({
  url: templated.optional().meta({
    label: "URL",
    placeholder:
      "/etc/inventory, git::https://host/repository.git//folder?ref=main, s3://bucket/prefix, gcs://bucket/prefix",
    description: "A folder or file on this machine, a Git repository, a bucket, or a web address.",
  }),
  connection: connectionOf("git", "github", "gitlab", "s3", "aws", "gcs", "google_cloud", "http").optional(),
  paths: texts.optional().meta({
    label: "Paths",
    placeholder: "**/*.yaml",
    description: "Patterns, such as hosts/*.json or **/*.yaml. Default: all JSON and YAML files.",
  }),
  ignore: texts.optional().meta({ label: "Without", placeholder: "**/test/**" }),
  ref: text.optional().meta({ label: "Branch or tag", description: "For a Git repository." }),
  ...credentials,
  certificate: envVar
    .optional()
    .meta({ label: "SSH key", field: "env-var", secret: true, description: "For a Git repository over SSH." }),
  aws: aws.optional().meta({ label: "AWS", description: "For a bucket." }),
  gcp: gcp.optional().meta({ label: "Google Cloud", description: "For a bucket." }),
}).superRefine(({ url, connection: by, paths }, context) => {
  if (!url && !by && (paths ?? []).length === 0)
    context.addIssue({ code: "custom", path: ["url"], message: "is required, unless there is a connection or paths" });
});

export type FileSpec = z.output<typeof fileSpec>;
