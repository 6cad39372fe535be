// Aliases of the fields in selectors.
import type { Path } from "./selector.ts";

const aliases: Readonly<Record<string, string>> = {
  config_type: "type",
  created: "created_at",
  updated: "updated_at",
  deleted: "deleted_at",
};

/** The field that a path starts with, with aliases resolved. */
export const fieldOf = ([name = ""]: Path) => (Object.hasOwn(aliases, name) ? aliases[name]! : name);
