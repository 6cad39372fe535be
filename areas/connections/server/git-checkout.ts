// Checks out a Git repository for a script: yields the files of one commit.
import type { Checkout, Repository } from "#server/exec/checkout.ts";
import type { PlacedFile } from "#server/exec/scratch.ts";
import { isRefused } from "#server/outbound/outbound.ts";
import { noting } from "#server/outbound/places.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ConnectionFailure, failureOf } from "./connection/failure.ts";
import { shownUrl } from "./rows/hidden.ts";
import type { Reach } from "./resolve/reach.ts";
import type { OpenConnection } from "./connection/open-connection.ts";
import type { Way } from "./connection/session.ts";
import { withGitFiles, type GitFiles } from "./clients/git-files.ts";

type Run = Way & Reach & { scrubber: Scrubber };

/** The files are written to disk for every run, so larger repositories are refused. */
const maxFiles = 20_000;
const maxBytes = 256 * 1024 * 1024;

export async function checkOut(wanted: Checkout, run: Run): Promise<Repository> {
  const { certificate, branch, ref } = wanted;
  const opened = await run.connection(wanted);
  const key = certificate === undefined ? opened.certificate : await run.value(certificate);
  run.scrubber.know(key);
  if (!opened.url) throw new ConnectionFailure("The Git checkout has no URL", "Add the URL of the repository.");
  // GitHub and GitLab accept a token as the password of any user.
  const user = opened.username || (opened.password ? "git" : null);
  const repository = { ...opened, username: user, certificate: key, type: "git" };
  const at = ref || branch || opened.properties["ref"] || undefined;
  const found = await filesAt(repository, at, run);
  return { url: shownUrl(opened.url, "git"), commit: found.commit, files: () => bounded(found) };
}

/** Error messages mention the repository, so that they are not mistaken for errors of the script. */
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
    if ((files += 1) > maxFiles || bytes > maxBytes) throw tooLarge();
    yield { path, isExecutable, content };
  }
  for (const link of found.links()) {
    if ((files += 1) > maxFiles) throw tooLarge();
    yield link;
  }
}

const tooLarge = () =>
  new ConnectionFailure(
    `The repository has more than ${maxFiles} files or ${maxBytes / 1024 / 1024} MiB, the limit for a script`,
    "Move the files that the script needs into a smaller repository.",
  );
