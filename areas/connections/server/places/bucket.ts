// The objects of an S3 bucket.
import { withS3 } from "../clients/s3.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import type { Bucket } from "./found-file.ts";

export async function withBucket<T>(
  connection: OpenConnection,
  way: Way,
  bucket: string,
  work: (bucket: Bucket) => Promise<T>,
): Promise<T> {
  return withS3(connection, way, async (client, { GetObjectCommand, ListObjectsV2Command }) => {
    const abort = { abortSignal: way.signal };
    return work({
      async *objects(prefix) {
        let token: string | undefined;
        do {
          const page = await client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
            abort,
          );
          for (const { Key = "", Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
            if (!Key.endsWith("/")) yield { name: Key, size: Size, modified: LastModified, isFolder: false };
          token = page.IsTruncated ? page.NextContinuationToken : undefined;
        } while (token !== undefined);
      },
      async read(key) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), abort);
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      },
    });
  });
}
