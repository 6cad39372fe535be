// A kind of resource that can be kept in files: who knows it reads it from their text and keeps rows in step with it. Areas list
// theirs (area.ts); the folder is watched once for all of them (watch-folder.ts).
import type { System } from "../area.ts";

/** What names a resource. */
export interface ManifestName {
  name: string;
  namespace: string;
}

export interface ManifestItem extends ManifestName {
  /** Where it begins, from 1. */
  line: number;
}

export interface ManifestFault {
  line: number;
  column?: number | undefined;
  message: string;
  /** What it is about; undefined when nobody can tell. */
  of?: ManifestName | undefined;
}

export interface ReadFile<Item extends ManifestItem> {
  items: readonly Item[];
  faults: readonly ManifestFault[];
  /** Unknown fields of items: those are applied all the same. */
  warnings: readonly ManifestFault[];
  /** Documents of other kinds, which somebody else may know. */
  others: readonly { line: number; kind: string }[];
}

/** What became of the resources of a file. */
export interface AppliedFile {
  /** The row of each that is there, broken ones included. */
  ids: readonly (ManifestName & { id: string })[];
  faults: readonly ManifestFault[];
  /** How many are there no more. */
  deleted: number;
}

export interface ManifestKind<Item extends ManifestItem = ManifestItem> {
  /** As documents say it. */
  kind: string;
  /** As the history of jobs calls what it is about. */
  resource: string;
  /** `usualName` is for a document that says none. */
  read(text: string, options: { usualName: string }): ReadFile<Item>;
  /**
   * Brings the rows of a source in step with what its file says: what is written is there, what is not is ended. `isKept` says
   * of which nobody can tell because the file is broken: those stay as they are.
   */
  apply(
    system: System,
    file: { source: string; items: readonly Item[]; isKept(name: ManifestName): boolean },
  ): Promise<AppliedFile>;
  /** Every source with rows that are present, of those that begin so. */
  sources(system: System, prefix: string): Promise<readonly string[]>;
}

/** States a kind with the type of its items inferred; who watches hands it nothing but items that it read itself. */
export const defineManifest = <Item extends ManifestItem>(kind: ManifestKind<Item>) => kind as unknown as ManifestKind;
