// File paths with slashes, on every platform.
import { posix } from "node:path";
import { ExpressionFault } from "../fault.ts";
import { textOf, type LibraryFunction } from "./function.ts";
import { matches, pattern } from "../pattern.ts";

/** `*` and `?` do not match a slash; `[a-z]` and `[^a-z]` are classes, and a backslash escapes. */
function patternOf(glob: string): string {
  let expression = "";
  for (const [whole, escaped, set] of glob.matchAll(/\\([^])|\[(\^?(?:\\[^]|[^\]\\])+)\]|[^]/g)) {
    if (escaped !== undefined) expression += quoted(escaped);
    else if (set !== undefined) expression += `[${set.replaceAll("[", "\\[")}]`;
    else if (whole === "*") expression += "[^/]*";
    else if (whole === "?") expression += "[^/]";
    else if (whole === "[" || whole === "\\")
      throw new ExpressionFault(`${JSON.stringify(glob)} is not a pattern of a file name: ${whole} is not closed.`);
    else expression += quoted(whole);
  }
  return `^${expression}$`;
}

const quoted = (character: string) => character.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`);

const path = (name: string, says: string, call: (path: string) => string): LibraryFunction => ({
  name: `filepath.${name}`,
  takes: ["string"],
  gives: "string",
  says,
  call,
});

function cleaned(text: string): string {
  const clean = posix.normalize(text);
  return clean.length > 1 ? clean.replace(/\/$/, "") : clean;
}

const filepath: readonly LibraryFunction[] = [
  path("Base", "The last part", (text) => (text === "" ? "." : posix.basename(text.replace(/\/+$/, "")) || "/")),
  path("Dir", "All but the last part", (text) => cleaned(text.slice(0, text.lastIndexOf("/") + 1))),
  path("Ext", "The ending, with its dot", (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
  path("Clean", "Without . and ..", cleaned),
  path("FromSlash", "As this system writes it", (text) => text),
  path("ToSlash", "With slashes", (text) => text),
  path("VolumeName", "The drive, where there are drives", () => ""),
  {
    name: "filepath.IsAbs",
    takes: ["string"],
    gives: "bool",
    says: "Whether it begins at the root",
    call: posix.isAbsolute,
  },
  {
    name: "filepath.Join",
    takes: ["any"],
    repeats: true,
    gives: "string",
    says: "Parts put together",
    call: (...parts: unknown[]) => {
      const texts = parts
        .flat()
        .map((part) => textOf(part))
        .filter((part) => part !== "");
      return texts.length === 0 ? "" : cleaned(texts.join("/"));
    },
  },
  {
    name: "filepath.Rel",
    takes: ["string", "string"],
    gives: "string",
    says: "The way from one to another",
    call: (from: string, to: string) => posix.relative(from, to) || ".",
  },
  {
    name: "filepath.Split",
    takes: ["string"],
    gives: "list",
    says: "The folder and the file",
    call: (text: string) => {
      const at = text.lastIndexOf("/") + 1;
      return [text.slice(0, at), text.slice(at)];
    },
  },
  {
    name: "filepath.Match",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a name fits a pattern with * and ?",
    reads: (glob: string) => pattern(patternOf(glob)),
    call: (glob: string, name: string) => matches(name, patternOf(glob)),
  },
];

const slashed = new Set(["Base", "Clean", "Dir", "Ext", "IsAbs", "Join", "Match", "Split"]);

/** `path.Base` of templates is the same on slash paths. */
export const paths: readonly LibraryFunction[] = [
  ...filepath,
  ...filepath
    .filter(({ name }) => slashed.has(name.slice("filepath.".length)))
    .map((fn): LibraryFunction => ({ ...fn, name: fn.name.slice("file".length), only: "template" })),
];
