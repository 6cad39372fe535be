// Chooses how to read files by the URL of the spec: `/srv/inventory`,
// `git::https://host/repository.git//folder?ref=v1`, `git@host:group/project.git`, `s3://bucket/prefix`,
// `gcs://bucket/prefix`, `https://host/hosts.json`. Without a URL, the type of the connection decides.
import type { OpenConnection } from "#areas/connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scrape/scraper-kind.ts";
import type { FileSpec } from "./spec.ts";
import { bucketFiles, gcsStore, s3Store } from "./bucket-files.ts";
import { chosenBy } from "./chosen.ts";
import { gitFiles } from "./git-files.ts";
import { localFiles } from "./local-files.ts";
import type { ReadFile } from "./read-file.ts";
import { webFile } from "./web-file.ts";

const gitSign =
  /^git::|^(?:ssh|git\+ssh):\/\/|^[\w.-]+@[\w.-]+:|^(?:github|gitlab|bitbucket)\.(?:com|org)\/|\.git(?:\/\/|\?|\/?$)/i;
const s3Sign = /^s3:\/\//i;
const gcsSign = /^(?:gcs|gs):\/\//i;
const webSign = /^https?:\/\//i;
/**
 * A path on this machine is always read as files, even if it ends with `.git`, because repositories are only read over
 * the network.
 */
const localSign = /^(?:git::)?(?:file:|\/)/i;

/** Tests the URL as written, because templates are filled in later and can only change the part after the prefix. */
export const isElsewhere = ({ url = "", connection = "" }: Pick<FileSpec, "url" | "connection">) =>
  url.trim() === ""
    ? connection !== ""
    : !localSign.test(url.trim()) && [gitSign, s3Sign, gcsSign, webSign].some((sign) => sign.test(url.trim()));

export async function* filesIn(spec: FileSpec, run: ScrapeRun): AsyncGenerator<ReadFile> {
  const chosen = chosenBy(spec.paths, spec.ignore);
  const written = spec.url?.trim() ?? "";
  if (!isElsewhere(spec)) return yield* localFiles(written, spec, run);
  const opened = spec.connection ? await run.connection({ connection: spec.connection }) : undefined;
  switch (sortOf(written, opened)) {
    case "git":
      return yield* gitFiles(written, { spec, chosen, run });
    case "s3":
      return yield* bucketFiles(s3Store, written, { spec, chosen, run });
    case "gcs":
      return yield* bucketFiles(gcsStore, written, { spec, chosen, run });
    default:
      return yield* webFile(spec, run);
  }
}

function sortOf(written: string, opened: OpenConnection | undefined): "git" | "s3" | "gcs" | "web" {
  if (gitSign.test(written)) return "git";
  if (s3Sign.test(written)) return "s3";
  if (gcsSign.test(written)) return "gcs";
  if (opened?.type === "git" || opened?.type === "github" || opened?.type === "gitlab") return "git";
  if (opened?.type === "s3" || opened?.type === "aws") return "s3";
  if (opened?.type === "gcs") return "gcs";
  if (webSign.test(written) || webSign.test(opened?.url ?? "")) return "web";
  throw new ScraperInvalid(
    `Files cannot be read through a connection of the type ${opened?.type ?? "none"}. Use the type git, s3, aws, gcs or http.`,
  );
}
