// Reads files on this machine, in the directories that the operator allows.
import { fitsPath, mayLeadTo, type PathPattern } from "#lib/text/path-pattern.ts";
import { maxFiles } from "#areas/connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scrape/scraper-kind.ts";
import type { FileSpec } from "./spec.ts";
import { readText } from "../reading/read-text.ts";
import { reasonIn } from "../reading/explain-failures.ts";
import { chosenBy } from "./chosen.ts";
import type { ReadFile } from "./read-file.ts";

const maxFileBytes = 10 * 1024 * 1024;

export async function* localFiles(written: string, spec: FileSpec, run: ScrapeRun): AsyncGenerator<ReadFile> {
  const root = decodeURI(written.replace(/^file:\/\//i, "")).replace(/(?<=.)\/+$/, "");
  const paths = (spec.paths ?? []).map((path) => (root === "" ? path : path.replace(/^\.?\//, "")));
  if (root === "" && paths.some((path) => !path.startsWith("/")))
    throw new ScraperInvalid("Without a URL, the paths must be absolute, such as /srv/inventory/*.yaml.");
  if (root !== "" && !root.startsWith("/"))
    throw new ScraperInvalid(
      `${JSON.stringify(written)} is not a location of files: write an absolute path, git::…, s3://… or https://….`,
    );
  const { patterns, fits } = chosenBy(paths, spec.ignore);
  // The URL may name a single file.
  const single = root === "" || paths.length > 0 ? undefined : await asFile(root, run);
  if (single) return yield single;
  const seen = new Set<string>();
  for (const pattern of patterns)
    for await (const path of walked(root, pattern, run)) {
      if (seen.has(path) || !fits(path)) continue;
      if (seen.add(path).size > maxFiles)
        throw new ScraperInvalid(`There are more than ${maxFiles} files. Use more specific paths.`);
      const whole = `${root}/${path}`;
      try {
        yield { path, place: root, text: readText(await run.files.read(whole, { maxBytes: maxFileBytes })) };
      } catch (error) {
        run.fail(`${whole} cannot be read: ${reasonIn(error)}`);
      }
    }
}

async function asFile(path: string, { files }: ScrapeRun): Promise<ReadFile | undefined> {
  const cut = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (!name.includes(".")) return undefined;
  const text = await files.read(path, { maxBytes: maxFileBytes }).catch((error: unknown) => {
    if (/is not a file/.test((error as Error).message)) return undefined;
    throw error;
  });
  return text && { path: name, place: folder, text: readText(text) };
}

/** Skips folders that cannot contain a match, and does not follow links. */
async function* walked(
  root: string,
  pattern: PathPattern,
  run: Pick<ScrapeRun, "files" | "signal">,
  below: readonly string[] = [],
): AsyncGenerator<string> {
  run.signal.throwIfAborted();
  // Folders in the literal prefix of a pattern are opened without listing their parents, which may be unreadable.
  const fixed = fixedName(pattern, below);
  const entries =
    fixed === undefined
      ? await run.files.list([root, ...below].join("/") || "/")
      : [{ name: fixed, kind: "folder" as const }];
  for (const { name, kind } of entries) {
    const path = [...below, name];
    if (kind === "folder" && name !== ".git" && mayLeadTo(pattern, path)) yield* walked(root, pattern, run, path);
    else if (kind === "file" && fitsPath(pattern, path)) yield path.join("/");
  }
}

function fixedName(pattern: PathPattern, below: readonly string[]): string | undefined {
  const next = pattern[below.length];
  const isLast = below.length >= pattern.length - 1;
  const isFixed = (part: PathPattern[number] | undefined) => Array.isArray(part) && part.length === 1;
  if (isLast || !isFixed(next) || !pattern.slice(0, below.length).every(isFixed)) return undefined;
  return (next as readonly string[])[0];
}
