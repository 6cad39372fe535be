// Reads Terraform states from files, buckets or an HTTP backend.
import { requestOf, shownUrl } from "#areas/connections/server/index.ts";
import type { ScrapeRun } from "../../scrape/scraper-kind.ts";
import { bucketFiles, gcsStore, s3Store } from "../file/bucket-files.ts";
import { chosenBy } from "../file/chosen.ts";
import { localFiles } from "../file/local-files.ts";
import { fetchWithRetries } from "../reading/fetch-with-retries.ts";
import { readText } from "../reading/read-text.ts";
import type { FileSpec } from "../file/spec.ts";
import type { StateSpec } from "./spec.ts";
import type { State } from "./module.ts";

const limits = { timeoutMs: 2 * 60_000, maxRedirects: 10, maxBytes: 64 * 1024 * 1024 };

export async function* statesIn({ local, s3, gcs, http }: StateSpec, run: ScrapeRun): AsyncGenerator<State> {
  if (local)
    for await (const { path, place, text } of localFiles("", { paths: [local] }, run))
      yield { path: `${place}/${path}`, source: `${place}/${path}`, text };
  if (s3) {
    const { bucket, objectPath, ...keys } = s3;
    yield* statesInBucket(s3Store, { bucket, objectPath, run, spec: { aws: keys } });
  }
  if (gcs) {
    const { bucket, objectPath, ...key } = gcs;
    yield* statesInBucket(gcsStore, { bucket, objectPath, run, spec: { gcp: key } });
  }
  if (http) {
    const { answer, url } = await fetchWithRetries(() => requestOf(http, run, limits), run);
    yield {
      path: url.pathname.replace(/^\//, ""),
      source: shownUrl(url.href, "http"),
      text: readText(answer.body, answer.headers["content-type"]),
    };
  }
}

interface InBucket {
  bucket: string;
  objectPath: string | undefined;
  spec: Pick<FileSpec, "aws" | "gcp">;
  run: ScrapeRun;
}

async function* statesInBucket(
  store: typeof s3Store,
  { bucket, objectPath = "**/*.tfstate", spec, run }: InBucket,
): AsyncGenerator<State> {
  const written = `${store.scheme}://${bucket}`;
  const paths = [objectPath.replace(/^\//, "")];
  for await (const { path, text } of bucketFiles(store, written, {
    spec: { ...spec, paths },
    chosen: chosenBy(paths),
    run,
  }))
    yield { path, source: `${written}/${path}`, text };
}
