// Reads the files of a Git repository at one commit.
import { ConnectionFailure, shownUrl, withGitFiles } from "#areas/connections/server/index.ts";
import type { ScrapeRun } from "../../scrape/scraper-kind.ts";
import type { FileSpec } from "./spec.ts";
import { readText } from "../reading/read-text.ts";
import { reasonIn } from "../reading/explain-failures.ts";
import type { Chosen } from "./chosen.ts";
import type { ReadFile } from "./read-file.ts";

const maxFileBytes = 10 * 1024 * 1024;

interface Reading {
  spec: FileSpec;
  chosen: Chosen;
  run: ScrapeRun;
}

export async function* gitFiles(written: string, { spec, chosen, run }: Reading): AsyncGenerator<ReadFile> {
  const { address, folder, ref } = readGitUrl(written);
  const { certificate } = spec;
  const opened = await run.connection({ ...spec, url: address || undefined });
  const key = certificate === undefined ? opened.certificate : await run.value(certificate);
  run.scrubber.know(key);
  if (!opened.url) throw new ConnectionFailure("The URL of the repository is missing", "Set the URL.");
  // GitHub and GitLab accept a token as the password of any user name.
  const user = opened.username || (opened.password ? "git" : null);
  const repository = { ...opened, username: user, certificate: key, type: "git" };
  const wanted = spec.ref || ref || opened.properties["ref"] || undefined;
  const place = `${shownUrl(opened.url, "git")}${folder === "" ? "" : `//${folder}`}`;
  const found = await withGitFiles(repository, run, { ref: wanted, work: async (files) => files });
  const files = [...found.files()];
  // Git has no empty folders, so a missing folder is an error: if a renamed or misspelt folder counted as empty, all
  // its items would be marked as deleted.
  if (folder !== "" && !files.some(({ path }) => path.startsWith(`${folder}/`)))
    throw new ConnectionFailure(
      `There is no folder ${folder} in ${shownUrl(opened.url, "git")}`,
      "Check the folder and the ref.",
    );
  for (const { path, read } of files) {
    if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
    const below = folder === "" ? path : path.slice(folder.length + 1);
    if (!chosen.fits(below)) continue;
    const content = read();
    if (content.length > maxFileBytes) {
      run.fail(`${path} is longer than ${maxFileBytes} bytes.`);
      continue;
    }
    try {
      yield { path: below, place, text: readText(content) };
    } catch (error) {
      run.fail(`${path} cannot be read: ${reasonIn(error)}`);
    }
  }
}

/**
 * Parses the URLs of existing manifests, which have `git::` before the address, and `//folder` and `?ref=` after it.
 */
export function readGitUrl(written: string): { address: string; folder: string; ref: string | undefined } {
  const plain = written.replace(/^git::/i, "").replace(/^((?:github|gitlab)\.com\/|bitbucket\.org\/)/i, "https://$1");
  const [before = "", query = ""] = plain.split("?", 2);
  const [, scheme = "", rest = ""] = /^([a-z+]+:\/\/)?(.*)$/is.exec(before)!;
  const [place = "", ...folders] = rest.split("//");
  return {
    address: `${scheme}${place}`,
    folder: folders.join("/").replace(/^\/+|\/+$/g, ""),
    ref: new URLSearchParams(query).get("ref") ?? undefined,
  };
}
