// Makes the rows of a file match its content: resources in the file are saved, and all other resources of the file are
// deleted. A resource that is rejected does not affect the others.
import { Problem } from "#language/problem.ts";
import type { AppliedFile, ManifestFault, ManifestItem, ManifestName } from "./manifest-kind.ts";

export interface RowKeeper<Item extends ManifestItem> {
  /** The rows of this file. */
  present(): Promise<readonly (ManifestName & { id: string })[]>;
  /** Throws a Problem if the resource is rejected. */
  write(item: Item): Promise<void>;
  end(id: string): Promise<void>;
}

export async function applyFile<Item extends ManifestItem>(
  { items, isKept }: { items: readonly Item[]; isKept(name: ManifestName): boolean },
  { present, write, end }: RowKeeper<Item>,
): Promise<AppliedFile> {
  const faults: ManifestFault[] = [];
  for (const item of items) {
    const rejected = await write(item).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Problem && error.status < 500) return error;
        throw error;
      },
    );
    if (rejected) faults.push({ line: item.line, message: rejected.message, of: item });
  }
  const stored = await present();
  const isWritten = (row: ManifestName) =>
    items.some(({ name, namespace }) => name === row.name && namespace === row.namespace);
  const isStaying = (row: ManifestName) => isWritten(row) || isKept(row);
  const removed = stored.filter((row) => !isStaying(row));
  for (const { id } of removed) await end(id);
  return { ids: stored.filter(isStaying), faults, deleted: removed.length };
}
