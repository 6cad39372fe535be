// Finds the files that a path selects. In a tree: the files of a folder, of all folders below it, or those that match
// wildcards such as `/srv/dumps/*/db-*.gz`. In a bucket: every object below the prefix, or those whose key matches
// wildcards.
import { fitsPath, literalStart, mayLeadTo, pathPattern, type PathPattern } from "#lib/text/path-pattern.ts";
import type { Bucket, FileTree, FoundFile, UnreadableFolder } from "./found-file.ts";

export interface TreePath {
  /** The path up to its first wildcard. */
  folder: string;
  /** The pattern below that folder; undefined without wildcards. */
  names: PathPattern | undefined;
  isRecursive: boolean;
}

export function readTreePath(path: string, isRecursive: boolean): TreePath {
  const names = path.split("/");
  const first = names.findIndex((name) => name.includes("*"));
  if (first < 0) return { folder: path.replace(/(?<=.)\/+$/, ""), names: undefined, isRecursive };
  const folder = names.slice(0, first).join("/");
  return {
    folder: folder === "" && path.startsWith("/") ? "/" : folder,
    names: pathPattern(names.slice(first)),
    isRecursive: true,
  };
}

/** Subfolders that cannot be read are reported and skipped; the folder of the path itself must be readable. */
export async function* treeFiles(
  tree: FileTree,
  path: TreePath,
  onUnreadable: (folder: UnreadableFolder) => void,
  below = "",
): AsyncGenerator<FoundFile> {
  const { folder, names, isRecursive } = path;
  const list = async () => {
    try {
      return await tree.list([folder, below].filter(Boolean).join("/"));
    } catch (error) {
      if (below === "" || !tree.isFolderError(error)) throw error;
      onUnreadable({ name: below, error });
      return [];
    }
  };
  for (const entry of await list()) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isFolder) {
      if (isRecursive && (names === undefined || mayLeadTo(names, name.split("/"))))
        yield* treeFiles(tree, path, onUnreadable, name);
    } else if (names === undefined || fitsPath(names, name.split("/"))) yield { ...entry, name };
  }
}

/**
 * `nightly` selects the object with that key and every object below `nightly/`, but no objects below `nightly-old/`.
 * Otherwise files in a different folder could hide the fact that files are missing.
 */
export async function* bucketObjects(bucket: Bucket, path: string): AsyncGenerator<FoundFile> {
  if (path.includes("*")) {
    const pattern = pathPattern(path.split("/"));
    for await (const object of bucket.objects(literalStart(path)))
      if (fitsPath(pattern, object.name.split("/"))) yield object;
    return;
  }
  if (path === "" || path.endsWith("/")) return yield* bucket.objects(path);
  // Keys are listed in order, so the object with this exact key comes first.
  for await (const first of bucket.objects(path)) {
    if (first.name === path) yield first;
    break;
  }
  yield* bucket.objects(`${path}/`);
}
