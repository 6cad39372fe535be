// What the fields of a selector are called, besides their own names.
import type { Path } from "./selector.ts";

const aliases: Readonly<Record<string, string>> = {
  config_type: "type",
  created: "created_at",
  updated: "updated_at",
  deleted: "deleted_at",
};

/** The field that a path begins with, by its own name. */
export const fieldOf = ([name = ""]: Path) => (Object.hasOwn(aliases, name) ? aliases[name]! : name);
