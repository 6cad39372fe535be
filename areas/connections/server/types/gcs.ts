import { z } from "zod";
import { connectionType } from "../connection-type.ts";
import { countOf } from "#language/words.ts";
import { ConnectionFailure } from "../failure.ts";
import { line, longCredential } from "../fields.ts";
import { signIn } from "./google-account.ts";
import { needed, serviceCall } from "./service-call.ts";

const items = z.object({
  items: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

const google = "https://storage.googleapis.com";

/** `gs://bucket` is at Google; everything else is where the service stands, such as an emulator. */
function placeOf(endpoint: string, bucket: string | undefined): { address: string; bucket: string | undefined } {
  const named = /^(?:gs|gcs):\/\/([^/]+)/.exec(endpoint)?.[1];
  if (named !== undefined) return { address: google, bucket: named };
  return { address: endpoint.replace(/\/storage\/v1\/*$/, ""), bucket: bucket || undefined };
}

export const gcs = connectionType({
  type: "gcs",
  title: "Google Cloud Storage",
  icon: "gcs",
  group: "Files",
  fields: {
    url: line("Endpoint", "url", { placeholder: google }),
    certificate: longCredential("Certificate", "certificate"),
  },
  async test({ url, certificate, properties, insecure_tls }, trial) {
    const { address, bucket } = placeOf(needed(url, "Endpoint"), properties["bucket"]);
    const key = needed(certificate, "Certificate");
    const account = await signIn(trial, key, "https://www.googleapis.com/auth/devstorage.read_only");
    const service = serviceCall(trial, {
      name: "Google Cloud Storage",
      address,
      credential: "the service account",
      secrets: account.secrets,
      headers: { authorization: `Bearer ${account.token}` },
      tls: { insecure: insecure_tls },
      right: bucket ? "list objects (storage.objects.list)" : "list buckets (storage.buckets.list)",
    });
    const at = bucket
      ? `/b/${encodeURIComponent(bucket)}/o?maxResults=1000`
      : `/b?maxResults=1000&project=${encodeURIComponent(needed(account.project, "project_id in Certificate"))}`;
    const reply = await service.reply(`/storage/v1${at}`);
    if (bucket && reply.status === 404)
      throw new ConnectionFailure(`There is no bucket ${bucket} at ${service.host}`, "Check the name of the bucket.");
    const { items: found, nextPageToken } = service.read(reply, items);
    const count = (one: string, many: string) =>
      `${countOf(found.length, one, many)}${nextPageToken ? " and more" : ""}`;
    const told = bucket
      ? `bucket ${bucket}, ${count("object", "objects")}`
      : `project ${account.project}, ${count("bucket", "buckets")}`;
    return `Google Cloud Storage at ${service.host}, ${told}, as ${account.email}`;
  },
});
