// All files in entries/, by their name in the URL: /_gallery/<file>/<state>.
import type { GalleryEntry } from "./entry.ts";

const files = import.meta.glob<{ entry: GalleryEntry }>("./entries/*.tsx", { eager: true });

export interface Shown extends GalleryEntry {
  slug: string;
}

export const entries: readonly Shown[] = Object.entries(files)
  .map(([path, { entry }]) => ({ ...entry, slug: path.replace(/^.*\/|\.tsx$/g, "") }))
  .sort((a, b) => a.group.localeCompare(b.group) || a.name.localeCompare(b.name));

/** "10,000 rows, dense" is `10-000-rows-dense` in the URL. */
export const stateSlug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
