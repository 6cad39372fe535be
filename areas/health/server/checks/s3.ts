// Checks whether a bucket can be listed, written and read.
import { randomBytes } from "node:crypto";
import { filled, text } from "#server/spec/parts.ts";
import { aws, openAws, withS3 } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { defineCheck, healthy, unhealthy } from "../check-kind.ts";

const defaultObject = "quarterdeck-check";

export const s3 = defineCheck({
  type: "s3",
  title: "S3",
  icon: "aws-s3",
  group: "Files and code",
  spec: check({
    bucketName: filled.meta({ label: "Bucket" }),
    ...aws.shape,
    objectPath: text.optional().meta({
      label: "Object",
      description: "The check writes this object and reads it back.",
      placeholder: defaultObject,
    }),
    storageClass: text.optional().meta({ label: "Storage class" }),
  }),
  endpoint: ({ bucketName, endpoint }) => [endpoint, bucketName].filter(Boolean).join("/"),
  host: ({ endpoint }) => endpoint,

  async run({ bucketName: Bucket, objectPath = "", storageClass, ...spec }, run) {
    const Key = objectPath.replace(/^\//, "") || defaultObject;
    const sent = randomBytes(8).toString("hex");
    const abort = { abortSignal: run.signal };
    return withS3(await openAws(spec, run), run, async (client, sdk) => {
      const listed = performance.now();
      await client.send(new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1 }), abort);
      const written = performance.now();
      const kept = storageClass ? { StorageClass: storageClass as never } : {};
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: sent, ...kept }), abort);
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), abort);
      const got = await Body?.transformToString();
      const detail = { listMs: Math.round(written - listed), writeAndReadMs: Math.round(performance.now() - written) };
      const labels = { endpoint: spec.endpoint ?? "", bucket: Bucket };
      const metrics = [
        { name: "canary_check_s3_list", type: "histogram" as const, labels, value: detail.listMs },
        { name: "canary_check_s3_update", type: "histogram" as const, labels, value: detail.writeAndReadMs },
      ];
      if (got !== sent)
        return unhealthy("The content that was read back differs from the content that was written", {
          detail,
          metrics,
        });
      return healthy({ detail, metrics });
    });
  },
});
