// A file that was read, and its format.

export interface ReadFile {
  /** Relative to `place`. */
  path: string;
  /** Contains no secrets; empty if `path` is absolute. */
  place: string;
  text: string;
}

/** By the extension. */
export function formatOf(path: string): string {
  const [, ending = ""] = /\.([^./]+)$/.exec(path.toLowerCase()) ?? [];
  if (ending === "json" || ending === "tfstate") return "json";
  if (ending === "yaml" || ending === "yml") return "yaml";
  return ending === "properties" ? "properties" : ending || "text";
}
