// The canaries of files that somebody names on the command line.
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { text } from "node:stream/consumers";
import { readCanaries, type ReadCanary } from "../manifests/read-canaries.ts";

export interface ReadFiles {
  canaries: readonly ReadCanary[];
  /** Why they cannot be run, each with its place. */
  faults: readonly string[];
  /** What was passed over. */
  notes: readonly string[];
}

/** `-` is standard input. */
export async function readFiles(
  files: readonly string[],
  { namespace, input }: { namespace: string; input: NodeJS.ReadableStream },
): Promise<ReadFiles> {
  const canaries: ReadCanary[] = [];
  const faults: string[] = [];
  const notes: string[] = [];
  for (const file of files) {
    const shown = file === "-" ? "standard input" : file;
    let content: string;
    try {
      content = file === "-" ? await text(input) : await readFile(file, "utf8");
    } catch (error) {
      faults.push(`${shown}: ${unreadable(error as NodeJS.ErrnoException)}`);
      continue;
    }
    const usualName = file === "-" ? "stdin" : basename(file, extname(file));
    const read = readCanaries(content, { usualName, usualNamespace: namespace });
    faults.push(...read.faults.map(({ line, column, message }) => `${shown}:${line}:${column}: ${message}`));
    notes.push(
      ...read.others.map(({ line, kind }) => `${shown}:${line}: a ${kind} is no canary, and was passed over.`),
    );
    if (read.canaries.length === 0 && read.faults.length === 0) faults.push(`${shown}: There is no canary in it.`);
    canaries.push(...read.canaries);
  }
  return { canaries, faults, notes };
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOENT":
      return "There is no such file.";
    case "EISDIR":
      return "It is a folder. Name the files in it.";
    case "EACCES":
    case "EPERM":
      return "It may not be read.";
    default:
      return message;
  }
}
