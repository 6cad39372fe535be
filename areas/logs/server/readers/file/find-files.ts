// Finds the files of a backend, and groups rotated files into series, such as app.log, app.log.1 and app.log.2.gz.
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readTreePath, treeFiles, type FileTree } from "#areas/connections/server/index.ts";
import { FileRefused, type Files } from "#server/files/allowed-files.ts";
import { listLogFiles } from "#server/log-files.ts";

export interface LogFile {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** The files of one log, newest first. */
export interface FileSeries {
  name: string;
  files: readonly LogFile[];
}

/** The files that a backend may read. */
export interface FileStore {
  find(): Promise<{ files: LogFile[]; warnings: string[] }>;
  using<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T>;
}

/** Maximum number of files. A search in more files would take too long. */
const maxFiles = 2_000;

/** The server's own log, which is outside the directories that backends may read. */
export const ownLogStore = (folder: string): FileStore => ({
  async find() {
    const files = listLogFiles(folder).map(({ path, size, modified }) => ({
      path,
      size,
      modified: modified.getTime(),
    }));
    return { files, warnings: [] };
  },
  async using(path, work) {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  },
});

export const allowedStore = (files: Files, patterns: readonly string[]): FileStore => ({
  using: files.using,
  async find() {
    const found = new Map<string, LogFile>();
    const warnings: string[] = [];
    for (const pattern of patterns)
      for await (const file of filesOf(files, pattern, (warning) => warnings.push(warning))) {
        found.set(file.path, file);
        if (found.size > maxFiles)
          throw new FileRefused(`The paths match more than ${maxFiles} files. Use more specific paths.`);
      }
    return { files: [...found.values()], warnings };
  },
});

async function* filesOf(files: Files, pattern: string, warn: (text: string) => void): AsyncGenerator<LogFile> {
  const hasWildcard = pattern.includes("*");
  const path = hasWildcard ? readTreePath(pattern, true) : readTreePath(`${dirname(pattern)}/*`, false);
  const tree: FileTree = {
    async list(folder) {
      const entries = await files.list(folder);
      return entries
        .filter(({ kind, name }) => kind !== "other" && (hasWildcard || name === basename(pattern)))
        .map(({ name, kind, size, modified }) => ({
          name,
          // The size of a link is looked up later, if its name matches.
          size: kind === "link" ? -1 : size,
          modified,
          isFolder: kind === "folder" && hasWildcard,
        }));
    },
    isFolderError: (error) => error instanceof FileRefused || (error as NodeJS.ErrnoException).code !== undefined,
  };
  let count = 0;
  for await (const { name, size, modified } of treeFiles(tree, path, (folder) =>
    warn(`${folder.name} cannot be read`),
  )) {
    const at = join(path.folder, name);
    const file = size >= 0 ? { path: at, size, modified: modified.getTime() } : await linked(files, at);
    if (!file) continue;
    count += 1;
    yield file;
  }
  if (count === 0) warn(`No file matches ${pattern}.`);
}

/** Returns the file that a link leads to, if it may be read. */
async function linked(files: Files, path: string): Promise<LogFile | undefined> {
  try {
    const { size, mtimeMs } = await files.using(path, (file) => file.stat());
    return { path, size, modified: Math.floor(mtimeMs) };
  } catch {
    return undefined;
  }
}

export const isGzip = (path: string) => /\.gz$/i.test(path);

/** The suffixes that log rotation adds: a number, or a date with or without a time. */
const rotated = /(?:\.\d{1,4}|[.-]\d{8,24}|[.-]\d{4}-\d\d-\d\d(?:[T_-][\d-]+)?)(?=(?:\.(?:log|txt))?$)/i;

export const seriesName = (path: string) => path.replace(/\.gz$/i, "").replace(rotated, "");

export function seriesOf(files: readonly LogFile[]): FileSeries[] {
  const series = Map.groupBy(files, ({ path }) => seriesName(path));
  return [...series].map(([name, members]) => ({
    name,
    files: members.toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1)),
  }));
}
