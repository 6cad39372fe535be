// A kind of resource that can be stored in files: it parses the files and makes rows match them. Areas list their kinds
// (area.ts); the folder is watched once for all of them (watch-folder.ts).
import type { Databases } from "../db/pool.ts";
import type { EventNames } from "../event-names.ts";
import type { Events } from "../events.ts";
import type { Secrets } from "../secrets.ts";

/** The parts of the system that a kind needs to write its rows. */
export interface ManifestStores {
  db: Databases;
  secrets: Secrets;
  events: Events;
  eventNames: EventNames;
}

/** Identifies a resource. */
export interface ManifestName {
  name: string;
  namespace: string;
}

export interface ManifestItem extends ManifestName {
  /** The first line of the resource, from 1. */
  line: number;
}

export interface ManifestFault {
  line: number;
  column?: number | undefined;
  message: string;
  /** The resource with the fault; undefined if it cannot be determined. */
  of?: ManifestName | undefined;
}

export interface ReadFile<Item extends ManifestItem> {
  items: readonly Item[];
  faults: readonly ManifestFault[];
  /** Unknown fields. Their resources are still applied. */
  warnings: readonly ManifestFault[];
  /** Documents of other kinds. */
  others: readonly { line: number; kind: string }[];
}

/** The result of applying a file. */
export interface AppliedFile {
  /** The row of each existing resource, including those with faults. */
  ids: readonly (ManifestName & { id: string })[];
  faults: readonly ManifestFault[];
  /** References to objects that do not exist yet. The resources with these references are stored. */
  warnings?: readonly ManifestFault[];
  /** The number of deleted resources. */
  deleted: number;
}

export interface ManifestKind<Item extends ManifestItem = ManifestItem> {
  /** The `kind` in the documents of the resource. */
  kind: string;
  /** The resource type in the job history. */
  resource: string;
  /** Parses a file. `defaultName` is used as the name of a document without a name. */
  read(text: string, options: { defaultName: string }): ReadFile<Item>;
  /**
   * Makes the rows of a source match its file: resources in the file are saved, and all other resources of the file are
   * deleted. `isKept` returns true for resources that may be in a broken part of the file; their rows stay unchanged.
   */
  apply(
    stores: ManifestStores,
    file: { source: string; items: readonly Item[]; isKept(name: ManifestName): boolean },
  ): Promise<AppliedFile>;
  /** Returns all sources with existing rows that begin with the prefix. */
  sources(stores: ManifestStores, prefix: string): Promise<readonly string[]>;
}

/** Infers the type of the kind's items; the watcher only passes items that the kind has read itself. */
export const defineManifest = <Item extends ManifestItem>(kind: ManifestKind<Item>) => kind as unknown as ManifestKind;
