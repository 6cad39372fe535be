// Reads files on this machine, in a Git repository, in a bucket, or at a web address. Each file is a document.
import { defineScraper } from "../scrape/scraper-kind.ts";
import type { Entry } from "../spec/entry.ts";
import { filesIn, isElsewhere } from "./file/sources.ts";
import { formatOf } from "./file/read-file.ts";
import { fileSpec } from "./file/spec.ts";
import { explainFailures } from "./reading/explain-failures.ts";

export const file = defineScraper({
  type: "file",
  title: "File",
  icon: "file",
  group: "Files and code",
  onlyAdmins: (spec) => !isElsewhere(spec),
  spec: fileSpec,

  scrape: (spec, run) =>
    explainFailures(run, async function* (traced) {
      let count = 0;
      for await (const { path, place, text: content } of filesIn(spec, traced)) {
        count += 1;
        const source = `${place}/${path}`;
        yield {
          document: content,
          format: formatOf(path),
          id: source,
          ...nameOf(place === "" ? source : path, spec),
          type: "File",
          source,
        };
      }
      if (count === 0) traced.warn("No file was read, because no file matches the URL and the paths.");
    }),
});

/** The path is the name, unless the spec reads an id from the document: then the transform chooses the name. */
export const nameOf = (path: string, { id }: Pick<Entry, "id">) => (id === undefined ? { name: path } : {});
