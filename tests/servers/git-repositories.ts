// A folder of Git repositories that any server may read: `ship.git` has the branch main and the tag v1, `fleet.git`
// has files.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../scratch.ts";
import { debianFile } from "./debian-programs.ts";
import { programEnv, programPath } from "./server-process.ts";

export function makeRepositories() {
  const projects = mkdtempSync(join(scratchFolder(), "quarterdeck-git-"));
  chmodSync(projects, 0o755);
  const person = { NAME: "Ada", EMAIL: "ada@example.org" };
  const env = {
    ...programEnv(),
    HOME: projects,
    GIT_EXEC_PATH: debianFile("usr/lib/git-core"),
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(
      ["AUTHOR", "COMMITTER"].flatMap((role) =>
        Object.entries(person).map(([what, is]) => [`GIT_${role}_${what}`, is]),
      ),
    ),
  };
  const git = (...args: string[]) =>
    execFileSync(programPath("git"), args, { cwd: projects, env, encoding: "utf8" }).trim();
  git("init", "--quiet", "--bare", "--initial-branch=main", "ship.git");
  git("init", "--quiet", "--bare", "--initial-branch=main", "empty.git");
  const tree = execFileSync(programPath("git"), ["-C", "ship.git", "mktree"], { cwd: projects, env, input: "" });
  const commit = git("-C", "ship.git", "commit-tree", "-m", "begin", tree.toString().trim());
  git("-C", "ship.git", "update-ref", "refs/heads/main", commit);
  git("-C", "ship.git", "tag", "v1", commit);
  git("init", "--quiet", "--bare", "--initial-branch=main", "fleet.git");
  const input = (text: string, ...args: string[]) =>
    execFileSync(programPath("git"), ["-C", "fleet.git", ...args], { cwd: projects, env, input: text })
      .toString()
      .trim();
  /** Makes a commit of these files on main, with a history behind it. */
  const commitFleet = (files: Readonly<Record<string, string>>, message: string) => {
    const index = { ...env, GIT_INDEX_FILE: join(projects, "fleet-index") };
    const stage = (...args: string[]) =>
      execFileSync(programPath("git"), ["-C", "fleet.git", ...args], { cwd: projects, env: index })
        .toString()
        .trim();
    stage("read-tree", "--empty");
    for (const [path, content] of Object.entries(files))
      stage("update-index", "--add", "--cacheinfo", `100644,${input(content, "hash-object", "-w", "--stdin")},${path}`);
    const before = stage("for-each-ref", "--format=%(objectname)", "refs/heads/main");
    const made = stage("commit-tree", stage("write-tree"), "-m", message, ...(before ? ["-p", before] : []));
    stage("update-ref", "refs/heads/main", made);
    // Packed, so that files alike are told as differences.
    stage("gc", "--quiet");
    return made;
  };
  return { projects, commit, commitFleet, remove: () => rmSync(projects, { recursive: true, force: true }) };
}
