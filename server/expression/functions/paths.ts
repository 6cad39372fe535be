// Paths of files, as they are written on servers: with slashes, whatever machine this is.
import { posix } from "node:path";
import type { LibraryFunction } from "./function.ts";

const path = (name: string, says: string, call: (path: string) => string): LibraryFunction => ({
  name: `filepath.${name}`,
  takes: ["string"],
  gives: "string",
  says,
  call,
});

export const paths: readonly LibraryFunction[] = [
  path("Base", "The last part", (text) => (text === "" ? "." : posix.basename(text) || "/")),
  path("Dir", "All but the last part", posix.dirname),
  path("Ext", "The ending, with its dot", (text) => /\.[^./]*$/.exec(text)?.[0] ?? ""),
  path("Clean", "Without . and ..", (text) => {
    const clean = posix.normalize(text);
    return clean.length > 1 ? clean.replace(/\/$/, "") : clean;
  }),
  path("FromSlash", "As this system writes it", (text) => text),
  path("ToSlash", "With slashes", (text) => text.replaceAll("\\", "/")),
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
    call: (...parts: unknown[]) => posix.join(...parts.flat().map(String)),
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
    call: (glob: string, name: string) => posix.matchesGlob(name, glob),
  },
];
