// A folder of Git repositories readable by every server: `ship.git` has the branch main and the tag v1, `fleet.git`
// has files, `dock.git` a program and links; `mutiny.git` has branches that Git itself would refuse to create.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../support/scratch.ts";
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
  /** Commits these files on main, on top of its history. */
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
    const commit = stage("commit-tree", stage("write-tree"), "-m", message, ...(before ? ["-p", before] : []));
    stage("update-ref", "refs/heads/main", commit);
    // The repository is packed, so that similar files are stored as deltas.
    stage("gc", "--quiet");
    return commit;
  };
  const into = (repository: string) => {
    git("init", "--quiet", "--bare", "--initial-branch=main", repository);
    const write = (type: "blob" | "tree", content: string | Buffer) =>
      execFileSync(programPath("git"), ["-C", repository, "hash-object", "-t", type, "--literally", "-w", "--stdin"], {
        cwd: projects,
        env,
        input: content,
      })
        .toString()
        .trim();
    return {
      blob: (text: string) => write("blob", text),
      /** Creates a tree from entries `[mode, name, id]`, without validating them. */
      tree: (entries: readonly (readonly [mode: string, name: string, id: string])[]) =>
        write(
          "tree",
          Buffer.concat(
            entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
          ),
        ),
      branch: (name: string, tree: string) =>
        git(
          "-C",
          repository,
          "update-ref",
          `refs/heads/${name}`,
          git("-C", repository, "commit-tree", "-m", name, tree),
        ),
    };
  };
  const dock = into("dock.git");
  const bin = dock.tree([
    ["100755", "greet", dock.blob('#!/bin/sh\necho ahoy $(cat "$(dirname "$0")/../name.txt")\n')],
  ]);
  dock.branch(
    "main",
    dock.tree([
      ["40000", "bin", bin],
      ["120000", "link.txt", dock.blob("name.txt")],
      ["100644", "name.txt", dock.blob("Ada")],
      ["120000", "passwd.txt", dock.blob("/etc/passwd")],
    ]),
  );
  const kube = dock.tree([["100644", "config", dock.blob("mine")]]);
  dock.branch("kube", dock.tree([["40000", ".kube", kube]]));
  const mutiny = into("mutiny.git");
  const file = mutiny.blob("boo");
  const up = mutiny.tree([["100644", "boo", file]]);
  mutiny.branch("up", mutiny.tree([["40000", "..", up]]));
  mutiny.branch(
    "twice",
    mutiny.tree([
      ["120000", "a", mutiny.blob("/tmp")],
      ["40000", "a", up],
    ]),
  );
  // This tree has a few hundred bytes that expand to millions of files.
  let many = up;
  for (let level = 0; level < 6; level += 1)
    many = mutiny.tree(
      Array.from({ length: 26 }, (_, index) => ["40000", String.fromCharCode(97 + index), many] as const),
    );
  mutiny.branch("many", many);
  return { projects, commit, commitFleet, remove: () => rmSync(projects, { recursive: true, force: true }) };
}
