// Fields that forms in use write beside the entries of a scraper, and that belong to each entry, are moved into the entries.
import { fieldIn, isFields } from "../scrape/document.ts";

type Fields = Readonly<Record<string, unknown>>;

const isSaid = (value: unknown) => value !== undefined && value !== null;

/** An entry of a type, as it stands in a spec. */
export function inOurWords(type: string, entry: unknown, spec: unknown): unknown {
  if (!isFields(entry)) return entry;
  switch (type) {
    case "kubernetes":
      return withWatch(entry, fieldIn(spec, "watch"));
    default:
      return entry;
  }
}

/** Forms write beside the entries what holds for each of them that does not say it itself. */
const withWatch = (entry: Fields, watch: unknown): Fields =>
  isSaid(watch) && !isSaid(entry["watch"]) ? { ...entry, watch } : entry;
