// Functions on file paths with slashes, on every platform.
import { posix } from "node:path";
import { ExpressionFault } from "../fault.ts";
import { textOf, type LibraryFunction } from "./function.ts";
import { matches, pattern } from "../pattern.ts";

/**
 * Converts a glob to a regular expression. `*` and `?` do not match a slash; `[a-z]` and `[^a-z]` are classes, and a
 * backslash escapes.
 */
function patternOf(glob: string): string {
  let expression = "";
  for (const [whole, escaped, set] of glob.matchAll(/\\([^])|\[(\^?(?:\\[^]|[^\]\\])+)\]|[^]/g)) {
    if (escaped !== undefined) expression += quoted(escaped);
    else if (set !== undefined) expression += `[${set.replaceAll("[", "\\[")}]`;
    else if (whole === "*") expression += "[^/]*";
    else if (whole === "?") expression += "[^/]";
    else if (whole === "[" || whole === "\\")
      throw new ExpressionFault(`${JSON.stringify(glob)} is not a file name pattern: ${whole} is not closed.`);
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
  path("Base", "The last part of a path", (text) =>
    text === "" ? "." : posix.basename(text.replace(/\/+$/, "")) || "/",
  ),
  path("Dir", "The path without its last part", (text) => cleaned(text.slice(0, text.lastIndexOf("/") + 1))),
  path("Ext", "The file name extension, with its dot", (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
  path("Clean", "The path with . and .. resolved", cleaned),
  path("FromSlash", "Converts slashes to the separator of this system", (text) => text),
  path("ToSlash", "Converts the separators of this system to slashes", (text) => text),
  path("VolumeName", "The drive of the path, on systems with drives", () => ""),
  {
    name: "filepath.IsAbs",
    takes: ["string"],
    gives: "bool",
    says: "Whether the path is absolute",
    call: posix.isAbsolute,
  },
  {
    name: "filepath.Join",
    takes: ["any"],
    repeats: true,
    gives: "string",
    says: "Joins the parts of a path",
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
    says: "The relative path from the first path to the second",
    call: (from: string, to: string) => posix.relative(from, to) || ".",
  },
  {
    name: "filepath.Split",
    takes: ["string"],
    gives: "list",
    says: "Splits a path into its folder and its file name",
    call: (text: string) => {
      const at = text.lastIndexOf("/") + 1;
      return [text.slice(0, at), text.slice(at)];
    },
  },
  {
    name: "filepath.Match",
    takes: ["string", "string"],
    gives: "bool",
    says: "Whether a path matches a pattern with * and ?",
    reads: (glob: string) => pattern(patternOf(glob)),
    call: (glob: string, name: string) => matches(name, patternOf(glob)),
  },
];

const slashed = new Set(["Base", "Clean", "Dir", "Ext", "IsAbs", "Join", "Match", "Split"]);

/** The functions of `path` in templates, such as `path.Base`, are the same as the functions of `filepath`. */
export const paths: readonly LibraryFunction[] = [
  ...filepath,
  ...filepath
    .filter(({ name }) => slashed.has(name.slice("filepath.".length)))
    .map((fn): LibraryFunction => ({ ...fn, name: fn.name.slice("file".length), only: "template" })),
];
