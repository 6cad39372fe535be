// Opens the files of a folder check: on this machine, in a bucket, over SFTP or on an SMB share.
import type { z } from "zod";
import { fitsPath, pathPattern } from "#lib/text/path-pattern.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import {
  bucketObjects,
  gcsConnection,
  isSmbFolderError,
  readTreePath,
  openAws,
  SftpFolderRefused,
  treeFiles,
  withBucket,
  withGcsBucket,
  withSftp,
  withSmb,
  type Bucket,
  type FileTree,
  type FoundFile,
  type UnreadableFolder,
} from "#areas/connections/server/index.ts";
import { CheckInvalid, type CheckRun } from "../../check-kind.ts";
import type { folderSpec } from "../folder.ts";

type FolderSpec = z.output<typeof folderSpec>;

/** The files that the path of a check selects, and facts about their folder. */
export interface Listing {
  files: AsyncIterable<FoundFile>;
  /** Subfolders that could not be read, filled while `files` is read. */
  unreadable: readonly UnreadableFolder[];
  /** The string that `filter.regex` is matched against. */
  regexText(file: FoundFile): string;
  /** Size of the disk in bytes, where it can be read. */
  space?(): Promise<{ available: number; total: number }>;
  /** The folder itself; undefined when it does not exist. */
  folder?(): Promise<FoundFile | undefined>;
}

type Work<T> = (listing: Listing) => Promise<T>;

export async function withListing<T>(spec: FolderSpec, run: CheckRun, work: Work<T>): Promise<T> {
  const path = spec.path.trim();
  const [, scheme, bucket, key = ""] = /^(s3|gcs|gs):\/\/([^/]+)\/?(.*)$/s.exec(path) ?? [];
  if (bucket !== undefined) return (scheme === "s3" ? inS3 : inGcs)(spec, run, { bucket, path: key, work });
  const [, server, share, inside = ""] = /^(?:smb:)?[\\/]{2}([^\\/]+)[\\/]([^\\/]+)[\\/]?(.*)$/s.exec(path) ?? [];
  if (server !== undefined || spec.smbConnection)
    return onShare(spec, run, { server, share, inside: server === undefined ? path : inside, work });
  if (spec.sftpConnection) return overSsh(spec, run, work);
  if (!path.startsWith("/"))
    throw new CheckInvalid(
      "The path is not absolute. Write it in full, such as /srv/backups, or with s3://, gcs:// or smb://.",
    );
  return onThisMachine(spec, run, work);
}

function treeListing(tree: FileTree, path: string, { recursive = false }: FolderSpec): Listing & { at: string } {
  const read = readTreePath(path, recursive);
  const unreadable: UnreadableFolder[] = [];
  return {
    at: read.folder,
    files: treeFiles(tree, read, (folder) => unreadable.push(folder)),
    unreadable,
    regexText: ({ name }) => name.slice(name.lastIndexOf("/") + 1),
  };
}

/** Keeps the objects that match `pattern`, such as `objectPath` of an AWS connection. */
async function* fitting(objects: AsyncIterable<FoundFile>, pattern: string): AsyncGenerator<FoundFile> {
  const names = pathPattern(pattern.replace(/^\//, "").split("/"));
  for await (const object of objects) if (fitsPath(names, object.name.split("/"))) yield object;
}

function bucketListing(bucket: Bucket, path: string, pattern = ""): Listing {
  const objects = bucketObjects(bucket, path);
  return {
    files: pattern === "" ? objects : fitting(objects, pattern),
    unreadable: [],
    regexText: ({ name }) => name,
  };
}

function onThisMachine<T>(spec: FolderSpec, { files }: CheckRun, work: Work<T>): Promise<T> {
  const tree: FileTree = {
    // A folder that does not exist is empty.
    list: async (folder) =>
      (await files.list(folder).catch(none)).map(({ name, kind, size, modified }) => ({
        name,
        size,
        modified,
        isFolder: kind === "folder",
      })),
    isFolderError: (error) =>
      error instanceof FileRefused || ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""),
  };
  const { at, ...listing } = treeListing(tree, spec.path.trim(), spec);
  return work({
    ...listing,
    space: () => files.space(at),
    folder: async () => {
      const modified = await files.changed(at).catch(ignoreMissing);
      return modified && { name: at, size: 0, modified, isFolder: true };
    },
  });
}

const none = (error: NodeJS.ErrnoException): [] => ignoreMissing(error) ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

interface InBucket<T> {
  bucket: string;
  path: string;
  work: Work<T>;
}

async function inS3<T>({ awsConnection = {} }: FolderSpec, run: CheckRun, { bucket, path, work }: InBucket<T>) {
  return withBucket(await openAws(awsConnection, run), run, bucket, (opened) =>
    work(bucketListing(opened, path, awsConnection.objectPath)),
  );
}

async function inGcs<T>({ gcpConnection = {} }: FolderSpec, run: CheckRun, { bucket, path, work }: InBucket<T>) {
  return withGcsBucket(await gcsConnection(gcpConnection, run), run, bucket, (opened) =>
    work(bucketListing(opened, path)),
  );
}

interface OnShare<T> {
  server: string | undefined;
  share: string | undefined;
  inside: string;
  work: Work<T>;
}

async function onShare<T>(spec: FolderSpec, run: CheckRun, { server, share, inside, work }: OnShare<T>) {
  const { smbConnection = {} } = spec;
  const found = await run.connection(smbConnection);
  const { port, domain, workstation, searchPath } = smbConnection;
  const overrides = {
    server,
    sharename: shareOf(share, smbConnection),
    port: port === undefined ? undefined : String(port),
    workstation,
    searchPath,
  };
  const properties: Record<string, string> = { ...found.properties, ...defined(overrides) };
  const username = domain && found.username ? `${domain}\\${found.username}` : found.username;
  // A path without a folder selects the folder of the connection.
  const folder = inside.replaceAll("\\", "/") || (properties["searchPath"] ?? "").replaceAll("\\", "/");
  return withSmb({ ...found, username, properties }, run, (opened) => {
    const list = async (at: string) =>
      (await opened.list(at)).map(({ name, size, changedAt, isFolder }) => ({
        name,
        size,
        modified: changedAt,
        isFolder,
      }));
    return work(treeListing({ list, isFolderError: isSmbFolderError }, folder, spec));
  });
}

/** Returns the share that the path or the connection names; they must not name different shares. */
function shareOf(inPath: string | undefined, { share, sharename }: NonNullable<FolderSpec["smbConnection"]>) {
  const named = new Set([inPath, share, sharename].filter((name) => name !== undefined && name !== ""));
  if (named.size > 1)
    throw new CheckInvalid(
      `The path and smbConnection refer to different shares (${[...named].join(", ")}). Name only one of them.`,
    );
  return [...named][0];
}

async function overSsh<T>(spec: FolderSpec, run: CheckRun, work: Work<T>) {
  const { sftpConnection = {} } = spec;
  const { host, port } = sftpConnection;
  const found = await run.connection({ ...sftpConnection, ...(host === undefined ? {} : { url: host }) });
  const properties = { ...found.properties, ...(port === undefined ? {} : { port: String(port) }) };
  return withSftp({ ...found, properties }, run, ({ list }) => {
    const tree: FileTree = {
      list: async (folder) =>
        (await list(folder === "" ? "." : folder)).map(({ filename, attrs }) => ({
          name: filename,
          size: attrs.size,
          modified: new Date(attrs.mtime * 1_000),
          isFolder: (attrs.mode & 0o170_000) === 0o040_000,
        })),
      isFolderError: (error) => error instanceof SftpFolderRefused,
    };
    return work(treeListing(tree, spec.path.trim(), spec));
  });
}

const defined = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
