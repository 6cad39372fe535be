// Files, wherever they are kept: on this machine, in a Git repository, in a bucket, or at a web address. A document each.
import type { z } from "zod";
import { connectionOf, credentials, envVar, templated, text, texts } from "#server/spec/parts.ts";
import { aws, gcp } from "../../../connections/server/index.ts";
import { defineScraper } from "../scraper-kind.ts";
import { scraperEntry, type Entry } from "../spec/entry.ts";
import { filesIn, isElsewhere } from "./file/sources.ts";
import { formatOf } from "./file/format.ts";
import { toldWhere } from "./told-where.ts";

const fileSpec = scraperEntry({
  url: templated.optional().meta({
    label: "URL",
    placeholder:
      "/etc/inventory, git::https://host/repository.git//folder?ref=main, s3://bucket/prefix, gcs://bucket/prefix",
    description: "A folder or file of this machine, a Git repository, a bucket, or a web address.",
  }),
  connection: connectionOf("git", "github", "gitlab", "s3", "aws", "gcs", "google_cloud", "http").optional(),
  paths: texts.optional().meta({
    label: "Paths",
    placeholder: "**/*.yaml",
    description: "Patterns, such as hosts/*.json or **/*.yaml. All JSON and YAML files unless said.",
  }),
  ignore: texts.optional().meta({ label: "Without", placeholder: "**/test/**" }),
  ref: text.optional().meta({ label: "Branch or tag", description: "Of a Git repository." }),
  ...credentials,
  certificate: envVar
    .optional()
    .meta({ label: "SSH key", field: "env-var", secret: true, description: "Of a Git repository over SSH." }),
  aws: aws.optional().meta({ label: "AWS", description: "Of a bucket." }),
  gcp: gcp.optional().meta({ label: "Google Cloud", description: "Of a bucket." }),
}).superRefine(({ url, connection: by, paths }, context) => {
  if (!url && !by && (paths ?? []).length === 0)
    context.addIssue({ code: "custom", path: ["url"], message: "is required, unless a connection or paths say it" });
});

export type FileSpec = z.output<typeof fileSpec>;

export const file = defineScraper({
  type: "file",
  title: "File",
  icon: "file",
  onlyAdmins: (spec) => !isElsewhere(spec),
  spec: fileSpec,

  scrape: (spec, run) =>
    toldWhere(run, async function* (way) {
      let count = 0;
      for await (const { path, place, text: content } of filesIn(spec, way)) {
        count += 1;
        const source = `${place}/${path}`;
        yield {
          document: content,
          format: formatOf(path),
          id: source,
          ...nameOf(place === "" ? source : path, spec),
          type: "File",
          source,
        };
      }
      if (count === 0) way.warn("No file was read: none fits the URL and the paths.");
    }),
});

/** Something in it that has an id of its own goes by that, and not by where it is kept. */
export const nameOf = (path: string, { id }: Pick<Entry, "id">) => (id === undefined ? { name: path } : {});
