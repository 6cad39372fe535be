import { z } from "zod";
import { connectionType } from "../connection/connection-type.ts";
import { countOf } from "#lib/text/words.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { line, longCredential } from "../connection/fields.ts";
import { googleStorage, signInToStorage, storageCall, storagePlace } from "../clients/gcs.ts";
import { needed } from "../clients/service-call.ts";

const items = z.object({
  items: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

export const gcs = connectionType({
  type: "gcs",
  title: "Google Cloud Storage",
  icon: "gcs",
  group: "Files",
  fields: {
    url: line("Endpoint", "url", { placeholder: googleStorage }),
    certificate: longCredential("Certificate", "certificate"),
  },
  async test({ url, certificate, properties, insecure_tls }, trial) {
    const { bucket = properties["bucket"] || undefined } = storagePlace(needed(url, "Endpoint"));
    const account = await signInToStorage(trial, needed(certificate, "Certificate"));
    const right = bucket ? "list objects (storage.objects.list)" : "list buckets (storage.buckets.list)";
    const service = storageCall(trial, { url, insecure_tls, account, right });
    const at = bucket
      ? `/b/${encodeURIComponent(bucket)}/o?maxResults=1000`
      : `/b?maxResults=1000&project=${encodeURIComponent(needed(account.project, "project_id in Certificate"))}`;
    const reply = await service.reply(`/storage/v1${at}`);
    if (bucket && reply.status === 404)
      throw new ConnectionFailure(
        `The bucket ${bucket} does not exist at ${service.host}`,
        "Check the name of the bucket.",
      );
    const { items: found, nextPageToken } = service.read(reply, items);
    const count = (singular: string, plural: string) =>
      `${countOf(found.length, singular, plural)}${nextPageToken ? " and more" : ""}`;
    const scope = bucket
      ? `bucket ${bucket}, ${count("object", "objects")}`
      : `project ${account.project}, ${count("bucket", "buckets")}`;
    return `Google Cloud Storage at ${service.host}, ${scope}, as ${account.email}`;
  },
});
