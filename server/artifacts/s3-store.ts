// Artifacts in S3-compatible storage. The SDK is large, so it is loaded on first use.
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { inPieces, type ArtifactStore } from "./store.ts";

/** S3 requires at least 5 MiB for every part except the last. */
const partBytes = 8 * 1024 * 1024;

export interface S3Place {
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Parses `https://KEY:SECRET@host/bucket/prefix?region=eu-central-1`. */
export function readS3Url(text: string): S3Place {
  const url = new URL(text);
  const [bucket = "", ...prefix] = url.pathname.slice(1).split("/").filter(Boolean);
  return {
    endpoint: url.origin,
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(""),
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

export function s3Store(place: S3Place): ArtifactStore {
  let opened: Promise<{ sdk: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;
  const open = () => (opened ??= connect(place));
  const target = (id: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${id}` });

  return {
    name: "s3",
    async write(id, pieces) {
      const { sdk, client } = await open();
      const parts = inPieces(pieces, partBytes);
      const first = (await parts.next()).value as Buffer | undefined;
      const second =
        first && first.length === partBytes ? await parts.next() : { done: true as const, value: undefined };
      if (second.done) {
        await client.send(new sdk.PutObjectCommand({ ...target(id), Body: first ?? Buffer.alloc(0) }));
        return;
      }
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target(id)));
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
        const sendPart = async (Body: Buffer) => {
          const PartNumber = Parts.length + 1;
          const { ETag } = await client.send(new sdk.UploadPartCommand({ ...target(id), UploadId, PartNumber, Body }));
          Parts.push({ ETag, PartNumber });
        };
        await sendPart(first!);
        await sendPart(second.value);
        for await (const part of parts) await sendPart(part);
        await client.send(
          new sdk.CompleteMultipartUploadCommand({ ...target(id), UploadId, MultipartUpload: { Parts } }),
        );
      } catch (error) {
        // An upload that is not completed or aborted is stored and billed forever.
        await client.send(new sdk.AbortMultipartUploadCommand({ ...target(id), UploadId })).catch(() => {});
        throw error;
      }
    },
    async *read(id, from) {
      const { sdk, client } = await open();
      const range = from > 0 ? { Range: `bytes=${from}-` } : {};
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...target(id), ...range }));
      if (Body instanceof Readable) yield* Body as AsyncIterable<Buffer>;
    },
    async remove(id) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand(target(id)));
    },
  };
}

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Place) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Most S3-compatible servers do not have a host name per bucket.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { sdk, client };
}
