// The files that a path means: of one folder, of folders below it, or what fits wildcards: `/srv/dumps/*/db-*.gz`, `/srv/**`.
import { fits, parsePattern, type Pattern } from "#language/match.ts";
import { mostFiles, type FoundFile, type Place } from "./found-file.ts";

export interface Meant {
  /** Up to where wildcards begin. */
  folder: string;
  /** What must fit below it, name by name; undefined where everything is meant. */
  names: readonly (Pattern | "**")[] | undefined;
  isRecursive: boolean;
}

export function readMeant(path: string, isRecursive: boolean): Meant {
  const names = path.split("/");
  const first = names.findIndex((name) => name.includes("*"));
  if (first < 0) return { folder: path.replace(/(?<=.)\/+$/, ""), names: undefined, isRecursive };
  const folder = names.slice(0, first).join("/");
  return {
    folder: folder === "" && path.startsWith("/") ? "/" : folder,
    names: names.slice(first).map((name) => (name === "**" ? name : parsePattern(name))),
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
      } else if (names === undefined || fit(names, name.split("/"))) {
        if (found.length === mostFiles) throw new Error(`There are more than ${mostFiles} files`);
        found.push({ ...entry, name });
      }
    }
  };
  await look("");
  return found;
}

type Names = Meant["names"] & object;

function fit(wanted: Names, given: readonly string[]): boolean {
  const [first, ...rest] = wanted;
  if (first === undefined) return given.length === 0;
  if (first !== "**") return given.length > 0 && fits(first, given[0]!) && fit(rest, given.slice(1));
  // A trailing ** is every file below, whatever its depth.
  if (rest.length === 0) return given.length > 0;
  return given.some((_name, index) => fit(rest, given.slice(index)));
}

/** Whether something below a folder may still fit. */
function mayLeadTo(wanted: Names, given: readonly string[]): boolean {
  const [first, ...rest] = wanted;
  if (given.length === 0 || first === "**") return true;
  if (first === undefined || rest.length === 0) return false;
  return fits(first, given[0]!) && mayLeadTo(rest, given.slice(1));
}
