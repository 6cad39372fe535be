// The format of a file, by its extension.
export function formatOf(path: string): string {
  const [, ending = ""] = /\.([^./]+)$/.exec(path.toLowerCase()) ?? [];
  if (ending === "json" || ending === "tfstate") return "json";
  if (ending === "yaml" || ending === "yml") return "yaml";
  return ending === "properties" ? "properties" : ending || "text";
}
