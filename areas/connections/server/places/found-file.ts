// A file as a listing tells of it, wherever it is kept.
export interface FoundFile {
  /** Below the folder that was asked for, with the names of the folders between. */
  name: string;
  size: number;
  modified: Date;
  isFolder: boolean;
}

/** Where files are kept. Folders are named from its root with slashes; "" is the root itself. */
export interface Place {
  list(folder: string): Promise<FoundFile[]>;
  /** Bytes of the disk, where that can be known. */
  space?(folder: string): Promise<{ available: number; total: number }>;
  /** When the folder itself was changed; undefined when it is not there. */
  changed?(folder: string): Promise<Date | undefined>;
}

/** More is not listed: a check that needs more should look at less. */
export const mostFiles = 50_000;
