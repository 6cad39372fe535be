// A bucket as a place of files.
import { withS3 } from "../clients/s3.ts";
import type { OpenConnection } from "../sealed.ts";
import type { Way } from "../session.ts";
import { mostFiles, type FoundFile, type Place } from "./found-file.ts";

export interface Bucket extends Place {
  /** The whole of an object. */
  read(key: string): Promise<Buffer>;
}

export async function withBucket<T>(
  connection: OpenConnection,
  way: Way,
  bucket: string,
  work: (place: Bucket) => Promise<T>,
): Promise<T> {
  return withS3(connection, way, async (client, { GetObjectCommand, ListObjectsV2Command }) => {
    const abort = { abortSignal: way.signal };
    return work({
      async list(folder) {
        const begin = folder === "" ? "" : `${folder.replace(/\/$/, "")}/`;
        const found: FoundFile[] = [];
        let from: string | undefined;
        do {
          const asked = new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: begin,
            ContinuationToken: from,
            Delimiter: "/",
          });
          const answer = await client.send(asked, abort);
          for (const { Prefix = "" } of answer.CommonPrefixes ?? [])
            found.push({ name: Prefix.slice(begin.length, -1), size: 0, modified: new Date(0), isFolder: true });
          for (const { Key = "", Size = 0, LastModified = new Date(0) } of answer.Contents ?? [])
            if (Key !== begin)
              found.push({ name: Key.slice(begin.length), size: Size, modified: LastModified, isFolder: false });
          from = answer.IsTruncated ? answer.NextContinuationToken : undefined;
        } while (from !== undefined && found.length <= mostFiles);
        return found;
      },
      async read(key) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), abort);
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      },
    });
  });
}
