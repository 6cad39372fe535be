// Checks the number, age and size of files: on this machine, in a bucket, over SFTP or on an SMB share.
import type { z } from "zod";
import type { Json } from "#language/columns.ts";
import { countOf } from "#lib/text/words.ts";
import { printBytes } from "#lib/text/bytes.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { isRefused } from "#server/outbound/outbound.ts";
import { noting } from "#server/outbound/places.ts";
import { isTimeout } from "#lib/async/timed-out.ts";
import { connectionOf, count, credentials, part, templated, yes } from "#server/spec/parts.ts";
import { aws, failureOf, gcp, maxFiles, TooManyFiles, type FoundFile } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy, type Outcome } from "../check-kind.ts";
import { brokenLimit, extremes, filterOf, parseSize, unreadableLimit, type Broken } from "./folder/limits.ts";
import { withListing, type Listing } from "./folder/places.ts";

const age = templated.optional().meta({ field: "duration" });
const size = templated.optional().meta({ placeholder: "10MB" });
const limits = {
  minAge: age.meta({ label: "Min age" }),
  maxAge: age.meta({ label: "Max age" }),
  minSize: size.meta({ label: "Min size" }),
  maxSize: size.meta({ label: "Max size" }),
};

/** The reference to a connection can be a template, like every other string of a folder check except credentials. */
const connectionIn = (...types: readonly string[]) =>
  templated.optional().meta({ ...connectionOf(...types).meta(), isTemplated: true });

export const folderSpec = check({
  path: templated.min(1, "is required").meta({
    label: "Folder Path",
    placeholder: "/srv/backups, s3://bucket/prefix, gcs://bucket/prefix, smb://server/share",
  }),
  recursive: yes
    .optional()
    .meta({ label: "Include subfolders", description: "In a bucket, every object below the path always counts." }),
  filter: part({
    ...limits,
    regex: templated
      .optional()
      .meta({ label: "Name (pattern)", description: "In a bucket, the pattern is matched against the whole key." }),
    since: templated.optional().meta({ label: "Since", placeholder: "now-1d" }),
  })
    .optional()
    .meta({ label: "Filter" }),
  minCount: count.optional().meta({ label: "Min count" }),
  maxCount: count.optional().meta({ label: "Max count" }),
  ...limits,
  availableSize: size.meta({ label: "Min free space" }),
  totalSize: size.meta({ label: "Min disk size" }),
  awsConnection: aws
    .extend({ connection: connectionIn("aws", "s3") })
    .optional()
    .meta({ label: "AWS" }),
  gcpConnection: gcp
    .extend({ connection: connectionIn("gcs", "google_cloud") })
    .optional()
    .meta({ label: "Google Cloud" }),
  sftpConnection: part({
    connection: connectionIn("sftp"),
    host: templated.optional().meta({ label: "Host" }),
    port: count.optional().meta({ label: "Port" }),
    ...credentials,
  })
    .optional()
    .meta({ label: "SFTP" }),
  smbConnection: part({
    connection: connectionIn("smb"),
    port: count.optional().meta({ label: "Port" }),
    domain: templated.optional().meta({ label: "Domain" }),
    share: templated.optional().meta({ label: "Share", description: "Required if the path does not name the share." }),
    // Existing forms use this name.
    sharename: templated.optional().meta({ label: "Share", deprecated: true }),
    searchPath: templated.optional().meta({ label: "Folder", description: "Used if the path does not name a folder." }),
    workstation: templated
      .optional()
      .meta({ label: "Workstation", description: "The name of this machine that is sent to the server." }),
    ...credentials,
  })
    .optional()
    .meta({ label: "SMB" }),
});

type FolderSpec = z.output<typeof folderSpec>;

const maxKept = 100;

export const folder = defineCheck({
  type: "folder",
  title: "Folder",
  icon: "folder",
  group: "Files and code",
  onlyAdmins: true,
  spec: folderSpec,
  endpoint: ({ path }) => path,

  async run(spec, run) {
    const unreadable = unreadableLimit({ ...spec, sizes: [spec.availableSize, spec.totalSize] });
    if (unreadable !== undefined) return failed({ errorType: "configuration_error", error: unreadable });
    const { outbound, whereOf } = noting(run.outbound);
    try {
      return await withListing(spec, { ...run, outbound }, (listing) => judge(spec, listing));
    } catch (error) {
      if (error instanceof TooManyFiles) return failed({ errorType: "listing_error", error: error.message });
      if (error instanceof CheckInvalid || isRefused(error)) throw error;
      if (error instanceof FileRefused) throw new CheckInvalid(error.message);
      const outcome = failed({ errorType: "connection_error", error: failureOf(error).at(whereOf(error)).message });
      return { ...outcome, tookTooLong: isTimeout(error) };
    }
  },
});

async function judge(spec: FolderSpec, listing: Listing): Promise<Outcome> {
  const now = Date.now();
  const files = await matchingFiles(spec, listing, now);
  const asksForSpace = Boolean(spec.availableSize || spec.totalSize);
  const space = asksForSpace ? await listing.space?.() : undefined;
  const broken = brokenLimit(files, spec, now) ?? (asksForSpace ? brokenSpace(spec, space) : undefined);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const results = {
    ...mapped(files.length === 0 ? await folderItself(listing) : extremes(files)),
    size: total,
    ...(space ? { availableSize: space.available, totalSize: space.total } : {}),
    files: files.map(asRow),
    unreadable: listing.unreadable.length,
    unreadableFolders: listing.unreadable.slice(0, maxKept).map(({ name }) => name),
  };
  const found = {
    message: `${countOf(files.length, "file", "files")}, ${printBytes(total)}${unreadableText(listing)}`,
    isPartial: listing.unreadable.length > 0,
    detail: { ...results, count: files.length, files: results.files.slice(0, maxKept) } as unknown as Json,
    data: { results, errorType: broken?.errorType ?? "" },
  };
  return broken ? unhealthy(broken.error, found) : healthy(found);
}

async function matchingFiles({ filter }: FolderSpec, listing: Listing, now: number): Promise<FoundFile[]> {
  const isMatch = filter ? filterOf(filter, now, listing.regexText) : () => true;
  const found: FoundFile[] = [];
  for await (const file of listing.files) {
    if (!isMatch(file)) continue;
    if (found.length === maxFiles) throw new TooManyFiles();
    found.push(file);
  }
  return found;
}

function unreadableText({ unreadable }: Listing): string {
  const [first] = unreadable;
  if (!first) return "";
  const folders = countOf(unreadable.length, "subfolder", "subfolders");
  const names = unreadable.length === 1 ? first.name : `${first.name}, …`;
  return `; ${folders} could not be read (${names}): ${failureOf(first.error).message}`;
}

/** Reports the folder itself as the oldest and newest file of an empty folder. */
async function folderItself({ folder }: Listing): Promise<Readonly<Record<string, FoundFile>>> {
  const found = await folder?.();
  return found ? { oldest: found, newest: found } : {};
}

function brokenSpace(
  { availableSize, totalSize }: FolderSpec,
  space: { available: number; total: number } | undefined,
): Broken | undefined {
  if (!space) return { errorType: "configuration_error", error: "The free disk space cannot be read for this path" };
  if (availableSize && space.available < parseSize(availableSize))
    return {
      errorType: "available_size",
      error: `${printBytes(space.available)} are free; the minimum is ${availableSize}`,
    };
  if (totalSize && space.total < parseSize(totalSize))
    return { errorType: "total_size", error: `The disk has ${printBytes(space.total)}; the minimum is ${totalSize}` };
  return undefined;
}

const failed = ({ error, errorType }: Broken) => unhealthy(error, { data: { errorType } });

const asRow = ({ name, size: bytes, modified, isFolder }: FoundFile) => ({
  name,
  size: bytes,
  mode: "",
  modified,
  is_dir: isFolder,
});

const mapped = (named: Readonly<Record<string, FoundFile>>) =>
  Object.fromEntries(Object.entries(named).map(([name, file]) => [name, asRow(file)]));
