// Bringing the rows of a file in step with what it says: what is written is there, what is not is ended. One that is refused
// takes nothing from the others.
import { Problem } from "#language/problem.ts";
import type { AppliedFile, ManifestFault, ManifestItem, ManifestName } from "./manifest-kind.ts";

export interface RowKeeper<Item extends ManifestItem> {
  /** Those of the file that are there. */
  present(): Promise<readonly (ManifestName & { id: string })[]>;
  /** Throws a Problem that says why it is refused. */
  write(item: Item): Promise<void>;
  end(id: string): Promise<void>;
}

export async function applyFile<Item extends ManifestItem>(
  { items, isKept }: { items: readonly Item[]; isKept(name: ManifestName): boolean },
  { present, write, end }: RowKeeper<Item>,
): Promise<AppliedFile> {
  const faults: ManifestFault[] = [];
  for (const item of items) {
    const refused = await write(item).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Problem && error.status < 500) return error;
        throw error;
      },
    );
    if (refused) faults.push({ line: item.line, message: refused.message, of: item });
  }
  const stored = await present();
  const isWritten = (row: ManifestName) =>
    items.some(({ name, namespace }) => name === row.name && namespace === row.namespace);
  const isStaying = (row: ManifestName) => isWritten(row) || isKept(row);
  const gone = stored.filter((row) => !isStaying(row));
  for (const { id } of gone) await end(id);
  return { ids: stored.filter(isStaying), faults, deleted: gone.length };
}
