// Where states of Terraform are kept: in files, in a bucket, or behind HTTP.
import { requestOf, shownUrl } from "../../../../connections/server/index.ts";
import type { ScrapeRun } from "../../scraper-kind.ts";
import { bucketFiles } from "../file/bucket-files.ts";
import { chosenBy } from "../file/chosen.ts";
import { localFiles } from "../file/local-files.ts";
import { askPatiently } from "../http/ask.ts";
import { readText } from "../read-text.ts";
import type { StateSpec } from "../terraform.ts";
import type { State } from "./module.ts";

const limits = { timeoutMs: 2 * 60_000, maxRedirects: 10, maxBytes: 64 * 1024 * 1024 };

export async function* statesIn({ local, s3, http }: StateSpec, run: ScrapeRun): AsyncGenerator<State> {
  if (local)
    for await (const { path, place, text } of localFiles("", { paths: [local] }, run))
      yield { path: `${place}/${path}`, source: `${place}/${path}`, text };
  if (s3) {
    const { bucket, objectPath = "**/*.tfstate", ...keys } = s3;
    const written = `s3://${bucket}`;
    const paths = [objectPath.replace(/^\//, "")];
    const spec = { paths, aws: keys, connection: keys.connection };
    for await (const { path, text } of bucketFiles(written, { spec, chosen: chosenBy(paths), run }))
      yield { path, source: `${written}/${path}`, text };
  }
  if (http) {
    const { answer, url } = await askPatiently(() => requestOf(http, run, limits), run);
    yield {
      path: url.pathname.replace(/^\//, ""),
      source: shownUrl(url.href, "http"),
      text: readText(answer.body, answer.headers["content-type"]),
    };
  }
}
