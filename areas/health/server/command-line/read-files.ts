// Reads the canaries from the files named on the command line. Unknown fields of other resources in these files are
// also reported, so that a whole folder of manifests can be checked before deployment.
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { text } from "node:stream/consumers";
import type { ManifestFault, ManifestKind } from "#server/manifests/manifest-kind.ts";
import { readCanaries, type ReadCanary } from "../manifests/read-canaries.ts";
import { checkAt } from "../spec/written-checks.ts";

export interface CanaryWarning {
  /** A message such as `shop.yaml:9:7: spec.http.0.thresholdMilis: unknown field …`. */
  text: string;
  /** The check that the warning refers to; undefined for a warning about the whole canary. */
  check: { type: string; name: string } | undefined;
}

export interface FileCanary extends ReadCanary {
  warnings: readonly CanaryWarning[];
}

export interface ReadFiles {
  canaries: readonly FileCanary[];
  /** Reasons why canaries cannot be run, each with its position in the file. */
  faults: readonly string[];
  /** Unknown fields, of canaries and of other resources in the files. */
  warnings: readonly string[];
  /** Documents that were skipped. */
  notes: readonly string[];
}

export interface ReadFilesOptions {
  namespace: string;
  input: NodeJS.ReadableStream;
  /** Kinds of resources other than canaries; loaded only if a file contains such a resource. */
  otherKinds: () => Promise<readonly ManifestKind[]>;
}

/** The file name `-` reads standard input. */
export async function readFiles(
  files: readonly string[],
  { namespace, input, otherKinds }: ReadFilesOptions,
): Promise<ReadFiles> {
  const canaries: FileCanary[] = [];
  const faults: string[] = [];
  const warnings: string[] = [];
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
    const defaultName = file === "-" ? "stdin" : basename(file, extname(file));
    const read = readCanaries(content, { defaultName, defaultNamespace: namespace });
    const placed = ({ line, column = 1, message }: Placed) => `${shown}:${line}:${column}: ${message}`;
    faults.push(...read.faults.map(placed));
    warnings.push(...read.warnings.map(placed));
    const kinds = read.others.length > 0 ? await otherKinds() : [];
    const known = kinds.filter(({ kind }) => read.others.some((other) => other.kind === kind));
    for (const kind of known) warnings.push(...kind.read(content, { defaultName }).warnings.map(placed));
    notes.push(...read.others.map(({ line, kind }) => `${shown}:${line}: a ${kind} is not a canary and was skipped.`));
    const isForOthers = known.length > 0;
    if (read.canaries.length === 0 && read.faults.length === 0 && !isForOthers)
      faults.push(`${shown}: The file contains no canary.`);
    canaries.push(
      ...read.canaries.map((canary) => ({
        ...canary,
        warnings: read.warnings
          .filter(({ canary: other }) => other?.name === canary.name && other.namespace === canary.namespace)
          .map((warning) => ({ text: placed(warning), check: checkAt(canary.spec, warning.path?.slice(1) ?? []) })),
      })),
    );
  }
  if (canaries.length === 0 && faults.length === 0) faults.push("These files contain no canary.");
  return { canaries, faults, warnings, notes };
}

type Placed = Pick<ManifestFault, "line" | "column" | "message">;

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOENT":
      return "The file does not exist.";
    case "EISDIR":
      return "This is a folder. List the files in it instead.";
    case "EACCES":
    case "EPERM":
      return "The file permissions do not allow reading it.";
    default:
      return message;
  }
}
