// The objects of a Google Cloud Storage bucket.
import { z } from "zod";
import { signInToStorage, storageCall } from "../clients/gcs.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import type { OpenConnection } from "../connection/open-connection.ts";
import type { Way } from "../connection/session.ts";
import type { ServiceCall } from "../clients/service-call.ts";
import type { Bucket } from "./found-file.ts";

const listing = z.object({
  items: z.array(z.object({ name: z.string(), size: z.coerce.number(), updated: z.coerce.date() })).default([]),
  nextPageToken: z.string().optional(),
});

/** The maximum size of an object, or of one page of object names. */
const maxBytes = 64 * 1024 * 1024;

/** Google's tokens are valid for an hour. */
const renewedAfterMs = 50 * 60_000;

export async function withGcsBucket<T>(
  connection: OpenConnection,
  way: Way,
  bucket: string,
  work: (bucket: Bucket) => Promise<T>,
): Promise<T> {
  let opened: { service: ServiceCall; since: number } | undefined;
  const storage = async () => {
    if (opened && performance.now() - opened.since < renewedAfterMs) return opened.service;
    const { url, certificate, insecure_tls } = connection;
    const account = certificate ? await signInToStorage(way, certificate) : undefined;
    const right = "list and read objects (storage.objects.list, storage.objects.get)";
    opened = { service: storageCall(way, { url, insecure_tls, account, right }), since: performance.now() };
    return opened.service;
  };
  const ask = async (path: string) => {
    const service = await storage();
    const reply = await service.reply(path, { maxBytes });
    if ((reply.status === 401 || reply.status === 403) && !connection.certificate)
      throw new ConnectionFailure(
        `The bucket ${bucket} is not public`,
        "Add a connection or the key of a service account.",
      );
    return { service, reply };
  };
  const base = `/storage/v1/b/${encodeURIComponent(bucket)}/o`;

  return work({
    async *objects(prefix) {
      let token: string | undefined;
      do {
        way.signal.throwIfAborted();
        const query = new URLSearchParams({ prefix, maxResults: "1000" });
        if (token !== undefined) query.set("pageToken", token);
        const { service, reply } = await ask(`${base}?${query}`);
        if (reply.status === 404)
          throw new ConnectionFailure(
            `The bucket ${bucket} does not exist at ${service.host}`,
            "Check the name of the bucket.",
          );
        const { items, nextPageToken } = service.read(reply, listing);
        for (const { name, size, updated } of items)
          if (!name.endsWith("/")) yield { name, size, modified: updated, isFolder: false };
        token = nextPageToken;
      } while (token !== undefined);
    },
    async read(key) {
      const { service, reply } = await ask(`${base}/${encodeURIComponent(key)}?alt=media`);
      if (reply.status === 404) throw new ConnectionFailure(`The object ${key} does not exist in the bucket ${bucket}`);
      if (reply.status < 200 || reply.status > 299) throw service.refusal(reply);
      return reply.body;
    },
  });
}
