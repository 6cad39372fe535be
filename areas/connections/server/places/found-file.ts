// A listed file, and the two kinds of storage that hold files: folder trees, and buckets with keys.
export interface FoundFile {
  /** In a tree, the path below the listed folder; in a bucket, the whole key. */
  name: string;
  size: number;
  modified: Date;
  isFolder: boolean;
}

/** A tree of nested folders. Paths begin at the root and use slashes; "" is the root itself. */
export interface FileTree {
  list(folder: string): Promise<FoundFile[]>;
  /** Whether an error of `list` concerns this folder only, so that other folders can still be read. */
  isFolderError(error: unknown): boolean;
}

/** A subfolder of the listed folder that could not be read. */
export interface UnreadableFolder {
  name: string;
  error: unknown;
}

/** Objects by key. A bucket has no folders: a slash in a key has no special meaning. */
export interface Bucket {
  /**
   * Yields every object whose key begins with the prefix, page by page. Keys that end in a slash only mark folders and
   * are left out.
   */
  objects(prefix: string): AsyncGenerator<FoundFile>;
  /** Reads the content of one object. */
  read(key: string): Promise<Buffer>;
}

/** Maximum number of files that one listing keeps. */
export const maxFiles = 50_000;

export class TooManyFiles extends Error {
  override readonly name = "TooManyFiles";
  constructor() {
    super(`There are more than ${maxFiles} files. Use a more specific path, wildcards or a filter`);
  }
}
