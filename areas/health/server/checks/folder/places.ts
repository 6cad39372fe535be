// Where the files of a folder check are: on this machine, in a bucket, behind SSH or on a share.
import type { z } from "zod";
import {
  gcsConnection,
  s3Connection,
  withBucket,
  withGcsBucket,
  withSftp,
  withSmb,
  type Place,
} from "../../../../connections/server/index.ts";
import { CheckInvalid, type CheckRun } from "../../check-kind.ts";
import type { folderSpec } from "../folder.ts";

type FolderSpec = z.output<typeof folderSpec>;

/** Opens the place that a spec names, and gives it with the path in it. */
export async function withPlace<T>(
  spec: FolderSpec,
  run: CheckRun,
  work: (place: Place, path: string) => Promise<T>,
): Promise<T> {
  const path = spec.path.trim();
  const [, scheme, bucket, prefix = ""] = /^(s3|gcs|gs):\/\/([^/]+)\/?(.*)$/s.exec(path) ?? [];
  if (bucket !== undefined) {
    const open = scheme === "s3" ? inS3 : inGcs;
    return open(spec, run, bucket, (place) => work(place, prefix));
  }
  const [, server, share, inside = ""] = /^(?:smb:)?[\\/]{2}([^\\/]+)[\\/]([^\\/]+)[\\/]?(.*)$/s.exec(path) ?? [];
  if (server !== undefined || spec.smbConnection)
    return onShare(spec, run, { server, share, inside: server === undefined ? path : inside, work });
  if (spec.sftpConnection) return overSsh(spec, run, (place) => work(place, path));
  if (!path.startsWith("/"))
    throw new CheckInvalid(
      "The path does not begin at the root. Write it in full, such as /srv/backups, or with s3://, gcs:// or smb://.",
    );
  return work(onThisMachine(run), path);
}

const onThisMachine = ({ files }: CheckRun): Place => ({
  // A folder that is not there is empty: what is wrong with that, its count says.
  list: async (folder) =>
    (await files.list(folder).catch(none)).map(({ name, kind, size, modified }) => ({
      name,
      size,
      modified,
      isFolder: kind === "folder",
    })),
  space: (folder) => files.space(folder),
  changed: (folder) => files.changed(folder).catch(unless),
});

const none = (error: NodeJS.ErrnoException): [] => unless(error) ?? [];

function unless(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

type Open = <T>(spec: FolderSpec, run: CheckRun, bucket: string, work: (place: Place) => Promise<T>) => Promise<T>;

const inS3: Open = async ({ awsConnection = {} }, run, bucket, work) =>
  withBucket(await s3Connection(awsConnection, run), run, bucket, work);

const inGcs: Open = async ({ gcpConnection = {} }, run, bucket, work) =>
  withGcsBucket(await gcsConnection(gcpConnection, run), run, bucket, work);

interface OnShare<T> {
  server: string | undefined;
  share: string | undefined;
  inside: string;
  work: (place: Place, path: string) => Promise<T>;
}

async function onShare<T>(
  { smbConnection = {} }: FolderSpec,
  run: CheckRun,
  { server, share, inside, work }: OnShare<T>,
) {
  const found = await run.connection(smbConnection);
  const { port, domain, sharename } = smbConnection;
  const given = { server, sharename: share ?? sharename, port: port === undefined ? undefined : String(port) };
  const properties = { ...found.properties, ...defined(given) };
  const username = domain && found.username ? `${domain}\\${found.username}` : found.username;
  return withSmb({ ...found, username, properties }, run, (opened) => {
    const list = async (folder: string) =>
      (await opened.list(folder)).map(({ name, size, changedAt, isFolder }) => ({
        name,
        size,
        modified: changedAt,
        isFolder,
      }));
    return work({ list }, inside.replaceAll("\\", "/"));
  });
}

async function overSsh<T>({ sftpConnection = {} }: FolderSpec, run: CheckRun, work: (place: Place) => Promise<T>) {
  const { host, port } = sftpConnection;
  const found = await run.connection({ ...sftpConnection, ...(host === undefined ? {} : { url: host }) });
  const properties = { ...found.properties, ...(port === undefined ? {} : { port: String(port) }) };
  return withSftp({ ...found, properties }, run, ({ list }) =>
    work({
      list: async (folder) =>
        (await list(folder === "" ? "." : folder)).map(({ filename, attrs }) => ({
          name: filename,
          size: attrs.size,
          modified: new Date(attrs.mtime * 1_000),
          isFolder: (attrs.mode & 0o170_000) === 0o040_000,
        })),
    }),
  );
}

const defined = (given: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
