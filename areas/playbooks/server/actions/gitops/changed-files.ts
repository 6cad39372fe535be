// Computes the changes of a commit: patches to existing files, and files that are written or deleted.
import { filesAt, type FileChanges, type GitSnapshot } from "#areas/connections/server/index.ts";
import { fitsPath, pathPattern } from "#lib/text/path-pattern.ts";
import { unifiedDiff } from "#lib/text/unified-diff.ts";
import { ActionInvalid } from "../../action-kind.ts";
import { evaluateIf } from "../../text/evaluate.ts";
import { patchedText } from "./patch-text.ts";

export interface Patch {
  path: string;
  yq?: string | undefined;
  jq?: string | undefined;
  if?: string | undefined;
}

export interface WrittenFile {
  path: string;
  content: string;
}

export interface Changed {
  changes: FileChanges;
  /** The changes as a unified diff of all files. */
  diff: string;
}

const deleted = "$delete";
const maxFileBytes = 5 * 1024 * 1024;

export async function changedFiles(
  snapshot: Pick<GitSnapshot, "pack" | "commit">,
  { patches, files }: { patches: readonly Patch[]; files: readonly WrittenFile[] },
  values: Readonly<Record<string, unknown>>,
): Promise<Changed> {
  const before = new Map<string, () => Buffer>();
  for (const { path, read } of filesAt(snapshot).files()) before.set(path, read);
  const after = new Map<string, Buffer | null>();
  for (const patch of patches) {
    const expression = patch.yq ?? patch.jq ?? "";
    const paths = matching(patch.path, [...before.keys()]);
    if (paths.length === 0) throw new ActionInvalid(`No file of the repository matches ${patch.path}.`);
    for (const path of paths) {
      if (!(await evaluateIf(patch.if, { ...values, path }))) continue;
      const text = textOf(path, after.get(path) ?? before.get(path)!());
      const patched = await patchedText(path, text, expression);
      if (patched !== text) after.set(path, Buffer.from(patched));
    }
  }
  for (const { path, content } of files) {
    const clean = checkedPath(path);
    if (content.trim() === deleted) {
      if (!before.has(clean)) throw new ActionInvalid(`${clean} cannot be deleted: the repository has no such file.`);
      after.set(clean, null);
    } else if (!before.has(clean) || before.get(clean)!().toString("utf8") !== content)
      after.set(clean, Buffer.from(content));
  }
  return { changes: after, diff: diffOf(before, after) };
}

function matching(pattern: string, paths: readonly string[]): string[] {
  const names = pattern.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw new ActionInvalid(`${JSON.stringify(pattern)} leads out of the repository.`);
  const compiled = pathPattern(names);
  return paths.filter((path) => fitsPath(compiled, path.split("/")));
}

/** Characters that shells, Windows or Git treat in a special way. */
const odd = /[${}[\]?*:<>|\0\\]/;

function checkedPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (odd.test(path))
    throw new ActionInvalid(
      `${JSON.stringify(path)} has a character that a path must not have: $ { } [ ] ? * : < > | \\.`,
    );
  if (names.length === 0 || path.startsWith("/") || names.some((name) => name === ".." || /^\.git$/i.test(name)))
    throw new ActionInvalid(`${JSON.stringify(path)} is not a path in the repository.`);
  return names.join("/");
}

function textOf(path: string, content: Buffer): string {
  if (content.length > maxFileBytes) throw new ActionInvalid(`${path} is too large to be patched.`);
  return content.toString("utf8");
}

function diffOf(before: ReadonlyMap<string, () => Buffer>, after: FileChanges): string {
  return [...after]
    .map(([path, content]) => {
      const [was, is] = [before.get(path)?.().toString("utf8") ?? "", content?.toString("utf8") ?? ""];
      const head = [
        `--- ${before.has(path) ? `a/${path}` : "/dev/null"}`,
        `+++ ${content ? `b/${path}` : "/dev/null"}`,
      ];
      const lines = unifiedDiff(withEnd(was), withEnd(is)).split("\n").slice(2);
      return [...head, ...lines].join("\n");
    })
    .join("");
}

const withEnd = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
