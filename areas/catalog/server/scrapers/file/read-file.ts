// A file that was read, and its format.

export interface ReadFile {
  /** The path relative to `place`. */
  path: string;
  /** The address without secrets; empty if `path` is absolute. */
  place: string;
  text: string;
}

/** Returns the format by the extension. */
export function formatOf(path: string): string {
  const [, ending = ""] = /\.([^./]+)$/.exec(path.toLowerCase()) ?? [];
  if (ending === "json" || ending === "tfstate") return "json";
  if (ending === "yaml" || ending === "yml") return "yaml";
  return ending === "properties" ? "properties" : ending || "text";
}
