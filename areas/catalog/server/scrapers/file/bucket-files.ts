// Reads the files of a bucket in S3 or Google Cloud Storage.
import {
  gcsConnection,
  maxFiles,
  openAws,
  TooManyFiles,
  withBucket,
  withGcsBucket,
  type Bucket,
  type OpenConnection,
} from "#areas/connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scrape/scraper-kind.ts";
import type { FileSpec } from "./spec.ts";
import { pulledFrom } from "../reading/pulled-from.ts";
import { readText } from "../reading/read-text.ts";
import { reasonIn } from "../reading/explain-failures.ts";
import type { Chosen } from "./chosen.ts";
import type { ReadFile } from "./read-file.ts";

interface Reading {
  spec: Pick<FileSpec, "connection" | "paths" | "aws" | "gcp">;
  chosen: Chosen;
  run: ScrapeRun;
}

interface Store {
  /** The URL scheme of this store. */
  scheme: "s3" | "gcs";
  open(reading: Reading): Promise<OpenConnection>;
  within: typeof withBucket;
}

export const s3Store: Store = {
  scheme: "s3",
  open: ({ spec, run }) => openAws({ connection: spec.connection, ...spec.aws }, run),
  within: withBucket,
};

export const gcsStore: Store = {
  scheme: "gcs",
  open: ({ spec, run }) => gcsConnection({ connection: spec.connection, ...spec.gcp }, run),
  within: withGcsBucket,
};

export async function* bucketFiles(store: Store, written: string, reading: Reading): AsyncGenerator<ReadFile> {
  const { spec, chosen, run } = reading;
  const opened = await store.open(reading);
  const { bucket, prefix } = bucketIn(store, written, opened);
  const root = `${store.scheme}://${bucket}`;
  const place = [root, prefix].filter(Boolean).join("/");
  yield* pulledFrom<ReadFile>(run.signal, (give, signal) =>
    store.within(opened, { ...run, signal }, bucket, async (held) => {
      const single = /[^/]\.[^/]+$/.test(prefix) && (spec.paths ?? []).length === 0;
      if (single) return give({ path: prefix, place: root, text: await textAt(held, prefix) });
      for (const path of await pathsIn(held, prefix, chosen))
        try {
          await give({ path, place, text: await textAt(held, [prefix, path].filter(Boolean).join("/")) });
        } catch (error) {
          if (signal.aborted) throw error;
          run.fail(`${place}/${path} cannot be read: ${reasonIn(error)}`);
        }
    }),
  );
}

/**
 * Returns the sorted paths below the prefix. Lists only keys that start with the literal part of one of the patterns.
 */
async function pathsIn(bucket: Bucket, prefix: string, { fits, literalStarts }: Chosen): Promise<string[]> {
  const folder = prefix === "" ? "" : `${prefix}/`;
  const found = new Set<string>();
  for (const start of literalStarts)
    for await (const { name } of bucket.objects(`${folder}${start}`)) {
      const path = name.slice(folder.length);
      if (!fits(path)) continue;
      if (found.add(path).size > maxFiles) throw new TooManyFiles();
    }
  return [...found].toSorted();
}

const textAt = async (held: Bucket, key: string) => readText(await held.read(key));

/** A connection may also contain the bucket name: S3 in a property, Google Cloud Storage in its URL. */
function bucketIn({ scheme }: Store, written: string, { properties, url }: OpenConnection) {
  const [, named, prefix = ""] = bucketPath.exec(written) ?? [];
  const bucket = named ?? properties["bucket"] ?? bucketPath.exec(url ?? "")?.[1] ?? "";
  if (bucket === "") throw new ScraperInvalid(`The bucket is missing: write ${scheme}://bucket/prefix as the URL.`);
  return { bucket, prefix: prefix.replace(/\/+$/, "") };
}

const bucketPath = /^(?:s3|gcs|gs):\/\/([^/]+)\/?(.*)$/is;
