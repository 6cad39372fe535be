// Files of a bucket.
import { pulledFrom } from "../pulled-from.ts";
import {
  filesOf,
  s3Connection,
  withBucket,
  type Bucket,
  type OpenConnection,
} from "../../../../connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scraper-kind.ts";
import type { FileSpec } from "../file.ts";
import { readText } from "../read-text.ts";
import { reasonIn } from "../told-where.ts";
import type { Chosen } from "./chosen.ts";
import type { ReadFile } from "./sources.ts";

interface Reading {
  spec: FileSpec;
  chosen: Chosen;
  run: ScrapeRun;
}

export async function* bucketFiles(written: string, { spec, chosen, run }: Reading): AsyncGenerator<ReadFile> {
  const opened = await s3Connection({ connection: spec.connection, ...spec.aws }, run);
  const { bucket, prefix } = bucketIn(written, opened);
  const place = ["s3:/", bucket, prefix].filter(Boolean).join("/");
  yield* pulledFrom<ReadFile>(run.signal, (give, signal) =>
    withBucket(opened, { ...run, signal }, bucket, async (held) => {
      const single = /[^/]\.[^/]+$/.test(prefix) && (spec.paths ?? []).length === 0;
      if (single) return give({ path: prefix, place: `s3://${bucket}`, text: await textAt(held, prefix) });
      const names = (
        await Promise.all(
          chosen.patterns.map((pattern) => filesOf(held, { folder: prefix, names: pattern, isRecursive: true })),
        )
      ).flatMap((files) => files.map(({ name }) => name));
      for (const path of new Set(names.filter((name) => chosen.fits(name)).toSorted()))
        try {
          await give({ path, place, text: await textAt(held, [prefix, path].filter(Boolean).join("/")) });
        } catch (error) {
          if (signal.aborted) throw error;
          run.fail(`${place}/${path} cannot be read: ${reasonIn(error)}`);
        }
    }),
  );
}

const textAt = async (held: Bucket, key: string) => readText(await held.read(key));

function bucketIn(written: string, { properties }: OpenConnection): { bucket: string; prefix: string } {
  const [, bucket = properties["bucket"] ?? "", prefix = ""] = /^s3:\/\/([^/]+)\/?(.*)$/is.exec(written) ?? [];
  if (bucket === "") throw new ScraperInvalid("It is not said in which bucket: write s3://bucket/prefix as the URL.");
  return { bucket, prefix: prefix.replace(/\/+$/, "") };
}
