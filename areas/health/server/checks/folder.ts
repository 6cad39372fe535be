// How many files there are, how old and how large, on this machine, in a bucket, behind SSH or on a share.
import type { z } from "zod";
import type { Json } from "#language/columns.ts";
import { countOf } from "#language/words.ts";
import { printBytes } from "#language/bytes.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { isRefused } from "#server/outbound/outbound.ts";
import { noting } from "#server/outbound/places.ts";
import { connectionOf, count, credentials, part, templated, text, yes } from "#server/spec/parts.ts";
import {
  aws,
  failureOf,
  filesOf,
  gcp,
  readMeant,
  type FoundFile,
  type Place,
} from "../../../connections/server/index.ts";
import { check } from "../spec/check.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy, type Outcome } from "../check-kind.ts";
import { brokenLimit, extremes, filterOf, parseSize, unreadableLimit, type Broken } from "./folder/limits.ts";
import { withPlace } from "./folder/places.ts";

const age = text.optional().meta({ field: "duration" });
const size = text.optional().meta({ placeholder: "10MB" });
const limits = {
  minAge: age.meta({ label: "Min age" }),
  maxAge: age.meta({ label: "Max age" }),
  minSize: size.meta({ label: "Min size" }),
  maxSize: size.meta({ label: "Max size" }),
};

export const folderSpec = check({
  path: templated.min(1, "is required").meta({
    label: "Folder Path",
    placeholder: "/srv/backups, s3://bucket/prefix, gcs://bucket/prefix, smb://server/share",
  }),
  recursive: yes.optional().meta({ label: "With folders inside" }),
  filter: part({
    ...limits,
    regex: text.optional().meta({ label: "Name (pattern)" }),
    since: text.optional().meta({ label: "Since", placeholder: "now-1d" }),
  })
    .optional()
    .meta({ label: "Filter" }),
  minCount: count.optional().meta({ label: "Min count" }),
  maxCount: count.optional().meta({ label: "Max count" }),
  ...limits,
  availableSize: size.meta({ label: "Free space, at least" }),
  totalSize: size.meta({ label: "Size of the disk, at least" }),
  awsConnection: aws.optional().meta({ label: "AWS" }),
  gcpConnection: gcp.optional().meta({ label: "Google Cloud" }),
  sftpConnection: part({
    connection: connectionOf("sftp").optional(),
    host: text.optional().meta({ label: "Host" }),
    port: count.optional().meta({ label: "Port" }),
    ...credentials,
  })
    .optional()
    .meta({ label: "SFTP" }),
  smbConnection: part({
    connection: connectionOf("smb").optional(),
    port: count.optional().meta({ label: "Port" }),
    domain: text.optional().meta({ label: "Domain" }),
    sharename: text.optional().meta({ label: "Share" }),
    ...credentials,
  })
    .optional()
    .meta({ label: "SMB" }),
});

type FolderSpec = z.output<typeof folderSpec>;

const mostKept = 100;

export const folder = defineCheck({
  type: "folder",
  title: "Folder",
  icon: "folder",
  onlyAdmins: true,
  spec: folderSpec,
  endpoint: ({ path }) => path,

  async run(spec, run) {
    const unreadable = unreadableLimit({ ...spec, sizes: [spec.availableSize, spec.totalSize] });
    if (unreadable !== undefined) return failed({ errorType: "configuration_error", error: unreadable });
    const { outbound, whereOf } = noting(run.outbound);
    try {
      return await withPlace(spec, { ...run, outbound }, (place, path) => judge(spec, place, path));
    } catch (error) {
      if (error instanceof CheckInvalid || isRefused(error)) throw error;
      if (error instanceof FileRefused) throw new CheckInvalid(error.message);
      return failed({ errorType: "connection_error", error: failureOf(error).at(whereOf(error)).message });
    }
  },
});

async function judge(spec: FolderSpec, place: Place, path: string): Promise<Outcome> {
  const now = Date.now();
  const meant = readMeant(path, spec.recursive === true);
  const all = await filesOf(place, meant);
  const files = spec.filter ? all.filter(filterOf(spec.filter, now)) : all;
  const asksForSpace = Boolean(spec.availableSize || spec.totalSize);
  const space = asksForSpace ? await place.space?.(meant.folder) : undefined;
  const broken = brokenLimit(files, spec, now) ?? (asksForSpace ? brokenSpace(spec, space) : undefined);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const results = {
    ...mapped(files.length === 0 ? await itself(place, meant.folder) : extremes(files)),
    size: total,
    ...(space ? { availableSize: space.available, totalSize: space.total } : {}),
    files: files.map(asRow),
  };
  const found = {
    message: `${countOf(files.length, "file", "files")}, ${printBytes(total)}`,
    detail: { ...results, count: files.length, files: results.files.slice(0, mostKept) } as unknown as Json,
    data: { results, errorType: broken?.errorType ?? "" },
  };
  return broken ? unhealthy(broken.error, found) : healthy(found);
}

/** Where there are no files, the folder says since when. */
async function itself(place: Place, name: string): Promise<Readonly<Record<string, FoundFile>>> {
  const modified = await place.changed?.(name);
  const folder = modified && { name, size: 0, modified, isFolder: true };
  return folder ? { oldest: folder, newest: folder } : {};
}

function brokenSpace(
  { availableSize, totalSize }: FolderSpec,
  space: { available: number; total: number } | undefined,
): Broken | undefined {
  if (!space)
    return { errorType: "configuration_error", error: "How much room there is cannot be asked of this place" };
  if (availableSize && space.available < parseSize(availableSize))
    return {
      errorType: "available_size",
      error: `${printBytes(space.available)} are free, and ${availableSize} is the least`,
    };
  if (totalSize && space.total < parseSize(totalSize))
    return { errorType: "total_size", error: `The disk has ${printBytes(space.total)}, and ${totalSize} is the least` };
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
