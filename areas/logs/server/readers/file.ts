// Reads plain and compressed log files of the machine that Quarterdeck runs on, including rotated files. Only files
// within ALLOW_DIRECTORIES can be read.
import { FileRefused } from "#server/files/allowed-files.ts";
import { printBytes } from "#lib/text/bytes.ts";
import { countOf } from "#lib/text/words.ts";
import { list, part, text } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { fieldsOfSample } from "../lines/count-lines.ts";
import { defineReader, type LogSource } from "../source/reader.ts";
import { allowedStore, ownLogStore } from "./file/find-files.ts";
import { followFiles } from "./file/follow.ts";
import { countFiles, searchFiles } from "./file/search-files.ts";

export const file = defineReader({
  type: "file",
  title: "Files",
  icon: "file",
  onlyAdmins: true,
  spec: part({
    path: list(text).optional().meta({
      label: "Paths",
      placeholder: "/var/log/*.log*",
      description: "Files within ALLOW_DIRECTORIES. * matches any part of a name, ** any number of folders.",
    }),
    ...entryFields,
  }),

  open({ path = [] }, run): LogSource {
    const store = run.ownLogs === undefined ? allowedStore(run.files, path) : ownLogStore(run.ownLogs);
    const source: LogSource = {
      search: (query) => searchFiles(store, query, run),
      tail: (query) => followFiles(store, query, run.signal),
      fields: (query) => fieldsOfSample(source.search, query),
      histogram: (query, bucketMs) => countFiles(store, query, { bucketMs, run }),
      async labels() {
        const { files } = await store.find();
        return [{ name: "file", values: files.map((found) => found.path).sort() }];
      },
      async describe() {
        if (path.length === 0 && run.ownLogs === undefined) throw new FileRefused("The list of paths is empty.");
        const { files, warnings } = await store.find();
        if (files.length === 0) throw new FileRefused(warnings[0] ?? "No file matches.");
        const size = files.reduce((sum, found) => sum + found.size, 0);
        return `${countOf(files.length, "file", "files")}, ${printBytes(size)}`;
      },
    };
    return source;
  },
});
