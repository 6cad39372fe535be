// A Git repository whose files are placed into the directory of a script before the script starts.
import { z } from "zod";
import { connection, credentials, envVar, part, text } from "../spec/parts.ts";
import { ExecRefused } from "./run-command.ts";
import type { PlacedFile } from "./scratch.ts";

export const checkout = part({
  url: text.optional().meta({ label: "URL", placeholder: "https://git.example.org/group/project.git" }),
  connection: connection.optional(),
  ...credentials,
  certificate: envVar.optional().meta({ label: "SSH key", field: "env-var", secret: true }),
  branch: text.optional().meta({ label: "Branch", placeholder: "main" }),
  ref: text.optional().meta({ label: "Branch, tag or commit" }),
  depth: z
    .literal(1, "must be 1: the files of one commit are checked out, without the history")
    .optional()
    .meta({ label: "Depth" }),
  // The host of the repository. It has no effect, because every host is reached the same way.
  type: text.optional().meta({ label: "Type", deprecated: true }),
  destination: text.optional().meta({
    label: "Destination",
    description: "A folder below the working directory of the script. Default: the working directory.",
  }),
}).meta({ label: "Checkout" });

export type Checkout = z.output<typeof checkout>;

/** A repository at one commit. */
export interface Repository {
  /** The URL without credentials. */
  url: string;
  commit: string;
  /** Yields the files; links come last. */
  files(): Iterable<PlacedFile>;
}

export type CheckOut = (wanted: Checkout) => Promise<Repository>;

/** Returns the target folder of the files with a trailing slash; empty for the directory itself. */
export function folderOf({ destination = "" }: Checkout): string {
  const names = destination.split("/").filter((name) => name !== "" && name !== ".");
  if (destination.startsWith("/") || names.includes("..") || names.some((name) => name.includes("\0")))
    throw new ExecRefused(
      `${JSON.stringify(destination)} is not below the working directory of the script: name a folder below it, or remove destination.`,
    );
  return names.map((name) => `${name}/`).join("");
}

export function* placedIn(folder: string, { files }: Repository): Generator<PlacedFile> {
  for (const file of files()) yield { ...file, path: `${folder}${file.path}` };
}

/**
 * Yields the credential files, then the checked-out files. Throws if a checked-out file would overwrite a credential
 * file.
 */
export function* withCredentials(
  credentials: readonly PlacedFile[],
  others: Iterable<PlacedFile>,
): Generator<PlacedFile> {
  yield* credentials;
  const taken = new Set(credentials.flatMap(({ path }) => [path, ...foldersOf(path)]));
  for (const file of others) {
    if (taken.has(file.path))
      throw new ExecRefused(
        `The file ${file.path} of the repository would overwrite a file with credentials. Set destination, so that the repository is checked out into a folder.`,
      );
    yield file;
  }
}

const foldersOf = (path: string) => path.split("/").flatMap((_, index, names) => names.slice(0, index).join("/") || []);
