// Checks a Git repository out for a script: its files at one commit, as they are to lie in its directory.
import type { Checkout, Repository } from "#server/exec/checkout.ts";
import type { PlacedFile } from "#server/exec/scratch.ts";
import { isRefused } from "#server/outbound/outbound.ts";
import { noting } from "#server/outbound/places.ts";
import type { Scrubber } from "#server/scrub.ts";
import { ConnectionFailure, failureOf } from "../failure.ts";
import { shownUrl } from "../hidden.ts";
import type { Reach } from "../resolve/reach.ts";
import type { OpenConnection } from "../sealed.ts";
import type { Way } from "../session.ts";
import { withGitFiles, type GitFiles } from "./git-files.ts";

type Run = Way & Reach & { scrubber: Scrubber };

/** Written to disk for every run: what is larger is better kept where the script finds it. */
const mostFiles = 20_000;
const mostBytes = 256 * 1024 * 1024;

export async function checkOut(wanted: Checkout, run: Run): Promise<Repository> {
  const { certificate, branch, ref } = wanted;
  const opened = await run.connection(wanted);
  const key = certificate === undefined ? opened.certificate : await run.value(certificate);
  run.scrubber.know(key);
  if (!opened.url) throw new ConnectionFailure("It is not said which repository to check out", "Write its URL.");
  // A token of GitHub or GitLab is the password of anybody.
  const user = opened.username || (opened.password ? "git" : null);
  const repository = { ...opened, username: user, certificate: key, type: "git" };
  const at = ref || branch || opened.properties["ref"] || undefined;
  const found = await filesAt(repository, at, run);
  return { url: shownUrl(opened.url, "git"), commit: found.commit, files: () => bounded(found) };
}

/** What goes wrong is about the repository, and not about what the script looks at: it says so. */
async function filesAt(repository: OpenConnection, ref: string | undefined, run: Run): Promise<GitFiles> {
  const { outbound, whereOf } = noting(run.outbound);
  const way = { outbound, signal: run.signal };
  try {
    return await withGitFiles(repository, way, { ref, work: async (files) => files });
  } catch (error) {
    if (run.signal.aborted || isRefused(error)) throw error;
    const { message, fix } = failureOf(error).at(whereOf(error));
    throw new ConnectionFailure(`The repository cannot be checked out: ${message}`, fix);
  }
}

function* bounded(found: GitFiles): Generator<PlacedFile> {
  let [files, bytes] = [0, 0];
  for (const { path, isExecutable, read } of found.files()) {
    const content = read();
    bytes += content.length;
    if ((files += 1) > mostFiles || bytes > mostBytes) throw tooLarge();
    yield { path, isExecutable, content };
  }
  for (const link of found.links()) {
    if ((files += 1) > mostFiles) throw tooLarge();
    yield link;
  }
}

const tooLarge = () =>
  new ConnectionFailure(
    `The repository holds more than the ${mostFiles} files and ${mostBytes / 1024 / 1024} MiB that are checked out for a script`,
    "Keep what the script needs in a repository of its own.",
  );
