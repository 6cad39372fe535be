// The files that a path means: of one folder, of folders below it, or what fits wildcards: `/srv/dumps/*/db-*.gz`, `/srv/**`.
import { fitsPath, mayLeadTo, pathPattern, type PathPattern } from "#language/path-pattern.ts";
import { mostFiles, type FoundFile, type Place } from "./found-file.ts";

export interface Meant {
  /** Up to where wildcards begin. */
  folder: string;
  /** What must fit below it, name by name; undefined where everything is meant. */
  names: PathPattern | undefined;
  isRecursive: boolean;
}

export function readMeant(path: string, isRecursive: boolean): Meant {
  const names = path.split("/");
  const first = names.findIndex((name) => name.includes("*"));
  if (first < 0) return { folder: path.replace(/(?<=.)\/+$/, ""), names: undefined, isRecursive };
  const folder = names.slice(0, first).join("/");
  return {
    folder: folder === "" && path.startsWith("/") ? "/" : folder,
    names: pathPattern(names.slice(first)),
    isRecursive: true,
  };
}

export async function filesOf(place: Place, { folder, names, isRecursive }: Meant): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const look = async (below: string): Promise<void> => {
    for (const entry of await place.list([folder, below].filter(Boolean).join("/"))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isFolder) {
        if (isRecursive && (names === undefined || mayLeadTo(names, name.split("/")))) await look(name);
      } else if (names === undefined || fitsPath(names, name.split("/"))) {
        if (found.length === mostFiles) throw new Error(`There are more than ${mostFiles} files`);
        found.push({ ...entry, name });
      }
    }
  };
  await look("");
  return found;
}
