// Copies fields that existing forms write next to the entries of a scraper into each entry.
import { fieldIn, isFields } from "../scrape/document.ts";

type Fields = Readonly<Record<string, unknown>>;

const isSet = (value: unknown) => value !== undefined && value !== null;

/** Expects an entry of the given type and the spec that contains it. */
export function withSharedFields(type: string, entry: unknown, spec: unknown): unknown {
  if (!isFields(entry)) return entry;
  switch (type) {
    case "kubernetes":
      return withWatch(entry, fieldIn(spec, "watch"));
    default:
      return entry;
  }
}

/** An entry's own `watch` takes precedence. */
const withWatch = (entry: Fields, watch: unknown): Fields =>
  isSet(watch) && !isSet(entry["watch"]) ? { ...entry, watch } : entry;
